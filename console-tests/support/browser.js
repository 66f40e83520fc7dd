// Chromium, and what the tests look at in a page.

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {chromium} from 'playwright-core';
import {until} from './until.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Two cores run the members, the source and the browser at once.
const WAIT_MS = 60_000;
// Not digits of a fraction, such as a position in pixels: those are no card's.
const CARD_NUMBER = /(?<![\d.])\d{12,19}(?!\d)/g;

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
// The sandbox needs rights that root in a container does not have; the pages are our own.
const OPTIONS = ['--no-sandbox'];

export function launch() {
  return chromium.launch({executablePath: EXECUTABLE, args: OPTIONS});
}

/** A browser that is told where to go, and is then left alone. */
export async function launchUndriven() {
  const profile = mkdtempSync(join(tmpdir(), 'console-browser-'));
  const child = spawn(EXECUTABLE, [...OPTIONS, '--headless', '--no-first-run', '--disable-background-networking', '--disable-component-update',
    '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--window-size=1280,900', 'about:blank'], {stdio: ['ignore', 'ignore', 'pipe']});
  const ended = once(child, 'exit');
  const address = await new Promise((resolve, reject) => {
    ended.then(([status]) => reject(new Error(`the browser ended before it could be reached: status ${status}`)));
    createInterface({input: child.stderr}).on('line', line => {
      const [, url] = line.match(/DevTools listening on (ws:\S+)/) ?? [];
      if (url !== undefined) {
        resolve(url);
      }
    });
  });
  return {
    pid: child.pid,
    /** Goes to a page, and leaves when it is as it should be. */
    async show(url, whenReady = async () => {}) {
      const driver = await chromium.connectOverCDP(address);
      const [page] = driver.contexts()[0].pages();
      page.setDefaultTimeout(WAIT_MS);
      await page.goto(url);
      await whenReady(page);
      await driver.close();
    },
    async close() {
      const driver = await chromium.connectOverCDP(address);
      await (await driver.newBrowserCDPSession()).send('Browser.close');
      await ended;
      rmSync(profile, {recursive: true, force: true, maxRetries: 5});
    },
  };
}

/** Opens a console and notes what the page complains about and asks for. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({
    viewport: {width: 1280, height: 900}, locale: 'en-GB', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce', ...options,
  });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  page.complaints = [];
  page.requests = [];
  page.on('console', message => ['error', 'warning'].includes(message.type()) && page.complaints.push(message.text()));
  page.on('pageerror', error => page.complaints.push(error.message));
  page.on('request', request => page.requests.push(request));
  await page.goto(url);
  return page;
}

export const isLiveFrom = (page, member) =>
  page.locator('#connection', {hasText: `Live from 127.0.0.1:${member.httpPort}`}).waitFor();

/** The figure of an element, or NaN while it is not known. */
export const figure = async (page, selector) => Number((await page.locator(selector).textContent()).replaceAll(',', ''));

export const picture = (page, selector) => page.locator(`${selector} canvas`).evaluate(canvas => canvas.toDataURL());

export async function widths(page) {
  return page.evaluate(() => ({needed: document.documentElement.scrollWidth, there: innerWidth}));
}

/** Runs of digits as long as a card's number anywhere in the document: texts, attributes, and what fields hold. */
export async function unmasked(page) {
  const document = await page.evaluate(() =>
    document.documentElement.outerHTML + [...document.querySelectorAll('input')].map(input => input.value).join('\n'));
  return document.match(CARD_NUMBER) ?? [];
}

/** What axe finds wrong, each as one line. Of each table it looks at the first rows: the others are made alike. */
export async function violations(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run({exclude: [['tbody tr:nth-child(n+4)']]}));
  return found.violations.map(({id, nodes}) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`);
}

/** Presses Tab until an element that the selector names has the focus, as someone without a mouse would. */
export async function tabTo(page, selector, presses = 100) {
  let left = presses;
  await until(`Tab reaches ${selector}`, async () => {
    if (await page.evaluate(sought => document.activeElement.matches(sought), selector)) {
      return true;
    }
    if (left-- === 0) {
      throw new Error(`${presses} presses of Tab do not reach ${selector}`);
    }
    await page.keyboard.press('Tab');
    return false;
  }, 60_000);
}
