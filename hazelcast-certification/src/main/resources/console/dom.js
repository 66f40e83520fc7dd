// The few operations on the document that everything is made of. Text is only ever set as text, never parsed as HTML, and
// only when it has changed: most of a second's overview is what the last one said.

import {moment, utc} from './format.js';

export const $ = id => document.getElementById(id);

/** Makes an element; of the properties `class` and `text` are special, all else are attributes. */
export function make(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'class') {
      node.className = value;
    } else if (name === 'text') {
      node.textContent = value;
    } else {
      node.setAttribute(name, value);
    }
  }
  node.append(...children);
  return node;
}

/**
 * A handler of a form's submission that leaves out further ones while it works: a second press of the button is not meant as another
 * request.
 */
export function once(work) {
  let isWorking = false;
  return async event => {
    event.preventDefault();
    if (isWorking) {
      return;
    }
    isWorking = true;
    try {
      await work();
    } finally {
      isWorking = false;
    }
  };
}

/** Sets the text of a node that has nothing else in it; changing its text node costs a browser less than a new one. */
export function setText(node, text) {
  if (node.textContent === text) {
    return;
  }
  if (node.firstChild === null || text === '') {
    node.textContent = text;
  } else {
    node.firstChild.nodeValue = text;
  }
}

export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) {
    node.setAttribute(name, value);
  }
}

export function setClass(node, name, isOn) {
  if (node.classList.contains(name) !== isOn) {
    node.classList.toggle(name, isOn);
  }
}

export function setHidden(node, isHidden) {
  if (node.hidden !== isHidden) {
    node.hidden = isHidden;
  }
}

/** A `time` element shows local time and has UTC in its title. */
export function setTime(node, ms, format = moment) {
  setText(node, format(ms));
  if (ms !== null && ms !== undefined) {
    setAttribute(node, 'title', utc(ms));
  } else if (node.hasAttribute('title')) {
    node.removeAttribute('title');
  }
}

/** A bar with its figure: the length is decoration, the text says it all. From `highShare` on it is nearly full. */
export function makeBar(highShare = Infinity) {
  const fill = make('span', {class: 'fill'});
  const text = make('span', {class: 'bar-text'});
  const node = make('span', {class: 'bar'}, make('span', {class: 'track', 'aria-hidden': 'true'}, fill), text);
  let last = null;
  return {
    node,
    set(share, label) {
      setText(text, label);
      const width = `${Math.round(100 * Math.min(1, Math.max(0, share ?? 0)))}%`;
      if (width !== last) {
        last = width;
        fill.style.width = width;
      }
      setClass(fill, 'high', (share ?? 0) > highShare);
    },
  };
}

/**
 * Keeps the children of a node equal to a list of items, in its order: makes what is new, updates what is there, moves only
 * what is in another place.
 */
export class KeyedList {
  #parent;
  #key;
  #create;
  #rows = new Map();

  /** `create(item)` returns `{node, update(item)}`. */
  constructor(parent, key, create) {
    this.#parent = parent;
    this.#key = key;
    this.#create = create;
  }

  show(items) {
    const left = new Set(this.#rows.keys());
    let place = this.#parent.firstChild;
    for (const item of items) {
      const key = this.#key(item);
      let row = this.#rows.get(key);
      if (row === undefined) {
        row = this.#create(item);
        this.#rows.set(key, row);
      }
      left.delete(key);
      row.update(item);
      if (row.node === place) {
        place = place.nextSibling;
      } else {
        this.#parent.insertBefore(row.node, place);
      }
    }
    for (const key of left) {
      this.#rows.get(key).node.remove();
      this.#rows.delete(key);
    }
  }
}
