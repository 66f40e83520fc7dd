// Calls to the member that the page talks to. A card's number and a token never go into a URL.

const TOKEN_KEY = 'fraud-console-token';
// What is kept of a user begins with it; no token has a blank.
const USER = 'Basic ';
const ANSWER_WITHIN_MS = 10_000;
const HEADERS_WITHIN_MS = 3_000;
// An overview comes every second. A stream as silent as this is dead, whatever the socket says.
const SILENCE_MS = 6_000;

/** An answer other than 2xx; the message is the member's own. */
export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Where the calls go: '' is the member that served the page, any other is the address of another member's console. */
let base = '';

export function useBase(url) {
  base = url === location.origin ? '' : url;
}

// Session storage can be forbidden by the browser's settings; then the token lives as long as the page.
let kept = null;

export function token() {
  try {
    return sessionStorage.getItem(TOKEN_KEY);
  } catch {
    return kept;
  }
}

export function setToken(value) {
  kept = value;
  try {
    if (value === null) {
      sessionStorage.removeItem(TOKEN_KEY);
    } else {
      sessionStorage.setItem(TOKEN_KEY, value);
    }
  } catch {
    // Kept above.
  }
}

/** What is kept of a user's name and secret, in the place of a token; of a token itself when there is no name. */
export function tokenOf(name, secret) {
  if (name === '') {
    return secret.trim();
  }
  const bytes = new TextEncoder().encode(`${name}:${secret}`);
  return USER + btoa(String.fromCharCode(...bytes));
}

function headers(body) {
  const all = {};
  if (token() !== null) {
    all.Authorization = token().startsWith(USER) ? token() : `Bearer ${token()}`;
  }
  if (body !== undefined) {
    all['Content-Type'] = 'application/json';
  }
  return all;
}

async function failure(response) {
  let message = `status ${response.status}`;
  try {
    message = (await response.json()).error ?? message;
  } catch {
    // Not one of the API's own answers.
  }
  return new ApiError(response.status, message);
}

/** Whether the member that served the page answers at all, whatever it says. */
export async function homeAnswers() {
  try {
    await fetch('/api/session', {headers: headers(), credentials: 'omit', signal: AbortSignal.timeout(HEADERS_WITHIN_MS)});
    return true;
  } catch {
    return false;
  }
}

/** GET, or POST when there is a body. */
export async function call(path, body, withinMs = ANSWER_WITHIN_MS) {
  const response = await fetch(`${base}/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: headers(body),
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'omit',
    signal: AbortSignal.timeout(withinMs),
  });
  if (!response.ok) {
    throw await failure(response);
  }
  return response.json();
}

/**
 * Reads a member's events until the stream ends, and then throws. EventSource would do this by itself, but it cannot send a
 * token.
 */
export async function readEvents(url, onEvent) {
  const abort = new AbortController();
  let timer = setTimeout(() => abort.abort(), HEADERS_WITHIN_MS);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(), SILENCE_MS);
  };
  try {
    const prefix = url === location.origin ? '' : url;
    const response = await fetch(`${prefix}/api/events`, {headers: headers(), credentials: 'omit', signal: abort.signal});
    if (!response.ok) {
      throw await failure(response);
    }
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      alive();
      const {done, value} = await reader.read();
      if (done) {
        throw new Error('the stream ended');
      }
      text += decoder.decode(value, {stream: true}).replaceAll('\r', '');
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        dispatch(text.slice(0, end), onEvent);
        text = text.slice(end + 2);
      }
    }
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

function dispatch(block, onEvent) {
  let event = 'message';
  const data = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) {
      event = line.slice(6).trim();
    } else if (line.startsWith('data:')) {
      data.push(line.slice(5));
    }
  }
  if (data.length > 0) {
    onEvent(event, JSON.parse(data.join('\n')));
  }
}
