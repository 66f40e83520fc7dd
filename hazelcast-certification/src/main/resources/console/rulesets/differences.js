// How a set differs from another, rule by rule.

import {$, make, setText} from '../dom.js';
import {count} from '../format.js';
import {ask} from './session.js';

const SIDES = {'+': 'new', '-': 'old', ' ': ''};

const lines = (all, of) => make('div', {class: 'lines', tabindex: '0', role: 'region', 'aria-label': `Changed lines ${of}`},
  ...all.map(line => make('span', {class: SIDES[line[0]] ?? '', text: line})));

function numbers({from, to}) {
  return from === 0 ? `rule ${to}` : to === 0 || to === from ? `rule ${from}` : `rule ${from} → ${to}`;
}

function rule(one) {
  const what = one.what === 'changed' && one.moved ? 'changed and moved' : one.what;
  return [make('h3', {text: `${one.name}: ${what} (${numbers(one)})`}), ...(one.lines.length > 0 ? [lines(one.lines, `of ${one.name}`)] : [])];
}

const ENTRY_SIDES = {added: 'new', removed: 'old', changed: ''};

/** An entry that differs, in words. */
function entry({what, key, before, after}) {
  const value = what === 'changed' ? ` ${before || 'none'} → ${after || 'none'}` : before + after === '' ? '' : ` ${before}${after}`;
  return make('span', {class: ENTRY_SIDES[what] ?? '', text: `${what} ${key}${value}`});
}

function entries({name, added, removed, changed, examples, ...all}) {
  const differ = added + removed + changed;
  return [
    make('p', {class: 'hint', text: `Entries: ${count(added)} added, ${count(removed)} removed, ${count(changed)} changed; ${count(all.entries)} in all`
      + `${examples.length < differ ? `. ${count(examples.length)} of them are shown` : ''}`}),
    ...(examples.length > 0 ? [make('div', {class: 'lines', tabindex: '0', role: 'region', 'aria-label': `Entries of ${name} that differ`}, ...examples.map(entry))] : []),
  ];
}

/** A list or table that differs; its entries are compared when somebody asks for them. */
function file({name, what, added, removed}, {from, to}) {
  const button = make('button', {type: 'button', class: 'quiet', text: 'Entries', 'aria-label': `Entries of ${name}`});
  const body = make('div', {role: 'status'});
  button.addEventListener('click', async () => {
    try {
      body.replaceChildren(...entries(await ask(`rule-file-diff?from=${from}&to=${to}&name=${encodeURIComponent(name)}`)));
    } catch (error) {
      body.replaceChildren(make('p', {class: 'wrong', text: `Not compared: ${error.message}`}));
    }
  });
  return make('li', {}, `${name}: ${what}, ${count(added)} lines added, ${count(removed)} removed `, button, body);
}

/** `sets` are those whose lists and tables are compared: a text has those of the set that was opened. */
export function showDifference(difference, note, sets) {
  const body = $('difference-body');
  setText($('difference-note'), note);
  if (difference === null) {
    body.replaceChildren();
    return;
  }
  const {header, rules, files, unchanged} = difference;
  const isSame = header.length + rules.length + files.length === 0;
  body.replaceChildren(
    make('p', {class: 'hint', text: isSame ? 'The same rules.' : `${rules.length === 1 ? '1 rule differs' : `${count(rules.length)} rules differ`}, ${count(unchanged)} are the same.`}),
    ...(header.length > 0 ? [make('h3', {text: 'Before the first rule'}), lines(header, 'before the first rule')] : []),
    ...rules.flatMap(rule),
    ...(files.length > 0 ? [make('h3', {text: 'Lists and tables'}), make('ul', {class: 'list-plain'}, ...files.map(one => file(one, sets)))] : []));
}
