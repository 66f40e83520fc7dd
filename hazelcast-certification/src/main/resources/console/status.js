// Says which member the page talks to, and what it does when that one is lost.

import {homeAnswers} from './calls.js';
import {$, make, setAttribute, setHidden, setText} from './dom.js';
import {moment, time} from './format.js';

const connection = $('connection');
const host = url => new URL(url).host;

let isLost = false;
// When the member that served the page was last heard.
let homeLostMs = null;
// While the page talks to another member it asks, again and again, whether its own is back.
const LOOK_HOME_MS = 5_000;
let isElsewhere = false;
setInterval(lookHome, LOOK_HOME_MS);

async function lookHome() {
  if (isElsewhere && !document.hidden) {
    const isBack = await homeAnswers();
    if (isBack) {
      homeLostMs = null;
    }
    // While it was asked, its own member may have been lost again, or the page may have moved back to it.
    setHidden($('moved'), isBack || !isElsewhere);
  }
}

function setState(state, text) {
  setAttribute(connection, 'data-state', state);
  setText(connection, text);
}

/** A stream flows from that console. */
export function showConnected(url) {
  isLost = false;
  setState('live', `Live from ${host(url)}`);
  setHidden($('lost'), true);
  $('live').classList.remove('stale');
  isElsewhere = url !== location.origin;
  setHidden($('moved'), !isElsewhere);
  if (isElsewhere) {
    const since = homeLostMs === null ? '' : ` since ${moment(homeLostMs)}`;
    $('moved').replaceChildren(`${location.host}, where this page came from, does not answer${since}. It now talks to ${host(url)}. `,
      make('a', {href: `${url}/`, text: `Open the console of ${host(url)}`}));
  }
}

/** No stream; what is shown is from before. */
export function showLost({url, sinceMs, consoles}) {
  isLost = true;
  isElsewhere = false;
  setAttribute($('state'), 'data-state', '');
  setText($('state'), 'Unknown');
  if (url === location.origin) {
    homeLostMs = sinceMs;
  }
  setState('lost', 'Not live');
  setText($('lost-what'), `${host(url)} does not answer${sinceMs === null ? '' : ` since ${moment(sinceMs)}`}. `
    + `${sinceMs === null ? '' : 'What is shown is from then.'}`);
  setText($('lost-next'), 'Trying again …');
  // For whoever does not want to wait; a member with a certificate that the browser has not seen can only be reached so.
  $('lost-links').replaceChildren(...consoles.flatMap((other, i) =>
    [i === 0 ? 'Other members: ' : ', ', make('a', {href: `${other}/`, text: host(other)})]));
  setHidden($('lost'), false);
  setHidden($('moved'), true);
  $('live').classList.add('stale');
}

/** All members have been tried; the next round begins then. */
export function showWaiting(untilMs) {
  if (isLost) {
    setText($('lost-next'), `Trying again at ${time(untilMs)} …`);
  }
}
