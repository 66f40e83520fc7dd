// A backtest of the text in the editor, against the set that decides.

import {$, setHidden, setText} from '../dom.js';
import {reportNodes} from './reports.js';
import {ask, isAnalyst, say} from './session.js';
import {subject} from './text.js';

const PERCENT = 100;
const LOOK_EVERY_MS = 400;

let shown = '';
let active = 0;
let timer = 0;

const named = ({set, against, days, by}) =>
  `${set === 0 ? 'a text' : `set ${set}`} against ${against === 0 ? 'what was recorded' : `set ${against}`}, ${days} days, by ${by}`;

/** The set that decides now. */
export function compareWith(number) {
  active = number;
}

export function allowBacktests() {
  $('backtest-begin').disabled = !isAnalyst();
}

async function begin() {
  try {
    const days = Number($('backtest-days').value);
    const sample = Number($('backtest-sample').value) / PERCENT;
    await ask('rule-backtest/begin', {...subject(), against: active, days, sample});
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
