// Waits for a named state.

import {setTimeout as pause} from 'node:timers/promises';

const STEP_MS = 100;
// As long as a locator waits: two cores run the members, the source and the browser at once.
const WITHIN_MS = 60_000;

/** Returns the first true answer of the question; says what it waited for when the time passes. */
export async function until(what, question, timeoutMs = WITHIN_MS) {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await question();
    if (answer) {
      return answer;
    }
    if (performance.now() > deadline) {
      throw new Error(`not within ${timeoutMs} ms: ${what}`);
    }
    await pause(STEP_MS);
  }
}
