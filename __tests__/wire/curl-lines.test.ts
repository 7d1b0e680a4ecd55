/**
 * `apiclient curl …` compared with curl: typical lines, sent by both. The requests of curl were recorded from the real program
 * (`RECORD_WIRE=1 npm test -- wire/curl-lines` records them again).
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { translatePasted } from '../../source/command/curl/pasted.js';
import { parse } from '../../source/command/parse.js';
import { isFailure } from '../../source/core/failure.js';
import { send } from '../../source/io/http/send.js';
import { prepareRequest } from '../../source/plain/prepare.js';
import { testEnvironment } from '../support/environment.js';
import { temporaryFolder } from '../support/program.js';
import { answered } from '../support/requests.js';
import { closeServers, httpServer, type TestServer } from '../support/servers/http-server.js';
import { differences, type OnTheWire, onTheWire } from './on-the-wire.js';
import { reasons } from './reasons.js';

const folder = path.resolve('__tests__/wire');
const files = path.join(folder, 'files');
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

/** Lines from documentation, and the curl lines that `wire.long.test.ts` compares with apiclient's. */
const documented = read('documented.lines')
  .split(/\n{2,}/)
  .map(each => each.replace(/^(?:#[^\n]*\n)*/, '').trimEnd())
  .filter(each => each !== '' && !each.startsWith('#'));
const paired = read('curl.lines')
  .split('\n')
  .filter(line => line.startsWith('curl '))
  .map(line => line.split(' | ')[0] as string);

let server: TestServer;
beforeAll(async () => {
  server = await httpServer(response => response.end('ok'));
});
afterAll(closeServers);

const host = (): string => new URL(server.url).host;
const last = (): OnTheWire | undefined => {
  const seen = server.seen.at(-1);
  server.seen.length = 0;
  return seen && onTheWire(seen, host());
};

/** The line with the URL of this test's server. */
const here = (line: string): string =>
  line
    .replace("--proto '=https'", "--proto '=http,https'")
    .replaceAll('$U', server.url)
    .replaceAll('$H', host())
    .replaceAll('https://api.example.com', server.url)
    .replaceAll('https://ada:p%40w@api.example.com', `http://ada:p%40w@${host()}`)
    .replaceAll('api.example.com', host());

if (process.env.RECORD_WIRE === '1') {
  test('the requests of curl are recorded', async () => {
    const recorded: Record<string, OnTheWire> = {};
    for (const line of documented) {
      const env = { PATH: process.env.PATH, HOME: temporaryFolder(), LANG: 'C.UTF-8' };
      const quiet = here(line).replace(/\bcurl /, 'curl -s ');
      await new Promise<void>(resolve => {
        execFile('/bin/bash', ['-c', `cp -r . "$HOME/w" && cd "$HOME/w" && ${quiet}`], { cwd: files, env }, () =>
          resolve(),
        );
      });
      const sent = last();
      if (sent) recorded[line] = sent;
      else process.stderr.write(`nothing arrived: ${line}\n`);
    }
    writeFileSync(path.join(folder, 'documented.json'), `${JSON.stringify(recorded, undefined, 1)}\n`);
  }, 600_000);
}

/** The request that apiclient sends for a curl line, or the reason why it sends none. */
async function sentBy(line: string): Promise<OnTheWire | string> {
  const translated = translatePasted(here(line));
  if (isFailure(translated)) return `${translated.text} ${translated.hint}`;
  const command = parse(translated.argv);
  if (isFailure(command) || command.kind !== 'request') return isFailure(command) ? command.text : 'no request';
  const environment = { ...testEnvironment(), folder: files };
  writeFileSync(path.join(environment.home, '.netrc'), '');
  const spec = await prepareRequest(command, environment);
  if (isFailure(spec)) return spec.text;
  const response = answered(await send(spec, environment));
  for await (const _ of response.body);
  return last() ?? 'nothing arrived';
}

/** Reasons that apply to curl lines. Those about apiclient's own `-d` and `-T` do not. */
const ours = [
  'JSON may be written in many ways',
  'the length of no body',
  'a space, and the case of hexadecimal digits',
  'an encoded dot',
  'characters that no URL may hold',
  'the ? of an empty query',
  'a space between cookies',
  'line ends of a file',
  'waiting for 100',
  'several files of a field',
  'a semicolon that begins no option',
  'a boundary where none belongs',
];

async function unlike(
  lines: readonly string[],
  known: Readonly<Record<string, OnTheWire>>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const line of lines) {
    const want = known[line];
    const got = await sentBy(line);
    if (!want || typeof got === 'string') {
      found.push(`${line}\n  ${want ? got : 'was not recorded'}`);
      continue;
    }
    for (const what of differences(want, got)) {
      if (ours.some(name => reasons[name]?.explains({ line, what, theirs: want, ours: got }))) continue;
      const shown = (wire: OnTheWire) =>
        JSON.stringify(what === 'body' || what === 'target' || what === 'method' ? wire[what] : wire.headers[what]);
      found.push(`${line}\n  ${what}: ${shown(want)}\n  ours: ${shown(got)}`);
    }
  }
  return found;
}

test('200 lines from documentation send the same request as curl', async () => {
  expect(documented.length).toBeGreaterThanOrEqual(200);
  expect(await unlike(documented, JSON.parse(read('documented.json')))).toEqual([]);
}, 120_000);

test("the curl lines compared with apiclient's send the same request as curl", async () => {
  expect(await unlike(paired, JSON.parse(read('recorded.json')))).toEqual([]);
}, 120_000);
