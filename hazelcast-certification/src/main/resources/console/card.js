// Looks a card up, by its number or by the link of a flagged transaction. A number goes into the body of one request and is nowhere
// else afterwards.

import {call} from './calls.js';
import {cardListForm} from './cardlist.js';
import {$, make, setHidden, setText} from './dom.js';
import {count} from './format.js';
import {historyView} from './history.js';
import {CARD_PREFIX} from './links.js';

const DIGITS_MIN = 8;
const DIGITS_MAX = 19;
// Blanks and hyphens of all kinds, as people write and paste them between the digits.
const BETWEEN = /[\s\p{Z}\p{Pd}]/gu;

const panel = $('card');
const input = $('card-number');
const message = $('card-message');
const result = $('card-history');

let endDrawing = () => {};
let looks = 0;
let mayAdd = false;

/** Why that is no card number, in words; empty when it is one. What was typed is never cut, so it is never another card. */
function whatIsWrong(card) {
  const wrong = card.match(/[^0-9]/u);
  if (wrong !== null) {
    return `A card number has digits only, with blanks or hyphens between them. Found “${wrong[0]}”.`;
  }
  return card.length >= DIGITS_MIN && card.length <= DIGITS_MAX ? ''
    : `A card number has ${DIGITS_MIN} to ${DIGITS_MAX} digits. This has ${card.length}.`;
}

async function lookUp(event) {
  event.preventDefault();
  const card = input.value.replaceAll(BETWEEN, '');
  const wrong = whatIsWrong(card);
  if (wrong !== '') {
    setText(message, wrong);
    input.focus();
    return;
  }
  input.value = '';
  await answer(() => call('card', {card}));
}

/** Shows what is answered, unless another card is looked up meanwhile. */
async function answer(ask) {
  const mine = ++looks;
  clear();
  setText(message, 'Looking it up …');
  try {
    const found = await ask();
    if (mine === looks) {
      show(found);
    }
  } catch (error) {
    if (mine === looks) {
      setText(message, `Not looked up: ${error.message}`);
    }
  }
}

/** Shows the card that the address names, as the link of a flagged transaction does. */
function follow() {
  if (location.hash.startsWith(CARD_PREFIX)) {
    const link = decodeURIComponent(location.hash.slice(CARD_PREFIX.length));
    history.replaceState(null, '', location.pathname);
    panel.scrollIntoView();
    panel.focus({preventScroll: true});
    answer(() => call(`card/${encodeURIComponent(link)}`));
  }
}

/** Follows the fragment from now on. */
export function watchCardLinks() {
  addEventListener('hashchange', follow);
  follow();
}

/** Offers the look-up by number to those who may. */
export function showLookUp(session) {
  mayAdd = session.mayLookUp;
  setHidden($('card-form'), !session.mayLookUp);
  setHidden($('card-role'), session.mayLookUp);
  setText($('card-role'), session.lookUpConfigured
    ? 'To look a card up by its number, give the operator’s or the analyst’s token under Control. Cards of flagged transactions '
      + 'open from their explanations.'
    : 'No operator’s or analyst’s token is configured, so cards are not looked up by their numbers. Cards of flagged transactions '
      + 'open from their explanations.');
}

function clear() {
  endDrawing();
  endDrawing = () => {};
  result.replaceChildren();
}

function show({card, cardLink, known, history}) {
  setText(message, known
    ? `Card ${card}: ${count(history.length)} transactions held.`
    : `Card ${card} is not known: no transaction of it is held.`);
  // A card can be listed before its first transaction. Members of an older version give no link.
  const add = mayAdd && cardLink !== undefined ? [cardListForm(card, cardLink)] : [];
  if (history.length === 0) {
    result.replaceChildren(...add);
    return;
  }
  const view = historyView(history, null);
  const close = make('button', {type: 'button', class: 'quiet', text: 'Close'});
  close.addEventListener('click', () => {
    clear();
    setText(message, '');
    (input.offsetParent === null ? panel : input).focus();
  });
  result.replaceChildren(...add, view.node, close);
  endDrawing = view.draw();
}

$('card-form').addEventListener('submit', lookUp);
