// The points behind the chart: the last ten minutes, one a second.

const WINDOW_S = 600;
// Two clocks tick: the member's history and its events. Points closer than this are the same second.
const APART_S = 0.5;

export class Throughput {
  #times = [];
  #total = [];
  #data = [];
  #members = new Map();

  /** Starts anew with what a member remembers, and keeps the points that came since. */
  load(history) {
    const lastS = (history.timesMs.at(-1) ?? 0) / 1000;
    const since = this.#times.map((_, index) => this.#pointAt(index)).filter(point => point.time > lastS + APART_S);
    this.#times = history.timesMs.map(ms => ms / 1000);
    this.#total = [...history.total];
    this.#data = [...history.data];
    this.#members = new Map(Object.entries(history.members).map(([address, column]) => [address, [...column]]));
    since.forEach(point => this.#append(point));
    this.#forget();
  }

  /** Adds the point of an overview. */
  add(overview) {
    this.#append({
      time: overview.atMs / 1000,
      total: overview.tps,
      data: overview.dataTps,
      members: new Map(overview.members.map(member => [member.address, member.tps])),
    });
    this.#forget();
  }

  /** Members with a point in the window, in the order of their addresses. */
  addresses() {
    return [...this.#members.keys()].sort();
  }

  /** Columns as the chart takes them: times in seconds, data, total, and each member. */
  columns() {
    return [this.#times, this.#data, this.#total, ...this.addresses().map(address => this.#members.get(address))];
  }

  #pointAt(index) {
    const members = new Map([...this.#members].map(([address, column]) => [address, column[index]]));
    return {time: this.#times[index], total: this.#total[index], data: this.#data[index], members};
  }

  #append(point) {
    if (this.#times.length > 0 && point.time - this.#times.at(-1) < APART_S) {
      return;
    }
    for (const address of point.members.keys()) {
      if (!this.#members.has(address)) {
        this.#members.set(address, this.#times.map(() => null));
      }
    }
    this.#times.push(point.time);
    this.#total.push(point.total);
    this.#data.push(point.data);
    for (const [address, column] of this.#members) {
      column.push(point.members.get(address) ?? null);
    }
  }

  #forget() {
    const from = this.#times.findIndex(time => time > this.#times.at(-1) - WINDOW_S);
    if (from > 0) {
      [this.#times, this.#total, this.#data, ...this.#members.values()].forEach(column => column.splice(0, from));
    }
    for (const [address, column] of this.#members) {
      if (column.every(value => value === null)) {
        this.#members.delete(address);
      }
    }
  }
}
