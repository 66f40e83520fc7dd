// Looks a card up. Its number goes into the body of one request and is nowhere else afterwards.

import {call} from './calls.js';
import {$, make, setText} from './dom.js';
import {count} from './format.js';
import {historyView} from './history.js';

const input = $('card-number');
const message = $('card-message');
const result = $('card-history');

let endDrawing = () => {};

async function lookUp(event) {
  event.preventDefault();
  const card = input.value.replaceAll(/[\s-]/g, '');
  if (!/^\d{8,19}$/.test(card)) {
    setText(message, 'A card number has 8 to 19 digits.');
    input.focus();
    return;
  }
  input.value = '';
  clear();
  setText(message, 'Looking it up …');
  try {
    show(await call('card', {card}));
  } catch (error) {
    setText(message, `Not looked up: ${error.message}`);
  }
}

function clear() {
  endDrawing();
  endDrawing = () => {};
  result.replaceChildren();
}

function show({card, known, history}) {
  setText(message, known
    ? `Card ${card}: ${count(history.length)} transactions held.`
    : `Card ${card} is not known: no transaction of it is held.`);
  if (history.length === 0) {
    return;
  }
  const view = historyView(history, null);
  const close = make('button', {type: 'button', class: 'quiet', text: 'Close'});
  close.addEventListener('click', () => {
    clear();
    setText(message, '');
    input.focus();
  });
  result.replaceChildren(view.node, close);
  endDrawing = view.draw();
}

$('card-form').addEventListener('submit', lookUp);
