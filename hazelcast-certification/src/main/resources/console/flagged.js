// The latest flagged transactions. The table stands still while someone is about to choose from it.

import {call} from './calls.js';
import {$, KeyedList, make, setAttribute, setText, setTime} from './dom.js';
import {count, time} from './format.js';

const SHOWN_MAX = 30;
// After this long without a movement the pointer has been left where it is.
const POINTING_MS = 5_000;

const scroll = document.querySelector('#flagged .scroll');
const pause = $('flagged-pause');

let flagged = [];
let isSampled = false;
let isPaused = false;
// Something was not taken.
let isBehind = true;
let isAsking = false;
let isNew = false;
let pointedMs = -Infinity;

scroll.addEventListener('pointermove', event => {
  if (event.pointerType === 'mouse') {
    pointedMs = performance.now();
  }
});
scroll.addEventListener('pointerleave', () => {
  pointedMs = -Infinity;
});

pause.addEventListener('click', () => {
  isPaused = !isPaused;
  setAttribute(pause, 'aria-pressed', String(isPaused));
  setText(pause, isPaused ? 'Go on' : 'Pause');
  showNote();
});

function heldBecause() {
  if (isPaused) {
    return 'paused';
  }
  if (scroll.querySelector('a:focus-visible') !== null) {
    return 'held while a row has the focus';
  }
  if (performance.now() - pointedMs < POINTING_MS) {
    return 'held while you point at it';
  }
  return $('explanation').open ? 'held while one is explained' : null;
}

function showNote() {
  setText($('flagged-note'), [isSampled ? 'a sample' : '', heldBecause() ?? ''].filter(text => text !== '').join(', '));
}

const rows = new KeyedList($('flagged-rows'), one => one.id, one => {
  const reason = one.reason ?? one.ruleName;
  const at = make('time');
  setTime(at, one.timeMs);
  const link = make('a', {href: `#flagged/${encodeURIComponent(one.id)}`, text: one.card, title: 'Explain this transaction'});
  link.setAttribute('aria-label', `Explain ${one.card} at ${time(one.timeMs)}, rule ${one.rule}`);
  const node = make('tr', {}, make('td', {}, at), make('th', {scope: 'row', class: 'pan'}, link),
    make('td', {}, make('span', {class: 'rule-id', text: String(one.rule), title: one.ruleName})),
    make('td', {class: 'reason', title: reason}, make('span', {text: reason})),
    make('td', {class: 'number', text: count(one.amountUnits)}), make('td', {class: 'number', text: String(one.country)}));
  // The link is for the keyboard and for reading aloud; a mouse may press anywhere in the row.
  node.addEventListener('click', event => {
    if (event.target !== link && getSelection().isCollapsed) {
      link.click();
    }
  });
  return {node, update() {}};
});

/** Takes what the stream tells of, unless the table is held. */
export function addFlagged(answer) {
  if (isBehind || isAsking || heldBecause() !== null) {
    isBehind = true;
  } else {
    take(answer);
  }
}

function take(answer) {
  const seen = new Set(answer.flagged.map(one => one.id));
  flagged = [...answer.flagged, ...flagged.filter(one => !seen.has(one.id))].slice(0, SHOWN_MAX);
  isSampled = answer.sampled;
  isNew = true;
}

/** Asks for all that the table shows. What the stream tells of meanwhile is asked for again. */
async function catchUp() {
  isBehind = false;
  isAsking = true;
  try {
    take(await call(`flagged?max=${SHOWN_MAX}`));
  } catch (error) {
    isBehind = true;
    console.info('no flagged transactions:', error.message);
  } finally {
    isAsking = false;
  }
}

/** Shows what has been taken, if it can be seen, and catches up, unless the table is held. */
export function showFlagged(isSeen) {
  if (isNew && isSeen && heldBecause() === null) {
    isNew = false;
    rows.show(flagged);
  }
  showNote();
  if (isBehind && !isAsking && heldBecause() === null) {
    catchUp();
  }
}

/** What the table knows of a transaction, if it still has it. */
export function knownFlagged(id) {
  return flagged.find(one => one.id === id);
}

/** Another member answers from here on: its ids are others. */
export function forgetFlagged() {
  flagged = [];
  isBehind = true;
}
