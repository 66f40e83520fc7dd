// The console while members die: one page at the member that dies, one at the other.

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {isLiveFrom, launch, open, violations} from './support/browser.js';
import {Cluster} from './support/cluster.js';

// A member that is killed answers no more; how soon the others know is up to their heartbeats.
const STATE_WITHIN_MS = 120_000;

let browser;
let cluster;
let ofFirst;
let ofSecond;

before(async () => {
  browser = await launch();
  cluster = await Cluster.scoring();
  [ofFirst, ofSecond] = await Promise.all(cluster.members.map(member => open(browser, member.console)));
  await isLiveFrom(ofFirst, cluster.members[0]);
  await isLiveFrom(ofSecond, cluster.members[1]);
  await ofFirst.locator('#flagged-rows a').first().waitFor();
}, {timeout: 600_000});

after(async () => {
  await browser?.close();
  await cluster?.close();
});

const sayTails = context => context.after(() => context.error && console.log(cluster.tails));

test('a killed member has left, and its shards lack their backup', async context => {
  sayTails(context);
  assert.equal(await ofSecond.locator('#problems .red', {hasText: 'no backup'}).count(), 0);
  await cluster.members[0].process.kill();
  // A table that nobody sees stands still.
  await ofSecond.locator('#members').scrollIntoViewIfNeeded();
  const [killed, other] = cluster.members.map(({address}) => ofSecond.locator('#members-rows tr', {hasText: address}));
  await killed.locator('.badge', {hasText: 'Left'}).waitFor({timeout: STATE_WITHIN_MS});
  await other.locator('.badge', {hasText: 'without backup'}).waitFor({timeout: STATE_WITHIN_MS});
  await ofSecond.locator('#problems .red', {hasText: 'no backup'}).waitFor();
  assert.deepEqual(ofSecond.complaints, []);
});

test('the page of the killed member says so and goes on with the other', async context => {
  sayTails(context);
  await isLiveFrom(ofFirst, cluster.members[1]);
  const dead = new URL(cluster.members[0].console).host;
  await ofFirst.locator('#moved', {hasText: new RegExp(`${dead}.* does not answer since \\d\\d:\\d\\d:\\d\\d`)}).waitFor();
  await ofFirst.locator('#members').scrollIntoViewIfNeeded();
  await ofFirst.locator('#members-rows .badge', {hasText: 'Left'}).waitFor({timeout: STATE_WITHIN_MS});
  assert.equal(await ofFirst.locator('#live.stale').count(), 0);
});

test('with no member left the page keeps what it showed, greyed, and says since when', async context => {
  sayTails(context);
  const rows = await ofFirst.locator('#members-rows tr').count();
  await cluster.members[1].process.kill();
  for (const page of [ofFirst, ofSecond]) {
    await page.locator('#lost', {hasText: /does not answer since \d\d:\d\d:\d\d[^]*Trying again/}).waitFor();
    await page.locator('#connection', {hasText: 'Not live'}).waitFor();
    assert.equal(await page.locator('#live.stale').count(), 1);
    assert.equal(await page.locator('#members').evaluate(panel => getComputedStyle(panel).borderTopStyle), 'dashed');
    assert.deepEqual(await violations(page), [], 'figures that are not of now can be read as well');
  }
  assert.equal(await ofFirst.locator('#members-rows tr').count(), rows);
  assert.ok(await ofFirst.locator('#flagged-rows tr').count() > 0);
});

test('the page is live again when its member is back', async context => {
  sayTails(context);
  await cluster.startMember(cluster.members[0]);
  await ofFirst.locator('#connection', {hasText: 'Live from'}).waitFor({timeout: STATE_WITHIN_MS});
  await ofFirst.locator('#lost').waitFor({state: 'hidden'});
  assert.equal(await ofFirst.locator('#live.stale').count(), 0);
});
