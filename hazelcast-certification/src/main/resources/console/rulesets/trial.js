// The text in the editor, tried on one card's history for a transaction that is typed in. Nothing is changed by it. A card's number
// goes from the page as soon as it has been tried; trials after it name the card by the link that was answered.

import {$, make, setText} from '../dom.js';
import {count, utc} from '../format.js';
import {figure} from './reports.js';
import {ask, isAnalyst, say} from './session.js';
import {goTo, subject} from './text.js';

const FIELDS = ['amountUnits', 'currency', 'country', 'merchant', 'city', 'response', 'code'];

const card = $('trial-card');

let trials = 0;
let cardLink = null;

export function allowTrials() {
  $('trial-go').disabled = !isAnalyst();
}

/** What has been typed in; the rest comes from the card's newest transaction. */
function transaction() {
  const given = FIELDS.map(name => [name, $(`trial-${name}`).value]).filter(([, value]) => value !== '');
  const at = $('trial-timeMs').value;
  return Object.fromEntries([...given.map(([name, value]) => [name, Number(value)]), ...(at === '' ? [] : [['timeMs', Date.parse(`${at}Z`)]])]);
}

const problemNode = ({line, column, message}) => {
  const button = make('button', {type: 'button', class: 'quiet', text: `Line ${line}, column ${column}`});
  button.addEventListener('click', () => goTo(line, column));
  return make('li', {}, button, make('span', {class: 'wrong', text: ` ${message}`}));
};

const heldNode = ({number, name, action, points, reason, decided}) => make('li', {},
  make('strong', {text: `${number} ${name}`}), `, ${action ?? `${points} points`}${decided ? ', decides' : ''}: ${reason}`);

function trialNodes({known, seen, transaction: tried, action, rule, ruleName, points, matches}) {
  return [
    make('dl', {class: 'figures'}, figure('Action', action), figure('Rule', ruleName === null ? 'none' : `${rule} ${ruleName}`),
      figure('Points', count(points)), figure('Transactions seen', count(seen))),
    make('p', {class: known ? 'hint' : 'wrong', text: known ? 'Tried against the history that the card has now.'
      : 'The card has no history: tried against an empty one.'}),
    make('p', {class: 'hint', text: `Tried: ${utc(tried.timeMs)}, ${count(tried.amountUnits)} minor units, currency ${tried.currency}, country ${tried.country}, `
      + `merchant ${tried.merchant}, city ${tried.city}, response ${tried.response}, code ${tried.code}`}),
    make('h3', {text: 'Rules that hold, each tried alone'}),
    matches.length === 0 ? make('p', {class: 'hint', text: 'None.'}) : make('ul', {class: 'list-plain'}, ...matches.map(heldNode)),
  ];
}

async function run(event) {
  event.preventDefault();
  const mine = ++trials;
  const what = subject();
  const number = card.value;
  const named = number === '' ? {cardLink} : {card: number};
  try {
    const {problems, trial} = await ask('rule-trial', {...what, ...named, transaction: transaction()});
    if (mine !== trials) {
      return;
    }
    say('');
    if (trial !== null) {
      ({cardLink} = trial);
      card.placeholder = trial.card;
      card.value = card.value === number ? '' : card.value;
    }
    setText($('trial-note'), trial === null ? 'the text is no set yet' : `${what.set === undefined ? 'the text' : `set ${what.set}`} on card ${trial.card}`);
    $('trial-body').replaceChildren(...(trial === null ? [make('ul', {class: 'list-plain'}, ...problems.map(problemNode))] : trialNodes(trial)));
  } catch (error) {
    if (mine === trials) {
      setText($('trial-note'), '');
      $('trial-body').replaceChildren();
      say(`Not tried: ${error.message}`, true);
    }
  }
}

$('trial-form').addEventListener('submit', run);
