// The row that --cost writes, of figures that a test makes up.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {conditions, costRow} from './support/cost-row.js';

const VERSION = 'fraud 1.0 (commit c0ffee1)\nJava 25.0.3+9-LTS, OpenJDK\n';

test('a row has the medians, what the members took beside, and what made it', () => {
  const costs = {'just come': {members: [3, 1, 2], browser: [9, 7, 8.04]}, 'left open': {members: [-0.7, 0, -2], browser: [1, 1, 4]}};
  const made = conditions(VERSION, new Date('2026-11-24T12:00:00Z'));

  const row = costRow('stopped', costs, {members: [39.2, 40, 43.4], browser: [0, 1, 2]}, made);

  assert.ok(row.startsWith('| stopped | 2.0 | -0.7 | **8.0** | **1.0** | 39 to 43 | `console-tests/run --cost` | c0ffee1 | 2026-11-24 | '), row);
  assert.match(row, /\d+ cores, \d+ GiB, JDK 25\.0\.3\+9-LTS \|$/);
});
