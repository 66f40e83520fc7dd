// The two charts of the console: transactions a second, and latency, over the time that is chosen.

import {Chart} from './chart.js';
import {$} from './dom.js';
import {count, latency, time} from './format.js';
import {showMarks} from './marks.js';
import {Past, Throughput} from './throughput.js';
import {TEN_MINUTES_S, TimeRange} from './timerange.js';

const MEMBER_COLORS = 6;
// Half a minute of seconds, and of points that are ten seconds apart.
const RECENT_SECONDS = 30;
const RECENT_POINTS = 3;

const sentences = texts => texts.filter(text => text !== '').join('. ');

export class Charts {
  #throughput = new Throughput();
  #past = new Past();
  #range;
  #failure = '';
  #tps;
  #latency;
  #isThroughputNew = true;
  #isLatencyNew = true;

  /** `show()` is called when there is something new to draw. */
  constructor(show) {
    const changed = () => {
      this.#isThroughputNew = true;
      this.#isLatencyNew = true;
      show();
    };
    this.#range = new TimeRange({
      chosen: () => {
        this.#past.forget();
        changed();
      },
      answered: answer => {
        this.#failure = '';
        this.#throughput.report(answer.marks);
        if (this.#isShort()) {
          this.#throughput.load(answer);
        }
        this.#past.take(answer);
        changed();
      },
      failed: error => {
        console.info('no throughput of before:', error.message);
        this.#failure = `Not refreshed at ${time(Date.now())}: ${error.message}`;
        changed();
      },
    });
    this.#tps = new Chart('tps', this.#tpsSource());
    this.#latency = new Chart('latency', this.#latencySource());
  }

  /** Ten minutes are drawn from what comes each second, longer times from what a member remembers. */
  #isShort() {
    return this.#range.seconds === TEN_MINUTES_S;
  }

  #marks() {
    return this.#throughput.marks(this.#range.seconds);
  }

  #tpsSource() {
    const points = () => (this.#isShort() ? this.#throughput : this.#past);
    return {
      highest: 2,
      least: 1,
      get recent() {
        return points() instanceof Past ? RECENT_POINTS : RECENT_SECONDS;
      },
      spanS: () => this.#range.seconds,
      format: count,
      columns: () => points().columns(),
      marks: () => this.#marks(),
      series: () => [
        // Broad and behind the total, so that it shows where the two differ.
        {label: 'From the data', stroke: '--series-data', width: 5, rank: 1},
        {label: 'Total', stroke: '--series-total', width: 1.5, fill: '--series-fill'},
        ...points().addresses().map((address, index) => ({
          label: address,
          stroke: `--series-${1 + (index % MEMBER_COLORS)}`,
          width: 1.25,
          // A colour comes again after six members: then the line is another.
          dash: index < MEMBER_COLORS ? undefined : [6, 3],
          rank: 2,
        })),
      ],
      note: ({isCut, value, timeMs}) => sentences([
        isCut ? `Higher than the axis: ${count(value)} a second at ${time(timeMs)}` : '',
        this.#beginning(points().columns(), 2),
        this.#isShort() ? '' : this.#failure,
      ]),
    };
  }

  #latencySource() {
    return {
      highest: 3,
      least: 0.1,
      recent: RECENT_POINTS,
      spanS: () => this.#range.seconds,
      format: latency,
      axis: latency,
      columns: () => this.#past.latencies(),
      marks: () => this.#marks(),
      // None is green, whatever the cluster does.
      series: () => [
        {label: 'p50', stroke: '--series-4', width: 1.5},
        {label: 'p99', stroke: '--series-3', width: 1.5, dash: [6, 3]},
        {label: 'p99.9', stroke: '--series-6', width: 1.5, dash: [2, 2]},
      ],
      note: ({isCut, value, timeMs}) => {
        if (!this.#past.hasLatencies()) {
          return this.#failure;
        }
        return sentences([
          value === null ? 'No ten seconds with an answer in this time yet'
            : `${isCut ? 'Higher than the axis: p99.9 of' : 'Highest p99.9:'} ${latency(value)} ms at ${time(timeMs)}`,
          this.#failure,
        ]);
      },
    };
  }

  /** From when on something is known, when that is not the whole time. */
  #beginning(columns, series) {
    const [times] = columns;
    const first = columns[series].findIndex(value => value !== null);
    if (first < 0) {
      return this.#isShort() || this.#past.isKnown() ? 'No figures of this time yet' : 'Asking the member …';
    }
    const {seconds} = this.#range;
    return times[first] > times.at(-1) - seconds + seconds / 50 ? `No figures before ${time(times[first] * 1000)}` : '';
  }

  /** A point of each second. */
  add(overview) {
    this.#throughput.add(overview);
  }

  /** Another member goes on, if it is another one. */
  connected(movedTo) {
    if (movedTo !== null) {
      this.#throughput.mark(Date.now(), `this page goes on with ${movedTo}`);
    }
    this.#range.ask();
  }

  /** Of a longer time only what is new: a point comes each ten seconds. */
  drawThroughput() {
    if (this.#isShort() || this.#isThroughputNew) {
      this.#isThroughputNew = false;
      this.#tps.draw();
    }
    showMarks(this.#marks());
  }

  /** As a longer time. */
  drawLatency() {
    if (this.#isLatencyNew) {
      this.#isLatencyNew = false;
      this.#latency.draw();
    }
  }
}

/** Where the charts are, for whoever draws only what can be seen. */
export const boxes = {throughput: $('tps-chart'), latency: $('latency-chart')};
