// What happened: lines in the charts, their legend, and the same as text.

import {$, KeyedList, make, setHidden, setTime} from './dom.js';
import {time} from './format.js';
import {color} from './theme.js';
import {groupOf} from './throughput.js';

// Each group has a letter, dashes and a colour of its own: none of them is all that distinguishes it.
const MARKS = {
  members: {letter: 'M', label: 'member joined, left or silent', dash: [3, 3]},
  scoring: {letter: 'S', label: 'scoring started or stopped, load ended', dash: [8, 3]},
  sets: {letter: 'R', label: 'rule set activated, canary or taken back', dash: []},
  page: {letter: 'P', label: 'this page moved', dash: [1, 3]},
};
const LETTER_PX = 11;

const keyOf = group => make('span', {class: 'mark-key', 'data-group': group, 'aria-hidden': 'true', text: MARKS[group].letter});

function create({time: at, kind, text}) {
  const node = make('time');
  setTime(node, at * 1000, time);
  return {node: make('li', {}, keyOf(groupOf(kind)), ' ', node, ` ${text}`), update() {}};
}

const list = new KeyedList($('tps-marks'), mark => `${mark.time} ${mark.text}`, create);
let shownGroups = '';

/** Shows marks as text, the newest first, and which letter stands for what. */
export function showMarks(marks) {
  list.show([...marks].reverse());
  setHidden($('tps-events'), marks.length === 0);
  const groups = new Set(marks.map(mark => groupOf(mark.kind)));
  const shape = [...groups].sort().join();
  if (shape !== shownGroups) {
    shownGroups = shape;
    $('tps-mark-legend').replaceChildren(...Object.keys(MARKS).filter(group => groups.has(group))
      .map(group => make('span', {}, keyOf(group), ` ${MARKS[group].label}`)));
  }
}

/** Draws a line with its letter at the top for each mark into a chart. */
export function drawMarks({ctx, bbox, valToPos}, marks) {
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.lineWidth = ratio;
  ctx.font = `600 ${LETTER_PX * ratio}px sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  for (const {time: at, kind} of marks) {
    const x = Math.round(valToPos(at, 'x', true));
    if (x >= bbox.left && x <= bbox.left + bbox.width) {
      const group = groupOf(kind);
      ctx.strokeStyle = ctx.fillStyle = color(`--mark-${group}`);
      ctx.setLineDash(MARKS[group].dash.map(px => px * ratio));
      ctx.beginPath();
      ctx.moveTo(x, bbox.top + LETTER_PX * ratio);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.fillText(MARKS[group].letter, x, bbox.top);
    }
  }
  ctx.restore();
}
