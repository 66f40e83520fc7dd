// The row of TEST_RESULTS.md of what an open page costs.

import {execFileSync} from 'node:child_process';
import {arch, cpus, totalmem, type} from 'node:os';
import {fileURLToPath} from 'node:url';

const GIB = 1024 ** 3;
const LAUNCHER = fileURLToPath(new URL('../../fraud', import.meta.url));

export const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Commit, day and machine, as cells; asks the launcher unless its answer to --version is given. */
export function conditions(version = execFileSync(LAUNCHER, ['--version'], {encoding: 'utf8', env: {...process.env, FRAUD_NO_BUILD: '1'}}),
  day = new Date()) {
  const commit = /\(commit (.*)\)/.exec(version)[1];
  const java = /^Java ([^,]*),/m.exec(version)[1];
  const machine = `${type()} ${arch() === 'x64' ? 'amd64' : arch()}, ${cpus().length} cores, ${Math.round(totalmem() / GIB)} GiB, JDK ${java}`;
  return [commit, day.toISOString().slice(0, 10), machine];
}

/**
 * The row of a page at a place.
 *
 * @param costs of members and browser when the page has just come and when it was left open, a number for each page
 * @param without what members and browser took beside, a number for each page and age
 */
export function costRow(what, costs, without, made = conditions()) {
  const cost = (age, name) => median(costs[age][name]).toFixed(1);
  const beside = [Math.min(...without.members), Math.max(...without.members)].map(Math.round);
  return `| ${[what, cost('just come', 'members'), cost('left open', 'members'), `**${cost('just come', 'browser')}**`,
    `**${cost('left open', 'browser')}**`, [...new Set(beside)].join(' to '), '`console-tests/run --cost`', ...made].join(' | ')} |`;
}
