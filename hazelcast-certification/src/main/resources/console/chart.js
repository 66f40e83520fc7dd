// The moving chart of transactions a second, and its legend: the newest values, or those under the cursor.

import uPlot from './vendor/uplot/uPlot.esm.js';
import {$, KeyedList, make, setAttribute, setHidden, setText, setTime} from './dom.js';
import {count, time} from './format.js';
import {color, numberAxis, onThemeChange, timeAxis} from './theme.js';
import {axisEnd, groupOf} from './throughput.js';

const WINDOW_S = 600;
const MEMBER_COLORS = 6;

// Each group has a letter, dashes and a colour of its own: none of them is all that distinguishes it.
const MARKS = {
  members: {letter: 'M', label: 'member joined, left or silent', dash: [3, 3]},
  scoring: {letter: 'S', label: 'scoring started or stopped, load ended', dash: [8, 3]},
  sets: {letter: 'R', label: 'rule set activated, canary or taken back', dash: []},
  page: {letter: 'P', label: 'this page moved', dash: [1, 3]},
};
const LETTER_PX = 11;

const keyOf = group => make('span', {class: 'mark-key', 'data-group': group, 'aria-hidden': 'true', text: MARKS[group].letter});

function createMark({time: at, kind, text}) {
  const node = make('time');
  setTime(node, at * 1000, time);
  return {node: make('li', {}, keyOf(groupOf(kind)), ' ', node, ` ${text}`), update() {}};
}

/** A line with its letter at the top for each moment. */
function drawMarks({ctx, bbox, valToPos}, marks) {
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

/** Which letter stands for what, for those that are in the chart. */
function markLegend(groups) {
  return Object.keys(MARKS).filter(group => groups.has(group)).map(group => make('span', {}, keyOf(group), ` ${MARKS[group].label}`));
}

export class Chart {
  #box = $('tps-chart');
  #legend = $('tps-legend');
  #marks = new KeyedList($('tps-marks'), mark => `${mark.time} ${mark.text}`, createMark);
  #groups = '';
  #throughput;
  #plot = null;
  #shape = '';
  #values = [];
  #at = null;
  #hidden = new Set();
  #end = Infinity;

  constructor(throughput) {
    this.#throughput = throughput;
    new ResizeObserver(() => this.#plot?.setSize(this.#size())).observe(this.#box);
    onThemeChange(() => {
      this.#shape = '';
      this.draw();
    });
  }

  /** Shows what the throughput holds now. */
  draw() {
    const addresses = this.#throughput.addresses();
    const shape = addresses.join();
    const columns = this.#throughput.columns();
    this.#cut(columns[0], columns[2]);
    if (this.#plot === null || shape !== this.#shape) {
      this.#shape = shape;
      this.#build(addresses, columns);
    } else {
      this.#plot.setData(columns);
    }
    this.#showMarks(this.#throughput.marks());
    this.#showValues();
  }

  /** As text, the newest first. */
  #showMarks(marks) {
    this.#marks.show([...marks].reverse());
    setHidden($('tps-events'), marks.length === 0);
    const groups = new Set(marks.map(mark => groupOf(mark.kind)));
    const shape = [...groups].sort().join();
    if (shape !== this.#groups) {
      this.#groups = shape;
      $('tps-mark-legend').replaceChildren(...markLegend(groups));
    }
  }

  /** Ends the axis below a spike, and says how high that was. */
  #cut(times, totals) {
    this.#end = axisEnd(totals);
    const highest = totals.reduce((best, rate, index) => (rate > (totals[best] ?? 0) ? index : best), 0);
    setText($('tps-cut'), this.#end === Infinity ? ''
      : `Higher than the axis: ${count(totals[highest])} a second at ${time(times[highest] * 1000)}`);
  }

  #size() {
    return {width: Math.max(200, this.#box.clientWidth), height: Math.max(200, this.#box.clientHeight)};
  }

  #build(addresses, columns) {
    this.#plot?.destroy();
    const series = [
      // Broad and behind the total, so that it shows where the two differ.
      {label: 'From the data', stroke: color('--series-data'), width: 5},
      {label: 'Total', stroke: color('--series-total'), width: 1.5, fill: color('--series-fill')},
      ...addresses.map((address, index) => ({
        label: address,
        stroke: color(`--series-${1 + (index % MEMBER_COLORS)}`),
        width: 1.25,
        // A colour comes again after six members: then the line is another.
        dash: index < MEMBER_COLORS ? undefined : [6, 3],
      })),
    ].map(one => ({...one, points: {show: false}, show: !this.#hidden.has(one.label)}));
    this.#plot = new uPlot({
      ...this.#size(),
      legend: {show: false},
      cursor: {y: false, drag: {x: false, y: false}, points: {size: 6}},
      scales: {
        x: {range: (_, min, max) => [max - WINDOW_S, max]},
        y: {range: (_, min, max) => [0, Math.max(1, Math.min(max, this.#end)) * 1.08]},
      },
      series: [{}, ...series],
      axes: [timeAxis(), numberAxis()],
      hooks: {setCursor: [() => this.#showValues()], draw: [drawn => drawMarks(drawn, this.#throughput.marks())]},
    }, columns, this.#box);
    this.#buildLegend(series);
  }

  #buildLegend(series) {
    this.#at = make('span', {class: 'at'});
    this.#values = series.map(() => make('span', {class: 'value'}));
    const [data, total, ...members] = series.map((one, index) => {
      const swatch = make('span', {class: 'swatch', 'aria-hidden': 'true'});
      swatch.style.borderTop = `${Math.max(2, one.width)}px ${one.dash ? 'dashed' : 'solid'} ${one.stroke}`;
      const button = make('button', {type: 'button', class: 'series', 'aria-pressed': String(one.show)},
        swatch, make('span', {text: one.label}), this.#values[index]);
      button.addEventListener('click', () => this.#toggle(button, one.label, index + 1));
      return button;
    });
    this.#legend.replaceChildren(total, data, ...members, this.#at);
  }

  #toggle(button, label, index) {
    const isShown = this.#hidden.delete(label);
    if (!isShown) {
      this.#hidden.add(label);
    }
    setAttribute(button, 'aria-pressed', String(isShown));
    this.#plot.setSeries(index, {show: isShown});
  }

  #showValues() {
    if (this.#plot === null || this.#at === null) {
      return;
    }
    const columns = this.#plot.data;
    const under = this.#plot.cursor.idx;
    const index = under ?? columns[0].length - 1;
    this.#values.forEach((node, i) => setText(node, count(columns[i + 1]?.[index])));
    setText(this.#at, under === null || under === undefined ? '' : `at ${time(columns[0][index] * 1000)}`);
  }
}
