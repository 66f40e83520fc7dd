// The time that the charts show: its buttons, and what a member answers of it, again while somebody looks.

import {call} from './calls.js';
import {$, setAttribute} from './dom.js';

export const TEN_MINUTES_S = 600;
// A point of a longer time comes each ten seconds; six hours of them are no small answer.
const LOOK_EVERY_MS = {600: 10_000, 3600: 10_000, 21600: 30_000};

export class TimeRange {
  #seconds = TEN_MINUTES_S;
  #buttons = [...$('tps-ranges').querySelectorAll('button')];
  #handlers;
  #turn = 0;
  #timer = 0;

  /** Handlers: chosen() when another time is to be shown, answered(answer), failed(error). */
  constructor(handlers) {
    this.#handlers = handlers;
    for (const button of this.#buttons) {
      button.addEventListener('click', () => this.#choose(Number(button.dataset.seconds)));
    }
    document.addEventListener('visibilitychange', () => !document.hidden && this.#turn > 0 && this.ask());
  }

  get seconds() {
    return this.#seconds;
  }

  #choose(seconds) {
    if (seconds === this.#seconds) {
      return;
    }
    this.#seconds = seconds;
    this.#buttons.forEach(button => setAttribute(button, 'aria-pressed', String(Number(button.dataset.seconds) === seconds)));
    this.#handlers.chosen();
    this.ask();
  }

  /** Asks now and from then on. An answer to what was asked before is left out: another member or another time is meant. */
  async ask() {
    clearTimeout(this.#timer);
    const turn = ++this.#turn;
    try {
      const answer = await call(`throughput?seconds=${this.#seconds}`);
      if (turn === this.#turn) {
        this.#handlers.answered(answer);
      }
    } catch (error) {
      if (turn === this.#turn) {
        this.#handlers.failed(error);
      }
    }
    if (turn === this.#turn) {
      this.#timer = setTimeout(() => (document.hidden ? undefined : this.ask()), LOOK_EVERY_MS[this.#seconds]);
    }
  }
}
