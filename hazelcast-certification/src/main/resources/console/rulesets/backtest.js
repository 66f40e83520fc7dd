// A backtest of the text in the editor, against a set, or against what the histories record.

import {$, make, setHidden, setText} from '../dom.js';
import {reportNodes} from './reports.js';
import {ask, isAnalyst, say} from './session.js';
import {subject} from './text.js';

const PERCENT = 100;
const LOOK_EVERY_MS = 400;
// Beside the numbers of sets.
const DECIDES = 'decides';
const RECORDED = 'recorded';
const other = $('backtest-against');

let shown = '';
let active = 0;
let choices = '';
let timer = 0;

const named = ({set, against, days, by}) =>
  `${set === 0 ? 'a text' : `set ${set}`} against ${against === 0 ? 'what was recorded' : `set ${against}`}, ${days} days, by ${by}`;

/** What the text can be compared with; the set that decides, unless something else is chosen. */
export function compareWith(table) {
  active = table.active;
  const now = table.sets.map(({number, name}) => `${number} ${name}`).join();
  if (now !== choices) {
    choices = now;
    const chosen = other.value || DECIDES;
    other.replaceChildren(make('option', {value: DECIDES, text: 'the set that decides'}), make('option', {value: RECORDED, text: 'what was recorded'}),
      ...table.sets.map(set => make('option', {value: String(set.number), text: `set ${set.number}, ${set.name}`})));
    other.value = chosen;
  }
}

/** Without a set, a backtest is against what was recorded. */
const against = () => (other.value === RECORDED ? {} : {against: other.value === DECIDES ? active : Number(other.value)});

export function allowBacktests() {
  $('backtest-begin').disabled = !isAnalyst();
}

async function begin() {
  try {
    const days = Number($('backtest-days').value);
    const sample = Number($('backtest-sample').value) / PERCENT;
    await ask('rule-backtest/begin', {...subject(), ...against(), days, sample});
    await look();
  } catch (error) {
    say(`No backtest: ${error.message}`, true);
  }
}

/** Shows the backtest that the member runs or has run last, and goes on while it runs. */
export async function look() {
  clearTimeout(timer);
  const {backtest} = await ask('rule-backtest');
  if (backtest === null) {
    showNone();
    return;
  }
  setText($('backtest-note'), `${named(backtest.subject)}${backtest.failure === null ? '' : `: ${backtest.failure}`}`);
  setHidden($('backtest-progress'), !backtest.running);
  $('backtest-progress').value = backtest.done;
  $('backtest-cancel').disabled = !backtest.running || !isAnalyst();
  if (backtest.running) {
    timer = setTimeout(() => look().catch(error => say(`The backtest is not known: ${error.message}`, true)), LOOK_EVERY_MS);
  }
  const key = `${backtest.id} ${backtest.report !== null}`;
  if (key !== shown) {
    shown = key;
    $('backtest-body').replaceChildren(...(backtest.report === null ? [] : reportNodes(backtest.report)));
  }
}

/** The member that answers now has run none; what is shown is another member's. */
function showNone() {
  shown = '';
  setText($('backtest-note'), '');
  setHidden($('backtest-progress'), true);
  $('backtest-cancel').disabled = true;
  $('backtest-body').replaceChildren();
}

async function cancel() {
  try {
    await ask('rule-backtest/cancel', {});
  } catch (error) {
    say(`Not cancelled: ${error.message}`, true);
  }
}

$('backtest-begin').addEventListener('click', begin);
$('backtest-cancel').addEventListener('click', cancel);
