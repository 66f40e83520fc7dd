// The members' APIs, gateways and readers of Kafka. A member that has none of them is left out.

import {$, KeyedList, make, makeBar, setAttribute, setClass, setHidden, setText} from './dom.js';
import {count, latency, words} from './format.js';

// Beyond this a queue has little room left.
const HIGH_SHARE = 0.8;

const cell = () => make('td', {class: 'number'});
const sum = counts => Object.values(counts).reduce((all, one) => all + one, 0);
const byReason = counts => Object.entries(counts).map(([reason, counted]) => `${words(reason)} ${count(counted)}`).join(', ');

/** How fast a count grows, from what was shown last; not known at first, and when the member has begun anew. */
function rate() {
  let last = null;
  let perSecond = null;
  return (counted, atMs) => {
    if (last === null || atMs > last.atMs) {
      perSecond = last === null || counted < last.counted ? null : (1000 * (counted - last.counted)) / (atMs - last.atMs);
      last = {counted, atMs};
    }
    return perSecond;
  };
}

function createApi() {
  const perSecond = rate();
  const queue = makeBar(HIGH_SHARE);
  const name = make('th', {scope: 'row', class: 'address'});
  const [connections, requests, p50, p99, p999, max, standIns, differing, away, errors] = Array.from({length: 10}, cell);
  const node = make('tr', {}, name, connections, requests, make('td', {}, queue.node), p50, p99, p999, max, standIns,
    differing, away, errors);
  return {
    node,
    update({address, api, atMs}) {
      setText(name, address);
      setText(connections, count(api.connections));
      setText(requests, count(perSecond(api.requests, atMs)));
      setAttribute(requests, 'title', `${count(api.requests)} since its start`);
      queue.set(api.queueLimit > 0 ? api.queue / api.queueLimit : 0, `${count(api.queue)} of ${count(api.queueLimit)}`);
      for (const [at, quantile] of [[p50, 'p50'], [p99, 'p99'], [p999, 'p999'], [max, 'max']]) {
        setText(at, latency(api.latencyMs[quantile]));
      }
      setText(standIns, count(sum(api.standIns)));
      setAttribute(standIns, 'title', byReason(api.standIns));
      setText(differing, count(api.lateDiffering));
      setAttribute(differing, 'title', `of ${count(api.lateDecisions)} decisions of the rules that came later`);
      setText(away, count(sum(api.turnedAway)));
      setAttribute(away, 'title', `${byReason(api.turnedAway)}; lines of batches besides: ${byReason(api.turnedAwayLines ?? {})}`);
      setText(errors, count(api.errors));
      setClass(errors, 'bad', api.errors > 0);
    },
  };
}

function createGateway() {
  const perSecond = rate();
  const name = make('th', {scope: 'row', class: 'address'});
  const [connections, batches, deferred, refused] = Array.from({length: 4}, cell);
  return {
    node: make('tr', {}, name, connections, batches, deferred, refused),
    update({address, gateway, atMs}) {
      setText(name, address);
      setText(connections, count(gateway.connections));
      setText(batches, count(perSecond(gateway.batches, atMs)));
      setAttribute(batches, 'title', `${count(gateway.batches)} since its start`);
      setText(deferred, count(gateway.deferred));
      setText(refused, count(gateway.refused));
    },
  };
}

function createKafka() {
  const name = make('th', {scope: 'row', class: 'address'});
  const [partitions, lag, age, labels] = Array.from({length: 4}, cell);
  const state = make('td', {});
  return {
    node: make('tr', {}, name, partitions, lag, age, labels, state),
    update({address, kafka}) {
      setText(name, address);
      setText(partitions, count(kafka.partitions));
      // While a member does not read all, what the brokers have of its group.
      const isOfGroup = kafka.lagRecords === null && Boolean(kafka.groupLag);
      setText(lag, count(isOfGroup ? kafka.groupLag.records : kafka.lagRecords));
      setText(age, latency(isOfGroup ? kafka.groupLag.ms : kafka.lagMs));
      setAttribute(lag, 'title', isOfGroup ? 'of the whole group: this member does not read all of it' : 'of this member’s partitions');
      setText(labels, count((kafka.labels?.lag ?? kafka.labels?.groupLag)?.records));
      const isWaiting = kafka.waiting > 0;
      setText(state, isWaiting ? `waits: ${kafka.waitsFor.join('; ')}` : kafka.paused > 0
        ? 'a topic is paused: too many dead letters' : kafka.readers > 0 ? 'reads' : 'stopped');
      setClass(state, 'bad', isWaiting || kafka.paused > 0);
    },
  };
}

const apis = new KeyedList($('api-rows'), ({address}) => address, createApi);
const gateways = new KeyedList($('gateway-rows'), ({address}) => address, createGateway);
const kafkas = new KeyedList($('kafka-rows'), ({address}) => address, createKafka);

/** The members that have one, with it. */
function having(kind, {members, atMs}) {
  return members
    .filter(({entrances}) => entrances?.[kind])
    .map(({address, entrances}) => ({address, atMs, [kind]: entrances[kind]}));
}

export function showEntrances(overview) {
  const withApi = having('api', overview);
  const withGateway = having('gateway', overview);
  const withKafka = having('kafka', overview);
  const isNone = withApi.length + withGateway.length + withKafka.length === 0;
  setHidden($('entrances'), isNone);
  setHidden($('entrances-link'), isNone);
  setHidden($('apis'), withApi.length === 0);
  setHidden($('gateways'), withGateway.length === 0);
  setHidden($('kafkas'), withKafka.length === 0);
  apis.show(withApi);
  gateways.show(withGateway);
  kafkas.show(withKafka);
}
