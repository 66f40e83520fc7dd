// Asks for a token when a member wants one.

import {setToken} from './calls.js';
import {$, setText} from './dom.js';

const dialog = $('sign-in');
const input = $('sign-in-token');

/** Returns when there is a token to try. */
export function askToken(reason) {
  setText($('sign-in-message'), reason);
  if (!dialog.open) {
    dialog.showModal();
  }
  input.focus();
  return new Promise(resolve => {
    $('sign-in-form').addEventListener('submit', event => {
      event.preventDefault();
      setToken(input.value.trim());
      input.value = '';
      dialog.close();
      resolve();
    }, {once: true});
  });
}

// Without a token there is nothing behind it to go back to.
dialog.addEventListener('cancel', event => event.preventDefault());
