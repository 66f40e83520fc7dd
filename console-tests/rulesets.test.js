// The page of rule sets: who looks at it, and who writes, tries, activates and takes back a set.

import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';
import {setTimeout as pause} from 'node:timers/promises';
import {launch, open, unmasked, violations, widths} from './support/browser.js';
import {ANALYST, Cluster, OPERATOR_TOKEN} from './support/cluster.js';
import {until} from './support/until.js';

const PHONE = {viewport: {width: 360, height: 740}};
const DARK = {colorScheme: 'dark'};
const FORCED = {forcedColors: 'active'};
// The editor takes no Enter in a list's first 75 ms: nobody has seen by then what it would take.
const LIST_SEEN_MS = 250;
const MARKUP = '<img src=x onerror="document.title=1">';
// One of the cards that are loaded: their numbers are 0 to 19,999, with fourteen digits.
const KNOWN_CARD = '00000000000007';
const LARGE = `set large\n-- ${MARKUP}\nrule large challenge when tx.amount >= 2\n`;

let browser;
let cluster;
let page;

before(async () => {
  browser = await launch();
  cluster = await Cluster.scoring({hasApi: true});
}, {timeout: 600_000});

after(async () => {
  await browser?.close();
  await cluster?.close();
});

afterEach(async context => {
  if (context.error) {
    console.log(cluster.tails);
  }
  await page?.context().close();
  page = undefined;
});

/** A page that has its sets and the text of the one that decides. */
async function ready(options) {
  page = await open(browser, `${cluster.members[0].console}/rules.html`, options);
  await page.locator('#connection', {hasText: 'Live from'}).waitFor();
  await page.locator('#sets-rows tr').first().waitFor();
  await page.locator('#check', {hasText: /rules, no problem/}).waitFor();
  return page;
}

async function signIn(name, secret) {
  await page.locator('#sign').click();
  await page.fill('#sign-in-name', name);
  await page.fill('#sign-in-secret', secret);
  await page.locator('#sign-in-form [type=submit]').click();
  await page.locator('#sign-in').waitFor({state: 'hidden'});
}

const asAnalyst = () => signIn(ANALYST.name, ANALYST.secret);
const asOperator = () => signIn('', OPERATOR_TOKEN);

/** Puts a text into the editor by keyboard, as somebody who pastes it. */
async function write(text) {
  await page.locator('#editor .cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

const row = set => page.locator('#sets-rows tr', {has: page.getByRole('button', {name: `Open set ${set}`, exact: true})});

async function submit(text, reason = 'a test') {
  await write(text);
  await until('the text may be submitted', () => page.locator('#submit').isEnabled());
  await page.fill('#submit-reason', reason);
  await page.locator('#submit').click();
  const said = await page.locator('#message', {hasText: /^Set \d+ is a draft/}).textContent();
  return Number(/^Set (\d+)/.exec(said)[1]);
}

/** Nothing that somebody has written has become a part of the page. Locators look into the editor as well. */
async function isNoMarkup() {
  assert.equal(await page.locator('#content :is(img, b)').count(), 0);
  assert.equal(await page.title(), 'Rule sets – Fraud scoring console');
}

async function confirm(set, what, reason) {
  await page.getByRole('button', {name: `${what} set ${set}`, exact: true}).click();
  await page.fill('#change-reason', reason);
}

test('a viewer sees sets, text, colours and record, and may change nothing', async () => {
  await ready();
  assert.deepEqual(page.complaints, []);
  await row(1).locator('.badge', {hasText: 'Active'}).waitFor();
  assert.ok(await page.locator('#editor .cm-line span').count() > 10, 'words have colours');
  const colours = await page.locator('#editor .cm-line span').evaluateAll(spans => [...new Set(spans.map(span => getComputedStyle(span).color))]);
  assert.ok(colours.length >= 3, `${colours}`);
  await page.locator('#cost-text', {hasText: 'of 50,000 ns'}).waitFor();
  assert.ok(await page.locator('#record .scroll').evaluate(table => table.clientHeight) > 100, 'the record has room');
  for (const disabled of ['#submit', '#rollback', '#backtest-begin']) {
    assert.ok(await page.locator(disabled).isDisabled(), disabled);
  }
  await write('set x');
  await page.locator('#check', {hasText: 'Sign in as an analyst'}).waitFor();
});

test('an analyst sees problems under their lines and the cost while typing, and completes words', async () => {
  await ready();
  await asAnalyst();
  await write('set s\nrule r decline when\n  tx.amuont > 3\n');
  await page.locator('#editor .cm-problem', {hasText: 'did you mean \'amount\'?'}).waitFor();
  await page.locator('#editor .cm-lintRange-error').waitFor();
  await page.locator('#text-problems li', {hasText: 'Line 3, column'}).waitFor();
  assert.ok(await page.locator('#submit').isDisabled());
  assert.ok(await page.locator('#cost').isHidden());
  await write('set s\nrule r decline when\n  tx.amount > 3\n');
  await page.locator('#check', {hasText: '1 rule, no problem'}).waitFor();
  assert.equal(await page.locator('#editor .cm-problem').count(), 0);
  await page.locator('#cost-text', {hasText: 'ns at 200'}).waitFor();
  await page.locator('#difference-note', {hasText: 'set 1 → this text'}).waitFor();
  await page.locator('#difference-body h3', {hasText: 'r: added'}).waitFor();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('rule t decline when tx.merch');
  await page.locator('#editor .cm-tooltip-autocomplete li', {hasText: 'merchant'}).waitFor();
  await pause(LIST_SEEN_MS);
  await page.keyboard.press('Enter');
  await page.locator('#editor .cm-line', {hasText: 'tx.merchant'}).waitFor();
  assert.deepEqual(page.complaints, []);
});

test('a set is submitted, shadowed, activated with its blast radius confirmed, and rolled back', async context => {
  // What is off-screen is not redrawn.
  const overview = await open(browser, cluster.members[0].console, {viewport: {width: 1280, height: 4000}});
  context.after(() => overview.context().close());
  await overview.locator('#rules-rows tr').nth(48).waitFor();
  const largeOnOverview = overview.locator('#rules-rows .rule-name', {hasText: /^large$/});
  await ready();
  await asAnalyst();
  const set = await submit(LARGE, '<b>reason</b>');
  await row(set).locator('.badge', {hasText: 'Draft'}).waitFor();
  await confirm(set, 'Shadow', 'to try it');
  await page.locator('#change-yes').click();
  await row(set).locator('.badge', {hasText: 'Shadow'}).waitFor();
  await page.locator('#shadows-body .bars', {hasText: 'large'}).waitFor();
  await page.locator('#shadows-body .examples tr', {hasText: 'large'}).first().waitFor();
  assert.ok(await page.getByRole('button', {name: `Activate set ${set}`, exact: true}).isDisabled());

  await page.locator('#sign').click();
  // The page begins anew; the one before still has its rows.
  await page.locator('#sign', {hasText: 'Sign in'}).waitFor();
  await page.locator('#sets-rows tr').nth(1).waitFor();
  await asOperator();
  await confirm(set, 'Activate', 'it is good');
  await page.locator('#change-result', {hasText: 'type the number'}).waitFor({timeout: 120_000});
  await page.locator('#change-yes').click();
  await page.locator('#change-message', {hasText: 'Type the number of cards'}).waitFor();
  const [, cards] = /type the number (\d+)/.exec(await page.locator('#change-result').textContent());
  await page.fill('#change-confirm', cards);
  await page.locator('#change-yes').click();
  await page.locator('#message', {hasText: `Set ${set} decides.`}).waitFor();
  await row(set).locator('.badge', {hasText: 'Active'}).waitFor();
  await largeOnOverview.waitFor();
  assert.equal(await overview.locator('#rules-rows tr').count(), 1, 'the overview has the rules of the set that decides');

  await page.locator('#rollback').click();
  await page.locator('#change-yes').click();
  await page.locator('#change-message', {hasText: 'Say why'}).waitFor();
  await page.fill('#change-reason', 'too many declined');
  const rollback = page.waitForRequest(request => request.url().includes('/api/rule-change/rollback'));
  await page.keyboard.press('Enter');
  // The set that was seen to decide: somebody else may have activated another one meanwhile.
  assert.equal((await rollback).postDataJSON().set, Number(set));
  await page.locator('#message', {hasText: 'Set 1 decides.'}).waitFor();
  await page.locator('#record-rows tr', {hasText: 'too many declined'}).waitFor();
  await page.locator('#record-rows tr', {hasText: '<b>reason</b>'}).waitFor();
  await overview.locator('#rules-rows tr').nth(48).waitFor();
  assert.equal(await largeOnOverview.count(), 0);
  assert.deepEqual(await unmasked(page), []);
  await isNoMarkup();
  // The refusals of the dialog come from the page; the member has refused nothing.
  assert.deepEqual(page.complaints, []);
});

test('where nobody knows how many cards there are, a set is tried on a sample of them before it decides', async () => {
  await ready();
  await asOperator();
  const set = await submit(LARGE);
  await page.route('**/api/overview', async route => {
    const response = await route.fetch();
    const overview = await response.json();
    await route.fulfill({response, json: {...overview, map: {...overview.map, cards: null}}});
  });
  const begun = page.waitForRequest(request => request.url().endsWith('/api/rule-backtest/begin'));
  await page.getByRole('button', {name: `Activate set ${set}`, exact: true}).click();
  assert.equal((await begun).postDataJSON().sample, 0.01);
  await page.locator('#change-no').click();
});

test('markup in texts, problems, reasons and differences is shown as it was written', async () => {
  await ready();
  await asAnalyst();
  await write(`set s\nrule ${MARKUP} decline when tx.amount > 3\n`);
  await page.locator('#editor .cm-problem', {hasText: '<'}).first().waitFor();
  await page.locator('#text-problems li', {hasText: '<'}).first().waitFor();
  await isNoMarkup();
  const set = await submit(`set s\n-- ${MARKUP}\nrule r decline when tx.amount > 3\n`, MARKUP);
  await page.locator('#record-rows tr', {hasText: MARKUP}).waitFor();
  await row(set).locator('.change', {hasText: MARKUP}).waitFor();
  await page.locator('#editor .cm-line', {hasText: MARKUP}).first().waitFor();
  await page.locator('#difference-body .new', {hasText: MARKUP}).first().waitFor();
  await page.locator('#submit-reason').fill(MARKUP);
  await isNoMarkup();
  assert.deepEqual(page.complaints, []);
});

test('whoever is asked to sign in types on while the page asks members again', async () => {
  await ready();
  await page.evaluate(() => sessionStorage.setItem('fraud-console-token', 'a-token-of-another-cluster'));
  await page.reload();
  await page.locator('#sign-in-message', {hasText: 'token'}).waitFor();
  await page.locator('#sign-in-secret').focus();
  const asked = page.requests.length;
  await until('the page has asked three times more', () => page.requests.length >= asked + 3);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'sign-in-secret');
  await page.keyboard.type(OPERATOR_TOKEN);
  await page.keyboard.press('Enter');
  await page.locator('#who', {hasText: 'operator'}).waitFor();
  await page.locator('#sets-rows tr').first().waitFor();
});

/** Says of the newest transactions of the known card what they were. */
async function label(...words) {
  const {history} = await cluster.rules('card', {card: KNOWN_CARD});
  const labels = words.map((word, i) => ({card: KNOWN_CARD, time: history[i].timeMs, amountMinor: history[i].amountUnits, label: word}));
  const response = await fetch(`${cluster.members[0].api}/v1/labels`, {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({labels}),
  });
  assert.equal(response.status, 200, await response.text());
}

test('a backtest of the text shows its progress and its report, with figures by labels', async () => {
  await label('fraud', 'genuine');
  await ready();
  await asAnalyst();
  await write(LARGE);
  await page.locator('#check', {hasText: '1 rule, no problem'}).waitFor();
  await page.fill('#backtest-sample', '100');
  await page.locator('#backtest-begin').click();
  await page.locator('#backtest-note', {hasText: `a text against set 1, 30 days, by ${ANALYST.name}`}).waitFor();
  await page.locator('#backtest-body dd', {hasText: / of [\d,]+$/}).waitFor({timeout: 120_000});
  await page.locator('#backtest-body .bars', {hasText: '1 large'}).waitFor();
  await page.locator('#backtest-body .hint', {hasText: /^1 fraud with amounts of [\d,]+ minor units, and 1 genuine/}).waitFor();
  // Every transaction of at least two units is challenged, so the fraud is found and the genuine one is hit as well.
  const figures = await page.locator('#backtest-labels tbody tr').first().locator('th, td').allTextContents();
  assert.deepEqual(figures, ['Set', '50.0 %', '100.0 %', '100.0 %', '1']);
  await page.locator('#backtest-labels tr', {hasText: 'Set: 1 large'}).waitFor();
  await page.locator('#backtest-body .examples tr', {hasText: /^(approve|decline)challenge1 large0000\d\d\*+\d{4}/}).first().waitFor();
});

test('a backtest compares with another set, or with what was recorded', async () => {
  const {sets: [{number}]} = await cluster.rules('rule-change/submit', {text: 'set other\nrule nothing decline when tx.amount > 2000000\n', reason: 'a test'});
  await ready();
  await asAnalyst();
  await write(LARGE);
  await page.locator('#check', {hasText: '1 rule, no problem'}).waitFor();
  const chosen = page.getByLabel('Compared with');
  assert.equal(await chosen.inputValue(), 'decides');
  for (const [choice, words] of [[{label: `set ${number}, other`}, `set ${number}`], [{label: 'what was recorded'}, 'what was recorded']]) {
    await chosen.selectOption(choice);
    await page.locator('#backtest-begin').click();
    await page.locator('#backtest-note', {hasText: `a text against ${words}, 30 days, by ${ANALYST.name}`}).waitFor();
    await page.locator('#backtest-body dd', {hasText: / of [\d,]+$/}).waitFor({timeout: 120_000});
    await page.locator('#backtest-progress').waitFor({state: 'hidden'});
  }
  assert.deepEqual(page.complaints, []);
});

test('the text is tried on one card, with and without a history, and a wrong one says where', async () => {
  await ready();
  assert.ok(await page.locator('#trial-go').isDisabled(), 'a viewer may not');
  await asAnalyst();
  await write(`set s\nrule small approve when tx.amount < 10\nrule large decline when tx.amount >= 10\n`);
  await page.locator('#check', {hasText: '2 rules, no problem'}).waitFor();
  await page.fill('#trial-card', KNOWN_CARD);
  await page.fill('#trial-amountUnits', '9');
  await page.locator('#trial-go').click();
  await page.locator('#trial-note', {hasText: 'the text on card 000000****0007'}).waitFor();
  await page.locator('#trial-body dd', {hasText: /^1 small$/}).waitFor();
  await page.locator('#trial-body li', {hasText: 'approve, decides'}).waitFor();
  await page.locator('#trial-body .hint', {hasText: 'the history that the card has now'}).waitFor();
  await page.fill('#trial-amountUnits', '12');
  await page.keyboard.press('Enter');
  await page.locator('#trial-body dd', {hasText: /^2 large$/}).waitFor();

  await page.fill('#trial-card', '4000222333753199');
  await page.locator('#trial-go').click();
  await page.locator('#failure', {hasText: 'the card has no history'}).waitFor();
  assert.equal(await page.locator('#trial-body').textContent(), '');
  for (const field of ['currency', 'country', 'merchant', 'city']) {
    await page.fill(`#trial-${field}`, '7');
  }
  await page.locator('#trial-go').click();
  await page.locator('#trial-body .wrong', {hasText: 'tried against an empty one'}).waitFor();
  assert.ok(await page.locator('#failure').isHidden());

  await write('set s\nrule r decline when\n  tx.amuont > 3\n');
  await page.locator('#trial-go').click();
  await page.locator('#trial-body li', {hasText: /^Line 3, column \d+ .*did you mean 'amount'/}).waitFor();
  assert.deepEqual(await unmasked(page), []);
});

test('a list is edited as a new set with the same rules, and the old one stays', async () => {
  const text = 'set listed\nlist known of merchant from \'known.csv\'\nlist cards of card from \'cards.csv\'\n'
    + 'rule r approve when tx.merchant in @known\nrule c decline when tx.card in @cards\n';
  const {sets: [{number}]} = await cluster.rules('rule-change/submit', {text, files: {'known.csv': '1\n2\n', 'cards.csv': '4000123412341234\n'}, reason: 'a test'});
  await ready();
  await page.getByRole('button', {name: `Open set ${number}`, exact: true}).click();
  await page.locator('#files button', {hasText: 'known.csv, 2 lines'}).click();
  await page.locator('#file-why', {hasText: 'Sign in as an analyst'}).waitFor();
  assert.ok(await page.locator('#file-form').isHidden());
  await asAnalyst();
  await page.locator('#file-form').waitFor();
  await page.fill('#file-reason', 'one more');
  await page.locator('#file-form button').click();
  await page.locator('#failure', {hasText: 'known.csv has these entries already'}).waitFor();
  await page.fill('#file-text', '1\n2\n3\n');
  await page.locator('#file-form button').click();
  await page.locator('#message', {hasText: `Set ${number + 1} is a draft with the new known.csv`}).waitFor();
  await page.locator('#files button', {hasText: 'known.csv, 3 lines'}).waitFor();
  const lines = async set => (await cluster.rules(`rule-file/${set}?name=known.csv`)).text;
  assert.equal(await lines(number), '1\n2\n');
  assert.equal(await lines(number + 1), '1\n2\n3\n');
  assert.equal((await cluster.rules(`rule-sets/${number + 1}`)).text, (await cluster.rules(`rule-sets/${number}`)).text);
  await page.getByLabel('from set').selectOption(String(number));
  await page.locator('#difference-note', {hasText: `set ${number} → set ${number + 1}`}).waitFor();
  await page.getByRole('button', {name: 'Entries of known.csv', exact: true}).click();
  await page.locator('#difference-body .hint', {hasText: 'Entries: 1 added, 0 removed, 0 changed; 3 in all'}).waitFor();
  assert.deepEqual(await page.locator('#difference-body [role=status] .lines span').allTextContents(), ['added 3']);
  await page.locator('#files button', {hasText: 'cards.csv'}).click();
  await page.locator('#file-why', {hasText: 'Card numbers are masked'}).waitFor();
  assert.ok(await page.locator('#file-form').isHidden());
  await page.getByLabel(`Add entries to cards.csv of set ${number + 1}`).fill('4000 2223 3375 3199,2030-01-31\n');
  await page.fill('#add-reason', 'reported lost');
  await page.locator('#add-form button').click();
  await page.locator('#message', {hasText: `Set ${number + 2} is a draft with more entries in cards.csv`}).waitFor();
  assert.equal((await cluster.rules(`rule-file/${number + 2}?name=cards.csv`)).text, '400012******1234\n400022******3199,2030-01-31\n');
  assert.equal((await cluster.rules(`rule-sets/${number + 2}`)).text, (await cluster.rules(`rule-sets/${number}`)).text);
  await page.locator('#files button', {hasText: 'cards.csv, 2 lines'}).click();
  await page.locator('#file', {hasText: '400022******3199'}).waitFor();
  assert.equal(await page.inputValue('#add-lines'), '');
  assert.deepEqual(await unmasked(page), []);
  assert.deepEqual(await violations(page), []);
});

test('the page can be used by keyboard alone', async () => {
  await ready();
  await asAnalyst();
  await page.locator('#editor .cm-content').focus();
  await page.keyboard.press('Tab');
  await until('Tab leaves the editor', () => page.evaluate(() => document.activeElement.id !== 'editor'));
  await page.getByRole('button', {name: /^Shadow set/}).first().focus();
  await page.keyboard.press('Enter');
  await page.locator('#change').waitFor();
  assert.ok(await page.evaluate(() => document.activeElement.closest('#change') !== null), 'the focus is in the dialog');
  await page.keyboard.press('Escape');
  await page.locator('#change').waitFor({state: 'hidden'});
});

for (const [name, options] of [['light', {}], ['dark', DARK], ['narrow', PHONE], ['forced colours', FORCED]]) {
  test(`axe finds nothing wrong, ${name}, and nothing is cut off`, async () => {
    await ready(options);
    const fits = async what => {
      assert.deepEqual(await violations(page), [], what);
      const {needed, there} = await widths(page);
      assert.ok(needed <= there, `${what}: needed=${needed} there=${there}`);
    };
    await page.locator('#sign').click();
    await fits('sign-in');
    await page.locator('#sign-in-no').click();
    await asAnalyst();
    const set = await submit('set s\nrule r decline when\n  tx.amount > 3\n');
    await page.getByRole('button', {name: `Shadow set ${set}`, exact: true}).click();
    await fits('change');
    await page.locator('#change-no').click();
    await write('set s\nrule r decline when\n  tx.amuont > 3\n');
    await page.locator('#editor .cm-problem').waitFor();
    await fits('page');
  });
}
