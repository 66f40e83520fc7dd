// Keeps a stream of overviews: from the member that served the page as long as it lives, then from any other.

import {ApiError, call, readEvents, useBase} from './calls.js';

const EVENTS = ['overview', 'flagged', 'rules'];
const WAIT_MIN_MS = 500;
const WAIT_MAX_MS = 10_000;

const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

export class Connection {
  #handlers;
  #current = location.origin;
  #consoles = [];
  #lastOverviewMs = null;

  /**
   * Handlers: connected(url) once a stream flows and session(data) soon after, overview(data), flagged(data) and rules(data),
   * lost({url, sinceMs, consoles}), waiting(untilMs), and askToken(reason), which returns when there is another token to try.
   */
  constructor(handlers) {
    this.#handlers = handlers;
  }

  /** Runs for as long as the page. */
  async run() {
    let waitMs = WAIT_MIN_MS;
    for (;;) {
      for (const url of this.#candidates()) {
        if (await this.#follow(url)) {
          // It worked for a while: whatever comes next is a new loss.
          waitMs = WAIT_MIN_MS;
          break;
        }
      }
      // Some jitter: all the pages that lost one member should not come to the next at once.
      const thisWaitMs = waitMs * (0.75 + Math.random() / 2);
      this.#handlers.waiting(Date.now() + thisWaitMs);
      await pause(thisWaitMs);
      waitMs = Math.min(2 * waitMs, WAIT_MAX_MS);
    }
  }

  /** The last one first: most losses are a restart or a hiccup. */
  #candidates() {
    return [...new Set([this.#current, ...this.#consoles, location.origin])];
  }

  /** Follows one member to the end of its stream; says whether there was one. */
  async #follow(url) {
    let flowed = false;
    try {
      await readEvents(url, (event, data) => {
        if (!flowed) {
          flowed = true;
          this.#connected(url);
        }
        if (event === 'overview') {
          this.#lastOverviewMs = Date.now();
          this.#remember(data.members.map(member => member.console));
        }
        if (EVENTS.includes(event)) {
          this.#show(event, data);
        }
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        await this.#handlers.askToken(error.message);
        return this.#follow(url);
      }
      this.#lost(url, flowed);
    }
    return flowed;
  }

  /** What goes wrong while the page shows something is the page's own fault: the member has answered. */
  #show(event, data) {
    try {
      this.#handlers[event](data);
    } catch (error) {
      reportError(error);
    }
  }

  async #connected(url) {
    this.#current = url;
    useBase(url);
    this.#handlers.connected(url);
    try {
      const session = await call('session');
      this.#remember(session.consoles);
      this.#handlers.session(session);
    } catch (error) {
      // The stream says by itself when the member is lost; all else shows without a session.
      console.info('no session:', error.message);
    }
  }

  /** A stream that flowed, or the first one that could not: further members that do not answer are no news. */
  #lost(url, flowed) {
    if (flowed || (this.#lastOverviewMs === null && url === this.#current)) {
      this.#handlers.lost({
        url: this.#current,
        sinceMs: this.#lastOverviewMs,
        consoles: this.#candidates().filter(other => other !== this.#current),
      });
    }
  }

  #remember(consoles) {
    const known = consoles.filter(url => url !== null && url !== undefined);
    if (known.length > 0) {
      // Those of members that left stay at the end: they may come back.
      this.#consoles = [...new Set([...known, ...this.#consoles])].slice(0, 64);
    }
  }
}
