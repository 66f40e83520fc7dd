// Sign-in to the console by a provider of OpenID Connect.

import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';
import {isLiveFrom, launch, open, violations, widths} from './support/browser.js';
import {ANALYST, Cluster} from './support/cluster.js';
import {CLIENT, Provider, SECRET} from './support/provider.js';
import {until} from './support/until.js';

const BUTTON = '#operator-provider';

let browser;
let cluster;
let provider;
let page;

before(async () => {
  browser = await launch();
  provider = await Provider.start();
  cluster = await Cluster.alone([
    `--console-oidc-issuer=${provider.issuer}`, `--console-oidc-client-id=${CLIENT}`, '--console-oidc-analyst=fraud-analysts',
  ], {FRAUD_CONSOLE_OIDC_CLIENT_SECRET: SECRET});
}, {timeout: 300_000});

after(async () => {
  await browser?.close();
  await cluster?.close();
  await provider?.close();
});

afterEach(async context => {
  if (context.error) {
    console.log(cluster.tails);
  }
  await page?.context().close();
  page = undefined;
});

/** Begins a sign-in as the page does, without going anywhere; runs in the page. */
async function begin() {
  const response = await fetch('/api/oidc/begin', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'});
  return {status: response.status, begun: await response.json()};
}

async function ready(options) {
  page = await open(browser, cluster.members[0].console, options);
  await isLiveFrom(page, cluster.members[0]);
  await page.locator(BUTTON, {hasText: 'Sign in at 127.0.0.1'}).waitFor();
}

test('somebody signs in by the provider, reloads, sees the sets of rules and signs out', async () => {
  await ready();
  provider.person = {preferred_username: 'nina', groups: ['staff', 'fraud-analysts']};
  await page.locator(BUTTON).click();
  await page.locator('#role', {hasText: 'as oidc:nina, analyst'}).waitFor();
  assert.equal(page.url(), `${cluster.members[0].console}/`);
  await page.reload();
  await page.locator('#role', {hasText: 'as oidc:nina, analyst'}).waitFor();
  await page.goto(`${cluster.members[0].console}/rules.html`);
  await page.locator('#who', {hasText: 'oidc:nina, analyst'}).waitFor();
  await page.goto(cluster.members[0].console);
  await page.locator('#lock').click();
  await page.locator('#role', {hasText: 'as viewer'}).waitFor();
  // The code comes in a fragment, which no server gets.
  assert.ok(page.requests.every(request => !new URL(request.url()).search.includes('code=')));
});

test('somebody without a role reads why not, and a user of the file signs in beside it', async () => {
  await ready();
  provider.person = {preferred_username: 'nina', groups: ['staff']};
  await page.locator(BUTTON).click();
  await page.locator('#control-message', {hasText: 'nina has no role on this console'}).waitFor();
  assert.equal(page.url(), `${cluster.members[0].console}/`);
  await page.fill('#operator-name', ANALYST.name);
  await page.fill('#operator-token', ANALYST.secret);
  await page.locator('#operator-form [type=submit]').click();
  await page.locator('#role', {hasText: `as ${ANALYST.name}, analyst`}).waitFor();
});

test('what another tab has begun does not sign in here', async () => {
  await ready();
  const {begun} = await page.evaluate(begin);
  await page.goto(begun.address);
  await page.locator('#control-message', {hasText: 'this tab has not begun this sign-in'}).waitFor();
  await page.locator('#role', {hasText: 'as viewer'}).waitFor();
});

for (const [name, options] of Object.entries({wide: {}, phone: {viewport: {width: 360, height: 740}}})) {
  test(`${name}: the buttons fit, and axe finds nothing`, async () => {
    await ready(options);
    assert.deepEqual(await violations(page), []);
    const {needed, there} = await widths(page);
    assert.ok(needed <= there, `${needed} > ${there}`);
    await page.goto(`${cluster.members[0].console}/rules.html`);
    await page.locator('#sign').click();
    await page.locator('#sign-in-provider', {hasText: 'Sign in at 127.0.0.1'}).waitFor();
    assert.deepEqual(await violations(page), []);
  });
}

test('the page says that the provider is away, and goes on when it is back', async () => {
  await ready();
  const {port} = provider;
  await provider.close();
  await until('the member has looked at the provider again', async () => (await page.evaluate(begin)).status === 503);
  await page.locator(BUTTON).click();
  await page.locator('#control-message', {hasText: 'the provider cannot be used'}).waitFor();
  await provider.listen(port);
  provider.person = {preferred_username: 'nina', groups: ['fraud-analysts']};
  await page.locator(BUTTON).click();
  await page.locator('#role', {hasText: 'as oidc:nina, analyst'}).waitFor();
});
