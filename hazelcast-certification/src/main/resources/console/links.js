// Links inside the page: what they begin with.

export const CARD_PREFIX = '#card/';
export const TOKEN_PREFIX = '#token=';

/** A link to a card, as a member gave it. */
export const cardHref = link => `${CARD_PREFIX}${encodeURIComponent(link)}`;
