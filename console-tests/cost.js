// Measures what an open console costs: processor time of the members, and of the browser, in percent of one core.

import {readFileSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import {isLiveFrom, launch, open} from './support/browser.js';
import {Cluster} from './support/cluster.js';

const WINDOW_MS = 20_000;
const WARM_UP_MS = 60_000;
const ROUNDS = 9;
const TICKS_PER_SECOND = 100;

const browser = await launch();
const chromium = await browser.newBrowserCDPSession();
const cluster = await Cluster.scoring({cards: 200_000, rate: 5_000, heap: '1500m'});

/** Processor seconds that a process has had: the 14th and 15th field of its stat, behind the name in brackets. */
function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const membersSeconds = () => cluster.members.reduce((sum, {process}) => sum + processorSeconds(process.pid), 0);

async function browserSeconds() {
  const {processInfo} = await chromium.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, {cpuTime}) => sum + cpuTime, 0);
}

/** What members and browser take in a window, in percent of a core. */
async function shares() {
  const start = performance.now();
  const membersBefore = membersSeconds();
  const browserBefore = await browserSeconds();
  await pause(WINDOW_MS);
  const seconds = (performance.now() - start) / 1000;
  return {
    members: (membersSeconds() - membersBefore) / seconds * 100,
    browser: (await browserSeconds() - browserBefore) / seconds * 100,
  };
}

const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Compares each window with a page with the windows before and after it, so that what only drifts is not taken for a cost. */
async function measure(what) {
  const members = [];
  const browsers = [];
  let before = await shares();
  for (let round = 0; round < ROUNDS; round++) {
    const page = await open(browser, cluster.members[0].console);
    await isLiveFrom(page, cluster.members[0]);
    await pause(5_000);
    const opened = await shares();
    await page.context().close();
    const after = await shares();
    const without = (before.members + after.members) / 2;
    members.push(opened.members - without);
    browsers.push(opened.browser);
    console.log(`${what}: members ${without.toFixed(1)} % without, ${opened.members.toFixed(1)} % with a page; `
      + `browser ${opened.browser.toFixed(1)} %`);
    before = after;
  }
  console.log(`${what}: median of ${ROUNDS}: an open page costs both members together ${median(members).toFixed(1)} % of a core, `
    + `the browser takes ${median(browsers).toFixed(1)} %`);
}

/** What the members have not been asked before is compiled first, and calls they know with it; only then a page costs what it costs. */
async function warmUp() {
  const page = await open(browser, cluster.members[0].console);
  await isLiveFrom(page, cluster.members[0]);
  await pause(WARM_UP_MS);
  await page.context().close();
}

try {
  await warmUp();
  await measure('5,000 TPS');
  await cluster.control('stop');
  await measure('stopped');
} finally {
  await browser.close();
  await cluster.close();
}
