// Puts the parts together: one stream drives the page, two slow questions fill the tables beside it.

import {call} from './calls.js';
import './card.js';
import {Chart} from './chart.js';
import {Connection} from './connection.js';
import {showSession} from './control.js';
import {$, setText} from './dom.js';
import {watchFragment} from './explanation.js';
import {forgetFlagged, refreshFlagged} from './flagged.js';
import {showMembers} from './members.js';
import {showOverview} from './overview.js';
import {refreshRules} from './rules.js';
import {askToken} from './signin.js';
import {showConnected, showLost, showWaiting} from './status.js';
import {Throughput} from './throughput.js';

const FLAGGED_EVERY_MS = 2_000;
const RULES_EVERY_MS = 5_000;

const throughput = new Throughput();
const chart = new Chart(throughput);
let last = null;
let isLive = false;

// A page in the background keeps its points and draws nothing.
function show() {
  if (last !== null && !document.hidden) {
    showOverview(last);
    showMembers(last);
    chart.draw();
  }
}

async function loadThroughput() {
  try {
    throughput.load(await call('throughput'));
    show();
  } catch (error) {
    console.info('no throughput of before:', error.message);
  }
}

/** Asks again and again while the page is live and seen. A failed question is asked again; the stream says what is lost. */
function repeat(everyMs, question) {
  const ask = async () => {
    if (isLive && !document.hidden) {
      try {
        await question();
      } catch (error) {
        console.info('no answer:', error.message);
      }
    }
    setTimeout(ask, everyMs);
  };
  ask();
}

repeat(FLAGGED_EVERY_MS, refreshFlagged);
repeat(RULES_EVERY_MS, refreshRules);
document.addEventListener('visibilitychange', show);

new Connection({
  askToken,
  waiting: showWaiting,
  overview(overview) {
    last = overview;
    throughput.add(overview);
    show();
  },
  connected(url) {
    isLive = true;
    showConnected(url);
    forgetFlagged();
    loadThroughput();
    Promise.allSettled([refreshFlagged(), refreshRules()]);
  },
  session(session) {
    showSession(session);
    setText($('cluster'), session.cluster);
    setText($('version'), `Version ${session.version}, commit ${session.commit}; this answer from ${session.member}`);
  },
  lost(loss) {
    isLive = false;
    showLost(loss);
  },
}).run();

watchFragment();
