// Why a transaction was flagged: opened by the address's fragment, so that back closes it and a link leads to it.

import {call} from './calls.js';
import {decisionState, decisionText, ruleOfSet} from './decision.js';
import {$, make, setTime} from './dom.js';
import {count, dateTime} from './format.js';
import {knownFlagged} from './flagged.js';
import {historyView} from './history.js';
import {cardHref, CARD_PREFIX} from './links.js';

const PREFIX = '#flagged/';

const dialog = $('explanation');
const body = $('explanation-body');

let endDrawing = () => {};
let opener = null;

/** Follows the fragment from now on. */
export function watchFragment() {
  addEventListener('hashchange', open);
  open();
}

function open() {
  if (!location.hash.startsWith(PREFIX)) {
    dialog.close();
    return;
  }
  const id = decodeURIComponent(location.hash.slice(PREFIX.length));
  body.replaceChildren(make('p', {role: 'status', text: 'Asking for the explanation …'}));
  if (!dialog.open) {
    opener = document.activeElement;
    dialog.showModal();
  }
  fill(id, location.hash);
}

async function fill(id, hash) {
  try {
    const explanation = await call(`flagged/${encodeURIComponent(id)}`);
    if (location.hash === hash) {
      show(explanation);
    }
  } catch (error) {
    if (location.hash === hash) {
      showWithout(id, error);
    }
  }
}

/** What the table said of it is all that there is. */
function showWithout(id, error) {
  const what = error.status === 404
    ? 'The member that kept this transaction has forgotten it, or has left: its history cannot be shown.'
    : `No explanation: ${error.message}`;
  const known = knownFlagged(id);
  body.replaceChildren(...(known === undefined ? [] : [facts(known),
    reasons(known, [{id: known.rule, name: known.ruleName, description: '', reason: known.reason ?? known.ruleName, decided: true}])]),
  make('p', {role: 'status', text: what}));
}

function show({transaction, rules, history}) {
  const chosen = history.find(entry => entry.timeMs === transaction.timeMs && entry.amountUnits === transaction.amountUnits
    && entry.merchant === transaction.merchant && entry.city === transaction.city) ?? null;
  endDrawing();
  const parts = [facts(transaction), make('h3', {text: `Rules that hold (${count(rules.length)})`}), reasons(transaction, rules),
    make('p', {class: 'hint', text: 'Evaluated among the card’s history as it is now; the decision is the recorded one.'}),
    make('h3', {text: `The card’s history (${count(history.length)})`})];
  if (history.length === 0) {
    body.replaceChildren(...parts, make('p', {text: 'No history is held for this card.'}));
    return;
  }
  const view = historyView(history, chosen);
  body.replaceChildren(...parts, view.node);
  endDrawing = view.draw();
}

/** The masked number; it leads to the card's history of now. */
function cardOf({card, cardLink}) {
  return make('a', {href: cardHref(cardLink), class: 'pan', title: 'Show this card’s history as it is now', text: card});
}

function facts(transaction) {
  const at = make('time');
  setTime(at, transaction.timeMs, dateTime);
  const decision = make('span', {class: 'badge', 'data-state': decisionState(transaction), text: decisionText(transaction)});
  const all = [['Card', cardOf(transaction)], ['Decision', decision], ['Time', at], ['Amount', `${count(transaction.amountUnits)} minor units`],
    ['Currency', transaction.currency], ['Country', transaction.country], ['Merchant type', transaction.merchant],
    ['City', transaction.city], ['Response', transaction.response], ['Code', transaction.code]];
  return make('dl', {class: 'figures facts'}, ...all.filter(([, value]) => value !== undefined)
    .map(([name, value]) => make('div', {}, make('dt', {text: name}), make('dd', {}, value instanceof Node ? value : String(value)))));
}

/** A rule that decides says what, a rule with points how many. */
const worth = ({action, points}) => (action ? `, ${action}` : points ? `, ${count(points)} points` : '');

function reasons({set}, rules) {
  return make('ul', {class: 'reasons'}, ...rules.map(rule => make('li', rule.decided ? {class: 'decided'} : {},
    make('div', {}, make('span', {class: 'rule-id', text: ruleOfSet(set, rule.id, rule.name)}), ' ', make('strong', {text: rule.reason}),
      ...(rule.decided ? [' ', make('span', {class: 'badge', 'data-state': 'FLAGGED', text: 'decided'})] : [])),
    make('div', {class: 'description', text: [rule.name + worth(rule), rule.description].filter(text => text !== '').join(': ')}))));
}

dialog.addEventListener('close', () => {
  endDrawing();
  endDrawing = () => {};
  if (location.hash.startsWith(PREFIX)) {
    history.replaceState(null, '', location.pathname);
  }
  if (location.hash.startsWith(CARD_PREFIX) || document.activeElement?.closest('#card') !== null) {
    // A link to a card has been followed from here: the focus goes there.
    return;
  }
  // The row may have moved out of the table meanwhile.
  (opener?.isConnected ? opener : document.querySelector('#flagged .scroll')).focus();
});

// A press beside the dialog closes it, as Escape does.
dialog.addEventListener('click', event => {
  if (event.target === dialog) {
    dialog.close();
  }
});
