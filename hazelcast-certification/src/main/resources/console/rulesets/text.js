// The text of a set: opened, edited, checked while it is typed, compared and submitted as a new set.

import {$, make, once, setAttribute, setHidden, setText} from '../dom.js';
import {count, nanoseconds, percent, utc} from '../format.js';
import {showDifference} from './differences.js';
import {Editor} from './editor.js';
import {allowLists, showLists, watchLists} from './lists.js';
import {bounded} from './reports.js';
import {ask, failed, isAnalyst, say} from './session.js';

const PAUSE_MS = 400;
const CHANGE_WITHIN_MS = 60_000;
const EXPENSIVE = 3;

/** Of those that a backtest has figures of. */
const RULES_SHOWN = 5;

const editor = new Editor($('editor'), changed);
const from = $('difference-from');

let opened = null;
let openings = 0;
let isEdited = false;
let timer = 0;
// Checks and comparisons: an answer is shown only if nothing was asked after it.
let checks = 0;
let onSubmitted = () => {};

export function watchSubmissions(handler) {
  onSubmitted = handler;
}

export const openedSet = () => opened?.number ?? 0;

/** Whether nobody has opened a set yet. */
export const isUnopened = () => openings === 0;

/** What a backtest or a trial runs: the set as it was submitted, or the text. */
export const subject = () => (opened !== null && !isEdited ? {set: opened.number} : {...content()});

/** Puts the cursor at a place of the text. */
export const goTo = (line, column) => editor.goTo(line, column);

const content = () => ({text: editor.text, ...(opened === null ? {} : {filesOf: opened.number})});

function note() {
  setText($('text-note'), opened === null ? 'a new one' : `set ${opened.number}, ${opened.name}${isEdited ? ', edited' : ''}`);
}

/** Opens a set in the editor, unless another one is asked for before it has come. */
export async function open(number) {
  const mine = ++openings;
  let set;
  try {
    set = await ask(`rule-sets/${number}`);
  } catch (error) {
    openings = opened === null && mine === openings ? 0 : openings;
    throw error;
  }
  if (mine !== openings) {
    return;
  }
  opened = set;
  editor.text = set.text;
  isEdited = false;
  clearTimeout(timer);
  note();
  setHidden($('masked'), !set.masked);
  showKept(set.backtest);
  showLists(set);
  showChecked(set.checked);
  await compare();
}

/** What the last backtest of the set has found. */
function showKept(backtest) {
  setHidden($('kept'), backtest === null);
  if (backtest !== null) {
    const {against, fromMs, toMs, sample, cards, cardsChanged, changedUnits, changedUnitsBound, units, labels, rules} = backtest;
    const worth = labels === null ? '' : ` By labels: precision ${percent(labels.set.precision, 1)}, recall ${percent(labels.set.recall, 1)}, ${count(labels.set.falsePositives)} false positives.`;
    const most = [...rules].sort((a, b) => b.transactions - a.transactions).slice(0, RULES_SHOWN).map(rule => `${rule.name} ${count(rule.transactions)}`);
    const day = ms => new Date(ms).toISOString().slice(0, 10);
    setText($('kept'), `Last backtest, ${day(fromMs)} to ${utc(toMs)}, on ${percent(sample)} of the cards: ${count(cardsChanged)} of ${count(cards)} cards and `
      + `${bounded(units === 0 ? 0 : changedUnits / units, changedUnitsBound)} of the amounts get another action than by ${against === 0 ? 'what is recorded' : `set ${against}`}.${worth}${most.length === 0 ? '' : ` Decided most: ${most.join(', ')}.`}`);
  }
}

function changed() {
  isEdited = true;
  note();
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE_MS);
}

/** Checks the text; what has been typed meanwhile is checked next. */
async function check() {
  const mine = ++checks;
  if (!isAnalyst()) {
    setText($('check'), 'Sign in as an analyst to check and submit.');
    setAttribute($('check'), 'data-state', '');
    return;
  }
  try {
    const against = Number(from.value);
    const {checked, difference} = await ask('rule-check', {...content(), ...(against > 0 ? {against} : {})});
    if (mine === checks) {
      showChecked(checked);
      showDifference(difference, difference === null ? 'the text is no set yet' : `set ${against} → this text`, {from: against, to: opened?.number ?? against});
    }
  } catch (error) {
    if (mine === checks) {
      setText($('check'), `Not checked: ${error.message}`);
      setAttribute($('check'), 'data-state', 'wrong');
    }
  }
}

function showChecked({problems, rules, cost}) {
  const isRight = problems.length === 0;
  setText($('check'), isRight ? `${rules.length === 1 ? '1 rule' : `${count(rules.length)} rules`}, no problem` : problems.length === 1 ? '1 problem' : `${count(problems.length)} problems`);
  setAttribute($('check'), 'data-state', isRight && cost.inside ? 'right' : 'wrong');
  editor.showProblems(problems);
  setHidden($('problems-title'), isRight);
  $('text-problems').replaceChildren(...problems.map(({line, column, message}) => {
    const button = make('button', {type: 'button', class: 'quiet', text: `Line ${line}, column ${column}`});
    button.addEventListener('click', () => editor.goTo(line, column));
    return make('li', {}, button, make('span', {class: 'wrong', text: ` ${message}`}));
  }));
  setHidden($('cost'), cost === null);
  if (cost !== null) {
    showCost(cost, rules);
  }
  $('submit').disabled = !isRight || !cost.inside || !isAnalyst();
}

function showCost({usualEntries, usualNs, manyEntries, manyNs, budgetNs, inside}, rules) {
  $('cost-meter').value = Math.min(1, manyNs / budgetNs);
  setText($('cost-text'), `${nanoseconds(usualNs)} ns at ${usualEntries} entries a card, ${nanoseconds(manyNs)} ns at ${manyEntries}: `
    + `${percent(manyNs / budgetNs, 1)} of ${nanoseconds(budgetNs)} ns${inside ? '' : ', too much'}`);
  const most = [...rules].sort((a, b) => b.manyNs - a.manyNs).slice(0, EXPENSIVE);
  setText($('cost-rules'), `Most expensive: ${most.map(rule => `${rule.name} (${nanoseconds(rule.manyNs)} ns)`).join(', ')}`);
}

/** The sets that the text can be compared with; the one that decides, unless another is chosen. */
export function showChoices({sets, active}) {
  const label = ({number, name}) => `${number}, ${name}`;
  if (sets.map(label).join() === [...from.options].map(option => option.textContent).join()) {
    return;
  }
  const chosen = from.value === '' ? String(active) : from.value;
  from.replaceChildren(...sets.map(set => make('option', {value: String(set.number), text: label(set)})));
  from.value = chosen;
}

async function compare() {
  if (isEdited || opened === null) {
    await check();
    return;
  }
  const mine = ++checks;
  const [other, {number}] = [Number(from.value), opened];
  try {
    const difference = await ask(`rule-diff?from=${other}&to=${number}`);
    if (mine === checks) {
      showDifference(difference, `set ${other} → set ${number}`, {from: other, to: number});
    }
  } catch (error) {
    if (mine === checks) {
      say(`No difference: ${error.message}`, true);
    }
  }
}

async function submit() {
  let table;
  try {
    table = await ask('rule-change/submit', {...content(), reason: $('submit-reason').value}, CHANGE_WITHIN_MS);
  } catch (error) {
    say(failed('Not submitted', error), true);
    return;
  }
  $('submit-reason').value = '';
  const [newest] = table.sets;
  say(`Set ${newest.number} is a draft. Run it in the shadow or a backtest, then let it decide.`);
  onSubmitted(table);
  await openNew(newest.number);
}

async function openNew(number) {
  try {
    await open(number);
  } catch (error) {
    say(`Set ${number} is a draft, and was not opened: ${error.message}`, true);
  }
}

/** After somebody has signed in, what may be done is another thing. */
export function recheck() {
  allowLists();
  if (isEdited) {
    check();
  } else if (opened !== null) {
    showChecked(opened.checked);
  }
}

watchLists(async (table, newest) => {
  onSubmitted(table);
  await openNew(newest);
});
from.addEventListener('change', compare);
$('submit-form').addEventListener('submit', once(submit));
