// Who has signed in, and calls that go on with another member when one does not answer.

import {ApiError, call, setToken, token, tokenOf, useBase} from '../calls.js';
import {$, setAttribute, setHidden, setText} from '../dom.js';
import {offerProvider} from '../provider.js';

const dialog = $('sign-in');
const message = $('sign-in-message');
const connection = $('connection');

let session = null;
let consoles = [location.origin];
let current = location.origin;
let onSession = () => {};

export const isAnalyst = () => session !== null && session.role !== 'viewer';
export const isSessionKnown = () => session !== null;
export const isOperator = () => session?.role === 'operator';

function showConnection(state, text) {
  setAttribute(connection, 'data-state', state);
  setText(connection, text);
}

const host = () => current.replace(/^https?:\/\//, '');

/** All that the page shows is of now. */
export const showRefreshed = () => showConnection('live', `Live from ${host()}`);

/** Some of what the page shows is of before. */
export function showNotRefreshed(error) {
  // Of a member that does not answer that is said already.
  if (!(error instanceof NoAnswer)) {
    showConnection('lost', `Not refreshed: ${error.message}`);
  }
}

/** A member that has not answered. Whether it has done what it was asked to do is not known. */
class NoAnswer extends Error {}

/** Why something was not done, or that nobody knows whether it was. */
export const failed = (what, error) => error instanceof NoAnswer
  ? 'The member does not answer, so it is not known whether that was done. Look at the record before you do it again.'
  : `${what}: ${error.message}`;

/** As `call`; when the member does not answer, the next one is asked the next time. */
export async function ask(path, body, withinMs) {
  const asker = token();
  try {
    return await call(path, body, withinMs);
  } catch (error) {
    if (error instanceof ApiError) {
      // Somebody may have signed in since this was asked.
      if (error.status === 401 && body === undefined && token() === asker) {
        signIn(error.message);
      }
      throw error;
    }
    const next = consoles[(consoles.indexOf(current) + 1) % consoles.length];
    showConnection('lost', `${host()} does not answer`);
    current = next;
    useBase(next);
    throw new NoAnswer('the member does not answer; another one is asked next', {cause: error});
  }
}

export async function loadSession() {
  session = await ask('session');
  consoles = [...new Set([location.origin, ...session.consoles])];
  setText($('cluster'), session.cluster ?? '');
  setText($('who'), token() === null ? `as ${session.role}` : `${session.user}, ${session.role}`);
  setText($('sign'), token() === null ? 'Sign in' : 'Sign out');
  onSession();
}

export function watchSession(handler) {
  onSession = handler;
}

function signIn(reason) {
  // Somebody may be typing in it already.
  if (!dialog.open) {
    setText(message, reason);
    dialog.showModal();
    $('sign-in-name').focus();
  }
}

async function trySignIn(event) {
  event.preventDefault();
  const before = token();
  setToken(tokenOf($('sign-in-name').value.trim(), $('sign-in-secret').value));
  $('sign-in-secret').value = '';
  try {
    await loadSession();
    dialog.close();
  } catch (error) {
    setToken(before);
    setText(message, error.status === 401 ? 'There is no such user or token, or the secret is wrong.' : `Not signed in: ${error.message}`);
  }
}

/** The page begins anew, so that nothing stays of what the user has seen. */
async function signOut() {
  try {
    await call('sign-out', {});
  } catch {
    // What this tab keeps is forgotten in any case.
  }
  setToken(null);
  location.reload();
}

$('sign').addEventListener('click', () => (token() === null ? signIn('') : signOut()));
$('sign-in-form').addEventListener('submit', trySignIn);
$('sign-in-no').addEventListener('click', () => dialog.close());
offerProvider({button: $('sign-in-provider'), say: text => setText(message, text)});

/** Says what was done, or why it was not. */
export function say(text, isFailure = false) {
  setText($('message'), isFailure ? '' : text);
  setHidden($('message'), isFailure || text === '');
  setText($('failure'), isFailure ? text : '');
  setHidden($('failure'), !isFailure);
}
