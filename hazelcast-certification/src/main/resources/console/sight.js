// What nobody can see is not drawn until somebody can: drawing costs a browser most.

// A header that stays at the window's top covers what is behind it. What is just below the window is about to be seen.
const header = document.querySelector('.top');
const coveredPx = getComputedStyle(header).position === 'sticky' ? header.offsetHeight : 0;
const NEAR_PX = 50;

/**
 * Returns whether a part of the page is to be drawn now: when it is in the window, or when its content is still empty. Calls
 * back when it comes into the window.
 */
export function watchSight(part, content, onSight) {
  let isInSight = true;
  new IntersectionObserver(entries => {
    const wasInSight = isInSight;
    isInSight = entries.at(-1).isIntersecting;
    if (isInSight && !wasInSight) {
      onSight();
    }
  }, {rootMargin: `${-coveredPx}px 0px ${NEAR_PX}px 0px`}).observe(part);
  return () => isInSight || !content.hasChildNodes();
}

/** Rows of a scrolled table, each notified by `draw()` when it comes near the part that can be seen. */
export class RowSight {
  #rows = new WeakMap();
  #observer;

  constructor(scroll) {
    this.#observer = new IntersectionObserver(entries => {
      for (const {target, isIntersecting} of entries) {
        const row = this.#rows.get(target);
        row.isInSight = isIntersecting;
        if (isIntersecting) {
          row.draw();
        }
      }
    }, {root: scroll, rootMargin: `${NEAR_PX}px 0px`});
  }

  /** Returns whether the row is to be drawn now. */
  watch(node, draw) {
    const row = {isInSight: true, draw};
    this.#rows.set(node, row);
    this.#observer.observe(node);
    return () => row.isInSight;
  }
}
