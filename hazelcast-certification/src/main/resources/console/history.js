// A card's history: a time line of amounts, and the same as a table.

import uPlot from './vendor/uplot/uPlot.esm.js';
import {decisionState, decisionText} from './decision.js';
import {make, setText, setTime} from './dom.js';
import {count, date, dateTime} from './format.js';
import {color, numberAxis, timeAxis} from './theme.js';

const ROWS_AT_ONCE = 100;
const HEIGHT_PX = 220;
const DOT_PX = 2.5;
// As many dots as this are a carpet unless they are small.
const MANY = 500;
const SMALL_DOT_PX = 1;
const CHOSEN_DOT_PX = 5;

const verdict = entry => decisionText({...entry, rule: entry.verdict});

function describe(entry) {
  return `${dateTime(entry.timeMs)}: ${count(entry.amountUnits)} minor units, currency ${entry.currency}, `
    + `country ${entry.country}, merchant ${entry.merchant}, city ${entry.city}, ${verdict(entry)}`;
}

/** The whole view of a history, newest first; `chosen` is the entry that it is about, or null. */
export function historyView(history, chosen) {
  const readout = make('p', {class: 'readout', text: chosen === null ? summary(history) : describe(chosen)});
  const box = make('div', {class: 'chart', role: 'img', 'aria-label': `Time line of the card: ${summary(history)}. The table below has all of it`});
  const legend = make('p', {class: 'hint'},
    ...(chosen === null ? [] : [make('span', {class: 'key chosen', 'aria-hidden': 'true'}), ' this transaction']),
    make('span', {class: 'key flagged', 'aria-hidden': 'true'}), ' not approved',
    make('span', {class: 'key', 'aria-hidden': 'true'}), ' approved');
  const node = make('div', {class: 'history'}, box, legend, readout, table(history, chosen));
  return {node, draw: () => draw(box, readout, history, chosen)};
}

function summary(history) {
  const from = history.at(-1);
  return history.length === 1
    ? `1 transaction, ${describe(from)}`
    : `${count(history.length)} transactions from ${date(from.timeMs)} to ${date(history[0].timeMs)}`;
}

/** Draws into a box that is in the document, and follows its width. Returns what ends that. */
function draw(box, readout, history, chosen) {
  const entries = [...history].reverse();
  const data = [entries.map(entry => entry.timeMs / 1000), entries.map(entry => entry.amountUnits)];
  const size = () => ({width: Math.max(200, box.clientWidth), height: HEIGHT_PX});
  const plot = new uPlot({
    ...size(),
    legend: {show: false},
    cursor: {y: false, drag: {x: false, y: false}},
    scales: {x: {range: padded}, y: {range: (_, min, max) => [0, Math.max(1, max) * 1.1]}},
    series: [{}, {points: {show: false}, paths: () => null, stroke: color('--series-1')}],
    axes: [timeAxis(), numberAxis()],
    hooks: {
      draw: [drawn => stems(drawn, entries, chosen)],
      setCursor: [({cursor}) => {
        const under = entries[cursor.idx];
        setText(readout, under === undefined ? (chosen === null ? summary(history) : describe(chosen)) : describe(under));
      }],
    },
  }, data, box);
  const observer = new ResizeObserver(() => plot.setSize(size()));
  observer.observe(box);
  return () => {
    observer.disconnect();
    plot.destroy();
  };
}

// Some room at the ends, where the newest and the oldest stand.
const padded = (_, min, max) => {
  const room = Math.max(60, (max - min) * 0.02);
  return [min - room, max + room];
};

function stems(plot, entries, chosen) {
  const {ctx} = plot;
  const ratio = devicePixelRatio;
  const floor = plot.valToPos(0, 'y', true);
  const colors = {chosen: color('--chosen'), flagged: color('--flagged'), passed: color('--passed')};
  ctx.save();
  // The chosen one comes last, over its neighbours.
  for (const entry of [...entries.filter(one => one !== chosen), ...(chosen === null ? [] : [chosen])]) {
    const kind = entry === chosen ? 'chosen' : decisionState(entry) === 'FLAGGED' ? 'flagged' : 'passed';
    const x = plot.valToPos(entry.timeMs / 1000, 'x', true);
    const y = plot.valToPos(entry.amountUnits, 'y', true);
    ctx.strokeStyle = ctx.fillStyle = colors[kind];
    ctx.lineWidth = (kind === 'chosen' ? 2.5 : 1) * ratio;
    ctx.beginPath();
    ctx.moveTo(x, floor);
    ctx.lineTo(x, y);
    ctx.stroke();
    dot(ctx, x, y, ratio, kind, entries.length > MANY);
  }
  ctx.restore();
}

/** Three shapes, so that colour is not all that distinguishes them: a disc, a square for flagged, a ringed disc for chosen. */
function dot(ctx, x, y, ratio, kind, isSmall) {
  const radius = (kind === 'chosen' ? CHOSEN_DOT_PX : isSmall ? SMALL_DOT_PX : DOT_PX) * ratio;
  ctx.beginPath();
  if (kind === 'flagged') {
    ctx.rect(x - radius, y - radius, 2 * radius, 2 * radius);
  } else {
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
  }
  ctx.fill();
  if (kind === 'chosen') {
    ctx.lineWidth = 1.5 * ratio;
    ctx.beginPath();
    ctx.arc(x, y, radius + 3 * ratio, 0, 2 * Math.PI);
    ctx.stroke();
  }
}

const HEADS = ['Time', 'Amount, minor units', 'Currency', 'Country', 'Merchant', 'City', 'Verdict', 'Decided', 'Label'];

function table(history, chosen) {
  const body = make('tbody');
  const more = make('button', {type: 'button', class: 'quiet'});
  const isText = head => ['Time', 'Verdict', 'Decided', 'Label'].includes(head);
  const heads = HEADS.map(head => make('th', {scope: 'col', text: head, ...(isText(head) ? {} : {class: 'number'})}));
  let shown = 0;
  const showMore = upTo => {
    body.append(...history.slice(shown, upTo).map(entry => row(entry, entry === chosen)));
    shown = Math.min(upTo, history.length);
    more.hidden = shown === history.length;
    setText(more, `Show all ${count(history.length)}`);
  };
  more.addEventListener('click', () => showMore(history.length));
  showMore(ROWS_AT_ONCE);
  return make('div', {class: 'scroll history-table', tabindex: '0', role: 'group', 'aria-label': 'The card’s transactions, newest first'},
    make('table', {}, make('thead', {}, make('tr', {}, ...heads)), body), more);
}

function row(entry, isChosen) {
  const at = make('time');
  setTime(at, entry.timeMs, dateTime);
  const figures = [count(entry.amountUnits), entry.currency, entry.country, entry.merchant, entry.city];
  return make('tr', isChosen ? {class: 'chosen', 'aria-current': 'true'} : {}, make('td', {}, at),
    ...figures.map(figure => make('td', {class: 'number', text: String(figure)})),
    make('td', {}, make('span', {class: 'badge', 'data-state': decisionState(entry), text: verdict(entry)})),
    make('td', {text: entry.decidedWithin ? 'within 1 min' : 'later, or not known'}),
    make('td', {text: entry.label || ''}));
}
