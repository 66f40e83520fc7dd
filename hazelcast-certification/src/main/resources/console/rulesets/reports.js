// What a backtest has counted, and what sets in the shadow would have decided.

import {make} from '../dom.js';
import {count, percent} from '../format.js';

const RULES_SHOWN = 20;

/** Rows of a name, a bar and a figure; the bar is decoration. */
function bars(rows, label) {
  const most = Math.max(1, ...rows.map(row => row.value));
  return make('div', {class: 'bars', role: 'group', 'aria-label': label}, ...rows.flatMap(row => {
    const fill = make('span', {class: row.isHigh ? 'fill high' : 'fill'});
    fill.style.width = `${(100 * row.value) / most}%`;
    return [make('span', {text: row.name}), make('span', {class: 'track', 'aria-hidden': 'true'}, fill),
      make('span', {class: 'number', text: row.text})];
  }));
}

const move = ({from, to, transactions}) => ({
  name: from === to ? `${from} as before` : `${from} → ${to}`, value: transactions, text: count(transactions), isHigh: from !== to,
});

/** A figure of a list of figures. */
export const figure = (name, value) => make('div', {}, make('dt', {text: name}), make('dd', {text: value}));

/** A share and, of a sample, its bound. */
export const bounded = (share, bound) => `${percent(share)}${bound > 0 ? ` ± ${percent(bound)}` : ''}`;

/** What the report's amounts are, and what flatters the set, a sentence each. */
export const basis = ({currency, learnt}) => [
  currency === '' ? 'Amounts are minor units of all currencies, added as they are.'
    : `Amounts are in ${currency}, by the rates of the set; 0 where a currency has no rate.`,
  ...(learnt.length === 0 ? [] : [`Lists and tables are those of now (${learnt.map(name => `@${name}`).join(', ')}); what was added to them after a payment flatters the set.`]),
];

/** Decisions that histories record have the number of their set before that of the rule. */
function ruleName({set = 0, number, name}) {
  const numbers = [set, number].filter(part => part > 0).join('/');
  return numbers === '' ? name ?? 'none, or points' : `${numbers} ${name}`;
}

function ruleBars(rules, title) {
  const hit = rules.filter(rule => rule.transactions > 0).sort((a, b) => b.transactions - a.transactions);
  if (hit.length === 0) {
    return [];
  }
  return [make('h3', {text: title}), bars(hit.slice(0, RULES_SHOWN).map(rule => ({
    name: [ruleName(rule), ...(rule.tags ?? []).map(tag => `#${tag}`)].join(' '), value: rule.transactions,
    text: `${count(rule.transactions)}${rule.cards === undefined ? '' : ` on ${count(rule.cards)} cards`}`,
  })), title)];
}

const LABEL_HEADS = ['Precision', 'Recall', 'Recall by amount', 'False positives'];

function worthRow(name, {precision, recall, recallByAmount, falsePositives}) {
  // A rule has none by amount.
  const figures = [percent(precision, 1), percent(recall, 1), recallByAmount === undefined ? '' : percent(recallByAmount, 1), count(falsePositives)];
  return make('tr', {}, make('th', {scope: 'row', text: name}), ...figures.map(text => make('td', {class: 'number', text})));
}

/** What the sets are worth by labels; nothing where no transaction has one. */
function labelNodes(labels) {
  if (labels === null) {
    return [];
  }
  const {fraud, fraudUnits, genuine, set, other, rules, otherRules} = labels;
  const ruleRow = of => rule => worthRow(`${of}: ${ruleName(rule)}`, rule);
  return [
    make('h3', {text: 'By labels'}),
    make('p', {class: 'hint', text: `${count(fraud)} fraud with amounts of ${count(fraudUnits)} minor units, and ${count(genuine)} genuine; other transactions count for nothing here.`
      + `${genuine === 0 ? ' Nothing is labelled as genuine, so there are neither precision nor false positives.' : ''}`}),
    make('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Figures by labels'}, make('table', {id: 'backtest-labels'},
      make('thead', {}, make('tr', {}, make('th', {scope: 'col', text: 'Of'}), ...LABEL_HEADS.map(text => make('th', {scope: 'col', class: 'number', text})))),
      make('tbody', {}, worthRow('Set', set), ...rules.map(ruleRow('Set')), worthRow('Other set', other), ...otherRules.map(ruleRow('Other set'))))),
  ];
}

const EXAMPLE_HEADS = ['Before', 'After', 'Rule', 'Card', 'Time'];
const EXAMPLE_FIGURES = ['Amount, minor units', 'Country', 'Merchant'];

/** Transactions that get another action, or are not approved; their cards are masked. */
function exampleNodes(examples, label) {
  if (examples.length === 0) {
    return [];
  }
  const row = ({from, to, number, name, card, timeMs, amountUnits, country, merchant}) => make('tr', {},
    ...[from, to, number === 0 ? 'none, or points' : `${number} ${name}`, card, new Date(timeMs).toISOString()].map(text => make('td', {text})),
    ...[count(amountUnits), country, merchant].map(text => make('td', {class: 'number', text})));
  return [make('h3', {text: label}),
    make('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': label}, make('table', {class: 'examples'},
      make('thead', {}, make('tr', {}, ...EXAMPLE_HEADS.map(text => make('th', {scope: 'col', text})),
        ...EXAMPLE_FIGURES.map(text => make('th', {scope: 'col', class: 'number', text})))),
      make('tbody', {}, ...examples.map(row))))];
}

/** The report of a backtest as nodes. */
export function reportNodes(report) {
  return [
    make('dl', {class: 'figures'},
      figure('Cards that change', `${count(report.cardsChanged)} of ${count(report.cards)}`),
      figure('of the cards', bounded(report.cardsChangedShare, report.cardsChangedBound)),
      figure('of the transactions', bounded(report.changedShare, report.changedBound)),
      figure('of the amounts', bounded(report.changedUnitsShare, report.changedUnitsBound))),
    make('p', {class: 'hint', text: basis(report).join(' ')}),
    make('h3', {text: 'Actions, before and after'}), bars(report.moves.map(move), 'Actions, before and after'),
    ...ruleBars(report.rules, 'Rules of the set'), ...ruleBars(report.otherRules, 'Rules of the other set'),
    ...labelNodes(report.labels), ...exampleNodes(report.examples, 'Examples'),
  ];
}

/** What a set in the shadow would have decided. */
export function shadowNodes({number, name, transactions, failures, moves, rules, examples}) {
  return [
    make('h3', {text: `Set ${number}, ${name}: ${count(transactions)} transactions${failures > 0 ? `, ${count(failures)} failed` : ''}`}),
    ...(moves.length === 0 ? [make('p', {class: 'hint', text: 'It has seen no transaction yet.'})] : [bars(moves.map(move), `Moves of set ${number}`)]),
    ...ruleBars(rules.filter(rule => rule.number > 0), 'Rules that would have decided'), ...exampleNodes(examples, `Examples of set ${number}`),
  ];
}
