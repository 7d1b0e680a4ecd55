/**
 * The bytes that curl and HTTPie send, compared with those of apiclient for the equivalent command line. The former
 * were recorded from the real programs; `RECORD_WIRE=1 npm run test:long -- wire` records them again. Differences are listed in
 * `reasons.ts`, with the deciding RFC.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '../../source/command/parse.js';
import { isFailure } from '../../source/core/failure.js';
import { send } from '../../source/io/http/send.js';
import { prepareRequest } from '../../source/plain/prepare.js';
import { testEnvironment } from '../support/environment.js';
import { temporaryFolder } from '../support/program.js';
import { answered } from '../support/requests.js';
import { closeServers, httpServer, type TestServer } from '../support/servers/http-server.js';
import { differences, type OnTheWire, onTheWire } from './on-the-wire.js';
import { reasonFor, reasons } from './reasons.js';
import { wordsOf } from './words.js';

const folder = path.resolve('__tests__/wire');
const files = path.join(folder, 'files');
const fixture = path.join(folder, 'recorded.json');

/** Theirs, ours; `#` begins a heading. */
const lines = ['curl.lines', 'httpie.lines'].flatMap(name =>
  readFileSync(path.join(folder, name), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => line.split(' | ') as [theirs: string, ours: string]),
);

let server: TestServer;
beforeAll(async () => {
  server = await httpServer(response => response.end('ok'));
});
afterAll(closeServers);

const host = (): string => new URL(server.url).host;
const last = (): OnTheWire => {
  const seen = server.seen.pop();
  server.seen.length = 0;
  if (!seen) throw new Error('Nothing arrived.');
  return onTheWire(seen, host());
};

/** Runs curl or HTTPie as a shell would; its home is empty. */
const theirs = (line: string): Promise<OnTheWire> =>
  new Promise((resolve, reject) => {
    const quiet = line.replace(/^curl /, 'curl -s ').replace(/^http /, 'http --ignore-stdin ');
    const env = { PATH: process.env.PATH, HOME: temporaryFolder(), LANG: 'C.UTF-8', U: server.url, H: host() };
    execFile('/bin/sh', ['-c', quiet], { cwd: files, env }, error => {
      try {
        resolve(last());
      } catch {
        reject(new Error(`${line}: nothing arrived (${error?.message})`));
      }
    });
  });

async function ours(line: string): Promise<OnTheWire> {
  const words = wordsOf(line).map(word => word.replaceAll('$U', server.url).replaceAll('$H', host()));
  const command = parse(words);
  if (isFailure(command) || command.kind !== 'request') throw new Error(isFailure(command) ? command.text : line);
  const environment = { ...testEnvironment(), folder: files };
  const spec = await prepareRequest(command, environment);
  if (isFailure(spec)) throw new Error(spec.text);
  const response = answered(await send(spec, environment));
  for await (const _ of response.body);
  return last();
}

if (process.env.RECORD_WIRE === '1') {
  test('the requests of the real programs are recorded', async () => {
    const recorded: Record<string, OnTheWire> = {};
    for (const [line] of lines) {
      const sent = await theirs(line).catch((error: Error) => void process.stderr.write(`${error.message}\n`));
      if (sent) recorded[line] = sent;
    }
    writeFileSync(fixture, `${JSON.stringify(recorded, undefined, 1)}\n`);
  }, 600_000);
}

const recorded = (): Readonly<Record<string, OnTheWire>> => JSON.parse(readFileSync(fixture, 'utf8'));

test('there are at least 250 lines, each recorded', () => {
  expect(lines.length).toBeGreaterThanOrEqual(250);
  const known = recorded();
  expect(lines.filter(([line]) => known[line] === undefined)).toEqual([]);
});

test('each line sends the same bytes, or a difference that has a reason', async () => {
  const known = recorded();
  const unexplained: string[] = [];
  const used = new Set<string>();
  for (const [line, own] of lines) {
    const [want, got] = [known[line], await ours(own)];
    if (!want) continue;
    for (const what of differences(want, got)) {
      const reason = reasonFor({ line, what, theirs: want, ours: got });
      if (reason) used.add(reason);
      else unexplained.push(`${line}\n  ${own}\n  ${what}: ${shown(want, what)}\n  ours: ${shown(got, what)}`);
    }
  }
  expect(unexplained).toEqual([]);
  // A reason that no longer explains anything must be removed.
  expect(Object.keys(reasons).filter(name => !used.has(name))).toEqual([]);
  for (const { why } of Object.values(reasons)) expect(why).toMatch(/RFC \d+|IANA/);
});

const shown = (wire: OnTheWire, what: string): string =>
  JSON.stringify(what === 'body' || what === 'target' || what === 'method' ? wire[what] : wire.headers[what]);
