// The record of changes, the newest first.

import {$, KeyedList, make, setHidden, setText, setTime} from '../dom.js';
import {count, dateTime} from '../format.js';
import {ask} from './session.js';

const PAGE = 50;

let shownLines = PAGE;
let lastHash = null;

// After a start of all members without data folders, other changes are in the places of those that are shown.
const list = new KeyedList($('record-rows'), ({line, change}) => `${line} ${JSON.stringify(change)}`, ({line, change}) => {
  const at = make('time');
  setTime(at, Date.parse(change.at), dateTime);
  const by = `${change.by}${change.verified === true ? '' : ' (as stated)'}`;
  const what = change.what === 'canary' ? `canary ${change.share} %` : change.what;
  return {
    node: make('tr', {}, make('td', {class: 'number', text: String(line)}), make('td', {}, at), make('td', {text: String(what)}),
      make('td', {class: 'number', text: String(change.set)}), make('td', {text: by}), make('td', {text: String(change.reason)})),
    update() {},
  };
});

/** Shows what is new. */
export async function showRecord(isForced = false) {
  const {count: all, broken, lastHash: hash, lines} = await ask(`rule-log?max=${shownLines}`);
  if (hash === lastHash && !isForced) {
    return;
  }
  lastHash = hash;
  setText($('record-note'), broken === null ? `${count(all)} changes, none altered afterwards` : `altered afterwards: ${broken}`);
  list.show(lines);
  setHidden($('record-more'), lines.length >= all || shownLines >= 1000);
}

$('record-more').addEventListener('click', () => {
  shownLines = Math.min(1000, shownLines + 200);
  showRecord(true);
});
