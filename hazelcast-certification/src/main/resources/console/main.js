// Puts the parts together: one stream drives the page.

import {call} from './calls.js';
import {watchCardLinks} from './card.js';
import {Charts, boxes} from './charts.js';
import {Connection} from './connection.js';
import {showSession} from './control.js';
import {$, setText} from './dom.js';
import {showEntrances} from './entrances.js';
import {watchFragment} from './explanation.js';
import {addFlagged, forgetFlagged, showFlagged} from './flagged.js';
import {showMembers} from './members.js';
import {showFigures, showMap, showState} from './overview.js';
import {watchPress} from './press.js';
import {finishSignIn, offerProvider} from './provider.js';
import {showRules, takeRules} from './rules.js';
import {watchSight} from './sight.js';
import {askToken, takeTokenOfAddress} from './signin.js';
import {showConnected, showLost, showWaiting} from './status.js';

const charts = new Charts(show);
const seesThroughput = watchSight(boxes.throughput, boxes.throughput, show);
const seesLatency = watchSight(boxes.latency, boxes.latency, show);
const seesFlagged = watchSight(document.querySelector('#flagged .scroll'), $('flagged-rows'), show);
const seesRules = watchSight(document.querySelector('#rules .scroll'), $('rules-rows'), show);
const seesFigures = watchSight(document.querySelector('.overview'), $('accounting'), show);
const seesMembers = watchSight(document.querySelector('#members .scroll'), $('members-rows'), show);
const seesMap = watchSight($('map'), $('map'), show);
const seesEntrances = watchSight($('entrances'), $('api-rows'), show);
const isPressed = watchPress(document, show);
let last = null;
let lastUrl = null;

// A page in the background keeps what it receives and draws nothing, and so does one that somebody presses: a notice that goes moves all below it,
// and the button under the pointer would get no click. Laying out and drawing cost a browser most, so all that
// came since the last overview is shown with this one, in one frame.
function show() {
  if (last === null || document.hidden || isPressed()) {
    return;
  }
  showFlagged(seesFlagged());
  if (seesRules()) {
    showRules();
  }
  showState(last);
  if (seesFigures()) {
    showFigures(last);
  }
  if (seesMembers()) {
    showMembers(last);
  }
  if (seesMap()) {
    showMap(last);
  }
  if (seesEntrances()) {
    showEntrances(last);
  }
  if (seesThroughput()) {
    charts.drawThroughput();
  }
  if (seesLatency()) {
    charts.drawLatency();
  }
}

/** A page that has just come does not wait for the stream to send the rules. */
async function loadRules() {
  try {
    takeRules(await call('rules'));
    show();
  } catch (error) {
    console.info('no rules yet:', error.message);
  }
}

document.addEventListener('visibilitychange', show);

takeTokenOfAddress();
const notSignedIn = await finishSignIn();
setText($('control-message'), notSignedIn);
offerProvider(
  {button: $('sign-in-provider'), say: text => setText($('sign-in-message'), text)},
  {button: $('operator-provider'), say: text => setText($('control-message'), text)},
);

let firstReason = notSignedIn;

new Connection({
  askToken(reason) {
    const first = firstReason;
    firstReason = '';
    return askToken(first || reason);
  },
  waiting: showWaiting,
  overview(overview) {
    last = overview;
    charts.add(overview);
    show();
  },
  flagged: addFlagged,
  rules: takeRules,
  connected(url) {
    const hasMoved = lastUrl !== null && lastUrl !== url;
    lastUrl = url;
    showConnected(url);
    forgetFlagged();
    charts.connected(hasMoved ? new URL(url).host : null);
    loadRules();
  },
  session(session) {
    showSession(session);
    setText($('cluster'), session.cluster);
    setText($('version'), `Version ${session.version}, commit ${session.commit}; this answer from ${session.member}`);
  },
  lost: showLost,
}).run();

watchFragment();
watchCardLinks();
