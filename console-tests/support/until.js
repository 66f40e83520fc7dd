// Waits for a named state.

import {setTimeout as pause} from 'node:timers/promises';

const STEP_MS = 100;

/** Returns the first true answer of the question; says what it waited for when the time passes. */
export async function until(what, question, timeoutMs = 15_000) {
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
