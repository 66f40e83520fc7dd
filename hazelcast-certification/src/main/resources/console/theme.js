// A canvas knows no style sheet: it is given the colours, again when the reader's preference changes.

import {compact, date, hourAndMinute} from './format.js';

const root = getComputedStyle(document.documentElement);

/** A colour of the style sheet. */
export const color = name => root.getPropertyValue(name).trim();

const DAY_S = 86_400;

/** An axis in the page's colours and type. */
const axis = options => ({
  stroke: color('--muted'),
  font: `11px ${root.getPropertyValue('font-family')}`,
  grid: {stroke: color('--grid'), width: 1},
  ticks: {stroke: color('--grid'), width: 1, size: 4},
  ...options,
});

/** Amounts or rates, unless another format is given; the axis stands at the left. */
export const numberAxis = (format = compact) => axis({size: 50, values: (_, splits) => splits.map(value => format(value))});

/** Hours and minutes, or days where the ticks are days apart. */
export const timeAxis = () => axis({
  space: 70,
  size: 28,
  values: (_, splits, __, ___, incrementS) => splits.map(timeS => (incrementS < DAY_S ? hourAndMinute : date)(timeS * 1000)),
});

export function onThemeChange(handler) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', handler);
}
