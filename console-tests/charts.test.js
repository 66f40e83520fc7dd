// The charts of the console, and what is marked in them.

import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';
import {figure, isLiveFrom, launch, open, tabTo} from './support/browser.js';
import {Cluster} from './support/cluster.js';
import {until} from './support/until.js';

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

async function ready() {
  page = await open(browser, cluster.members[0].console);
  await isLiveFrom(page, cluster.members[0]);
}

test('what has happened is marked in the chart, with a legend and as text', async () => {
  await cluster.rules('rule-change/submit', {text: 'set quiet\nrule none decline when tx.amount > 2000000\n', reason: 'a test'});
  const {sets: [{number}]} = await cluster.rules('rule-sets');
  await cluster.rules('rule-change/canary', {set: number, sharePercent: 1, reason: 'a test'});
  await cluster.rules('rule-change/retire', {set: number, reason: 'a test'});
  await ready();
  const marks = page.locator('#tps-marks li');
  for (const text of [`${cluster.members[1].address} joined`, 'load ended', 'scoring started at',
    `set ${number} quiet canary for 1.0 % of the cards`, `set ${number} quiet retired as canary`]) {
    await marks.filter({hasText: text}).first().waitFor();
  }
  assert.deepEqual(await page.locator('#tps-mark-legend > span').allTextContents(),
    ['M member joined, left or silent', 'S scoring started or stopped, load ended', 'R rule set activated, canary or taken back']);
  const ofSets = await marks.filter({hasText: 'quiet'}).allTextContents();
  assert.match(ofSets[0], /^R \d\d:\d\d:\d\d set \d+ quiet retired as canary$/, 'the newest first');
  assert.match(ofSets[1], /^R \d\d:\d\d:\d\d set \d+ quiet canary for/);
  assert.match(await page.locator('#tps-chart').getAttribute('aria-label'), /What happened/);
  await tabTo(page, '#tps-events .scroll');
});

test('what happens while a page is open is marked there', async () => {
  await ready();
  const before = await page.locator('#tps-marks li', {hasText: 'scoring stopped at'}).count();
  await cluster.control('stop');
  await page.locator('#tps-marks li', {hasText: 'scoring stopped at'}).nth(before).waitFor();
  await cluster.control('start');
  await until('transactions flow', async () => await figure(page, '#tps') > 0);
});
