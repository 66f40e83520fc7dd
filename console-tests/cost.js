// Measures what an open console costs: processor time of the members, and of the browser, in percent of one core.
//
// With a file as its argument it writes rows for the table of TEST_RESULTS.md there.
//
// No driver is attached to the browser while it is measured: the driver opens the page and disconnects. A driver that stays
// has each line of the stream and each request reported to it, which costs the browser more than showing them.

import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import {isLiveFrom, launchUndriven} from './support/browser.js';
import {Cluster} from './support/cluster.js';
import {costRow, median} from './support/cost-row.js';

const WINDOW_MS = 20_000;
const SETTLE_MS = 20_000;
// What runs once a second is compiled only after it has run for a while; a page that has just come costs more than one that is left open.
const LEFT_OPEN_MS = 100_000;
const WARM_UP_MS = 60_000;
const ROUNDS = 3;
const TICKS_PER_SECOND = 100;
const NO_PAGE = 'about:blank';
const [, , resultsRows] = process.argv;

/** What stands behind the name in brackets in a process's stat, or nothing when it has ended. */
function stat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return null;
  }
}

/** Processor seconds that processes have had, by their ids. */
const processorSeconds = pids => new Map(pids.map(pid => [pid, stat(pid)]).filter(([, fields]) => fields !== null)
  .map(([pid, fields]) => [pid, (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND]));

/** What they have had since; of one that has ended meanwhile it is not known. */
const since = (before, now) => [...now].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);

/** A process and all that it has started. */
function family(pid) {
  const parents = new Map(readdirSync('/proc').filter(name => /^\d+$/.test(name)).map(name => [Number(name), stat(name)])
    .filter(([, fields]) => fields !== null).map(([child, fields]) => [child, Number(fields[1])]));
  const found = [pid];
  for (const one of found) {
    parents.forEach((parent, child) => parent === one && found.push(child));
  }
  return found;
}

const browser = await launchUndriven();
const cluster = await Cluster.scoring({cards: 200_000, rate: 5_000, heap: '1500m', hasApi: true});
const pids = cluster.members.map(({process}) => process.pid);

/** What members and browser take in a window, in percent of a core. */
async function shares(afterMs = SETTLE_MS) {
  await pause(afterMs);
  const start = performance.now();
  const [membersBefore, browserBefore] = [processorSeconds(pids), processorSeconds(family(browser.pid))];
  await pause(WINDOW_MS);
  const seconds = (performance.now() - start) / 1000;
  return {
    members: since(membersBefore, processorSeconds(pids)) / seconds * 100,
    browser: since(browserBefore, processorSeconds(family(browser.pid))) / seconds * 100,
  };
}

const openConsole = (place = '') => browser.show(`${cluster.members[0].console}/${place}`, page => isLiveFrom(page, cluster.members[0]));
const closeConsole = () => browser.show(NO_PAGE);

const rows = [];

/** Compares each window with a page with the windows before and after it, so that what only drifts is not taken for a cost. */
async function measure(what, place) {
  const costs = {'just come': {members: [], browser: []}, 'left open': {members: [], browser: []}};
  const without = {members: [], browser: []};
  let before = await shares();
  for (let round = 0; round < ROUNDS; round++) {
    await openConsole(place);
    const opened = {'just come': await shares(), 'left open': await shares(LEFT_OPEN_MS - SETTLE_MS - WINDOW_MS)};
    await closeConsole();
    const after = await shares();
    for (const [age, one] of Object.entries(opened)) {
      const report = ['members', 'browser'].map(name => {
        const beside = (before[name] + after[name]) / 2;
        costs[age][name].push(one[name] - beside);
        without[name].push(beside);
        return `${name} ${beside.toFixed(1)} % without, ${one[name].toFixed(1)} % with a page`;
      });
      console.log(`${what}, ${age}: ${report.join('; ')}`);
    }
    before = after;
  }
  rows.push(costRow(what, costs, without));
  for (const [age, {members, browser}] of Object.entries(costs)) {
    console.log(`${what}, ${age}: median of ${ROUNDS}: an open page costs both members together ${median(members).toFixed(1)} % of a core, `
      + `the browser ${median(browser).toFixed(1)} %`);
  }
}

try {
  // What the members have not been asked before is compiled first, and calls they know with it; only then a page costs what it costs.
  await openConsole();
  await pause(WARM_UP_MS);
  await closeConsole();
  await measure('5,000 TPS, the page as it opens');
  // The chart is off-screen there, and what is off-screen is not drawn.
  await measure('5,000 TPS, scrolled down to the tables', '#flagged');
  await cluster.control('stop');
  await measure('stopped, the page as it opens');
  if (resultsRows !== undefined) {
    writeFileSync(resultsRows, rows.join('\n') + '\n');
  }
} finally {
  await browser.close();
  await cluster.close();
}
