// Takes the pictures of README.md and USAGE.md into the folder named as argument.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {figure, isLiveFrom, launch, open} from './support/browser.js';
import {Cluster} from './support/cluster.js';
import {until} from './support/until.js';

const POINTS = 200;
const RULE_SET = 2;
const WITHIN_MS = 600_000;

const folder = process.argv[2];
const browser = await launch();
// Customers pay for weeks in these minutes, as in the demo.
let cluster = await Cluster.scoringNatural({cards: 600_000, rate: 30_000, heap: '2000m', since: '80d'});

async function shoot(name, options, prepare = async () => {}) {
  const page = await open(browser, cluster.members[0].console, options);
  await isLiveFrom(page, cluster.members[0]);
  await page.locator('#flagged-rows a').nth(10).waitFor();
  await page.locator('#rules-rows tr').first().waitFor();
  await until('the rate from the data is known', async () => await figure(page, '#data-tps') > 0, WITHIN_MS);
  await prepare(page);
  await page.screenshot({path: join(folder, `console-${name}.png`)});
  await page.context().close();
}

/** The page of rule sets with a set that differs from the one that decides, run in the shadow and in a backtest. */
async function shootRules(name, options) {
  const page = await open(browser, `${cluster.members[0].console}/rules.html`, options);
  await page.locator('#sets-rows tr').nth(1).waitFor();
  await page.getByRole('button', {name: `Open set ${RULE_SET}`, exact: true}).click();
  await page.locator('#text-note', {hasText: `set ${RULE_SET}`}).waitFor();
  await page.locator('#backtest-body .bars').first().waitFor();
  await page.locator('#shadows-body .bars').first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({path: join(folder, `console-${name}.png`), fullPage: true});
  await page.context().close();
}

/** Submits the text of the set that decides with a rule changed and another added, and tries it. */
async function tryRules() {
  // The members give out the same text with its cards masked.
  const text = readFileSync(new URL('../rules/certification.rules', import.meta.url), 'utf8');
  const edited = text.replace(/^(rule )/m, `-- Whoever has paid often is asked for a second factor when the amount is small.
rule small_amount 'Less than 20,000 by a card with three payments in 30 days' challenge tags second_factor when
      tx.amount < 20_000
  and count(last 30d) >= 3

$1`);
  await cluster.rules('rule-change/submit', {text: edited, filesOf: 1, reason: 'fewer small payments declined: ticket 4711'});
  await cluster.rules('rule-change/shadow', {set: RULE_SET, reason: 'to see how often it holds'});
  await cluster.rules('rule-backtest/begin', {set: RULE_SET, against: 1, days: 30, sample: 0.1});
  await until('the backtest has a report', async () => (await cluster.rules('rule-backtest')).backtest.report !== null, WITHIN_MS);
}

async function explain(page) {
  await page.locator('#flagged-pause').click();
  await page.locator('#flagged-rows a').nth(3).click();
  await page.locator('#explanation .history canvas').waitFor();
}

async function hasPoints() {
  // Members count in the data only while someone watches; this page does.
  await open(browser, cluster.members[0].console);
  await until(`the chart has ${POINTS} points`, async () => {
    const {total} = await (await fetch(`${cluster.members[0].console}/api/throughput`)).json();
    return total.filter(value => value > 0).length >= POINTS;
  }, WITHIN_MS);
}

try {
  await hasPoints();
  const wide = {viewport: {width: 1280, height: 1400}};
  await shoot('overview', wide);
  await shoot('dark', {...wide, colorScheme: 'dark'});
  await shoot('phone', {viewport: {width: 360, height: 1500}});
  await shoot('explanation', {viewport: {width: 1280, height: 900}}, explain);
  await cluster.close();
  // The page of rules shows a change of the challenge's set.
  cluster = await Cluster.scoring({cards: 200_000, rate: 40_000, heap: '1500m', hasApi: true});
  await hasPoints();
  await tryRules();
  await shootRules('rules', {});
  await shootRules('rules-dark', {colorScheme: 'dark'});
  await shootRules('rules-phone', {viewport: {width: 360, height: 740}});
} finally {
  await browser.close();
  await cluster.close();
}
