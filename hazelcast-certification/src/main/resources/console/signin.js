// Asks for a user or a token when a member wants one.

import {setToken, tokenOf} from './calls.js';
import {$, setText} from './dom.js';
import {TOKEN_PREFIX} from './links.js';

const dialog = $('sign-in');
const input = $('sign-in-token');
const name = $('sign-in-name');

/** A link may bring a token in its fragment, which is sent nowhere; it is taken out of the address at once. */
export function takeTokenOfAddress() {
  if (location.hash.startsWith(TOKEN_PREFIX)) {
    setToken(decodeURIComponent(location.hash.slice(TOKEN_PREFIX.length)));
    history.replaceState(null, '', location.pathname);
  }
}

/** Returns when there is a token to try. */
export function askToken(reason) {
  setText($('sign-in-message'), reason);
  if (!dialog.open) {
    dialog.showModal();
  }
  (name.value === '' ? name : input).focus();
  return new Promise(resolve => {
    $('sign-in-form').addEventListener('submit', event => {
      event.preventDefault();
      setToken(tokenOf(name.value.trim(), input.value));
      input.value = '';
      dialog.close();
      resolve();
    }, {once: true});
  });
}

// Without a token there is nothing behind it to go back to.
dialog.addEventListener('cancel', event => event.preventDefault());
