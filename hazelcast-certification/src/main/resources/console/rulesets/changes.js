// The dialog in which a change is confirmed: why, and of a set that is to decide how many cards would get another action.

import {$, setHidden, setText} from '../dom.js';
import {count} from '../format.js';
import {basis, bounded} from './reports.js';
import {ask, failed, say} from './session.js';

const PERCENT = 100;
const CHANGE_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 300;
const RADIUS_DAYS = 30;
const RADIUS_SAMPLE = 0.01;
const SMALL_CLUSTER_CARDS = 100_000;

const WORDS = {
  shadow: {title: 'Run set {set} in the shadow?', text: 'It runs beside the set that decides, on all members, and is in no answer.', yes: 'Run in the shadow'},
  canary: {title: 'Make set {set} the canary?', text: 'It decides for a share of the cards, the same ones while the share grows.', yes: 'Make it the canary'},
  activate: {title: 'Activate set {set}?', text: 'It decides for all cards, on all members, from their next batch on.', yes: 'Activate'},
  rollback: {title: 'Roll back?', text: 'The canary ends, if there is one, and the set that decided before decides again.', yes: 'Roll back'},
  retire: {title: 'Retire set {set}?', text: 'It runs no more. It can be tried and activated again.', yes: 'Retire'},
  remove: {title: 'Remove text and lists of set {set}?', text: 'They do not come back, and the set decides no more. Its decisions keep their names.', yes: 'Remove'},
};

/** What lets a set decide, after a backtest against the one that does. */
const DECIDING = ['canary', 'activate'];

const dialog = $('change');
const yes = $('change-yes');

let asked = null;
let onChanged = () => {};

export function watchChanges(handler) {
  onChanged = handler;
}

/** Opens the dialog; `set` is the one that decides where that is to end, and `table` the table of sets as the page shows it. */
export function openChange(what, set, table) {
  const isDeciding = DECIDING.includes(what);
  asked = {what, set, needed: 0, isReady: !isDeciding, found: null};
  const words = WORDS[what];
  setText($('change-title'), words.title.replace('{set}', set));
  setText($('change-text'), words.text);
  setText(yes, words.yes);
  setText($('change-message'), '');
  setText($('change-result'), '');
  for (const [id, on] of [['share', what === 'canary'], ...['breaker', 'times', 'seconds', 'then'].map(id => [id, what === 'activate']), ['confirm', false]]) {
    setHidden($(`change-${id}`), !on);
    setHidden($(`change-${id}-label`), !on);
  }
  setHidden($('change-radius'), !isDeciding);
  $('change-reason').value = '';
  $('change-confirm').value = '';
  yes.disabled = !asked.isReady;
  dialog.showModal();
  if (isDeciding) {
    findRadius(asked, table.active);
  }
}

/** Of few cards a percent says nothing: then all are taken. While a member does not answer, nobody knows how many there are. */
async function findRadius(mine, active) {
  const progress = $('change-progress');
  progress.value = 0;
  try {
    const {map} = await ask('overview');
    const sample = map.cards !== null && map.cards < SMALL_CLUSTER_CARDS ? 1 : RADIUS_SAMPLE;
    const begun = await ask('rule-backtest/begin', {set: mine.set, against: active, days: RADIUS_DAYS, sample});
    for (;;) {
      const {backtest, blastLimitPercent} = await ask('rule-backtest');
      if (asked !== mine) {
        if (backtest.id === begun.id && backtest.running) {
          await ask('rule-backtest/cancel', {});
        }
        return;
      }
      if (backtest.id !== begun.id || backtest.failure !== null) {
        throw new Error(backtest.failure ?? 'another backtest has begun');
      }
      progress.value = backtest.done;
      if (!backtest.running) {
        mine.found = {...backtest.report, limitPercent: blastLimitPercent};
        mine.isReady = true;
        yes.disabled = false;
        showRadius(mine);
        return;
      }
      await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS));
    }
  } catch (error) {
    if (asked === mine) {
      setText($('change-message'), `What would change is not known: ${error.message}`);
    }
  }
}

/** For which share of the cards the set is to decide. */
function shareOf({what}) {
  return what === 'canary' ? Number($('change-share').value) / PERCENT : 1;
}

/** Of a sample, with the bound, as the member that makes the change asks for it. */
function showRadius(mine) {
  const {cards, cardsChanged, cardsChangedShare, cardsChangedBound, changedUnitsShare, changedUnitsBound, limitPercent} = mine.found;
  const share = shareOf(mine);
  const shareMax = share * Math.min(1, cardsChangedShare + cardsChangedBound);
  const unitsShareMax = share * Math.min(1, changedUnitsShare + changedUnitsBound);
  mine.needed = PERCENT * Math.max(shareMax, unitsShareMax) > limitPercent ? Math.max(1, Math.round(cards * shareMax)) : 0;
  const must = mine.needed > 0;
  setText($('change-result'), `Of the last ${RADIUS_DAYS} days: ${count(Math.round(share * cardsChanged))} cards (${bounded(share * cardsChangedShare, share * cardsChangedBound)}) `
    + `and ${bounded(share * changedUnitsShare, share * changedUnitsBound)} of the amounts would get another action. ${basis(mine.found).join(' ')}`
    + (must ? ` That ${cardsChangedBound > 0 ? 'may be' : 'is'} more than ${limitPercent} %: type the number ${mine.needed} to confirm.` : ''));
  setHidden($('change-confirm'), !must);
  setHidden($('change-confirm-label'), !must);
}

/** Nothing, where neither limit is given: then those of the members' keys hold. */
function breaker() {
  const [percentText, timesText] = [$('change-breaker').value, $('change-times').value];
  return percentText === '' && timesText === '' ? {} : {
    breakerPercent: Number(percentText), breakerTimes: Number(timesText), breakerSeconds: Number($('change-seconds').value),
    breakerDeclinesNothing: $('change-then').value === 'decline-nothing',
  };
}

function body() {
  const {what, set, needed} = asked;
  const reason = $('change-reason').value.trim();
  if (reason === '') {
    throw new Error('Say why: the record keeps it.');
  }
  const confirmed = Number($('change-confirm').value.replaceAll(/[\s,.]/g, ''));
  if (needed > 0 && confirmed < needed) {
    throw new Error(`Type the number of cards to confirm: ${needed}.`);
  }
  return {
    reason,
    set,
    ...(what === 'canary' ? {sharePercent: Number($('change-share').value)} : {}),
    ...(DECIDING.includes(what) ? {confirmedCards: confirmed} : {}),
    ...(what === 'activate' ? breaker() : {}),
  };
}

async function submit(event) {
  event.preventDefault();
  const mine = asked;
  let content;
  try {
    content = body();
  } catch (error) {
    setText($('change-message'), error.message);
    return;
  }
  yes.disabled = true;
  try {
    const table = await ask(`rule-change/${mine.what}`, content, CHANGE_WITHIN_MS);
    if (asked === mine) {
      close();
    }
    say(`${WORDS[mine.what].yes}: done, on all members. Set ${table.active} decides${table.canary === 0 ? '' : `, set ${table.canary} for ${table.canarySharePercent} % of the cards`}.`);
    onChanged(table);
  } catch (error) {
    if (asked === mine) {
      yes.disabled = false;
      setText($('change-message'), failed('Not done', error));
    } else {
      // The dialog has been closed meanwhile, or asks about another change.
      say(failed(`${WORDS[mine.what].yes}: not done`, error), true);
    }
  }
}

function close() {
  asked = null;
  dialog.close();
}

$('change-form').addEventListener('submit', submit);
$('change-share').addEventListener('input', () => {
  if (asked !== null && asked.found !== null) {
    showRadius(asked);
  }
});
$('change-no').addEventListener('click', close);
dialog.addEventListener('close', () => {
  asked = null;
});
