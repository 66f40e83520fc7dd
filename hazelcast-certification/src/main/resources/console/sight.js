// What nobody can see is not drawn until somebody can: drawing costs a browser most.

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
  }).observe(part);
  return () => isInSight || !content.hasChildNodes();
}
