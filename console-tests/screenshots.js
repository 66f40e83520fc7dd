// Takes the pictures of the README into the folder named as argument.

import {join} from 'node:path';
import {figure, isLiveFrom, launch, open} from './support/browser.js';
import {Cluster} from './support/cluster.js';
import {until} from './support/until.js';

const POINTS = 200;
const WITHIN_MS = 600_000;

const folder = process.argv[2];
const browser = await launch();
const cluster = await Cluster.scoring({cards: 200_000, rate: 40_000, heap: '1500m'});

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

async function explain(page) {
  await page.locator('#flagged-pause').click();
  await page.locator('#flagged-rows a').nth(3).click();
  await page.locator('#explanation .history canvas').waitFor();
}

try {
  // Members count in the data only while someone watches; this page does.
  await open(browser, cluster.members[0].console);
  await until(`the chart has ${POINTS} points`, async () => {
    const {total} = await (await fetch(`${cluster.members[0].console}/api/throughput`)).json();
    return total.filter(value => value > 0).length >= POINTS;
  }, WITHIN_MS);
  const wide = {viewport: {width: 1280, height: 1400}};
  await shoot('overview', wide);
  await shoot('dark', {...wide, colorScheme: 'dark'});
  await shoot('phone', {viewport: {width: 360, height: 1500}});
  await shoot('explanation', {viewport: {width: 1280, height: 900}}, explain);
} finally {
  await browser.close();
  await cluster.close();
}
