// All rules with their hits and their cost, sorted by any column.

import {$, KeyedList, make, makeBar, setAttribute, setText, setTime} from './dom.js';
import {count, nanoseconds, percent} from './format.js';
import {RowSight} from './sight.js';

// `first` is the direction that a first press sorts in: names up, figures down.
const COLUMNS = [
  {label: 'Rule', key: rule => rule.id, first: 1},
  {label: 'Hits', key: rule => rule.hits, first: -1, isNumber: true},
  {label: 'Share', key: rule => rule.share, first: -1},
  {label: 'Last hit', key: rule => rule.lastHitMs, first: -1},
  {label: 'Cost, ns', key: rule => rule.costNs, first: -1, isNumber: true},
];

let rules = [];
let order = '';
let isMoved = false;
let isNew = false;
let sorted = {column: COLUMNS[1], direction: -1};

const sight = new RowSight(document.querySelector('#rules .scroll'));

// A rule of the set that decides now. Another set has others under the same numbers.
const keyOf = ({id, name, description}) => JSON.stringify([id, name, description]);

const list = new KeyedList($('rules-rows'), keyOf, rule => {
  const hits = make('td', {class: 'number'});
  const share = makeBar();
  const last = make('time');
  const cost = make('td', {class: 'number'});
  const name = make('th', {scope: 'row', class: 'rule'}, make('span', {class: 'rule-id', text: String(rule.id)}), ' ',
    make('span', {class: 'rule-name', text: rule.name}), make('span', {class: 'description', text: rule.description}));
  const node = make('tr', {}, name, hits, make('td', {}, share.node), make('td', {}, last), cost);
  let now = rule;
  function draw() {
    setText(hits, count(now.hits));
    share.set(now.share, percent(now.share));
    setTime(last, now.lastHitMs);
    setText(cost, nanoseconds(now.costNs));
  }
  const isInSight = sight.watch(node, draw);
  return {
    node,
    update(latest) {
      now = latest;
      // Whoever reads all rows finds them in the order of what they say.
      if (isMoved || isInSight()) {
        draw();
      }
    },
  };
});

// What is not known comes last, in whichever direction.
function compare(a, b) {
  const [x, y] = [sorted.column.key(a) ?? null, sorted.column.key(b) ?? null];
  if (x === null || y === null) {
    return (x === null) - (y === null) || a.id - b.id;
  }
  return sorted.direction * (x - y) || a.id - b.id;
}

function show() {
  const inOrder = [...rules].sort(compare);
  const keys = inOrder.map(keyOf).join();
  isMoved = keys !== order;
  order = keys;
  list.show(inOrder);
  setText($('rules-note'), rules.length === 0 ? '' : `${count(rules.filter(rule => rule.hits > 0).length)} of ${count(rules.length)} hit`);
}

const heads = COLUMNS.map(column => {
  const button = make('button', {type: 'button', class: 'sort', text: column.label});
  const head = make('th', {scope: 'col', ...(column.isNumber ? {class: 'number'} : {})}, button);
  button.addEventListener('click', () => {
    sorted = {column, direction: sorted.column === column ? -sorted.direction : column.first};
    showSorting();
    show();
  });
  return {column, head};
});

function showSorting() {
  for (const {column, head} of heads) {
    const isSorted = column === sorted.column;
    setAttribute(head, 'aria-sort', isSorted ? (sorted.direction > 0 ? 'ascending' : 'descending') : 'none');
  }
}

$('rules-head').append(...heads.map(({head}) => head));
showSorting();

export function takeRules(answer) {
  rules = answer.rules;
  isNew = true;
}

/** Shows what has been taken. */
export function showRules() {
  if (isNew) {
    isNew = false;
    show();
  }
}
