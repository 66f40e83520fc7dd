// The points behind the chart, by themselves: no browser, no members.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';

const FILE = fileURLToPath(new URL('../hazelcast-certification/src/main/resources/console/throughput.js', import.meta.url));
// As a module, whatever the folder that it lies in says of its files.
const {Past, Throughput, axisEnd, groupOf} = await import(`data:text/javascript,${encodeURIComponent(readFileSync(FILE, 'utf8'))}`);

const BEGIN_MS = 1_798_967_000_000;

const overview = (second, members, resets = []) => ({
  atMs: BEGIN_MS + second * 1000 + 120,
  tps: Object.values(members).reduce((a, b) => a + b, 0),
  dataTps: null,
  members: Object.entries(members).map(([address, tps]) => ({address, tps})),
  resets,
});

function history(first, last, members) {
  const seconds = Array.from({length: last - first + 1}, (_, i) => first + i);
  return {
    timesMs: seconds.map(second => BEGIN_MS + second * 1000),
    total: seconds.map(() => Object.values(members).reduce((a, b) => a + b, 0)),
    data: seconds.map(() => null),
    members: Object.fromEntries(Object.entries(members).map(([address, tps]) => [address, seconds.map(() => tps)])),
  };
}

const totals = throughput => {
  const [times, , total] = throughput.columns();
  return new Map(times.map((time, index) => [Math.floor(time - BEGIN_MS / 1000), total[index]]));
};

test('a page that has just come takes all that a member remembers, around its own first points', () => {
  const throughput = new Throughput();
  throughput.add(overview(100, {a: 5, b: 7}));
  throughput.load(history(0, 100, {a: 5, b: 7}));
  assert.equal(throughput.columns()[0].length, 101);
  assert.deepEqual(throughput.addresses(), ['a', 'b']);
});

test('points go on from the time of a clock that was set back', () => {
  const throughput = new Throughput();
  throughput.load(history(0, 100, {a: 5}));
  throughput.add(overview(40, {a: 7}));
  throughput.add(overview(41, {a: 8}));
  const after = totals(throughput);
  assert.deepEqual([39, 40, 41, 42, 100].map(second => after.get(second)), [5, 7, 8, undefined, undefined]);
});

test('what was drawn stays as it was when another member remembers another past', () => {
  const throughput = new Throughput();
  throughput.load(history(0, 100, {a: 5, b: 7}));
  // Ten seconds without a stream; then the member that is left reports itself alone.
  throughput.add(overview(110, {b: 7}));
  throughput.load(history(0, 110, {b: 7}));
  const after = totals(throughput);
  for (let second = 0; second <= 100; second++) {
    assert.equal(after.get(second), 12, `second ${second}`);
  }
  assert.equal(after.get(105), 7, 'the gap is filled with what is known');
  assert.deepEqual(throughput.addresses(), ['a', 'b'], 'the member that died keeps its line');
  const columns = throughput.columns();
  assert.deepEqual([columns[3].at(0), columns[3].at(-1)], [5, null]);
  assert.deepEqual(columns[0], columns[0].toSorted((a, b) => a - b));
});

test('a moment after which the total is of other members is marked once', () => {
  const throughput = new Throughput();
  const left = {address: 'a', atMs: BEGIN_MS + 101_000, why: 'left'};
  throughput.add(overview(102, {b: 7}, [left]));
  throughput.add(overview(103, {b: 7}, [left]));
  // Another member's clock, after a failover.
  throughput.add(overview(104, {b: 7}, [{...left, atMs: left.atMs + 900}]));
  throughput.mark(BEGIN_MS + 104_500, 'this page goes on with b');
  assert.deepEqual(throughput.marks().map(mark => mark.text), ['a left', 'this page goes on with b']);
});

const event = (second, kind, text) => ({atMs: BEGIN_MS + second * 1000, kind, text});

test('what a member reports has happened is marked in its order, beside what the page has seen, each once', () => {
  const throughput = new Throughput();
  throughput.add(overview(102, {b: 7}, [{address: 'a', atMs: BEGIN_MS + 101_000, why: 'left'}, {address: 'c', atMs: BEGIN_MS + 90_000, why: 'silent'}]));
  throughput.load({...history(0, 102, {b: 7}), marks: [event(50, 'load_ended', 'load ended'), event(103, 'member_left', 'a left')]});
  assert.deepEqual(throughput.marks().map(mark => [mark.kind, mark.text]),
    [['load_ended', 'load ended'], ['member_silent', 'c does not answer'], ['member_left', 'a left']]);
  throughput.report([event(50, 'load_ended', 'load ended'), event(104, 'set_activated', 'set 2 s activated')]);
  assert.deepEqual(throughput.marks().map(mark => mark.text), ['load ended', 'c does not answer', 'a left', 'set 2 s activated'],
    'what another member does not report, the page has seen');
});

test('a member that is back is marked when a member reports it, not at the moment it left', () => {
  const throughput = new Throughput();
  throughput.add(overview(110, {a: 5, b: 7}, [{address: 'a', atMs: BEGIN_MS + 101_000, why: 'restarted'}]));
  assert.deepEqual(throughput.marks(), []);
  throughput.load({...history(0, 110, {a: 5, b: 7}), marks: undefined});
  assert.deepEqual(throughput.marks(), [], 'a member of an older version reports none');
});

test('each kind of mark is of one of four groups', () => {
  assert.deepEqual(['member_joined', 'member_silent', 'load_ended', 'scoring_started', 'scoring_stopped', 'set_taken_back', 'page', 'not_known_yet'].map(groupOf),
    ['members', 'members', 'scoring', 'scoring', 'scoring', 'sets', 'page', 'page']);
});

test('points and marks older than ten minutes are forgotten, and a second has one point', () => {
  const throughput = new Throughput();
  throughput.load(history(0, 10, {a: 5}));
  throughput.mark(BEGIN_MS, 'long ago');
  throughput.add(overview(700, {b: 7}));
  throughput.add({...overview(700, {b: 9}), atMs: BEGIN_MS + 700_300});
  assert.deepEqual([...totals(throughput).values()], [7]);
  assert.deepEqual(throughput.addresses(), ['b']);
  assert.deepEqual(throughput.marks(), []);
});

test('seconds of which nothing is known are a gap, not a line between their neighbours', () => {
  const throughput = new Throughput();
  throughput.add(overview(100, {a: 5}));
  throughput.add(overview(101, {a: 6}));
  throughput.add(overview(130, {a: 7}));
  const [times, , total, a] = throughput.columns();
  assert.deepEqual(total, [5, 6, null, 7]);
  assert.deepEqual(a, [5, 6, null, 7]);
  assert.ok(times[1] < times[2] && times[2] < times[3], `times in their order: ${times}`);
});

test('marks of hours are there for who looks at hours, and not in ten minutes', () => {
  const throughput = new Throughput();
  throughput.mark(BEGIN_MS, 'hours ago');
  throughput.add(overview(7_000, {a: 5}));
  throughput.report([event(3_000, 'load_ended', 'load ended'), event(6_900, 'member_left', 'b left')]);
  assert.deepEqual(throughput.marks().map(mark => mark.text), ['b left']);
  assert.deepEqual(throughput.marks(21_600).map(mark => mark.text), ['hours ago', 'load ended', 'b left']);
  throughput.add(overview(22_000, {a: 5}));
  assert.deepEqual(throughput.marks(21_600).map(mark => mark.text), ['load ended', 'b left']);
});

test('a longer time is as the member answers it, and nothing of it is known before', () => {
  const past = new Past();
  assert.deepEqual([past.isKnown(), past.hasLatencies(), past.addresses()], [false, false, []]);
  assert.deepEqual(past.columns(5_000), [[5], [null], [null]]);
  assert.deepEqual(past.latencies(5_000), [[5], [null], [null], [null]]);
  past.take({
    timesMs: [10_000, 20_000], total: [null, 7], data: [null, null], members: {b: [null, 7], a: [null, null]},
    latencyMs: {timesMs: [10_000, 20_000], p50: [null, 1], p99: [null, 2], p999: [null, 3]},
  });
  assert.deepEqual(past.addresses(), ['b'], 'not one without a point');
  assert.deepEqual(past.columns(), [[10, 20], [null, null], [null, 7], [null, 7]]);
  assert.deepEqual(past.latencies(), [[10, 20], [null, 1], [null, 2], [null, 3]]);
  past.take({timesMs: [10_000], total: [7], data: [null], members: {b: [7]}});
  assert.deepEqual([past.isKnown(), past.hasLatencies()], [true, false], 'a member of an older version has none');
  past.forget();
  assert.equal(past.isKnown(), false);
});

test('a spike of some seconds ends above the axis once it is half a minute old', () => {
  const steady = Array.from({length: 600}, () => 1000);
  assert.equal(axisEnd(steady), Infinity, 'nothing is cut');
  const spike = steady.with(300, 50_000);
  assert.equal(axisEnd(spike), 1500);
  assert.equal(axisEnd(steady.with(590, 50_000)), Infinity, 'what has just come is shown whole');
  assert.equal(axisEnd(steady.with(590, 50_000), 3), 1500, 'of points that are farther apart, fewer have just come');
});

test('a rise that lasts, a begin after quiet minutes, and gaps are shown whole', () => {
  assert.equal(axisEnd([...Array.from({length: 500}, () => 1000), ...Array.from({length: 60}, () => 9000), ...Array.from({length: 40}, () => 1000)]), Infinity);
  assert.equal(axisEnd([...Array.from({length: 560}, () => 0), ...Array.from({length: 5}, () => 9000), ...Array.from({length: 35}, () => 0)]), Infinity);
  assert.equal(axisEnd([null, null, 5]), Infinity);
  assert.equal(axisEnd([]), Infinity);
});
