/** Configured profiles on the screen: switching, confirmation, and writing. */
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { KnownProfile } from '../../../source/core/command.js';
import { isFailure } from '../../../source/core/failure.js';
import { writeProfile } from '../../../source/io/write-profile.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { testEnvironment } from '../../support/environment.js';
import { Screen } from '../support.js';

const live: KnownProfile = {
  url: 'https://live.example/v2',
  confirm: true,
  identity: { auth: { apiKeys: [], bearer: { from: 'env', name: 'LIVE' } }, headers: [] },
};
const profiles = new Map([['live', live]]);

test('E lists the profiles first, and a chosen or typed one is opened with its own login', () => {
  const screen = new Screen({ profiles }).press('E').do({ type: 'connect/recent', urls: ['http://a.example/'] });
  expect(screen.state.connect.recent).toEqual(['@live', 'http://a.example/']);
  screen.press('down', 'enter');
  expect(screen.state.connect).toMatchObject({
    url: 'https://live.example/v2',
    profile: { name: 'live', confirm: true },
  });
  expect(screen.effects.filter(each => each.kind === 'identify').at(-1)?.identity).toEqual(live.identity);
  const typed = new Screen({ profiles }).press('E', 'ctrl+u').type('@live/graphql').press('enter');
  expect(typed.state.connect.url).toBe('https://live.example/v2/graphql');
  const wrong = new Screen({ profiles }).press('E', 'ctrl+u').type('@nowhere').press('enter');
  expect(wrong.state.connect.problem).toContain('There is no profile nowhere. There is @live.');
});

test('the credentials of a profile are dropped when another server is opened', () => {
  const screen = new Screen({ profiles }).press('E', 'ctrl+u').type('@live').press('enter', 'escape');
  screen.do({ type: 'connect/open', url: 'http://elsewhere.example/', keep: false });
  expect(screen.state.connect.profile).toBeUndefined();
  expect(screen.auth).toBe('');
});

test('a mutation on a profile with confirm needs confirmation: No sends nothing, Yes sends it; a query needs none', () => {
  const on = (query: string): Screen => new Screen({ query, profile: { name: 'live', confirm: true } }).press('ctrl+r');
  const runs = (screen: Screen): number => screen.effects.filter(each => each.kind === 'run').length;
  const screen = on('mutation { rename(id: 1, name: "x") { id } }');
  expect(topOverlay(screen.state)).toMatchObject({ title: 'Run this mutation on @live?', selected: 0 });
  expect(runs(screen.press('enter'))).toBe(0);
  expect(screen.state.overlays).toEqual([]);
  expect(runs(screen.press('ctrl+r', 'down', 'enter'))).toBe(1);
  expect(runs(on('{ hello }'))).toBe(1);
});

const restored = (draft: object, options: ConstructorParameters<typeof Screen>[0]): Screen =>
  new Screen(options).do({
    type: 'drafts/opened',
    of: 'http://localhost/graphql',
    restored: { query: 'mutation { rename(id: 1, name: "x") { id } }', variables: '', ...draft },
  });
const asks = (screen: Screen): boolean => topOverlay(screen.press('ctrl+r').state)?.kind === 'choice';

test('a restored text from a guarded profile needs confirmation, by whatever name the server is opened', () => {
  const here: KnownProfile = { ...live, url: 'http://localhost/graphql' };
  const known = restored({ profile: 'live' }, { profiles: new Map([['live', here]]) });
  expect(known.state.notice?.text).toMatch(/@live requires confirmation for mutations/);
  expect(asks(known)).toBe(true);
  const gone = restored({ profile: 'live' }, {});
  expect(gone.state.notice?.text).toContain('@live (no longer configured)');
  expect(asks(gone)).toBe(true);
  expect(asks(restored({ profile: 'live' }, { profiles: new Map([['live', { ...here, confirm: false }]]) }))).toBe(
    false,
  );
  // --yes was passed for this profile.
  expect(asks(restored({ profile: 'live' }, { profile: { name: 'live', confirm: false } }))).toBe(false);
  expect(asks(restored({}, { profiles: new Map([['live', here]]) }))).toBe(false);
});

test("a tab on another server is restored with its profile's login; if the profile was moved, without credentials", () => {
  const tab = { query: 'mutation { x }', variables: '', url: 'https://live.example/v2', profile: 'live' };
  const back = (url: string): Screen =>
    restored({ at: 0, others: [tab] }, { profiles: new Map([['live', { ...live, url }]]) }).press('g', '2');
  const screen = back(live.url);
  expect(screen.state.connect).toMatchObject({ url: tab.url, profile: { name: 'live', confirm: true } });
  expect(screen.auth).toBe('Bearer ••••');
  const moved = back('https://moved.example/');
  expect(moved.state.connect.profile).toEqual({ name: 'live', confirm: true });
  expect(moved.auth).toBe('');
});

test('a tab that opens the same server by its plain URL does not affect the guard of another', () => {
  const screen = new Screen({ profiles }).press('E', 'ctrl+u').type('@live').press('enter', 'ctrl+t');
  screen.press('E', 'ctrl+u').type('http://elsewhere.example/').press('enter', 'enter');
  screen.press('E', 'ctrl+u').type('https://live.example/v2').press('enter', 'g', '1');
  expect(screen.state.connect.profile).toEqual({ name: 'live', confirm: true });
  expect(screen.auth).toBe('Bearer ••••');
});

test('an existing name and a broken configuration are left unchanged', async () => {
  const environment = testEnvironment();
  const profile = { url: 'https://a.example', flags: { bearer: 'env:TOKEN' } };
  const file = await writeProfile('a', profile, environment);
  expect(typeof file).toBe('string');
  expect(isFailure(await writeProfile('a', profile, environment))).toBe(true);
  writeFileSync(String(file), '{ "flags"');
  expect(await writeProfile('b', profile, environment)).toMatchObject({ text: expect.stringContaining('is not JSON') });
  expect(readFileSync(String(file), 'utf8')).toBe('{ "flags"');
});

test('the rest of the configuration is preserved byte for byte, and a link to it stays a link', async () => {
  const environment = testEnvironment();
  const folder = path.join(environment.home, '.config/apiclient');
  const dotfile = path.join(environment.home, 'dotfiles.json');
  mkdirSync(folder, { recursive: true });
  symlinkSync(dotfile, path.join(folder, 'config.json'));
  const profile = { url: 'https://a.example', flags: {} };
  const first = '{ "flags":   {"timeout": 30.0},\r\n  "profiles": {"old": {"url": "https://old.example"}} }\r\n';
  writeFileSync(dotfile, first);
  expect(await writeProfile('new', profile, environment)).toBe(path.join(folder, 'config.json'));
  const written = readFileSync(dotfile, 'utf8');
  expect(written.startsWith(first.slice(0, first.indexOf('"old"')))).toBe(true);
  expect(written).toContain('"old": {"url": "https://old.example"}');
  expect(Object.keys((JSON.parse(written) as { profiles: object }).profiles)).toEqual(['old', 'new']);
  expect(lstatSync(path.join(folder, 'config.json')).isSymbolicLink()).toBe(true);
});
