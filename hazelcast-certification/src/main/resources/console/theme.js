// A canvas knows no style sheet: it is told the colours, again when the reader's preference changes.

const root = getComputedStyle(document.documentElement);

/** A colour of the style sheet. */
export const color = name => root.getPropertyValue(name).trim();

/** An axis in the page's colours and type. */
export const axis = options => ({
  stroke: color('--muted'),
  font: `11px ${root.getPropertyValue('font-family')}`,
  grid: {stroke: color('--grid'), width: 1},
  ticks: {stroke: color('--grid'), width: 1, size: 4},
  ...options,
});

export function onThemeChange(handler) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', handler);
}
