// A source and members as processes of ./fraud, each with its output in a file.

import {spawn} from 'node:child_process';
import {pbkdf2Sync} from 'node:crypto';
import {once} from 'node:events';
import {mkdtempSync, openSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {until} from './until.js';

export const OPERATOR_TOKEN = 'token-of-the-operator-in-tests';

/** An analyst of every cluster. */
export const ANALYST = {name: 'anna', secret: 'a secret of anna’s'};

const LAUNCHER = fileURLToPath(new URL('../../fraud', import.meta.url));
const UP_WITHIN_MS = 180_000;
const LOADED_WITHIN_MS = 180_000;
const STOP_WITHIN_MS = 20_000;
// As in the histories: 20 in 90 days.
const PAYMENTS_A_DAY = 0.22;
// Transactions a second: two fifths are flagged, ten times what a member keeps of them for the page, and the browser has processors left.
const RATE = 1_000;
const TAIL_LINES = 12;
const LINE_MAX = 200;

// Below those that Linux gives to outgoing connections, which may take one before its process listens.
const FIRST_PORT = 10_240;
const FIRST_OUTGOING_PORT = 32_768;
const namedPorts = new Set();

async function isFree(port) {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Another one at each call. */
async function freePort() {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (FIRST_OUTGOING_PORT - FIRST_PORT));
    if (!namedPorts.has(port) && await isFree(port)) {
      namedPorts.add(port);
      return port;
    }
  }
}

/** One process; it is ended by its own id and no other. */
class FraudProcess {
  #child;
  #log;

  constructor(folder, name, args, environment = {}) {
    this.name = name;
    this.#log = join(folder, `${name}.log`);
    const output = openSync(this.#log, 'a');
    // Whoever starts this has built the jar; building it again under the members' feet would pull it away.
    this.#child = spawn(LAUNCHER, args, {
      stdio: ['ignore', output, output], env: {...process.env, ...environment, FRAUD_NO_BUILD: '1'},
    });
  }

  get pid() {
    return this.#child.pid;
  }

  get isAlive() {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get tail() {
    return readFileSync(this.#log, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES)
      .map(line => line.slice(0, LINE_MAX)).join('\n');
  }

  async saying(text) {
    await until(`${this.name} says '${text}'`, () => {
      // One that has ended may have said it before.
      const hasEnded = !this.isAlive;
      const isSaid = readFileSync(this.#log, 'utf8').includes(text);
      if (hasEnded && !isSaid) {
        throw new Error(`${this.name} ended:\n${this.tail}`);
      }
      return isSaid;
    }, UP_WITHIN_MS);
  }

  /** Waits for its end, which must be a good one. */
  async ended() {
    if (this.isAlive) {
      await once(this.#child, 'exit');
    }
    if (this.#child.exitCode !== 0) {
      throw new Error(`${this.name} ended with status ${this.#child.exitCode}:\n${this.tail}`);
    }
  }

  /** As a power cut would end it. */
  async kill() {
    await this.#end('SIGKILL');
  }

  /** Lets it hang as a machine without processor time would: its connections stay, and nothing answers. */
  freeze() {
    this.#child.kill('SIGSTOP');
  }

  thaw() {
    this.#child.kill('SIGCONT');
  }

  async stop() {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_WITHIN_MS);
    await this.#end('SIGTERM');
    clearTimeout(timer);
  }

  async #end(signal) {
    if (this.isAlive) {
      const ended = once(this.#child, 'exit');
      this.#child.kill(signal);
      await ended;
    }
  }
}

export class Cluster {
  members = [];
  #folder = mkdtempSync(join(tmpdir(), 'fraud-console-'));
  #name = `console-${process.pid}`;
  #source = null;
  #sourcePort = 0;
  #sourceStarts = 0;
  #cards;
  #heap;
  #degradedAfter;
  #rate;
  #fastMotion = null;
  #hasApi = false;
  #more = {args: [], environment: {}};

  /**
   * A source and two members with one backup, loaded and scoring. With an API they ask themselves for a thousand decisions first, a second or two of a
   * processor each.
   */
  static async scoring({cards = 20_000, rate = RATE, heap = '400m', hasApi = false} = {}) {
    const cluster = new Cluster(cards, rate, heap);
    cluster.#hasApi = hasApi;
    try {
      await cluster.#startMembers();
      await cluster.load();
      await cluster.control('start');
    } catch (error) {
      await cluster.close();
      throw error;
    }
    return cluster;
  }

  /** The same with customers of natural traffic and the rules for it, in fast motion: their histories end days ago, and the source goes on there. */
  static async scoringNatural({cards, rate, heap, since}) {
    const cluster = new Cluster(cards, rate, heap);
    cluster.#fastMotion = since;
    cluster.#hasApi = true;
    cluster.#more = {args: ['--rules=starter', '--sweep-interval=never'], environment: {}};
    try {
      await cluster.#startMembers();
      const loader = new FraudProcess(cluster.#folder, 'ctl-load', ['ctl', 'load', `--cards=${cards}`, `--since=${since}`,
        `--address=127.0.0.1:${cluster.members[0].controlPort}`, `--cluster-name=${cluster.#name}`]);
      await loader.ended();
      await cluster.#areLoaded();
      await cluster.control('start');
    } catch (error) {
      await cluster.close();
      throw error;
    }
    return cluster;
  }

  /** The same, with nothing loaded and nothing started. */
  static async empty({cards = 20_000, rate = RATE, heap = '400m', degradedAfter = '10s', environment = {}} = {}) {
    const cluster = new Cluster(cards, rate, heap, degradedAfter);
    cluster.#more = {args: [], environment};
    try {
      await cluster.#startMembers();
    } catch (error) {
      await cluster.close();
      throw error;
    }
    return cluster;
  }

  /** One member with more options, a source, and nothing loaded. */
  static async alone(args, environment) {
    const cluster = new Cluster(20_000, RATE, '400m');
    cluster.#more = {args, environment};
    try {
      await cluster.#startFirstMember();
    } catch (error) {
      await cluster.close();
      throw error;
    }
    return cluster;
  }

  constructor(cards, rate, heap, degradedAfter = '10s') {
    this.#degradedAfter = degradedAfter;
    this.#cards = cards;
    this.#rate = rate;
    this.#heap = heap;
  }

  get #users() {
    return join(this.#folder, 'users');
  }

  /** As ./fraud users add writes it, hashed in one round: its 210,000 take a second of a processor, and each sign-in as many. */
  #addUsers() {
    const salt = '00112233445566778899aabbccddeeff';
    const hash = pbkdf2Sync(ANALYST.secret, Buffer.from(salt, 'hex'), 1, 32, 'sha512').toString('hex');
    writeFileSync(this.#users, `${ANALYST.name} analyst pbkdf2-sha512:1:${salt}:${hash}\n`, {mode: 0o600});
  }

  async #startFirstMember() {
    this.#addUsers();
    this.#sourcePort = await freePort();
    await this.startSource();
    await this.startMember();
  }

  async #startMembers() {
    await this.#startFirstMember();
    await this.startMember();
    await Promise.all(this.members.map(member => this.#namesConsoles(member)));
  }

  /** A page may talk to those members only whose consoles its own member knew when it served it. */
  async #namesConsoles(member) {
    await until(`${member.console} names the consoles of all members`, async () => {
      const policy = (await fetch(member.console)).headers.get('content-security-policy');
      return this.members.every(other => other === member || policy.includes(other.console));
    }, UP_WITHIN_MS);
  }

  /** Starts the source, again at its port when it was killed. */
  async startSource() {
    this.#sourceStarts++;
    this.#source = new FraudProcess(this.#folder, `source-${this.#sourceStarts}`,
      ['source', ...this.#traffic(), `--port=${this.#sourcePort}`, `--cards=${this.#cards}`, `--rate=${this.#rate}`]);
    await this.#source.saying('listening');
  }

  #traffic() {
    return this.#fastMotion === null ? ['--traffic=challenge'] : ['--traffic=natural', `--since=${this.#fastMotion}`, `--payments-a-day=${PAYMENTS_A_DAY}`];
  }

  get source() {
    return this.#source;
  }

  get sourceAddress() {
    return `127.0.0.1:${this.#sourcePort}`;
  }

  /** Loads all shards and waits for them and their backups. */
  async load() {
    await this.control('load');
    await this.#areLoaded();
  }

  async #areLoaded() {
    await until('all shards are loaded on both members', async () => {
      const {map, members} = await this.#get('overview');
      return members.length === 2 && map.shardsLoaded === map.shardCount && map.shardsWithoutBackup === 0
        && members.every(({state}) => state === 'IDLE');
    }, LOADED_WITHIN_MS);
  }

  /** Starts scoring whatever is loaded, which the console refuses. */
  async startWithoutHistories() {
    const starter = new FraudProcess(this.#folder, 'ctl-start', ['ctl', 'start', '--without-histories', '--timeout=60s',
      `--address=127.0.0.1:${this.members[0].controlPort}`, `--cluster-name=${this.#name}`]);
    await starter.saying('started:');
  }

  /** Starts another member, or one at the address of one that has ended. */
  async startMember(address = null) {
    const {port, httpPort, controlPort} = address ?? {port: await freePort(), httpPort: await freePort(), controlPort: await freePort()};
    const apiPort = await freePort();
    const alive = this.members.filter(member => member.process.isAlive);
    const member = {
      port,
      httpPort,
      controlPort,
      address: `127.0.0.1:${port}`,
      console: `http://127.0.0.1:${httpPort}`,
      api: `http://127.0.0.1:${apiPort}`,
      process: new FraudProcess(this.#folder, `member-${port}-${this.members.length}`, [
        'member', `--traffic=${this.#fastMotion === null ? 'challenge' : 'natural'}`, `--cluster-name=${this.#name}`, `--port=${port}`, `--control-port=${controlPort}`, `--http-port=${httpPort}`, '--backups=1', `--degraded-after=${this.#degradedAfter}`, `--heap=${this.#heap}`,
        `--users=${this.#users}`, `--cards=${this.#cards}`, `--source=127.0.0.1:${this.#sourcePort}`, '--readers=1',
        ...this.#hasApi ? [`--api-port=${apiPort}`, '--api-access-log=none'] : [], `--gateway-port=${await freePort()}`, '--gateway-plain',
        ...alive.slice(0, 1).map(first => `--join=${first.address}`),
        ...this.#more.args,
      ], {FRAUD_CONSOLE_OPERATOR_TOKEN: OPERATOR_TOKEN, ...this.#more.environment}),
    };
    this.members.push(member);
    await member.process.saying('is up:');
    return member;
  }

  async #get(path) {
    const response = await fetch(`${this.members[0].console}/api/${path}`);
    if (!response.ok) {
      throw new Error(`GET /api/${path}: ${response.status} ${await response.text()}`);
    }
    return response.json();
  }

  async control(action) {
    const response = await fetch(`${this.members[0].console}/api/control`, {
      method: 'POST',
      headers: {'Content-Type': 'application/json', Authorization: `Bearer ${OPERATOR_TOKEN}`},
      body: JSON.stringify({action}),
    });
    if (response.status !== 202) {
      throw new Error(`${action}: ${response.status} ${await response.text()}`);
    }
  }

  /** Asks the API of the first member about sets of rules, as the operator; POST when there is a body. */
  async rules(path, body) {
    const response = await fetch(`${this.members[0].console}/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {'Content-Type': 'application/json', Authorization: `Bearer ${OPERATOR_TOKEN}`},
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(`${path}: ${response.status} ${await response.text()}`);
    }
    return response.json();
  }

  /** The last lines of every process, for the message of a test that failed. */
  get tails() {
    return [this.#source, ...this.members.map(member => member.process)].map(one => `--- ${one.name}\n${one.tail}`).join('\n');
  }

  /** Ends all, the source last: a member that leaves asks it to end the stream. */
  async close() {
    await Promise.all(this.members.map(member => member.process.stop()));
    await this.#source?.stop();
    rmSync(this.#folder, {recursive: true});
  }
}
