// A moving chart of figures over time, and its legend: the newest values, or those under the cursor.

import uPlot from './vendor/uplot/uPlot.esm.js';
import {$, make, setAttribute, setText} from './dom.js';
import {time} from './format.js';
import {drawMarks} from './marks.js';
import {color, numberAxis, onThemeChange, timeAxis} from './theme.js';
import {axisEnd} from './throughput.js';

export class Chart {
  #box;
  #legend;
  #note;
  #source;
  #plot = null;
  #shape = '';
  #values = [];
  #at = null;
  #hidden = new Set();
  #end = Infinity;

  /**
   * Of the elements `NAME-chart`, `NAME-legend` and `NAME-note`. The source has `spanS()` of the time that is shown; `series()`: label,
   * stroke (a colour's name), width, and if need be fill, dash and `rank` in the legend; `columns()`: times in seconds, then each series,
   * null where there is none; `highest`: the series that says where the axis ends, `recent` points of it that are always shown whole, and
   * the `least` end; `marks()`; `format(value)`, and `axis(value)` where the axis is not of amounts; and `note({isCut, value, timeMs})`, in words, about the highest value, null when there
   * is none.
   */
  constructor(name, source) {
    this.#box = $(`${name}-chart`);
    this.#legend = $(`${name}-legend`);
    this.#note = $(`${name}-note`);
    this.#source = source;
    new ResizeObserver(() => this.#plot?.setSize(this.#size())).observe(this.#box);
    onThemeChange(() => {
      this.#shape = '';
      this.draw();
    });
  }

  /** Shows what the source holds now. */
  draw() {
    const series = this.#source.series();
    const shape = series.map(one => one.label).join();
    const columns = this.#source.columns();
    this.#cut(columns);
    if (this.#plot === null || shape !== this.#shape) {
      this.#shape = shape;
      this.#build(series, columns);
    } else {
      this.#plot.setData(columns);
    }
    this.#showValues();
  }

  /** Ends the axis below a spike, and says in words how high that was. */
  #cut(columns) {
    const values = columns[this.#source.highest];
    this.#end = axisEnd(values, this.#source.recent);
    const highest = values.reduce((best, value, index) => (value !== null && value > (values[best] ?? -1) ? index : best), 0);
    const value = values[highest] ?? null;
    setText(this.#note, this.#source.note({isCut: this.#end !== Infinity, value, timeMs: columns[0][highest] * 1000}));
  }

  #size() {
    return {width: Math.max(200, this.#box.clientWidth), height: Math.max(120, this.#box.clientHeight)};
  }

  #build(series, columns) {
    this.#plot?.destroy();
    const {least} = this.#source;
    const drawn = series.map(({label, stroke, width, fill, dash}) => ({
      label, width, dash, stroke: color(stroke), fill: fill === undefined ? undefined : color(fill),
      points: {show: false}, show: !this.#hidden.has(label),
    }));
    this.#plot = new uPlot({
      ...this.#size(),
      legend: {show: false},
      cursor: {y: false, drag: {x: false, y: false}, points: {size: 6}},
      scales: {
        x: {range: (_, min, max) => [max - this.#source.spanS(), max]},
        y: {range: (_, min, max) => [0, Math.max(least, Math.min(max, this.#end)) * 1.08]},
      },
      series: [{}, ...drawn],
      axes: [timeAxis(), numberAxis(this.#source.axis)],
      hooks: {setCursor: [() => this.#showValues()], draw: [plot => drawMarks(plot, this.#source.marks())]},
    }, columns, this.#box);
    this.#buildLegend(series, drawn);
  }

  #buildLegend(series, drawn) {
    this.#at = make('span', {class: 'at'});
    this.#values = series.map(() => make('span', {class: 'value'}));
    const buttons = drawn.map((one, index) => {
      const swatch = make('span', {class: 'swatch', 'aria-hidden': 'true'});
      swatch.style.borderTop = `${Math.max(2, one.width)}px ${one.dash ? 'dashed' : 'solid'} ${one.stroke}`;
      const button = make('button', {type: 'button', class: 'series', 'aria-pressed': String(one.show)},
        swatch, make('span', {text: one.label}), this.#values[index]);
      button.addEventListener('click', () => this.#toggle(button, one.label, index + 1));
      return {button, rank: series[index].rank ?? 0};
    });
    this.#legend.replaceChildren(...buttons.sort((a, b) => a.rank - b.rank).map(({button}) => button), this.#at);
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
    this.#values.forEach((node, i) => setText(node, this.#source.format(columns[i + 1]?.[index])));
    setText(this.#at, under === null || under === undefined ? '' : `at ${time(columns[0][index] * 1000)}`);
  }
}
