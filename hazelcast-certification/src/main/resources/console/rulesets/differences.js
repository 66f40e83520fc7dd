// How a set differs from another, rule by rule.

import {$, make, setText} from '../dom.js';
import {count} from '../format.js';

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

export function showDifference(difference, note) {
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
    ...(files.length > 0 ? [make('h3', {text: 'Lists and tables'}), make('ul', {class: 'list-plain'}, ...files.map(file =>
      make('li', {text: `${file.name}: ${file.what}, ${count(file.added)} lines added, ${count(file.removed)} removed`})))] : []));
}
