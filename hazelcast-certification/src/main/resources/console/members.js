// The members: those that are there, and below them those that left.

import {$, KeyedList, make, makeBar, setAttribute, setClass, setText, setTime} from './dom.js';
import {bytes, count, duration, percent, words} from './format.js';

const STATE_WORDS = {STARTING: 'Joining', TOO_FEW_MEMBERS: 'Too few members', HELD: 'Answers held'};

const STATE_TITLES = {
  SCORING: 'something was scored in the last three seconds',
  WAITING: 'scoring is started, and nothing was scored in the last three seconds',
  HELD: 'answers wait until copies of their shards are complete',
  SILENT: 'its figures are left out until it answers',
  UNKNOWN: 'the member is of a later release, which has more states',
};

// Beyond this a memory has little left.
const HIGH_SHARE = 0.9;

const cell = (className = '') => make('td', className === '' ? {} : {class: className});

function showCopies(badge, missing, loaded) {
  // Of nothing there is no copy to speak of.
  const isKnown = missing !== null && missing !== undefined && loaded !== 0;
  setText(badge, !isKnown ? count(null) : missing > 0 ? `${count(missing)} without backup` : 'Complete');
  setAttribute(badge, 'data-state', !isKnown ? '' : missing > 0 ? 'MISSING' : 'COMPLETE');
}

function showMemory(bar, usedBytes, limitBytes, suffix) {
  if (usedBytes > 0 && limitBytes > 0) {
    bar.set(usedBytes / limitBytes, `${bytes(usedBytes)} of ${bytes(limitBytes)}${suffix}`);
  } else {
    bar.set(0, bytes(usedBytes));
  }
}

function createRow() {
  const state = make('span', {class: 'badge'});
  const copies = make('span', {class: 'badge'});
  const since = make('time');
  const heap = makeBar(HIGH_SHARE);
  const histories = makeBar(HIGH_SHARE);
  const [tps, owned, backedUp, cards, held, cpu] = Array.from({length: 6}, () => cell('number'));
  const name = make('th', {scope: 'row', class: 'address'});
  const node = make('tr', {}, name, make('td', {}, state), make('td', {}, since), tps, owned, backedUp,
    make('td', {}, copies), cards, held, make('td', {}, heap.node), make('td', {}, histories.node), cpu);

  function updateLeft(left) {
    setText(state, 'Left');
    setAttribute(state, 'data-state', 'LEFT');
    setAttribute(state, 'title', `was ${words(left.lastState ?? 'unknown').toLowerCase()}`);
    setTime(since, left.atMs);
    [tps, owned, backedUp, cards, held, cpu].forEach(one => setText(one, count(null)));
    setText(copies, '');
    setAttribute(copies, 'data-state', '');
    heap.set(0, count(null));
    histories.set(0, count(null));
  }

  function updateAlive(alive, atMs) {
    setText(state, alive.state === 'SILENT' ? `Does not answer since ${duration(atMs - alive.sinceMs)}` : STATE_WORDS[alive.state] ?? words(alive.state));
    setAttribute(state, 'data-state', alive.state);
    setAttribute(state, 'title', STATE_TITLES[alive.state] ?? '');
    setTime(since, alive.sinceMs);
    setText(tps, count(alive.tps));
    setText(owned, count(alive.shardsOwned));
    setText(backedUp, count(alive.shardsBackedUp));
    showCopies(copies, alive.shardsWithoutBackup, alive.shardsLoaded);
    setText(cards, count(alive.cards));
    setText(held, count(alive.transactionsHeld));
    showMemory(heap, alive.heapUsedBytes, alive.heapMaxBytes, '');
    showMemory(histories, alive.historyBytes, alive.historyLimitBytes, ` ${alive.memoryKind ?? ''}`);
    setText(cpu, percent(alive.cpuLoad, 0));
  }

  return {
    node,
    update({now, atMs}) {
      const hasLeft = now.state === undefined;
      setClass(node, 'left', hasLeft);
      setText(name, now.zone ? `${now.address} (${now.zone})` : now.address);
      setClass(node, 'silent', now.state === 'SILENT');
      (hasLeft ? updateLeft : updateAlive)(now, atMs);
    },
  };
}

const rows = new KeyedList($('members-rows'), ({now}) => now.address, createRow);

export function showMembers({members, leftMembers, atMs}) {
  const away = leftMembers.filter(left => members.every(member => member.address !== left.address));
  rows.show([...members, ...away].map(now => ({now, atMs})));
  setText($('members-count'), `${count(members.length)} in the cluster${away.length > 0 ? `, left: ${count(away.length)}` : ''}`);
}
