/** Files that a process was writing when it was killed: they are removed once no running process owns them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { removeStaleParts } from '../../../source/io/files/replace-file.js';
import { ownerMark, thisOwner } from '../../../source/platform/lock-owner.js';
import { testEnvironment } from '../../support/environment.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

const stateOf = (home: string): string => path.join(home, '.local/state/apiclient');
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile())
    .map(each => path.join(each.parentPath, each.name));
const partsIn = (home: string): readonly string[] => filesBelow(stateOf(home)).filter(each => each.endsWith('.part'));

/** Runs the program, which is killed when it renames the first file with this name. */
async function killedWhileSaving(argv: readonly string[], home: string, name: RegExp): Promise<void> {
  const killer = path.join(home, 'killer.cjs');
  writeFileSync(
    killer,
    `const { promises } = require('node:fs');
const { rename } = promises;
promises.rename = (from, to) => ${name}.test(to) ? process.kill(process.pid, 'SIGKILL') : rename(from, to);`,
  );
  const ended = await runProgram(argv, { home, variables: { NODE_OPTIONS: `--require=${killer}` } });
  expect(ended.signal).toBe('SIGKILL');
  // A lock is stale if its owner has not touched it for five seconds.
  for (const lock of filesBelow(stateOf(home)).filter(each => each.endsWith('.lock'))) utimesSync(lock, 0, 0);
}

async function tokenServer() {
  const { url } = await httpServer(response =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ access_token: 'SECRET-TOKEN', token_type: 'Bearer', expires_in: 600 })),
  );
  return ['auth', 'login', '--oauth2', `client_credentials:${url}/token:me:s`];
}

test('`auth logout --all` removes the tokens of a process that was killed while saving them', async () => {
  const home = temporaryFolder();
  await killedWhileSaving(await tokenServer(), home, /tokens\.json$/);
  expect(partsIn(home).map(each => readFileSync(each, 'utf8'))).toEqual([expect.stringContaining('SECRET-TOKEN')]);
  expect((await runProgram(['auth', 'logout', '--all'], { home })).code).toBe(0);
  expect(partsIn(home)).toEqual([]);
});

test('the next process that saves a token removes the tokens of a killed one', async () => {
  const home = temporaryFolder();
  const login = await tokenServer();
  await killedWhileSaving(login, home, /tokens\.json$/);
  expect((await runProgram(login, { home })).code).toBe(0);
  expect(partsIn(home)).toEqual([]);
});

test('`sessions remove` removes the files left by a killed process, also for one origin', async () => {
  const home = temporaryFolder();
  const { url } = await httpServer(response => response.end('x'));
  const request = ['GET', url, '--session', 'shop', '-H', 'X-Key: SECRET'];
  for (const origin of [[], [url]]) {
    expect((await runProgram(request, { home })).code).toBe(0);
    await killedWhileSaving([...request, '-H', 'X-More: 1'], home, /sessions/);
    expect(partsIn(home)).toHaveLength(1);
    expect((await runProgram(['sessions', 'remove', 'shop', ...origin], { home })).code).toBe(0);
    expect(partsIn(home)).toEqual([]);
  }
});

test('the full screen removes files of killed processes when it starts', async () => {
  const home = temporaryFolder();
  await killedWhileSaving(await tokenServer(), home, /tokens\.json$/);
  const schema = path.join(home, 's.graphql');
  writeFileSync(schema, 'type Query { a: Int }');
  const terminal = startInTerminal(['graphql', 'http://127.0.0.1:9/', '--schema', schema], { home });
  await terminal.untilScreen(() => partsIn(home).length === 0);
  expect(existsSync(stateOf(home))).toBe(true);
});

test('only parts whose owner is gone are stale; on another machine, those older than a day', async () => {
  const folder = temporaryFolder();
  const environment = testEnvironment();
  const running = ownerMark(thisOwner(environment));
  const [pid, host, start] = running.split('-');
  const names = {
    running: `.a.json.${running}.0123456789ab.part`,
    gone: `.a.json.${pid}-${host}-00000000.0123456789ab.part`,
    remote: `.a.json.${pid}-00000000-${start}.0123456789ab.part`,
    abandoned: `.b.json.${pid}-00000000-${start}.0123456789ab.part`,
    download: 'a.json.part',
    folder: `.c.json.${pid}-${host}-00000000.0123456789ab.part`,
  };
  for (const name of Object.values(names)) if (name !== names.folder) writeFileSync(path.join(folder, name), 'x');
  mkdirSync(path.join(folder, names.folder));
  const days = environment.now() / 1000 - 2 * 24 * 60 * 60;
  utimesSync(path.join(folder, names.abandoned), days, days);
  await removeStaleParts(folder, environment);
  const { gone: _, abandoned: __, ...kept } = names;
  expect(readdirSync(folder).sort()).toEqual(Object.values(kept).sort());
});
