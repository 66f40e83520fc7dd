// The console while something is wrong: every state that is shown is true, and nothing is green when nothing is scored.

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {isLiveFrom, launch, open} from './support/browser.js';
import {Cluster} from './support/cluster.js';
import {until} from './support/until.js';

// So long that a member that hangs is not given up while the others are seen to say that it does not answer, however busy the machine.
const HEARTBEATS = {FRAUD_JVM_OPTS: `${process.env.FRAUD_JVM_OPTS ?? ''} -Dhazelcast.max.no.heartbeat.seconds=300`};
/** What is off-screen is not redrawn. */
const ALL_IN_SIGHT = {viewport: {width: 1280, height: 4000}};

let browser;
let cluster;
let page;
let other;

before(async () => {
  browser = await launch();
  cluster = await Cluster.empty({degradedAfter: 'never', environment: HEARTBEATS});
  [other, page] = await Promise.all(cluster.members.map(member => open(browser, member.console, ALL_IN_SIGHT)));
  await isLiveFrom(page, cluster.members[1]);
}, {timeout: 600_000});

after(async () => {
  await browser?.close();
  await cluster?.close();
});

const sayTails = context => context.after(() => context.error && console.log(cluster.tails));

const state = name => page.locator(`#state[data-state=${name}]`).waitFor();
const problem = text => page.locator('#problems li', {hasText: text});
const row = member => page.locator('#members-rows tr', {hasText: member.address});

/** Elements that are more green than anything else, by their border or background, or by their text. */
const green = () => page.evaluate(() => [...document.querySelectorAll('header *, main *')].filter(node => {
  if (node.closest('.chart, dialog, .legend') !== null || node.getClientRects().length === 0) {
    return false;
  }
  const style = getComputedStyle(node);
  return [style.color, style.backgroundColor, style.borderTopColor].some(color => {
    const [red, greenPart, blue, alpha = 1] = color.match(/[\d.]+/g).map(Number);
    return alpha > 0 && greenPart > red + 8 && greenPart > blue + 8;
  });
}).map(node => node.outerHTML));

/** The chart's points of before a moment: what has been drawn must stay as it was. */
const marks = () => page.locator('#tps-marks li').allTextContents();

test('nothing loaded, nothing started: said so, and nothing is green', async context => {
  sayTails(context);
  await state('NOTHING_LOADED');
  await problem('Nothing is loaded').waitFor();
  assert.deepEqual(await green(), []);
});

test('where nothing was answered the latency is a gap, not a zero', async context => {
  sayTails(context);
  await page.locator('#latency-note', {hasText: 'No ten seconds with an answer in this time yet'}).waitFor();
  assert.deepEqual(await page.locator('#latency-legend .value').allTextContents(), ['–', '–', '–']);
});

test('started with nothing loaded: an alarm, rejections with their reason, and nothing is green', async context => {
  sayTails(context);
  await assert.rejects(cluster.control('start'), /409/);
  await cluster.startWithoutHistories();
  await page.locator('#problems .red', {hasText: 'every transaction is rejected'}).waitFor();
  await problem('was rejected, most of it because the shard of the card is not loaded').waitFor();
  await row(cluster.members[0]).locator('.badge[data-state=WAITING]').waitFor();
  await state('NOTHING_LOADED');
  assert.deepEqual(await green(), []);
  await cluster.control('stop');
});

test('loaded and started: green, and no problem but the rejections of the last minute', async context => {
  sayTails(context);
  await cluster.load();
  await cluster.control('start');
  await state('SCORING');
  assert.ok((await green()).length > 0);
});

test('a disconnected source is named with its address, and nothing is green', async context => {
  sayTails(context);
  await cluster.source.kill();
  await page.locator('#problems .red', {hasText: `The source ${cluster.sourceAddress} is not connected`}).waitFor();
  await state('NOTHING_SCORED');
  await row(cluster.members[1]).locator('.badge[data-state=WAITING]').waitFor();
  assert.deepEqual(await green(), []);
  await cluster.startSource();
  await state('SCORING');
  await problem('is not connected').waitFor({state: 'detached'});
});

test('a member that hangs is said not to answer long before it is given up, and its figures are left out', async context => {
  sayTails(context);
  const frozen = row(cluster.members[0]);
  await frozen.locator('.badge[data-state=SCORING]').waitFor();
  cluster.members[0].process.freeze();
  try {
    await frozen.locator('.badge', {hasText: /Does not answer since \d+ s/}).waitFor();
    assert.equal(await frozen.locator('td').nth(2).textContent(), '–');
    await page.locator('#problems .red', {hasText: `${cluster.members[0].address} does not answer`}).waitFor();
    assert.notEqual(await page.locator('#state').getAttribute('data-state'), 'SCORING');
    await page.locator('#accounting-resets li', {hasText: `${cluster.members[0].address} does not answer`}).waitFor();
    await until('the chart is marked', async () => (await marks()).some(text => text.includes('does not answer')));
    // The frozen member's page goes on here.
    await other.locator('#moved', {hasText: 'does not answer'}).waitFor();
  } finally {
    cluster.members[0].process.thaw();
  }
  await frozen.locator('.badge[data-state=SCORING]').waitFor();
  await page.locator('#accounting-resets li').waitFor({state: 'detached'});
});

test('the page that moved says so no longer than its member is away', async context => {
  sayTails(context);
  await isLiveFrom(other, cluster.members[1]);
  await other.locator('#moved').waitFor({state: 'hidden'});
});

test('answers that are held back are said so, with what to do, and nothing is green', async context => {
  sayTails(context);
  await state('SCORING');
  await cluster.members[0].process.kill();
  // Of some shards it comes to light later than of others.
  await page.locator('#problems .red', {hasText: /7 shards .*are held back.* since \d\d:\d\d:\d\d.*ctl expect 1/}).waitFor();
  await state('HELD');
  await row(cluster.members[1]).locator('.badge[data-state=HELD]').waitFor();
  await problem(`${cluster.members[0].address} has left the cluster`).waitFor();
  await page.locator('#accounting-resets li', {hasText: `${cluster.members[0].address} left`}).waitFor();
  assert.deepEqual(await green(), []);
});

test('no page complained', () => {
  assert.deepEqual(page.complaints, []);
});
