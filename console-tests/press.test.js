// What stands still while somebody presses, by itself: no browser, no members.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';

const FILE = fileURLToPath(new URL('../hazelcast-certification/src/main/resources/console/press.js', import.meta.url));
// As a module, whatever the folder that it lies in says of its files.
const {watchPress} = await import(`data:text/javascript,${encodeURIComponent(readFileSync(FILE, 'utf8'))}`);

function watched() {
  const page = new EventTarget();
  const said = [];
  let nowMs = 5_000;
  const isPressed = watchPress(page, () => said.push('shown'), () => nowMs);
  return {
    page,
    said,
    isPressed,
    pass(ms) {
      nowMs += ms;
    },
  };
}

/** Behind what was planned before. */
const planned = () => new Promise(resolve => setTimeout(resolve));

for (const end of ['pointerup', 'pointercancel']) {
  test(`nothing moves from the press on, and what has come meanwhile is shown behind the ${end}`, async () => {
    const {page, said, isPressed} = watched();
    assert.equal(isPressed(), false);
    page.dispatchEvent(new Event('pointerdown'));
    assert.equal(isPressed(), true);
    page.dispatchEvent(new Event(end));
    said.push('clicked');
    assert.equal(isPressed(), false);
    await planned();
    assert.deepEqual(said, ['clicked', 'shown']);
  });
}

test('a press whose release is never heard of does not hold the page up', () => {
  const {page, isPressed, pass} = watched();
  page.dispatchEvent(new Event('pointerdown'));
  pass(1_999);
  assert.equal(isPressed(), true);
  pass(1);
  assert.equal(isPressed(), false);
});

test('a release without a press shows nothing anew', async () => {
  const {page, said} = watched();
  page.dispatchEvent(new Event('pointerup'));
  await planned();
  assert.deepEqual(said, []);
});

test('the page of the cluster holds what it shows while somebody presses', () => {
  const main = readFileSync(fileURLToPath(new URL('../hazelcast-certification/src/main/resources/console/main.js', import.meta.url)), 'utf8');
  assert.match(main, /const isPressed = watchPress\(document, show\);/);
  assert.match(main, /if \(last === null \|\| document\.hidden \|\| isPressed\(\)\) \{\n {4}return;/);
});
