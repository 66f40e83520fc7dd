// The lists and tables of the set that is open: shown, and edited or extended as a new set with the same rules, which is how a list has
// versions. What is added goes to the member as lines alone: it may be cards, and the list may be masked.

import {$, make, once, setHidden, setText} from '../dom.js';
import {count} from '../format.js';
import {ask, failed, isAnalyst, say} from './session.js';

const CHANGE_WITHIN_MS = 60_000;

let set = null;
// As it was read, with its name; null: none is shown.
let file = null;
let onSubmitted = async () => {};

/** Calls back with the table of sets and the number of the new one. */
export function watchLists(handler) {
  onSubmitted = handler;
}

/** Offers the lists and tables of a set. */
export function showLists(opened) {
  set = opened;
  file = null;
  setHidden($('file'), true);
  allowLists();
  $('files').replaceChildren(...(set.files.length === 0 ? [make('li', {text: 'The set has none.'})] : set.files.map(({name, lines}) => {
    const button = make('button', {type: 'button', class: 'quiet', text: `${name}, ${count(lines)} lines`});
    button.addEventListener('click', () => show(name));
    return make('li', {}, button);
  })));
}

/** Why the list that is shown cannot be edited; null: it can. */
function whyNot() {
  if (!isAnalyst()) {
    return 'Sign in as an analyst to edit it.';
  }
  if (set.masked || file.masked) {
    return 'Card numbers are masked here, so it cannot be edited here; add entries below, or use ./fraud lists put.';
  }
  return file.whole ? null : 'It is too long to be edited here; add entries below, or use ./fraud lists put.';
}

/** After somebody has signed in, what may be done is another thing. */
export function allowLists() {
  const reason = file === null ? null : whyNot();
  setHidden($('file-form'), file === null || reason !== null);
  setHidden($('add-form'), file === null || !isAnalyst());
  setHidden($('file-why'), reason === null);
  setText($('file-why'), reason ?? '');
}

async function show(name) {
  const of = set;
  try {
    const answer = await ask(`rule-file/${of.number}?name=${encodeURIComponent(name)}`);
    if (of !== set) {
      return;
    }
    file = answer;
    setText($('file'), file.text + (file.whole ? '' : `… ${count(file.lines)} lines in all`));
    $('file-text').value = file.text;
    setText($('file-title'), `Edit ${name} of set ${of.number}`);
    setText($('add-title'), `Add entries to ${name} of set ${of.number}`);
    $('add-lines').value = '';
    setHidden($('file'), false);
    allowLists();
    $('file').focus();
  } catch (error) {
    say(`${name}: ${error.message}`, true);
  }
}

async function submit() {
  const {name, text} = file;
  const entries = $('file-text').value;
  if (entries === text.replaceAll('\r\n', '\n')) {
    say(`Not submitted: ${name} has these entries already.`, true);
    return;
  }
  try {
    const body = {text: set.text, filesOf: set.number, files: {[name]: entries}, reason: $('file-reason').value};
    const table = await ask('rule-change/submit', body, CHANGE_WITHIN_MS);
    $('file-reason').value = '';
    const [newest] = table.sets;
    say(`Set ${newest.number} is a draft with the new ${name}. Run it in the shadow or a backtest, then let it decide.`);
    await onSubmitted(table, newest.number);
  } catch (error) {
    say(failed('Not submitted', error), true);
  }
}

async function add() {
  const {name} = file;
  try {
    const body = {name, set: set.number, lines: $('add-lines').value, reason: $('add-reason').value};
    const table = await ask('rule-list-add', body, CHANGE_WITHIN_MS);
    $('add-lines').value = '';
    $('add-reason').value = '';
    const [newest] = table.sets;
    say(`Set ${newest.number} is a draft with more entries in ${name}. Run it in the shadow or a backtest, then let it decide.`);
    await onSubmitted(table, newest.number);
  } catch (error) {
    say(failed('Not added', error), true);
  }
}

$('file-form').addEventListener('submit', once(submit));
$('add-form').addEventListener('submit', once(add));
