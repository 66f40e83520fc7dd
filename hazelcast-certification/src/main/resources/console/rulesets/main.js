// The page of rule sets: asks a member every two seconds while somebody looks.

import {$, KeyedList, make, setClass, setHidden, setText, setTime} from '../dom.js';
import {count, moment, percent, words} from '../format.js';
import {allowBacktests, compareWith, look} from './backtest.js';
import {openChange, watchChanges} from './changes.js';
import {showRecord} from './record.js';
import {shadowNodes} from './reports.js';
import {ask, isAnalyst, isOperator, isSessionKnown, loadSession, say, showNotRefreshed, showRefreshed, watchSession} from './session.js';
import {isUnopened, open, openedSet, recheck, showChoices, watchSubmissions} from './text.js';
import {allowTrials} from './trial.js';

const EVERY_MS = 2_000;
const ACTIONS = ['approve', 'challenge', 'review', 'decline'];
const DEEDS = {
  shadow: {stages: ['draft', 'retired'], may: isAnalyst, label: 'Shadow …'},
  canary: {stages: ['draft', 'shadow', 'retired', 'canary'], may: isOperator, label: 'Canary …'},
  activate: {stages: ['draft', 'shadow', 'retired', 'canary'], may: isOperator, label: 'Activate …'},
  retire: {stages: ['draft', 'shadow', 'canary'], may: isOperator, label: 'Retire …'},
  remove: {stages: ['retired'], may: isOperator, label: 'Remove …'},
};

/** As the alert FraudRuleBookFilling has it. */
const ROOM_SHOWN = 0.8;

let table = null;

// After a start of all members without data folders, a number is another set's.
const rows = new KeyedList($('sets-rows'), ({number, name, author}) => JSON.stringify([number, name, author]), first => {
  const stage = make('span', {class: 'badge'});
  const figures = ACTIONS.map(() => make('td', {class: 'number'}));
  const at = make('time');
  const change = make('span');
  const openButton = make('button', {type: 'button', text: 'Open', 'aria-label': `Open set ${first.number}`});
  openButton.addEventListener('click', () => openSet(first.number));
  const buttons = Object.entries(DEEDS).map(([what, {label}]) => {
    const button = make('button', {type: 'button', text: label, 'aria-label': `${label.replace(' …', '')} set ${first.number}`});
    button.addEventListener('click', () => openChange(what, first.number, table));
    return button;
  });
  const node = make('tr', {}, make('th', {scope: 'row'}, make('span', {class: 'rule-id', text: String(first.number)}), ` ${first.name}`),
    make('td', {}, stage), make('td', {text: first.author}), ...figures, make('td', {class: 'change'}, at, change),
    make('td', {class: 'do'}, make('div', {class: 'buttons'}, openButton, ...buttons)));
  return {
    node,
    update(set) {
      setClass(node, 'opened', set.number === openedSet());
      setText(stage, words(set.stage) + (set.removed ? ', removed' : '') + (set.number === table.canary ? ` ${table.canarySharePercent} %` : ''));
      stage.dataset.state = set.stage === 'active' ? 'SCORING' : set.stage === 'canary' ? 'LOADING' : 'IDLE';
      figures.forEach((cell, i) => setText(cell, count(set.made[ACTIONS[i]])));
      if (set.lastChange !== null) {
        setTime(at, Date.parse(set.lastChange.at), moment);
        setText(change, ` ${set.lastChange.what} by ${set.lastChange.by}: ${set.lastChange.reason}`);
      } else {
        setText(change, 'not among the latest changes');
      }
      Object.entries(DEEDS).forEach(([what, {stages, may}], i) => {
        const isKept = what === 'remove' && set.number === table.previous;
        setHidden(buttons[i], !stages.includes(set.stage) || set.removed || isKept);
        buttons[i].disabled = !may();
      });
    },
  };
});

function showTable(now) {
  table = now;
  compareWith(table);
  const notes = [`set ${table.active} decides`];
  if (table.canary !== 0) {
    notes.push(`set ${table.canary} for ${table.canarySharePercent} % of the cards`);
  }
  const limits = [...(table.breakerPercent > 0 && table.breakerPercent < 100 ? [`${table.breakerPercent} %`] : []),
    ...(table.breakerTimes > 0 ? [`${table.breakerTimes} times the hour before`] : [])].join(' or ');
  if (limits !== '') {
    const taken = table.previous === 0 ? 'only a canary ends, for there is no set before to go back to,' : 'taken back';
    notes.push(`${table.breakerThen === 'rollback' ? taken : 'declines nothing any more'} above ${limits} declined within ${table.breakerSeconds} s`);
  }
  if (table.declinesNothing) {
    notes.push('nothing is declined: the breaker found that too much was');
  }
  if (table.secondPerson) {
    notes.push('activated by another person than the author');
  }
  if (table.membersBehind > 0) {
    notes.push(`${table.membersBehind} member(s) have another version`);
  }
  const {free, out, nextSet, nextCount, nextMs} = table.codes;
  notes.push(`${free + out} more decisions can be distinguished${
    nextSet === 0 ? '' : `, ${nextCount} of set ${nextSet} come back from ${new Date(nextMs).toISOString().slice(0, 10)}`}`);
  const {characters, charactersMax, sets, setsMax} = table.room;
  const full = Math.max(characters / charactersMax, sets / setsMax);
  if (full > ROOM_SHOWN) {
    notes.push(`texts and lists take ${percent(full)} of what they may: remove those of retired sets`);
  }
  setText($('sets-note'), notes.join('; '));
  $('rollback').disabled = !isOperator() || (table.previous === 0 && table.canary === 0);
  rows.show(table.sets);
  showChoices(table);
}

async function openSet(number) {
  try {
    await open(number);
    rows.show(table.sets);
    $('text').scrollIntoView();
  } catch (error) {
    say(`Set ${number} was not opened: ${error.message}`, true);
  }
}

async function showShadows() {
  const {shadows} = await ask('rule-shadows');
  $('shadows-body').replaceChildren(...(shadows.length === 0
    ? [make('p', {class: 'hint', text: 'No set runs in the shadow.'})] : shadows.flatMap(shadowNodes)));
}

async function refresh() {
  showTable(await ask('rule-sets'));
  await showShadows();
  await showRecord();
  await look();
  showRefreshed();
}

/** Who has signed in, if that is not known yet, and all that the page shows. */
async function load() {
  const isFirst = table === null;
  try {
    if (!isSessionKnown()) {
      await loadSession();
    }
    await refresh();
    if (isFirst) {
      say('');
    }
    if (isUnopened()) {
      await open(table.active);
      rows.show(table.sets);
    }
  } catch (error) {
    showNotRefreshed(error);
    if (table === null) {
      say(`Nothing can be shown yet: ${error.message}`, true);
    }
  }
}

async function run() {
  for (;;) {
    if (!document.hidden) {
      await load();
    }
    await new Promise(resolve => setTimeout(resolve, EVERY_MS));
  }
}

function afterChange(now) {
  showTable(now);
  refresh().catch(showNotRefreshed);
}

watchSession(() => {
  allowBacktests();
  allowTrials();
  recheck();
  if (table !== null) {
    showTable(table);
  }
});
watchChanges(afterChange);
watchSubmissions(afterChange);
$('rollback').addEventListener('click', () => openChange('rollback', table.active, table));
run();
