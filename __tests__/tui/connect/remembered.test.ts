import { usageError } from '../../../source/core/failure.js';
import type { HeaderOption } from '../../../source/core/options.js';
import { type Remembered, readRemembered, storableLine } from '../../../source/core/remembered.js';
import { readHeaderLine } from '../../../source/core/request/header-option.js';
import { secret } from '../../../source/core/secret.js';
import { firstAction, type StartOptions } from '../../../source/tui/app/start.js';
import { loaded, Screen } from '../support.js';

test.each([
  ['X-Team: red', 'X-Team: red'],
  ['Accept;', 'Accept;'],
  ['Accept:', 'Accept:'],
  ['Authorization: Bearer x', undefined],
  ['X-Api-Key: x', undefined],
  ['Cookie: a=b', undefined],
  ['X-Plain: Bearer abc', undefined],
  ['X-Plain: eyJhbGciOiJIUzI1NiJ9.e30.x', undefined],
  ['X-Plain: {{token}}', undefined],
])('for the header %s, this is stored: %s', (line, kept) => {
  expect(storableLine(readHeaderLine(line) as HeaderOption)).toBe(kept);
});

test('a file with arbitrary content is read, ignoring everything that is not a setting', () => {
  const wild = {
    off: [true, 'Cookie: a=b'],
    login: ['x'],
    schema: 7,
    headers: ['X-A: 1', 'Authorization: x', 'no colon', 5],
    left: 'x',
    get: 'yes',
    protocol: 'toString',
    shift: 1.5,
  };
  expect(readRemembered(wild)).toEqual({ headers: ['X-A: 1'] });
  expect(readRemembered(null)).toEqual({});
});

const url = 'http://localhost/graphql';
const basicUser = { user: 'ada', password: { from: 'text', value: secret('s3cret') } } as const;
const kept = (screen: Screen): Remembered | undefined => {
  const last = screen.effects.findLast(each => each.kind === 'remember');
  return last?.kind === 'remember' ? last.settings : undefined;
};

test('typed headers and moved borders are stored immediately, but only the name of a credential', () => {
  const screen = new Screen()
    .press('H', 'a')
    .type('X-Team: red')
    .press('enter', 'a')
    .type('X-Api-Key: s3cret')
    .press('enter');
  screen.press('escape', ')', '>');
  expect(kept(screen)).toEqual({ headers: ['X-Team: red'], left: ['X-Api-Key'], shift: 4, rise: 2 });
  expect(JSON.stringify(screen.effects.filter(({ kind }) => kind === 'remember'))).not.toContain('s3cret');
});

test('headers of the command line are not stored, and take precedence', () => {
  const identity = { auth: { apiKeys: [] }, headers: [{ kind: 'set', name: 'X-Team', value: 'blue' } as const] };
  expect(kept(new Screen({ identity }).press('>'))).toEqual({ shift: 4 });
  const remembered = new Map([[url, { headers: ['X-Team: red', 'X-Other: 1'] }]]);
  const screen = new Screen({ identity, remembered });
  expect(screen.state.identity.headers.map(({ option }) => 'value' in option && option.value)).toEqual(['blue', '1']);
});

test('a header that is switched off is stored as off', () => {
  const screen = new Screen().press('H', 'a').type('X-Team: red').press('enter', 'down', 'space', 'escape');
  expect(kept(screen)).toEqual({ off: ['X-Team: red'] });
  const again = new Screen({ remembered: new Map([[url, { off: ['X-Team: red'] }]]) });
  expect(again.state.identity.headers).toMatchObject([{ on: false, option: { name: 'X-Team' } }]);
  expect(startNotice({ off: ['X-Team: red'] })).toBe('Restored headers: X-Team (off). Press H to see all.');
});

const bearer = { bearer: { from: 'text', value: secret('s3cret') }, apiKeys: [] } as const;
const startNotice = (settings: Remembered, options: Partial<StartOptions> = {}): string | undefined =>
  new Screen({ sdl: null, remembered: new Map([[url, settings]]), ...options }).notice;

test('a login is not stored; reopening without one names it, until another is chosen', () => {
  const typed = new Screen().do({ type: 'identity/auth', auth: bearer });
  expect(kept(typed)).toEqual({ login: 'Bearer' });
  const given = new Screen({ identity: { auth: { ...bearer, apiKeys: [] }, headers: [] } });
  expect(kept(given.press('>'))).toEqual({ login: 'Bearer', shift: 4 });
  const settings = { login: 'Bearer', left: ['X-Api-Key'] };
  expect(startNotice(settings)).toBe('Not saved: X-Api-Key, Bearer. Press H to see all.');
  expect(startNotice({ login: 'Bearer' }, { identity: { auth: bearer, headers: [] } })).toBeUndefined();
  const back = new Screen({ remembered: new Map([[url, settings]]) }).press('>');
  expect(kept(back)).toEqual({ ...settings, shift: 4 });
  expect(kept(back.do({ type: 'identity/auth', auth: { basic: basicUser, apiKeys: [] } }))).toEqual({
    login: 'Basic ada',
    shift: 4,
  });
});

test('a login of the command line is named as soon as the first schema is loaded', () => {
  const screen = new Screen({ sdl: null, identity: { auth: bearer, headers: [] } });
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url } });
  const { index } = loaded();
  screen.do({ type: 'connect/loaded', id: screen.state.connect.loadId ?? 0, index, read: { at: 1, now: 1 } });
  expect(kept(screen)).toEqual({ login: 'Bearer' });
});

test('a chosen schema file is used the next time, but one from the command line is not', () => {
  const screen = new Screen();
  const load = (how?: 'chosen') => {
    screen.do({ type: 'connect/load', source: { from: 'file', path: 'shop.graphql', ...(how ? { how } : {}) } });
    screen.do({ type: 'connect/loaded', id: screen.state.connect.loadId ?? 0, index: loaded().index });
  };
  load();
  expect(kept(screen)).toBeUndefined();
  load('chosen');
  expect(kept(screen)).toEqual({ schema: 'shop.graphql' });
  const remembered = new Map([[url, { schema: '/tmp/shop.graphql' }]]);
  const { state } = new Screen({ sdl: null, remembered });
  const flags = { url, schema: undefined, refreshSchema: false };
  expect(firstAction(state, flags)).toMatchObject({ source: { path: '/tmp/shop.graphql', how: 'kept' } });
  expect(firstAction(state, { ...flags, schema: 'kept' })).toMatchObject({ source: { from: 'endpoint' } });
  expect(firstAction(state, { ...flags, schema: 'b.graphql' })).toMatchObject({ source: { path: 'b.graphql' } });
  expect(firstAction(state, { ...flags, refreshSchema: true })).toMatchObject({ source: { from: 'endpoint' } });
});

test('a schema file of a profile belongs to the profile, not to its URL', () => {
  const profiles = new Map([['shop', { url, confirm: false, identity: { auth: { apiKeys: [] }, headers: [] } }]]);
  const remembered = new Map([
    ['@shop', { schema: '/tmp/profile.graphql' }],
    [url, { schema: '/tmp/url.graphql' }],
  ]);
  const screen = new Screen({ sdl: null, url: 'http://elsewhere.example/', profiles, remembered });
  const source = () => screen.state.connect.source;
  screen.press('E').press('ctrl+u').type('@shop').press('enter');
  expect(source()).toMatchObject({ path: '/tmp/profile.graphql' });
  screen.press('E').press('ctrl+u').type('http://elsewhere.example/').press('enter');
  expect(source()).toMatchObject({ from: 'endpoint' });
  screen.press('E').press('ctrl+u').type(url).press('enter');
  expect(source()).toMatchObject({ path: '/tmp/url.graphql' });
});

test("if the remembered schema file is missing, the server's schema is used, with a notice", () => {
  const screen = new Screen({ sdl: null, remembered: new Map([[url, { schema: '/gone' }]]) });
  screen.do(firstAction(screen.state, { url, schema: undefined, refreshSchema: false }));
  const reason = usageError('Cannot read /gone: there is no such file.', '');
  screen.do({ type: 'connect/failed', id: screen.state.connect.loadId ?? 0, failure: reason });
  expect(screen.notice).toBe(
    'Cannot use the last schema file: Cannot read /gone: there is no such file. Loading from the server instead.',
  );
  expect(screen.state.connect).toMatchObject({ phase: 'loading', source: { from: 'endpoint', url } });
});

test("an empty path restores the server's schema", () => {
  const screen = new Screen().do({ type: 'connect/ask-file' }).press('enter');
  expect(screen.state.connect.source).toEqual({ from: 'endpoint', url });
});

test('settings are stored by environment: headers of one are not used in another', () => {
  const place = (at: string) => ({ url: at, confirm: false, identity: { auth: { apiKeys: [] }, headers: [] } });
  const profiles = new Map([
    ['shop:dev', place(url)],
    ['shop:live', place('https://live.example/')],
  ]);
  const remembered = new Map<string, Remembered>([
    ['@shop:dev', { headers: ['X-Stage: dev'], get: true }],
    ['@shop:live', { headers: ['X-Stage: live'], left: ['Authorization'] }],
    ['https://live.example/', { headers: ['X-Url: 1'] }],
  ]);
  const screen = new Screen({ profiles, remembered, profile: { name: 'shop:dev', confirm: false } });
  const lines = () =>
    screen.state.identity.headers.map(({ option }) => 'value' in option && `${option.name}: ${option.value}`);
  expect(lines()).toEqual(['X-Stage: dev']);
  expect(screen.state.transport.get).toBe(true);
  screen.press('E').type('live').press('enter');
  expect(lines()).toEqual(['X-Stage: live']);
  expect(screen.effects.findLast(each => each.kind === 'identify')).toMatchObject({
    identity: { headers: [{ value: 'live' }] },
  });
});
