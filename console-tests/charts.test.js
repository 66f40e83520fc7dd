// The charts of the console, and what is marked in them.

import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';
import {figure, isLiveFrom, launch, open, picture, tabTo} from './support/browser.js';
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

test('throughput and latency are shown over ten minutes, an hour or six hours', async () => {
  await ready();
  const [minutes, hour, hours] = ['10 minutes', '1 hour', '6 hours'].map(name => page.getByRole('button', {name, exact: true}));
  const pressed = async () => Promise.all([minutes, hour, hours].map(button => button.getAttribute('aria-pressed')));
  assert.deepEqual(await pressed(), ['true', 'false', 'false']);
  await page.locator('#latency-note', {hasText: /^(Highest p99\.9:|Higher than the axis: p99\.9 of) [\d.,]+ ms at \d\d:\d\d:\d\d$/}).waitFor();
  await until('the newest ten seconds have their latency', async () =>
    await figure(page, '#latency-legend .series:has-text("p99.9") .value') > 0);
  assert.deepEqual(await page.locator('#latency-legend .series > span:nth-child(2)').allTextContents(), ['p50', 'p99', 'p99.9']);
  const before = await picture(page, '#tps-chart');
  await hour.click();
  assert.deepEqual(await pressed(), ['false', 'true', 'false']);
  // These members are minutes old: of what was before nothing is shown as a zero.
  await page.locator('#tps-note', {hasText: /No figures before \d\d:\d\d:\d\d/}).waitFor();
  await until('the hour has a rate', async () => await figure(page, '#tps-legend .series:has-text("Total") .value') > 0);
  assert.notEqual(await picture(page, '#tps-chart'), before);
  await hours.focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await pressed(), ['false', 'false', 'true']);
  await until('six hours were asked for', () => page.requests.some(request => request.url().endsWith('/api/throughput?seconds=21600')));
  await page.locator('#tps-note', {hasText: 'No figures before'}).waitFor();
  await minutes.click();
  await until('the minutes have a rate again', async () => await figure(page, '#tps-legend .series:has-text("Total") .value') > 0);
  assert.deepEqual(page.complaints, []);
});

test('a time that no member answers is not shown as one of now', async () => {
  await ready();
  await page.locator('#latency-note', {hasText: /p99\.9/}).waitFor();
  const throughput = url => url.pathname === '/api/throughput';
  await page.route(throughput, route => route.fulfill({status: 503, json: {error: 'a member is away'}}));
  await page.getByRole('button', {name: '1 hour', exact: true}).click();
  await page.locator('#tps-note', {hasText: /^Asking the member …\. Not refreshed at \d\d:\d\d:\d\d: a member is away$/}).waitFor();
  await page.unroute(throughput);
  await page.locator('#tps-note', {hasText: 'No figures before'}).waitFor();
});

test('what has happened is marked in the chart, with a legend and as text', async () => {
  await cluster.rules('rule-change/submit', {text: 'set quiet\nrule nothing decline when tx.amount > 2000000\n', reason: 'a test'});
  const {sets: [{number}]} = await cluster.rules('rule-sets');
  await cluster.rules('rule-backtest/begin', {set: number, against: 1, days: 30, sample: 1});
  await until('it is known what the set would change', async () => !(await cluster.rules('rule-backtest')).backtest.running);
  await cluster.rules('rule-change/canary', {set: number, sharePercent: 1, confirmedCards: 1_000_000, reason: 'a test'});
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
