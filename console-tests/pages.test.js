// The console while all is well: two members score, and someone looks at it and controls it.

import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';
import {figure, isLiveFrom, launch, open, picture, tabTo, unmasked, violations, widths} from './support/browser.js';
import {ANALYST, Cluster, OPERATOR_TOKEN} from './support/cluster.js';
import {until} from './support/until.js';

const CARD = '00000000000042';
const PHONE = {viewport: {width: 360, height: 740}};
const DARK = {colorScheme: 'dark'};

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

/** A page that is live and has its tables. */
async function ready(options) {
  page = await open(browser, cluster.members[0].console, options);
  await isLiveFrom(page, cluster.members[0]);
  await page.locator('#flagged-rows a').first().waitFor();
  await page.locator('#rules-rows tr').nth(48).waitFor();
  // Of the hundreds a second that are flagged here.
  await page.locator('#flagged-note', {hasText: 'a sample'}).waitFor();
  return page;
}

test('why the challenge’s rules flag so much stands beside the share', async () => {
  await ready();
  await page.locator('#flagged-share-note', {hasText: 'rule 36 flags every amount above a card'}).waitFor();
});

/** Waits while the page shows six overviews. */
async function sixCounts() {
  const scored = new Set();
  await until('the accounting has had six counts', async () => {
    scored.add(await page.locator('#accounting div:has-text("Scored") dd').textContent());
    return scored.size >= 6;
  });
}

async function explainFirst() {
  await page.locator('#flagged-pause').click();
  const row = page.locator('#flagged-rows tr').first();
  const listed = {
    card: await row.locator('a').textContent(),
    action: await row.locator('td').nth(1).textContent(),
    rule: await row.locator('.rule-id').textContent(),
  };
  await row.locator('a').click();
  await page.locator('#explanation .history canvas').waitFor();
  return listed;
}

/** Looking a card up by its number needs a token. */
async function readyWithToken(options) {
  await ready(options);
  await unlock(OPERATOR_TOKEN);
  await page.locator('#card-form').waitFor();
}

async function lookUp(card) {
  await page.fill('#card-number', card);
  await page.keyboard.press('Enter');
}

async function unlock(token) {
  await page.fill('#operator-token', token);
  await page.locator('#operator-form [type=submit]').click();
}

/** The buttons are far below the figures, which stand still while they are off-screen. */
async function seeFigures() {
  await page.evaluate(() => scrollTo(0, 0));
}

async function act(action) {
  await page.locator(`[data-action=${action}]`).click();
  await page.locator('#confirm-yes').click();
}

test('the page loads without a complaint, from its own member alone', async () => {
  await ready();
  assert.deepEqual(page.complaints, []);
  assert.deepEqual([...new Set(page.requests.map(request => new URL(request.url()).origin))], [cluster.members[0].console]);
});

test('the page shows both members, their shards and backups, and the map', async () => {
  await ready();
  await page.locator('#members-rows tr').nth(1).waitFor();
  for (const {address} of cluster.members) {
    const row = page.locator('#members-rows tr', {hasText: address});
    await row.locator('.badge', {hasText: 'Scoring'}).waitFor();
    await row.locator('.badge', {hasText: 'Complete'}).waitFor();
    await row.locator('.bar-text', {hasText: /^[\d.]+ MiB of [\d.]+ MiB$/}).waitFor();
  }
  await page.locator('#map dd', {hasText: '20,000'}).waitFor();
  await until('no problem is left', async () => await page.locator('#problems li').count() === 0);
});

test('the page shows what comes by HTTP and at gateways', async () => {
  const [first, second] = cluster.members;
  const ask = async (body, expected) => {
    const answer = await fetch(`${first.api}/v1/decisions`, {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, expected, await answer.text());
  };
  await ready();
  const row = page.locator('#api-rows tr', {hasText: first.address});
  await row.scrollIntoViewIfNeeded();
  await page.locator('#api-rows tr', {hasText: second.address}).waitFor();
  await page.locator('#gateway-rows tr', {hasText: second.address}).waitFor();
  await row.locator('.bar-text', {hasText: /^0 of 4,096$/}).waitFor();
  const payment = {card: CARD, time: Date.now(), amount: '1.00', currency: 'EUR', country: 'DE', mcc: 5411};
  await until('the page shows requests and how long they took', async () => {
    await ask(payment, 200);
    const [rate, median] = [await row.locator('td').nth(1).textContent(), await row.locator('td').nth(3).textContent()];
    return Number(rate) > 0 && Number(median) > 0;
  });
  await ask({}, 422);
  assert.equal(await row.locator('td').last().textContent(), '0');
  assert.deepEqual(page.complaints, []);
});

test('the figures and the chart move while transactions flow', async () => {
  await ready();
  const total = '#tps-legend .series:has-text("Total") .value';
  await until('the chart has a rate', async () => await figure(page, total) > 0);
  await until('the rate from the data is near that of the counters', async () => {
    const [counted, data] = [await figure(page, '#tps'), await figure(page, '#data-tps')];
    return counted > 0 && Math.abs(counted - data) < counted / 4;
  });
  const pictures = new Set();
  const scored = new Set();
  await until('the chart has had three pictures and the accounting three counts', async () => {
    pictures.add(await picture(page, '#tps-chart'));
    scored.add(await page.locator('#accounting div:has-text("Scored") dd').textContent());
    return pictures.size >= 3 && scored.size >= 3;
  });
  await until('latency is known', async () => await figure(page, '#p50') > 0 && await figure(page, '#p99') > 0);
});

test('a table off-screen stands still, and is up to date when it is seen', async () => {
  await ready({viewport: {width: 1280, height: 500}});
  const top = await page.locator('#flagged .scroll').evaluate(table => table.getBoundingClientRect().top);
  assert.ok(top > 500, `the table begins below the window's edge: ${top}`);
  const newest = () => page.locator('#flagged-rows a').first().getAttribute('href');
  const before = await newest();
  await sixCounts();
  assert.equal(await newest(), before);
  await page.locator('#flagged').scrollIntoViewIfNeeded();
  await until('the table has newer ones', async () => await newest() !== before);
});

test('the table of flagged transactions has all its rows for whoever scrolls it or comes by keyboard', async () => {
  await ready();
  const rows = page.locator('#flagged-rows tr');
  await page.locator('#flagged').scrollIntoViewIfNeeded();
  await until('the table has what can be seen', async () => await rows.count() === 15);
  const scroll = page.locator('#flagged .scroll');
  await scroll.evaluate(table => table.scrollTo(0, table.scrollHeight));
  await until('the table has them all', async () => await rows.count() === 30);
  await scroll.evaluate(table => table.scrollTo(0, 0));
  await until('the table has what can be seen again', async () => await rows.count() === 15);
  await page.locator('#flagged-pause').click();
  await page.keyboard.press('Tab');
  assert.equal(await rows.count(), 30);
});

test('a rule off-screen stands still, and is up to date when it is scrolled to', async () => {
  await ready({viewport: {width: 1280, height: 2000}});
  // In the order of their numbers the rule that most transactions meet is far below.
  await page.locator('#rules-head button', {hasText: 'Rule'}).click();
  const row = page.locator('#rules-rows tr').nth(35);
  assert.equal(await row.locator('.rule-id').textContent(), '36');
  const hits = () => row.locator('td').first().textContent();
  const before = await hits();
  await sixCounts();
  assert.equal(await hits(), before);
  await row.scrollIntoViewIfNeeded();
  await until('it has newer hits', async () => await hits() !== before);
});

test('the rules sort by each column', async () => {
  await ready();
  const column = index => page.locator(`#rules-rows tr > :nth-child(${index})`).allTextContents();
  const numbers = async index => (await column(index)).map(text => Number.parseFloat(text.replaceAll(',', '')));
  const descending = async index => (await numbers(index)).every((value, i, all) => i === 0 || all[i - 1] >= value);
  assert.equal(await page.locator('#rules-head th').nth(1).getAttribute('aria-sort'), 'descending');
  assert.ok(await descending(2), 'most hits first');
  await page.locator('#rules-head button', {hasText: 'Rule'}).click();
  assert.equal(await page.locator('#rules-head th').nth(0).getAttribute('aria-sort'), 'ascending');
  assert.deepEqual(await numbers(1), await page.evaluate(async () => (await (await fetch('/api/rules')).json()).rules.map(({id}) => id)));
  await page.locator('#rules-head button', {hasText: 'Rule'}).click();
  assert.ok(await descending(1), 'the other way round at a second press');
});

test('a flagged transaction opens its explanation with the rule that decided', async () => {
  await ready();
  const {card, action, rule} = await explainFirst();
  assert.match(rule, /^1\/\d+$/);
  const dialog = page.locator('#explanation');
  await dialog.locator('.facts', {hasText: card}).waitFor();
  assert.equal(await dialog.locator('.decided .rule-id').textContent(), rule);
  assert.notEqual(await dialog.locator('.decided strong').textContent(), '');
  assert.equal(await dialog.locator('tr.chosen').count(), 1);
  const decision = await dialog.locator('.facts .badge[data-state=FLAGGED]').textContent();
  assert.match(decision, new RegExp(`^${action}, ${rule} \\S+$`));
  assert.equal(await dialog.locator('tr.chosen .badge[data-state=FLAGGED]').textContent(), decision);
  assert.deepEqual(page.complaints, []);
});

test('what points decided and what a rule approved is shown by its action', async () => {
  await ready();
  const decisions = [[1, 'trusted', 'approve'], [0, 'none', 'approve'], [0, 'points', 'review'], [2, 'large', 'decline']];
  const history = decisions.map(([verdict, ruleName, action], minutes) => ({
    timeMs: Date.now() - minutes * 60_000, amountUnits: 100, currency: 978, country: 276, merchant: 5411, city: 7,
    verdict, set: 2, ruleName, action, label: '',
  }));
  await page.route('**/api/card/mixed', route => route.fulfill({json: {card: '400022****2333', known: true, history}}));
  await page.evaluate(() => {
    location.hash = '#card/mixed';
  });
  await page.locator('#card-message', {hasText: '4 transactions held'}).waitFor();
  const badges = page.locator('#card-history tbody .badge');
  assert.deepEqual(await badges.allTextContents(), ['approve, 2/1 trusted', 'approve', 'review, 2/points', 'decline, 2/2 large']);
  assert.deepEqual(await badges.evaluateAll(nodes => nodes.map(node => node.dataset.state)), ['PASSED', 'PASSED', 'FLAGGED', 'FLAGGED']);
});

test('an explanation opens and closes by keyboard, and the focus comes back', async () => {
  await ready();
  await tabTo(page, '#flagged-rows a');
  const id = await page.evaluate(() => document.activeElement.getAttribute('href'));
  await page.keyboard.press('Enter');
  await page.locator('#explanation .decided').waitFor();
  assert.ok(await page.evaluate(() => document.activeElement.closest('#explanation') !== null), 'the focus is in the dialog');
  await page.keyboard.press('Escape');
  await page.locator('#explanation').waitFor({state: 'hidden'});
  // The page hears of the closing a moment later, and the driver of the address another one.
  await page.waitForURL(url => url.hash === '');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('href')), id);
});

test('a transaction that nobody remembers is said to be forgotten', async () => {
  page = await open(browser, `${cluster.members[0].console}/#flagged/00000000-1`);
  await page.locator('#explanation', {hasText: 'has forgotten it'}).waitFor();
});

test('a card is looked up without a trace of its number', async () => {
  await readyWithToken();
  await lookUp(CARD);
  await page.locator('#card-message', {hasText: /^Card 000000\*\*\*\*0042: [\d,]+ transactions held\.$/}).waitFor();
  await page.locator('#card-history canvas').waitFor();
  assert.ok(await page.locator('#card-history tbody tr').count() >= 20);
  assert.equal(await page.inputValue('#card-number'), '');
  assert.ok(page.requests.some(request => request.postData()?.includes(CARD)), 'the number was in a body');
  assert.deepEqual(page.requests.filter(request => request.url().includes(CARD)), []);
});

test('a card that was looked up is put into a list of cards, in a draft', async () => {
  const text = 'set blocking\nlist blocked of card from \'blocked.csv\'\nlist known of merchant from \'known.csv\'\n'
    + 'rule b decline when tx.card in @blocked\nrule k approve when tx.merchant in @known\n';
  const {sets: [{number}]} = await cluster.rules('rule-change/submit', {text, files: {'blocked.csv': '4000123412341234\n', 'known.csv': '1\n'}, reason: 'a test'});
  await readyWithToken();
  await lookUp(CARD);
  await page.locator('#card-history canvas').waitFor();
  await page.locator('#card summary', {hasText: 'Add this card to a list'}).click();
  await page.locator('#card .card-list [role=status]', {hasText: 'Set 1 has no list of cards'}).waitFor();
  await page.getByLabel('With the rules and lists of').selectOption(String(number));
  await page.locator('#card-list-name option').waitFor({state: 'attached'});
  assert.deepEqual(await page.locator('#card-list-name option').allTextContents(), ['blocked.csv']);
  await page.fill('#card-list-expires', '2030-01-31');
  await page.fill('#card-list-reason', 'reported lost');
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Enter');
  await page.locator('#card .card-list [role=status]', {hasText: `Set ${number + 1} is a draft with card 000000****0042 in blocked.csv.`}).waitFor();
  assert.equal((await cluster.rules(`rule-file/${number + 1}?name=blocked.csv`)).text, '400012******1234\n000000****0042,2030-01-31\n');
  assert.deepEqual(await unmasked(page), []);
  assert.deepEqual(page.complaints, []);
});

test('what is no card is answered in words', async () => {
  await readyWithToken();
  await lookUp('99999999999999');
  await page.locator('#card-message', {hasText: 'is not known'}).waitFor();
  await lookUp('1234');
  await page.locator('#card-message', {hasText: '8 to 19 digits. This has 4.'}).waitFor();
  await lookUp('4000.2223.3375.31');
  await page.locator('#card-message', {hasText: 'Found “.”'}).waitFor();
});

test('a pasted number keeps all its digits, whatever stands between them', async () => {
  await readyWithToken();
  const pasted = async text => {
    await page.locator('#card-number').focus();
    await page.keyboard.insertText(text);
    await page.keyboard.press('Enter');
  };
  await pasted('0000 0000-0000\u00a042');
  await page.locator('#card-message', {hasText: /^Card 000000\*\*\*\*0042: /}).waitFor();
  // The first 19 characters of these would be another card.
  await pasted('0000 - 0000 - 0000 - 4217');
  await page.locator('#card-message', {hasText: /^Card 000000\*\*\*\*\*\*4217 is not known/}).waitFor();
  await pasted('00000000000042000000');
  await page.locator('#card-message', {hasText: '8 to 19 digits. This has 20.'}).waitFor();
});

test('whoever has no token opens a flagged transaction’s card by a link, and types no number', async () => {
  await ready();
  assert.ok(await page.locator('#card-form').isHidden());
  await page.locator('#card-role', {hasText: 'give the operator’s or the analyst’s token'}).waitFor();
  const {card} = await explainFirst();
  await page.locator('#explanation .facts a').click();
  await page.locator('#explanation').waitFor({state: 'hidden'});
  await page.locator('#card-message', {hasText: `Card ${card}: `}).waitFor();
  await page.locator('#card-history canvas').waitFor();
  assert.equal(new URL(page.url()).hash, '');
  assert.ok(await page.evaluate(() => document.activeElement.closest('#card') !== null), 'the focus is at the card');
  assert.equal(await page.locator('.card-list').count(), 0, 'whoever may not submit a set is offered no list');
  assert.deepEqual(await unmasked(page), []);
  assert.deepEqual(page.requests.filter(request => request.postData() !== null), []);
});

test('a token in the address is taken out of it and used', async () => {
  page = await open(browser, `${cluster.members[0].console}/#token=${OPERATOR_TOKEN}`);
  await page.locator('#role', {hasText: 'as operator'}).waitFor();
  assert.ok(!page.url().includes(OPERATOR_TOKEN), page.url());
  assert.ok(page.requests.every(request => !request.url().includes(OPERATOR_TOKEN)));
});

test('no card number is unmasked in the document, also after explanation and look-up', async () => {
  await readyWithToken();
  await lookUp(CARD);
  await page.locator('#card-history canvas').waitFor();
  assert.deepEqual(await unmasked(page), []);
  await explainFirst();
  assert.deepEqual(await unmasked(page), []);
});

test('control is refused without the operator’s token', async () => {
  await ready();
  for (const action of ['start', 'stop', 'load']) {
    assert.ok(await page.locator(`[data-action=${action}]`).isDisabled(), action);
  }
  const status = await page.evaluate(async () => {
    const headers = {'Content-Type': 'application/json'};
    return (await fetch('/api/control', {method: 'POST', headers, body: '{"action": "stop"}'})).status;
  });
  assert.ok([401, 403].includes(status), `status=${status}`);
  await unlock('not the token');
  await page.locator('#control-message', {hasText: 'not the operator’s token'}).waitFor();
  assert.ok(await page.locator('[data-action=stop]').isDisabled());
  // The wrong one has not taken the place of what the page had: it may still ask.
  await explainFirst();
});

// A table that nobody sees stands still.
const seeMembers = () => page.locator('#members').scrollIntoViewIfNeeded();

test('the operator stops, loads and starts', async () => {
  await ready();
  await unlock(OPERATOR_TOKEN);
  await page.locator('#control-message', {hasText: 'Unlocked'}).waitFor();
  assert.equal(await page.inputValue('#operator-token'), '');
  await act('stop');
  await page.locator('#control-message', {hasText: 'Stop scoring: accepted.'}).waitFor();
  await seeMembers();
  await page.locator('#members-rows .badge[data-state=IDLE]').nth(1).waitFor();
  await seeFigures();
  await until('nothing flows', async () => await figure(page, '#tps') === 0);
  await act('load');
  await page.locator('#control-message', {hasText: 'Load cards: accepted.'}).waitFor();
  await seeMembers();
  await page.locator('#members-rows .badge[data-state=IDLE]').nth(1).waitFor();
  await seeFigures();
  await act('start');
  await page.locator('#control-message', {hasText: 'Start scoring: accepted.'}).waitFor();
  await seeFigures();
  await until('transactions flow', async () => await figure(page, '#tps') > 0);
  await page.locator('#lock').click();
  await page.locator('[data-action=stop]:disabled').waitFor();
  await page.locator('#role', {hasText: 'as viewer'}).waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.getItem('fraud-console-token')), null);
});

test('a token that is wrong is requested again, and the right one is kept for the tab', async () => {
  await ready();
  await page.evaluate(() => sessionStorage.setItem('fraud-console-token', 'a-token-of-another-cluster'));
  await page.reload();
  await page.locator('#sign-in-message', {hasText: 'token'}).waitFor();
  await page.fill('#sign-in-token', OPERATOR_TOKEN);
  await page.keyboard.press('Enter');
  await isLiveFrom(page, cluster.members[0]);
  await page.locator('#role', {hasText: 'as operator'}).waitFor();
  await page.reload();
  await page.locator('#role', {hasText: 'as operator'}).waitFor();
  assert.ok(page.requests.every(request => !request.url().includes(OPERATOR_TOKEN)));
});

test('a user signs in by name and secret, looks a card up and signs out', async () => {
  await ready();
  await page.fill('#operator-name', ANALYST.name);
  await unlock('a wrong secret');
  await page.locator('#control-message', {hasText: 'no such user’s secret'}).waitFor();
  await unlock(ANALYST.secret);
  await page.locator('#role', {hasText: `as ${ANALYST.name}, analyst`}).waitFor();
  assert.ok(await page.locator('[data-action=stop]').isDisabled());
  await lookUp(CARD);
  await page.locator('#card-history canvas').waitFor();
  await page.reload();
  await page.locator('#role', {hasText: `as ${ANALYST.name}, analyst`}).waitFor();
  await page.locator('#lock').click();
  await page.locator('#role', {hasText: 'as viewer'}).waitFor();
  assert.equal(await page.locator('#lock').isVisible(), false);
  assert.ok(page.requests.every(request => !decodeURIComponent(request.url()).includes(ANALYST.secret)));
});

test('an action that is not confirmed does not happen', async () => {
  await ready();
  await unlock(OPERATOR_TOKEN);
  await page.locator('[data-action=stop]:enabled').click();
  await page.keyboard.press('Escape');
  await page.locator('#confirm').waitFor({state: 'hidden'});
  assert.deepEqual(page.requests.filter(request => request.url().endsWith('/api/control')), []);
});

for (const [name, options] of Object.entries({wide: {}, dark: DARK, phone: PHONE, 'dark phone': {...PHONE, ...DARK}})) {
  test(`${name}: nothing overflows and axe finds nothing, explanation and card included`, async () => {
    await readyWithToken(options);
    const fits = async what => {
      const {needed, there} = await widths(page);
      assert.ok(needed <= there, `${what}: needed=${needed} there=${there}`);
      assert.deepEqual(await violations(page), [], what);
    };
    await fits('page');
    await lookUp(CARD);
    await page.locator('#card-history canvas').waitFor();
    await fits('card');
    await explainFirst();
    await fits('explanation');
    const {x, width} = await page.locator('#explanation').boundingBox();
    assert.ok(x >= 0 && x + width <= page.viewportSize().width, `explanation: x=${x} width=${width}`);
    assert.ok(await page.locator('#explanation').evaluate(dialog => dialog.scrollWidth <= dialog.clientWidth), 'explanation');
  });
}

test('what is about transactions comes first, then what acts, then Hazelcast’s internals', async () => {
  await ready();
  const tops = await page.evaluate(() => ['throughput', 'flagged', 'card', 'members', 'entrances']
    .map(id => document.getElementById(id).getBoundingClientRect().top));
  assert.deepEqual(tops, tops.toSorted((a, b) => a - b));
  const links = await page.locator('.top nav a').allTextContents();
  assert.deepEqual(links, ['Throughput', 'Flagged', 'Rules', 'Rule sets', 'Card', 'Control', 'Members', 'Requests']);
});

test('a table that is wider than a phone has a shadow at the edge behind which there is more', async () => {
  await ready(PHONE);
  const table = page.locator('#members .scroll');
  await table.scrollIntoViewIfNeeded();
  assert.ok(await table.evaluate(node => node.scrollWidth > node.clientWidth + 40));
  // A column of pixels of the frame, where no text is.
  const edges = async () => {
    const {x, y, width, height} = await table.boundingBox();
    const strip = left => page.screenshot({clip: {x: left, y: y + height - 6, width: 3, height: 3}});
    return {left: (await strip(x + 2)).toString('base64'), right: (await strip(x + width - 6)).toString('base64')};
  };
  const atBegin = await edges();
  await table.evaluate(node => node.scrollTo(node.scrollWidth, 0));
  const atEnd = await edges();
  assert.notEqual(atBegin.left, atBegin.right, 'more at the right');
  assert.notEqual(atEnd.left, atEnd.right, 'more at the left');
  assert.notEqual(atBegin.right, atEnd.right, 'no more at the right');
});

test('with forced colours bars, keys and states are distinguished', async () => {
  await ready({forcedColors: 'active'});
  const style = (selector, name) => page.locator(selector).first().evaluate((node, key) => getComputedStyle(node)[key], name);
  await page.locator('#members-rows .fill').first().waitFor({state: 'attached'});
  assert.notEqual(await style('#members-rows .fill', 'backgroundColor'), await style('#members-rows .track', 'backgroundColor'));
  assert.equal(await style('#members-rows .track', 'outlineStyle'), 'solid');
  const lines = await page.locator('.legend .swatch').evaluateAll(nodes => nodes.map(node => getComputedStyle(node).borderTopColor));
  assert.equal(new Set(lines).size, lines.length, `each series has its colour: ${lines}`);
  assert.equal(await style('#tps-ranges [aria-pressed=true]', 'outlineStyle'), 'solid');
  assert.equal(await style('#tps-ranges [aria-pressed=false]', 'outlineStyle'), 'none');
});

test('the dark page is dark', async () => {
  const brightness = async options => {
    await ready(options);
    const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.context().close();
    return color.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
  };
  assert.ok(await brightness({}) > 200);
  assert.ok(await brightness(DARK) < 50);
});
