// The moving chart of transactions a second, and its legend: the newest values, or those under the cursor.

import uPlot from './vendor/uplot/uPlot.esm.js';
import {$, KeyedList, make, setAttribute, setText, setTime} from './dom.js';
import {count, time} from './format.js';
import {color, numberAxis, onThemeChange, timeAxis} from './theme.js';
import {axisEnd} from './throughput.js';

const WINDOW_S = 600;
const MEMBER_COLORS = 6;

function createMark({time: at, text}) {
  const node = make('time');
  setTime(node, at * 1000, time);
  return {node: make('li', {}, node, ` ${text}`), update() {}};
}

/** Moments after which the sum is of other members than before. */
function drawMarks({ctx, bbox, valToPos}, marks) {
  ctx.save();
  ctx.strokeStyle = color('--red');
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const {time: at} of marks) {
    const x = Math.round(valToPos(at, 'x', true));
    if (x >= bbox.left && x <= bbox.left + bbox.width) {
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
  }
  ctx.restore();
}

export class Chart {
  #box = $('tps-chart');
  #legend = $('tps-legend');
  #marks = new KeyedList($('tps-marks'), mark => `${mark.time} ${mark.text}`, createMark);
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
    this.#marks.show(this.#throughput.marks());
    this.#showValues();
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
