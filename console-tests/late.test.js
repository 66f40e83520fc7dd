// Answers that come late or not at all, and forms that are sent twice: a page says nothing that is not true.

import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';
import {launch, open} from './support/browser.js';
import {ANALYST, Cluster, OPERATOR_TOKEN} from './support/cluster.js';

const RIGHT = 'set s\nrule r decline when tx.amount > 3\n';
const WRONG = 'set s\nrule r decline when tx.amuont > 3\n';

let browser;
let cluster;
let page;

before(async () => {
  browser = await launch();
  cluster = await Cluster.scoring();
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

const draft = async () => Math.max(...(await cluster.rules('rule-change/submit', {text: RIGHT, reason: 'a test'})).sets.map(set => set.number));

/** The page of sets, of an analyst. */
async function ready() {
  page = await open(browser, `${cluster.members[0].console}/rules.html`);
  await page.locator('#check', {hasText: /rules, no problem/}).waitFor();
  await page.locator('#sign').click();
  await page.fill('#sign-in-name', ANALYST.name);
  await page.fill('#sign-in-secret', ANALYST.secret);
  await page.locator('#sign-in-form [type=submit]').click();
  await page.locator('#who', {hasText: ANALYST.name}).waitFor();
}

const button = name => page.getByRole('button', {name, exact: true});

async function write(text) {
  await page.locator('#editor .cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

/** A text that may be submitted. */
async function writeSet() {
  await write(RIGHT);
  await page.locator('#check', {hasText: '1 rule, no problem'}).waitFor();
  await page.fill('#submit-reason', 'a test');
}

/** The console, of an operator. */
async function readyToOperate() {
  page = await open(browser, cluster.members[0].console);
  await page.fill('#operator-token', OPERATOR_TOKEN);
  await page.locator('#operator-form [type=submit]').click();
  await page.locator('#card-form').waitFor();
}

/** Holds the first request of a path back until `release` is called; `asked` resolves when it is there. */
async function held(path) {
  let release;
  const released = new Promise(resolve => {
    release = resolve;
  });
  const asked = page.waitForRequest(request => request.url().includes(path));
  await page.route(url => url.pathname.includes(path), async route => {
    await released;
    await route.continue();
  }, {times: 1});
  /** Lets it go, and returns when the page has had its answer for some time. */
  const answer = async () => {
    const answered = page.waitForResponse(response => response.url().includes(path));
    release();
    await (await answered).finished();
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 200)));
  };
  return {asked, answer};
}

test('the check of a text says nothing about the set that was opened after it', async () => {
  await ready();
  const check = await held('/api/rule-check');
  await write(WRONG);
  await check.asked;
  await button('Open set 1').click();
  await page.locator('#text-note', {hasText: /^set 1, [^,]+$/}).waitFor();
  await page.locator('#difference-note', {hasText: 'set 1 → set 1'}).waitFor();
  await check.answer();
  assert.match(await page.locator('#check').textContent(), /rules, no problem/);
  assert.equal(await page.locator('#editor .cm-problem').count(), 0);
  assert.equal(await page.locator('#difference-note').textContent(), 'set 1 → set 1');
});

test('the answer to a change whose dialog was left leaves the next dialog alone', async () => {
  const [first, second] = [await draft(), await draft()];
  await ready();
  await button(`Shadow set ${first}`).click();
  await page.fill('#change-reason', 'a test');
  const change = await held('/api/rule-change/shadow');
  await page.locator('#change-yes').click();
  await change.asked;
  await page.locator('#change-no').click();
  await button(`Shadow set ${second}`).click();
  await page.fill('#change-reason', 'another one');
  await change.answer();
  await page.locator('#message', {hasText: 'Run in the shadow: done'}).waitFor();
  assert.equal(await page.locator('#change-title').textContent(), `Run set ${second} in the shadow?`);
  assert.ok(await page.locator('#change').isVisible());
  assert.equal(await page.inputValue('#change-reason'), 'another one');
});

test('of two cards that are looked up the second one stays', async () => {
  await readyToOperate();
  const lookUp = async card => {
    await page.fill('#card-number', card);
    await page.keyboard.press('Enter');
  };
  const first = await held('/api/card');
  await lookUp('00000000000007');
  await first.asked;
  await lookUp('00000000000042');
  await page.locator('#card-message', {hasText: 'Card 000000****0042: '}).waitFor();
  await first.answer();
  assert.match(await page.locator('#card-message').textContent(), /^Card 000000\*\*\*\*0042: /);
});

test('a form that is sent twice makes one set', async () => {
  await ready();
  await writeSet();
  const submission = await held('/api/rule-change/submit');
  await page.locator('#submit').dblclick();
  await submission.asked;
  await submission.answer();
  await page.locator('#message', {hasText: 'is a draft'}).waitFor();
  assert.equal(page.requests.filter(request => request.url().includes('/api/rule-change/submit')).length, 1);
});

test('of a change without an answer the page says that it may have been made', async () => {
  await ready();
  await writeSet();
  const before = (await cluster.rules('rule-sets')).sets.length;
  await page.route('**/api/rule-change/submit', async route => {
    await route.fetch();
    await route.abort();
  }, {times: 1});
  await page.locator('#submit').click();
  await page.locator('#failure', {hasText: 'not known whether that was done'}).waitFor();
  assert.equal((await cluster.rules('rule-sets')).sets.length, before + 1);
});

test('of a control action without an answer the console does not say that it was refused', async () => {
  await readyToOperate();
  await page.route('**/api/control', route => route.abort(), {times: 1});
  await page.locator('[data-action=start]').click();
  await page.locator('#confirm-yes').click();
  await page.locator('#control-message', {hasText: 'not known whether that was accepted'}).waitFor();
});

test('whoever has signed in is known although the first request had no answer', async () => {
  await ready();
  await page.route('**/api/session', route => route.abort(), {times: 1});
  await page.reload();
  await page.locator('#who', {hasText: ANALYST.name}).waitFor();
  await page.locator('#connection', {hasText: 'Live from'}).waitFor();
  await page.locator('#backtest-begin:enabled').waitFor();
  assert.ok(await page.locator('#failure').isHidden());
});

test('a page that is refreshed in part says so, and is live again after it', async () => {
  await ready();
  await page.locator('#connection', {hasText: 'Live from'}).waitFor();
  const shadows = url => url.pathname === '/api/rule-shadows';
  await page.route(shadows, route => route.fulfill({status: 503, json: {error: 'a member is away'}}));
  await page.locator('#connection[data-state=lost]', {hasText: 'Not refreshed: a member is away'}).waitFor();
  await page.unroute(shadows);
  await page.locator('#connection[data-state=live]', {hasText: 'Live from'}).waitFor();
});

test('a backtest of a member that answers no more is not shown as one that runs', async () => {
  await ready();
  const backtest = {
    id: '1', subject: {set: 1, against: 0, days: 30, by: 'otto'}, sample: 1, fromMs: 0, toMs: 1, running: true, done: 0.4, failure: null, report: null,
  };
  const last = url => url.pathname === '/api/rule-backtest';
  await page.route(last, route => route.fulfill({json: {backtest, blastLimitPercent: 2}}));
  await page.locator('#backtest-note', {hasText: 'by otto'}).waitFor();
  await page.locator('#backtest-progress').waitFor();
  await page.unroute(last);
  await page.locator('#backtest-progress').waitFor({state: 'hidden'});
  assert.equal(await page.locator('#backtest-note').textContent(), '');
  assert.ok(await page.locator('#backtest-cancel').isDisabled());
});
