// What the whole cluster does now: the headline, latency, the accounting, a running load, and what is wrong.

import {$, KeyedList, make, setAttribute, setClass, setHidden, setText, setTime} from './dom.js';
import {bytes, count, duration, latency, percent, words} from './format.js';

/** A list of names and values, of which `update` returns [name, text, isBad]. */
function pairs(id, update) {
  const list = new KeyedList($(id), ([name]) => name, ([name]) => {
    const value = make('dd');
    return {
      node: make('div', {}, make('dt', {text: name}), value),
      update([, text, isBad]) {
        setText(value, text);
        setClass(value, 'bad', isBad === true);
      },
    };
  });
  return overview => list.show(update(overview));
}

const showAccounting = pairs('accounting', ({totals, inFlight, fraudRate}) => [
  ['In flight', count(inFlight)],
  ['Fraud rate', percent(fraudRate)],
  ['Received', count(totals.received)],
  ['Scored', count(totals.scored)],
  ['Flagged', count(totals.flagged)],
  ['Duplicates', count(totals.duplicate)],
  ['Rejected', count(totals.rejected)],
  ['Unaccounted for', count(totals.unaccounted), totals.unaccounted !== null && totals.unaccounted !== 0],
]);

const showRejections = pairs('rejections', ({rejectedByReason}) => {
  const reasons = Object.entries(rejectedByReason ?? {}).filter(([, rejected]) => rejected !== 0).sort((a, b) => b[1] - a[1]);
  return reasons.length === 0 ? [['None', '']] : reasons.map(([reason, rejected]) => [words(reason), count(rejected)]);
});

/** Statistics of the map of histories. */
export const showMap = pairs('map', ({map}) => [
  ['Shards loaded', `${count(map.shardsLoaded)} of ${count(map.shardCount)}`],
  ['Without backup', count(map.shardsWithoutBackup), map.shardsWithoutBackup > 0],
  ['Backups each', count(map.backups)],
  ['Cards', count(map.cards)],
  ['Transactions held', count(map.transactionsHeld)],
  ['Bytes a card', map.bytesPerCard === null ? count(null) : bytes(map.bytesPerCard)],
  ['Entry processors', count(map.entryProcessors)],
  ['Backups applied', count(map.backupsApplied)],
  ['Migrations now', count(map.migrationsRunning)],
  ['Migrations done', count(map.migrationsDone)],
]);

function showHeadline({tps, dataTps, latencyMs}) {
  setText($('tps'), count(tps));
  setText($('data-tps'), count(dataTps));
  setText($('tps-difference'), percent(tps > 0 && dataTps !== null ? Math.abs(tps - dataTps) / tps : null, 1));
  for (const name of ['p50', 'p99', 'p999', 'max']) {
    setText($(name), latency(latencyMs?.[name]));
  }
}

/** All members report the same load; the one that is furthest drives it. */
function showLoad({members}) {
  const loads = members.map(member => member.load).filter(load => load?.active);
  setHidden($('loading'), loads.length === 0);
  if (loads.length === 0) {
    return;
  }
  const load = loads.reduce((a, b) => (b.cardsDone > a.cardsDone ? b : a));
  const share = load.cardCount > 0 ? load.cardsDone / load.cardCount : 0;
  setText($('load-what'), `Loading: ${count(load.cardsDone)} of ${count(load.cardCount)} cards, `
    + `${count(load.shardsDone)} of ${count(load.shardCount)} shards`);
  setAttribute($('load-progress'), 'value', share.toFixed(3));
  setText($('load-left'), `${percent(share, 0)} · ${count(load.cardsPerSecond)} cards/s · `
    + `${duration(load.leftMs)}${load.leftMs === null ? '' : ' left'}`);
}

const sentence = text => text.charAt(0).toUpperCase() + text.slice(1);

function createProblem() {
  const [severity, what, since, action] = ['strong', 'span', 'time', 'span'].map(tag => make(tag));
  const from = make('span', {class: 'since'}, ' since ', since);
  action.className = 'action';
  const node = make('li', {class: 'banner'}, severity, ' ', what, from, '. ', action);
  return {
    node,
    update(problem) {
      const isRed = problem.severity === 'red';
      setClass(node, 'red', isRed);
      setClass(node, 'amber', !isRed);
      setText(severity, isRed ? 'Alarm' : 'Notice');
      setText(what, sentence(problem.what));
      setHidden(from, problem.sinceMs === null);
      // Whole seconds: members' clocks and rounding must not make it change all the time.
      setTime(since, problem.sinceMs === null ? null : Math.floor(problem.sinceMs / 1000) * 1000);
      setText(action, problem.action);
    },
  };
}

const problems = new KeyedList($('problems'), problem => problem.key, createProblem);

/** A condition keeps its line while its figures change; of several of one kind each has its own. */
function keyed(all) {
  const seen = new Map();
  return all.map(problem => {
    const nth = (seen.get(problem.condition) ?? 0) + 1;
    seen.set(problem.condition, nth);
    return {...problem, key: `${problem.condition} ${nth}`};
  });
}

const RESET_WORDS = {
  silent: 'does not answer; its counters are left out',
  left: 'left; its counters are not in these sums',
  restarted: 'restarted; its counters began anew',
};

const resets = new KeyedList($('accounting-resets'), ({address, atMs, why}) => `${address} ${atMs} ${why}`, ({address, atMs, why}) => {
  const at = make('time');
  setTime(at, atMs);
  return {node: make('li', {}, at, ` ${address} ${RESET_WORDS[why] ?? why}`), update() {}};
});

/** Throughput, latency and the counters. */
export function showFigures(overview) {
  resets.show(overview.resets);
  setHidden($('flagged-share-note'), !overview.flaggedNote);
  setText($('flagged-share-note'), overview.flaggedNote ? `${overview.flaggedNote}.` : '');
  showHeadline(overview);
  showAccounting(overview);
  showRejections(overview);
}

/** What comes and goes with the state of the cluster, and moves all below it: a load, and what is wrong. */
export function showState(overview) {
  showLoad(overview);
  setAttribute($('state'), 'data-state', overview.state);
  setText($('state'), overview.stateWords);
  problems.show(keyed(overview.problems));
}
