// While somebody presses, nothing that is shown moves: a button that has moved by the time of the release gets no click.

/** A release that the page does not hear of, such as one of a scroll bar, holds it up no longer. */
const HELD_MAX_MS = 2_000;

/**
 * Returns whether somebody presses now. Calls back behind a release, when the click that it makes is over.
 *
 * @param nowMs a clock that only goes on
 */
export function watchPress(page, onRelease, nowMs = () => performance.now()) {
  let sinceMs = null;
  const release = () => {
    if (sinceMs !== null) {
      sinceMs = null;
      setTimeout(onRelease);
    }
  };
  // Before anybody can stop them on their way.
  page.addEventListener('pointerdown', () => {
    sinceMs = nowMs();
  }, {capture: true});
  page.addEventListener('pointerup', release, {capture: true});
  page.addEventListener('pointercancel', release, {capture: true});
  return () => sinceMs !== null && nowMs() - sinceMs < HELD_MAX_MS;
}
