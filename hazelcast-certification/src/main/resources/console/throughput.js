// The points behind the charts. Of the last ten minutes, one a second, what has been drawn stays as it was drawn: another member
// remembers another past, that of the members it can still ask. Longer times are as the member that answers remembers them.

const WINDOW_S = 600;
const MARKS_WINDOW_S = 21_600;
// Points of seconds that are farther apart have a gap between them.
const GAP_S = 3;
// Two clocks tick: the member's history and its events. Points closer than this are the same second.
const APART_S = 0.5;
// A member reports at most as many; more of the page's own would be as many moves and silences.
const MARKS_MAX = 200;
// What the page has seen itself and what a member reports of it differ by this at most.
const SAME_S = 10;
// A clock that is behind by more was set back, or is that of another member.
const BACK_S = 10;

const RECENT_POINTS = 30;
const USUAL_SHARE = 0.98;
const SPIKE = 1.5;

/**
 * Where an axis ends so that a spike of some seconds does not flatten the rest; Infinity: there is none. The last half minute, or so many
 * points, is always shown whole.
 */
export function axisEnd(totals, recent = RECENT_POINTS) {
  const rates = totals.filter(rate => rate > 0).sort((a, b) => a - b);
  if (rates.length === 0) {
    return Infinity;
  }
  const usual = rates[Math.floor((rates.length - 1) * USUAL_SHARE)];
  const end = Math.max(usual * SPIKE, ...totals.slice(-recent));
  return rates.at(-1) > end ? end : Infinity;
}

/** What a mark is about: `members`, `scoring`, `sets`, or else the `page` itself. Kinds of later versions are of the page. */
export function groupOf(kind) {
  if (kind === 'load_ended' || kind.startsWith('scoring_')) {
    return 'scoring';
  }
  return kind.startsWith('member_') ? 'members' : kind.startsWith('set_') ? 'sets' : 'page';
}

const isSame = (mark, other) => mark.text === other.text && Math.abs(mark.time - other.time) < SAME_S;

const unknown = time => ({time, total: null, data: null, members: new Map()});

export class Throughput {
  #points = [];
  // What the page has seen itself, and what a member reports.
  #seen = [];
  #reported = [];

  /** Takes the marks that a member reports, in the place of those reported before. */
  report(marks) {
    this.#reported = (marks ?? []).map(({atMs, kind, text}) => ({time: atMs / 1000, kind, text}));
  }

  /** Adds what a member remembers, in the seconds of which there is no point yet. */
  load(history) {
    this.report(history.marks);
    const members = Object.entries(history.members);
    const remembered = history.timesMs.map((ms, index) => ({
      time: ms / 1000,
      total: history.total[index],
      data: history.data[index],
      members: new Map(members.map(([address, column]) => [address, column[index]])),
    }));
    let next = 0;
    const missing = remembered.filter(({time}) => {
      while (next < this.#points.length && this.#points[next].time <= time - APART_S) {
        next++;
      }
      return next === this.#points.length || this.#points[next].time >= time + APART_S;
    });
    this.#points = [...this.#points, ...missing].sort((a, b) => a.time - b.time);
    this.#forget();
  }

  /** Adds the point of an overview, and marks moments at which members' figures left the sums. That one is back a member reports. */
  add(overview) {
    const time = overview.atMs / 1000;
    if (this.#end() - time > BACK_S) {
      this.#points = this.#points.filter(point => point.time < time - APART_S);
    }
    if (this.#points.length > 0 && time - this.#points.at(-1).time < APART_S) {
      return;
    }
    this.#points.push({
      time,
      total: overview.tps,
      data: overview.dataTps,
      members: new Map(overview.members.map(member => [member.address, member.tps])),
    });
    const words = {silent: 'does not answer', left: 'left'};
    overview.resets.filter(({why}) => words[why] !== undefined)
      .forEach(({address, atMs, why}) => this.mark(atMs, `${address} ${words[why]}`, `member_${why}`));
    this.#forget();
  }

  /** Marks a moment, once: clocks of two members may differ by some seconds. */
  mark(atMs, text, kind = 'page') {
    const mark = {time: atMs / 1000, kind, text};
    if (!this.#seen.some(seen => isSame(seen, mark))) {
      this.#seen = [...this.#seen, mark].slice(-MARKS_MAX);
    }
  }

  /** Marked moments of the last ten minutes, or of so many seconds: time in seconds, kind and text, oldest first. */
  marks(spanS = WINDOW_S) {
    const begin = this.#end() - spanS;
    return [...this.#reported, ...this.#seen.filter(seen => !this.#reported.some(reported => isSame(reported, seen)))]
      .filter(mark => mark.time > begin)
      .sort((a, b) => a.time - b.time);
  }

  /** Members with a point in the window, in the order of their addresses. */
  addresses() {
    const known = new Set();
    for (const {members} of this.#points) {
      members.forEach((tps, address) => tps !== null && known.add(address));
    }
    return [...known].sort();
  }

  /** Columns as the chart takes them: times in seconds, data, total, and each member; null where nothing is known. */
  columns() {
    const points = this.#points.flatMap((point, index) => {
      const before = this.#points[index - 1];
      return before !== undefined && point.time - before.time > GAP_S ? [unknown(before.time + 1), point] : [point];
    });
    const column = value => points.map(value);
    return [column(point => point.time), column(point => point.data), column(point => point.total),
      ...this.addresses().map(address => column(point => point.members.get(address) ?? null))];
  }

  #end() {
    return this.#points.at(-1)?.time ?? 0;
  }

  #forget() {
    this.#points = this.#points.filter(point => point.time > this.#end() - WINDOW_S);
    this.#seen = this.#seen.filter(mark => mark.time > this.#end() - MARKS_WINDOW_S);
  }
}

const seconds = timesMs => timesMs.map(ms => ms / 1000);
// A chart has a point at the least: of now, with nothing known.
const nothing = (columns, nowMs) => [[nowMs / 1000], ...Array.from({length: columns}, () => [null])];

/** What a member remembers of the time that is chosen, and of latencies, as it has answered last. */
export class Past {
  #answer = null;

  take(answer) {
    this.#answer = answer;
  }

  /** What was answered is of another time than the one that is chosen now. */
  forget() {
    this.#answer = null;
  }

  /** Whether a member has answered. */
  isKnown() {
    return this.#answer !== null;
  }

  /** Whether it has answered with latencies. One of an older version does not. */
  hasLatencies() {
    return this.#answer?.latencyMs !== undefined;
  }

  /** Members with a point in the time, in the order of their addresses. */
  addresses() {
    return Object.entries(this.#answer?.members ?? {}).filter(([, column]) => column.some(tps => tps !== null))
      .map(([address]) => address).sort();
  }

  /** As those of Throughput. */
  columns(nowMs = Date.now()) {
    if (this.#answer === null) {
      return nothing(2, nowMs);
    }
    const {timesMs, data, total, members} = this.#answer;
    return [seconds(timesMs), data, total, ...this.addresses().map(address => members[address])];
  }

  /** Times in seconds, p50, p99 and p99.9 of the slowest member; null where nothing was answered. */
  latencies(nowMs = Date.now()) {
    const times = this.#answer?.latencyMs;
    return times === undefined ? nothing(3, nowMs) : [seconds(times.timesMs), times.p50, times.p99, times.p999];
  }
}
