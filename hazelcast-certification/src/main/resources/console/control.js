// The operator's part: the user or the token, and what it allows. Every action is confirmed before and answered for after.

import {ApiError, call, setToken, token, tokenOf} from './calls.js';
import {showLookUp} from './card.js';
import {$, setHidden, setText} from './dom.js';

const ACTIONS = {
  start: {title: 'Start scoring?', text: 'All members begin to read their sources.', yes: 'Start scoring'},
  stop: {title: 'Stop scoring?', text: 'All members stop reading. What they have read is still answered.', yes: 'Stop scoring'},
  load: {title: 'Load cards?', text: 'Loads all shards that are missing, as the members are configured.', yes: 'Load cards'},
};

const WRONG_TOKEN = 'This is not the operator’s token, and not the analyst’s, and no such user’s secret.';

const buttons = [...document.querySelectorAll('#control [data-action]')];
const message = $('control-message');
const confirmation = $('confirm');

let session = null;

/** Shows what the session may do. */
export function showSession(now) {
  session = now;
  const isOperator = session.role === 'operator';
  setText($('role'), token() === null || session.user === `${session.role}-token` ? `as ${session.role}` : `as ${session.user}, ${session.role}`);
  buttons.forEach(button => {
    button.disabled = !isOperator;
  });
  setHidden($('operator-form'), isOperator || !session.lookUpConfigured);
  setHidden($('lock'), token() === null);
  showLookUp(session);
  // What was said of a sign-in stays.
  if (!session.operatorConfigured && message.textContent === '') {
    setText(message, 'No operator’s token and no operator is configured: the cluster is controlled with ./fraud ctl.');
  }
}

async function unlock(event) {
  event.preventDefault();
  const before = token();
  const input = $('operator-token');
  setToken(tokenOf($('operator-name').value.trim(), input.value));
  input.value = '';
  try {
    const now = await call('session');
    if (now.mayLookUp) {
      showSession(now);
      setText(message, now.role === 'operator' ? 'Unlocked.' : 'Unlocked: cards may be looked up by their numbers.');
      (now.role === 'operator' ? buttons[0] : $('card-number')).focus();
      return;
    }
    setText(message, WRONG_TOKEN);
  } catch (error) {
    setText(message, error.status === 401 ? WRONG_TOKEN : `Not unlocked: ${error.message}`);
  }
  setToken(before);
  input.focus();
}

/** The page begins anew, so that nothing stays of what the user has seen. */
async function signOut() {
  try {
    await call('sign-out', {});
  } catch {
    // The member does not answer, or knows the user no more; what this tab keeps is forgotten in any case.
  }
  setToken(null);
  location.reload();
}

function confirmed({title, text, yes}) {
  setText($('confirm-title'), title);
  setText($('confirm-text'), text);
  setText($('confirm-yes'), yes);
  confirmation.returnValue = 'no';
  confirmation.showModal();
  return new Promise(resolve => {
    confirmation.addEventListener('close', () => resolve(confirmation.returnValue === 'yes'), {once: true});
  });
}

async function act(button) {
  const {action} = button.dataset;
  if (!await confirmed(ACTIONS[action])) {
    return;
  }
  setText(message, `${ACTIONS[action].yes}: asked …`);
  try {
    const answer = await call('control', {action});
    setText(message, `${ACTIONS[answer.accepted]?.yes ?? answer.accepted}: accepted.`);
  } catch (error) {
    setText(message, error instanceof ApiError ? `${ACTIONS[action].yes}: refused. ${error.message}`
      : `${ACTIONS[action].yes}: no answer, so it is not known whether that was accepted.`);
  }
}

buttons.forEach(button => button.addEventListener('click', () => act(button)));
$('operator-form').addEventListener('submit', unlock);
$('lock').addEventListener('click', signOut);
