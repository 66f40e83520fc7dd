// Sign-in by a provider of OpenID Connect. The member says where to go and checks what comes back; the page carries it, and makes sure that it was
// this tab that went.

import {call, setToken} from './calls.js';
import {setHidden, setText} from './dom.js';

const STATE_KEY = 'fraud-console-sign-in';
// The member asks the provider three times at most, 4 s each.
const WITHIN_MS = 15_000;

/** Goes to the provider, from the one address of the console that the provider sends back to. */
async function begin(say) {
  try {
    const offer = await call('oidc');
    if (offer.address !== location.origin) {
      // What this tab keeps is not seen by the page there, so the sign-in begins there.
      location.assign(`${offer.address}/`);
      return;
    }
    const begun = await call('oidc/begin', {}, WITHIN_MS);
    sessionStorage.setItem(STATE_KEY, begun.state);
    location.assign(begun.address);
  } catch (error) {
    say(`Not signed in: ${error.message}`);
  }
}

/** Shows the buttons when the member has a provider; `say` shows what is wrong beside each. */
export async function offerProvider(...places) {
  let offer;
  try {
    offer = await call('oidc');
  } catch (error) {
    console.info('no provider:', error.message);
    return;
  }
  if (offer.provider === null) {
    return;
  }
  for (const {button, say} of places) {
    setText(button, `Sign in at ${offer.provider}`);
    setHidden(button, false);
    button.addEventListener('click', () => begin(say));
  }
}

/** What the provider has put into the address, which is taken out at once; null: nothing. */
function broughtBack() {
  const inFragment = new URLSearchParams(location.hash.slice(1));
  const all = inFragment.has('state') ? inFragment : new URLSearchParams(location.search);
  if (!all.has('state') || !(all.has('code') || all.has('error'))) {
    return null;
  }
  history.replaceState(null, '', location.pathname);
  return {state: all.get('state'), code: all.get('code'), error: all.get('error')};
}

/** Ends a sign-in, when the page has come from the provider; returns what is wrong, or ''. */
export async function finishSignIn() {
  const back = broughtBack();
  if (back === null) {
    return '';
  }
  try {
    const begun = sessionStorage.getItem(STATE_KEY);
    sessionStorage.removeItem(STATE_KEY);
    if (begun !== back.state) {
      return 'Not signed in: this tab has not begun this sign-in. Sign in again.';
    }
    setToken((await call('oidc/finish', back, WITHIN_MS)).token);
    return '';
  } catch (error) {
    return `Not signed in: ${error.message}`;
  }
}
