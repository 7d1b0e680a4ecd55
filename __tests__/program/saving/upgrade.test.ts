/**
 * Upgrades and downgrades. `states/` contains homes written by earlier commits of this repository: the programs were built,
 * logged in, saved a session and a cookie jar, ran an operation and were killed with an unsaved text.
 */
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFailure } from '../../../source/core/failure.js';
import { type Demo, startDemo } from '../../../source/demo/start.js';
import { rememberedPlaces, rememberPlace } from '../../../source/io/remembered.js';
import { testEnvironment } from '../../support/environment.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { tenthOf } from '../../support/property.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

let demo: Demo;
beforeAll(async () => {
  const started = await startDemo({ port: 0 });
  if (isFailure(started)) throw new Error(started.text);
  demo = started;
});
afterAll(() => demo.close());
afterEach(closeTerminals);

interface State {
  readonly commit: string;
  readonly date: string;
  /** By their paths below the home. Binary content is in base64. */
  readonly files: Readonly<Record<string, string | { readonly base64: string }>>;
}

/** The endpoint of all states. No server listens at it. */
const endpoint = 'http://127.0.0.1:4999/graphql';
const stateFolder = '.local/state/apiclient';

const statesFolder = path.resolve('__tests__/program/saving/states');
const states = readdirSync(statesFolder).map((name): readonly [string, State] => {
  const state = JSON.parse(readFileSync(path.join(statesFolder, name), 'utf8')) as State;
  return [`${state.date} ${state.commit.slice(0, 8)}`, state];
});
const has = ({ files }: State, name: RegExp): boolean => Object.keys(files).some(file => name.test(file));

/** A home with the files, as if written an hour ago, because a cached schema is used for a day. */
function homeOf({ files }: State): string {
  const written = new Date(Date.now() - 3_600_000);
  const home = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(home, name);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const bytes = typeof content === 'string' ? content : Buffer.from(content.base64, 'base64');
    writeFileSync(file, bytes, { mode: 0o600 });
    utimesSync(file, written, written);
  }
  return home;
}

const readState = (home: string, name: string): string => readFileSync(path.join(home, stateFolder, name), 'utf8');
const draftsIn = (home: string): readonly string[] =>
  readdirSync(path.join(home, stateFolder, 'drafts'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.json'))
    .map(name => readState(home, path.join('drafts', name)));

const openScreen = (home: string) =>
  startInTerminal(['graphql', endpoint], { home, columns: 120, rows: 40, variables: { NO_COLOR: '1' } });

test('each kind of state occurs in at least one of them', () => {
  for (const kind of [/install\.key$/, /tokens\.json$/, /history\.jsonl$/, /endpoints\.json$/, /drafts\/.*\.json$/])
    expect(states.filter(([, state]) => has(state, kind)).length).toBeGreaterThan(4);
  for (const kind of [/sessions\//, /jar\.txt$/, /schemas\//, /config\.json$/])
    expect(states.filter(([, state]) => has(state, kind))).not.toEqual([]);
});

// The newest comes first.
const newestFirst = [...states].sort(([a], [b]) => (a < b ? 1 : -1));

describe.each(tenthOf(newestFirst))('the home of %s', (_, state) => {
  test('logins, sessions and cookies are preserved, also when others are added', async () => {
    const home = homeOf(state);
    const run = (...argv: readonly string[]) => runProgram(argv, { home, folder: home });
    const before = JSON.parse(readState(home, 'tokens.json')).tokens;
    const listed = await run('auth', 'status');
    expect([listed.code, listed.stderr]).toEqual([0, '']);
    expect(listed.stdout).toMatch(/client_credentials · client demo[\s\S]*password · client demo-public.*renewable/);
    const login = ['--oauth2', `client_credentials:${demo.url}/oauth/token:demo:demo-secret`];
    const got = await run('GET', `${demo.url}/private/bearer`, ...login, '--session', 'new');
    expect([got.code, got.stdout]).toEqual([0, '{"hello":"token holder"}\n']);
    const after = JSON.parse(readState(home, 'tokens.json'));
    expect(after).toMatchObject({ version: 1, tokens: before });
    expect(Object.keys(after.tokens)).toHaveLength(3);
    expect((await run('sessions')).stdout.includes('mine')).toBe(has(state, /sessions\/mine/));
    const sent = await run('GET', `${demo.url}/cookies`, '--cookie-jar', 'jar.txt');
    expect([sent.code, sent.stdout]).toEqual([0, '{"sent":"taste=oat"}\n']);
  });

  test('the cached schema is used, or the server is queried; none of it ends in a bug', async () => {
    const ended = await runProgram(['graphql', endpoint, '--print-schema'], { home: homeOf(state) });
    expect([0, 1]).toContain(ended.code);
    expect(ended.stderr).not.toMatch(/bug/i);
  });

  if (has(state, /drafts\//))
    test('the screen restores the unsaved tabs and the history, and quitting loses neither', async () => {
      const home = homeOf(state);
      const screen = openScreen(home);
      // No server listens at the endpoint, and the oldest versions cached schemas under other names.
      await screen.untilScreen(text => /No schema from|\[2 Unsaved \*\]/.test(text));
      if (screen.screen().includes('No schema from')) screen.write('c');
      await screen.untilShown('[2 Unsaved *]');
      await screen.untilShown('query Unsaved { books { total } }');
      screen.write('P');
      await screen.untilShown('{ authors { name } }');
      screen.write('\u001b');
      await screen.untilScreen(text => !text.includes('{ authors { name } }'));
      screen.write('q');
      expect(await screen.ended).toMatchObject({ code: 0 });
      expect(draftsIn(home).map(text => JSON.parse(text))).toEqual([
        expect.objectContaining({
          version: 1,
          query: 'query Unsaved { books { total } }',
          tabs: expect.objectContaining({ others: [expect.objectContaining({ query: '{ authors { name } }' })] }),
        }),
      ]);
      expect(readState(home, 'history.jsonl')).toContain(String(state.files[`${stateFolder}/history.jsonl`]).trim());
      expect(JSON.parse(readState(home, 'endpoints.json'))).toContain(endpoint);
    });
});

describe('downgrades: state of a later version', () => {
  const later = { later: { of: 'another version' } };

  test('is preserved in tokens, sessions and screen settings next to what this version writes', async () => {
    const home = temporaryFolder();
    const run = (...argv: readonly string[]) => runProgram(argv, { home });
    const keep = (header: string, scope: string) =>
      run(
        ...['GET', `${demo.url}/private/bearer`, '--session', 'mine', '-H', header, '--oauth2-scope', scope],
        ...['--oauth2', `client_credentials:${demo.url}/oauth/token:demo:demo-secret`],
      );
    expect((await keep('X-A: 1', 'a')).code).toBe(0);
    const folder = path.join(home, stateFolder);
    const [session = ''] = readdirSync(path.join(folder, 'sessions/mine')).filter(name => !name.includes('cookies'));
    const names = ['tokens.json', path.join('sessions/mine', session)];
    for (const name of names) {
      const content = JSON.parse(readState(home, name));
      expect([name, content.version]).toEqual([name, 1]);
      const tokens =
        content.tokens &&
        Object.entries(content.tokens).map(([key, token]) => [key, { ...(token as object), ...later }]);
      writeFileSync(
        path.join(folder, name),
        JSON.stringify({ ...content, ...(tokens ? { tokens: Object.fromEntries(tokens) } : {}), ...later }),
      );
    }
    expect((await keep('X-B: 2', 'b')).code).toBe(0);
    for (const name of names) expect(JSON.parse(readState(home, name))).toMatchObject({ version: 1, ...later });
    const tokens = Object.values(JSON.parse(readState(home, 'tokens.json')).tokens);
    expect(tokens).toEqual([expect.objectContaining(later), expect.not.objectContaining(later)]);
    expect((await run('sessions', 'show', 'mine')).stdout).toMatch(/X-A: 1[\s\S]*X-B: 2/);

    const environment = { ...testEnvironment(), home };
    await rememberPlace('a', { get: true }, environment);
    const file = path.join(folder, 'screen.json');
    const { places } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ version: 1, ...later, places: { b: later, a: { ...places.a, ...later } } }));
    await rememberPlace('a', { shift: 2 }, environment);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      version: 1,
      ...later,
      places: { b: later, a: { shift: 2, ...later } },
    });
  });

  test('in a later format is neither overwritten nor misread', async () => {
    const home = temporaryFolder();
    const environment = { ...testEnvironment(), home };
    await rememberPlace('a', { get: true }, environment);
    const settings = path.join(home, stateFolder, 'screen.json');
    const newer = readFileSync(settings, 'utf8').replace('"version": 1', '"version": 2');
    writeFileSync(settings, newer);
    await rememberPlace('a', { get: false }, environment);
    expect([readFileSync(settings, 'utf8'), rememberedPlaces(environment).get('a')]).toEqual([newer, { get: true }]);

    const run = () => runProgram(['GET', `${demo.url}/echo`, '--session', 'mine', '-H', 'X-A: 1'], { home });
    expect((await run()).code).toBe(0);
    const folder = path.join(home, stateFolder, 'sessions/mine');
    const [name = ''] = readdirSync(folder).filter(each => !each.includes('cookies'));
    const session = path.join(folder, name);
    const content = readFileSync(session, 'utf8').replace('"version": 1', '"version": 2');
    writeFileSync(session, content);
    const refused = await run();
    expect([refused.code, refused.stdout, readFileSync(session, 'utf8')]).toEqual([1, '', content]);
    expect(refused.stderr).toContain('was written by a newer apiclient, so it is neither read nor written.');
  });
});
