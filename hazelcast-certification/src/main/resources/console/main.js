// Puts the parts together: one stream drives the page, two slow questions fill the tables beside it.

import {call} from './calls.js';
import './card.js';
import {Chart} from './chart.js';
import {Connection} from './connection.js';
import {showSession} from './control.js';
import {$, setText} from './dom.js';
import {watchFragment} from './explanation.js';
import {askFlagged, forgetFlagged} from './flagged.js';
import {showMembers} from './members.js';
import {showOverview} from './overview.js';
import {askRules} from './rules.js';
import {askToken} from './signin.js';
import {showConnected, showLost, showWaiting} from './status.js';
import {Throughput} from './throughput.js';

const FLAGGED_EVERY_MS = 2_000;
const RULES_EVERY_MS = 5_000;

const throughput = new Throughput();
const chart = new Chart(throughput);
let last = null;
let isLive = false;
let answered = [];

// A page in the background keeps its points and draws nothing. Laying out and drawing cost a browser most, so what was
// answered since the last overview is shown with this one, in one frame.
function show() {
  if (last !== null && !document.hidden) {
    answered.forEach(showAnswer => showAnswer());
    answered = [];
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

/** Asks a question, which resolves to what shows its answer. A failed one is asked again; the stream says what is lost. */
async function ask(question) {
  try {
    answered.push(await question());
  } catch (error) {
    console.info('no answer:', error.message);
  }
}

/** Asks again and again while the page is live and seen. */
function repeat(everyMs, question) {
  const next = async () => {
    if (isLive && !document.hidden) {
      await ask(question);
    }
    setTimeout(next, everyMs);
  };
  next();
}

repeat(FLAGGED_EVERY_MS, askFlagged);
repeat(RULES_EVERY_MS, askRules);
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
    answered = [];
    loadThroughput();
    ask(askFlagged);
    ask(askRules);
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
