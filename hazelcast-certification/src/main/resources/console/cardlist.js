// Adds the card that was looked up to a list of cards: a new set, a draft with the rules of another one. The page has a link to the card,
// not its number.

import {ApiError, call} from './calls.js';
import {make, once, setText} from './dom.js';

const CHANGE_WITHIN_MS = 60_000;
const SETS_MAX = 20;
// As the rule language declares them. What only looks like it is refused when the set is read.
const CARD_LIST = /\blist\s+[\w-]+\s+of\s+card\s+from\s+'([^']+)'/gi;

// Cards that are added one after the other go into one set.
let lastDraft = 0;

const option = (value, text) => make('option', {value, text});

function field(id, label, input) {
  input.id = id;
  return [make('label', {for: id, text: label}), input];
}

/** The form; it asks for sets and lists once it is opened. */
export function cardListForm(card, cardLink) {
  const sets = make('select', {required: ''});
  const lists = make('select', {required: ''});
  const expires = make('input', {type: 'date'});
  const reason = make('input', {type: 'text', maxlength: '200', required: '', autocomplete: 'off'});
  const button = make('button', {type: 'submit', text: 'Make a draft with this card'});
  const said = make('p', {role: 'status'});
  const form = make('form', {method: 'post', autocomplete: 'off'},
    ...field('card-list-set', 'With the rules and lists of', sets),
    ...field('card-list-name', 'List', lists),
    ...field('card-list-expires', 'Until, empty for ever', expires),
    ...field('card-list-reason', 'Reason, for the record', reason),
    button, said);
  const node = make('details', {class: 'card-list'}, make('summary', {text: 'Add this card to a list'}), form);
  let asked = 0;

  async function showSets() {
    const {sets: all, active} = await call('rule-sets');
    const offered = all.filter(set => set.number === active || set.stage !== 'retired').slice(0, SETS_MAX);
    const known = offered.some(set => set.number === active) ? offered : [...offered, all.find(set => set.number === active)];
    sets.replaceChildren(...known.map(({number, name, stage}) => option(String(number), `set ${number}, ${name}, ${stage}`)));
    sets.value = String(known.some(set => set.number === lastDraft) ? lastDraft : active);
    await showLists();
  }

  async function showLists() {
    const mine = ++asked;
    button.disabled = true;
    const {number, text, files} = await call(`rule-sets/${sets.value}`);
    if (mine !== asked) {
      return;
    }
    const ofCards = new Set([...text.matchAll(CARD_LIST)].map(([, name]) => name));
    const names = files.map(({name}) => name).filter(name => ofCards.has(name));
    lists.replaceChildren(...names.map(name => option(name, name)));
    button.disabled = names.length === 0;
    setText(said, names.length === 0 ? `Set ${number} has no list of cards. Declare one in its text, on the page of rule sets.` : '');
  }

  async function add() {
    const name = lists.value;
    setText(said, 'Adding …');
    try {
      const body = {name, set: Number(sets.value), cardLink, expires: expires.value, reason: reason.value};
      const {sets: [newest]} = await call('rule-list-add', body, CHANGE_WITHIN_MS);
      lastDraft = newest.number;
      said.replaceChildren(`Set ${newest.number} is a draft with card ${card} in ${name}. Nothing changes before an operator lets it decide: `,
        make('a', {href: 'rules.html', text: 'rule sets'}), '.');
      [sets, lists, expires, reason, button].forEach(one => {
        one.disabled = true;
      });
    } catch (error) {
      setText(said, error instanceof ApiError ? `Not added: ${error.message}`
        : 'No answer, so it is not known whether that was done. Look at the record of rule sets before you do it again.');
    }
  }

  const told = work => async () => {
    try {
      await work();
    } catch (error) {
      setText(said, `No lists are known: ${error.message}`);
    }
  };
  node.addEventListener('toggle', told(async () => node.open && sets.options.length === 0 && showSets()));
  sets.addEventListener('change', told(showLists));
  form.addEventListener('submit', once(add));
  return node;
}
