// The latest flagged transactions. The table stands still while someone is about to choose from it.

import {call} from './calls.js';
import {decisionText, ruleOfSet} from './decision.js';
import {$, KeyedList, make, setAttribute, setText, setTime} from './dom.js';
import {count, time} from './format.js';

const SHOWN_MAX = 30;
// As many rows as the table's height ever shows; the others are there once somebody scrolls or comes to it by keyboard.
const IN_SIGHT_MAX = 15;
// After this long without a movement the pointer has been left where it is.
const POINTING_MS = 5_000;

const scroll = document.querySelector('#flagged .scroll');
const pause = $('flagged-pause');

let flagged = [];
// What the table shows of them, all of it once it is looked through.
let shown = [];
let isLookedThrough = false;
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

// Copying a row costs a browser less than making it.
const template = make('tr', {}, make('td', {}, make('time')),
  make('th', {scope: 'row', class: 'pan'}, make('a', {title: 'Explain this transaction'})),
  make('td'), make('td', {}, make('span', {class: 'rule-id'})), make('td', {class: 'reason'}, make('span')),
  make('td', {class: 'number'}), make('td', {class: 'number'}));

const rows = new KeyedList($('flagged-rows'), one => one.id, one => {
  const node = template.cloneNode(true);
  const [at, card, action, rule, reason, amount, country] = node.children;
  setTime(at.firstChild, one.timeMs);
  const link = card.firstChild;
  link.href = `#flagged/${encodeURIComponent(one.id)}`;
  link.textContent = one.card;
  link.setAttribute('aria-label', `Explain ${one.card} at ${time(one.timeMs)}: ${decisionText(one)}`);
  action.textContent = one.action;
  rule.firstChild.textContent = ruleOfSet(one.set, one.rule, one.ruleName);
  rule.firstChild.title = one.ruleName;
  reason.title = reason.firstChild.textContent = one.reason ?? one.ruleName;
  amount.textContent = count(one.amountUnits);
  country.textContent = String(one.country);
  // The link is for the keyboard and for reading aloud; a mouse may press anywhere in the row.
  node.addEventListener('click', event => {
    if (event.target !== link && getSelection().isCollapsed) {
      link.click();
    }
  });
  return {node, update() {}};
});

function showRows() {
  rows.show(isLookedThrough ? shown : shown.slice(0, IN_SIGHT_MAX));
}

/** All rows are there from the first scrolling or focus on, until the table is at its top again and left. */
function lookThrough() {
  const was = isLookedThrough;
  isLookedThrough = scroll.scrollTop > 0 || scroll.contains(document.activeElement);
  if (isLookedThrough && !was) {
    showRows();
  }
}

scroll.addEventListener('scroll', lookThrough);
scroll.addEventListener('focusin', lookThrough);
scroll.addEventListener('focusout', lookThrough);

/** Takes what the stream sends, unless the table is held. */
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

/** Asks for all that the table shows. What the stream sends meanwhile is requested again. */
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
    shown = flagged;
    showRows();
  }
  showNote();
  if (isBehind && !isAsking && heldBecause() === null) {
    catchUp();
  }
}

/** What the table knows of a transaction, if it still has it. */
export function knownFlagged(id) {
  return shown.find(one => one.id === id);
}

/** Another member answers from here on: its ids are others. */
export function forgetFlagged() {
  flagged = [];
  isBehind = true;
}
