/** The session of a tab: chosen in the login form, entered, left. */
import { headerWords } from '../../../source/core/credentials/describe.js';
import { secret } from '../../../source/core/secret.js';
import { sessionWords } from '../../../source/tui/identity/rows.js';
import type { OpenedSession } from '../../../source/tui/model/identity.js';
import { Screen } from '../support.js';

const origin = 'http://localhost';
const bearer = (token: string) => ({ bearer: { from: 'text', value: secret(token) }, apiKeys: [] }) as const;
const ada: OpenedSession = {
  name: 'ada',
  origin,
  isReadOnly: false,
  auth: bearer('ada-token'),
  headers: [{ kind: 'set', name: 'X-Shop', value: '7' }],
  values: new Map([['id', '42']]),
};
const bob: OpenedSession = { ...ada, name: 'bob', auth: bearer('bob-token'), headers: [], values: new Map() };
const empty: OpenedSession = { ...bob, name: 'new', auth: { apiKeys: [] } };

const opened = (found: OpenedSession) => ({ type: 'session/opened', of: 0, opened: found, isLastTime: false }) as const;

/** Identity of requests after the last change: login, headers, values. */
const carried = ({ effects }: Screen) => {
  const last = effects.findLast(each => each.kind === 'identify');
  if (last?.kind !== 'identify') throw new Error('Nothing was changed.');
  const { auth, headers, values = new Map() } = last.identity;
  return { login: auth, headers: headers.map(headerWords), values: [...values.keys()] };
};

const savings = ({ effects }: Screen) => effects.filter(each => each.kind === 'save-session');

test('the row of the form lists the sessions of this server, and listing changes nothing', () => {
  const screen = new Screen().press('H', 'G', 'enter');
  expect(screen.effects).toEqual([{ kind: 'list-sessions', origin, of: 0 }]);
  const before = screen.state.identity;
  screen.do({ type: 'session/listed', of: 0, origin, sessions: [{ name: 'ada', about: '--bearer=••••' }] });
  expect(screen.state.overlays.at(-1)).toMatchObject({
    kind: 'choice',
    title: `Session for ${origin}`,
    options: [{ label: 'ada' }, { label: 'Another name' }, { label: 'None' }],
  });
  screen.press('escape', 'escape');
  expect([screen.state.identity, screen.effects.length]).toEqual([before, 1]);
});

test('a list for another server or another tab is not shown', () => {
  const screen = new Screen().press('H');
  for (const [of, from] of [
    [0, 'http://other'],
    [7, origin],
  ] as const)
    screen.do({ type: 'session/listed', of, origin: from, sessions: [] });
  expect(screen.state.overlays).toHaveLength(1);
});

test.each(['', '../x', 'a/b', '.hidden', 'a b', 'x'.repeat(65)])(
  'the name %j is rejected, and nothing is opened',
  name => {
    const screen = new Screen().do({ type: 'session/ask-name' }).type(name).press('enter');
    expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'prompt' });
    expect(screen.effects.filter(each => each.kind === 'open-session')).toEqual([]);
  },
);

test('entering: its login and headers override those of the tab, which are restored on leaving', () => {
  const screen = new Screen({
    identity: {
      auth: bearer('own'),
      headers: [
        { kind: 'set', name: 'x-shop', value: '1' },
        { kind: 'set', name: 'X-Api-Key', value: 'k' },
        { kind: 'set', name: 'X-Team', value: 'blue' },
      ],
    },
  });
  const own = screen.state.identity;
  screen.do(opened(ada));
  expect(screen.state.notice?.text).toBe(
    `In the session ada: Bearer •••• and 1 header; cookies for ${origin}. Leaving it restores Bearer ••••.`,
  );
  expect(carried(screen)).toMatchObject({ login: ada.auth, headers: ['X-Team: blue', 'X-Shop: 7'], values: ['id'] });
  expect(sessionWords(screen.state)).toBe('ada');
  screen.do({ type: 'session/leave' });
  expect(screen.state.notice?.text).toContain(
    'Left the session ada. Its login, headers, values and cookies are no longer',
  );
  expect(screen.state.identity.auth).toBe(own.auth);
  expect(screen.state.identity.headers).toBe(own.headers);
  expect(carried(screen)).toMatchObject({ headers: ['x-shop: 1', 'X-Api-Key: ••••', 'X-Team: blue'], values: [] });
  expect(savings(screen)).toEqual([]);
});

test('an empty session is listed in its tab', () => {
  const screen = new Screen().do(opened(empty)).press('H');
  screen.do({ type: 'session/listed', of: 0, origin, sessions: [{ name: 'ada', about: '' }] });
  expect(screen.state.overlays.at(-1)).toMatchObject({
    options: [
      { label: 'new', detail: 'current session' },
      { label: 'ada' },
      { label: 'Another name' },
      { label: 'None' },
    ],
  });
});

test('a header of the tab is sent as before, but a header of the session is bound to its origin', () => {
  const screen = new Screen()
    .press('H', 'a')
    .type('X-Team: blue')
    .press('enter', 'escape')
    .do(opened(ada))
    .press('H', 'a');
  screen.type('X-Lang: de').press('enter');
  const last = screen.effects.findLast(each => each.kind === 'identify');
  expect(last?.kind === 'identify' && last.identity.headers).toEqual([
    { kind: 'set', name: 'X-Team', value: 'blue' },
    { kind: 'set', name: 'X-Shop', value: '7', isBound: true },
    { kind: 'set', name: 'X-Lang', value: 'de', isBound: true },
  ]);
});

test('switching sessions transfers nothing from the first, and leaving restores the state before both', () => {
  const screen = new Screen().do(opened(ada), opened(bob));
  expect(carried(screen)).toMatchObject({ login: bob.auth, headers: [], values: [] });
  screen.do({ type: 'session/leave' });
  expect(carried(screen)).toMatchObject({ login: { apiKeys: [] }, headers: [], values: [] });
  expect(savings(screen)).toEqual([]);
});

test("a session without a login asks about the tab's login, which is stored in it only after a yes", () => {
  const identity = { auth: bearer('own'), headers: [] };
  const without = new Screen({ identity }).do(opened(empty)).press('enter');
  expect(without.state.identity.auth).toEqual({ apiKeys: [] });
  expect(savings(without)).toEqual([]);
  const kept = new Screen({ identity }).do(opened(empty)).press('down', 'enter');
  expect(kept.state.identity.auth.bearer).toBe(identity.auth.bearer);
  expect(savings(kept)).toEqual([
    { kind: 'save-session', place: { name: 'new', origin, isReadOnly: false }, words: ['--bearer=own'], gone: [] },
  ]);
});

test('a login and a header typed within a session are stored in it; a switched-off header stays in it', () => {
  const screen = new Screen().do(opened(ada), opened(bob), opened(ada)).press('H', 'b').type('newer').press('enter');
  screen.press('a').type('X-Lang: de').press('enter');
  const place = { name: 'ada', origin, isReadOnly: false };
  expect(savings(screen)).toEqual([
    { kind: 'save-session', place, words: ['--bearer=newer'], gone: ['--bearer=ada-token'] },
    { kind: 'save-session', place, words: ['--header=X-Lang: de'], gone: [] },
  ]);
  screen.press('down', 'space');
  expect(savings(screen)).toHaveLength(2);
  screen.press('d');
  expect(savings(screen).at(-1)).toEqual({ kind: 'save-session', place, words: [], gone: ['--header=X-Shop: 7'] });
});

test('a Cookie header typed in a session is stored until it is switched off or removed', () => {
  const screen = new Screen().do(opened(ada)).press('H', 'a').type('Cookie: a=1').press('enter');
  const place = { name: 'ada', origin, isReadOnly: false };
  const cookie = '--header=Cookie: a=1';
  expect(screen.notice ?? '').not.toContain('Cookie');
  screen.press('down', 'down', 'space').press('space').press('d');
  expect(savings(screen)).toEqual([
    { kind: 'save-session', place, words: [cookie], gone: [] },
    { kind: 'save-session', place, words: [], gone: [cookie] },
    { kind: 'save-session', place, words: [cookie], gone: [] },
    { kind: 'save-session', place, words: [], gone: [cookie] },
  ]);
});

test('a hidden header that a session cannot store without revealing it is sent, with a notice that it is not stored', () => {
  const screen = new Screen().do(opened(ada)).press('H', 'p').type('X-Shop').press('tab').type('s3cret').press('enter');
  expect(screen.notice).toBe('X-Shop is sent until you quit, but not saved in the session.');
  expect(carried(screen).headers.at(-1)).toBe('X-Shop: ••••');
  expect(JSON.stringify(savings(screen))).not.toContain('s3cret');
});

test('a read-only session stays read-only, and stores nothing that is typed', () => {
  const session = { ...ada, isReadOnly: true, outside: { auth: { apiKeys: [] }, headers: [] } };
  const screen = new Screen({ identity: { auth: ada.auth, headers: [] }, session }).press('H', 'b').type('newer');
  screen.press('enter', 'escape').do({ type: 'session/enter', name: 'bob' });
  expect(sessionWords(screen.state)).toBe('ada (read-only)');
  expect(screen.effects.at(-1)).toMatchObject({ kind: 'open-session', place: { name: 'bob', isReadOnly: true } });
  expect(savings(screen)).toEqual([]);
});

test.each([true, false])(
  'opening another server leaves the session, even if the user transfers the login of the tab: %s',
  keep => {
    const auth = bearer('own');
    const screen = new Screen({ identity: { auth, headers: [] } }).do(opened(ada));
    screen.do({ type: 'connect/open', url: 'http://other/graphql', keep });
    expect(screen.state.identity.session).toBeUndefined();
    const { login, headers, values } = carried(screen);
    expect({ login, headers, values }).toEqual({ login: keep ? auth : { apiKeys: [] }, headers: [], values: [] });
  },
);

test('a session opened for another tab or server is not entered', () => {
  for (const wrong of [{ of: 7 }, { opened: { ...ada, origin: 'http://other' } }]) {
    const screen = new Screen().do({ ...opened(ada), ...wrong });
    expect([screen.state.identity.session, screen.effects]).toEqual([undefined, []]);
  }
});

test('in the palette, plain words find both commands', () => {
  for (const words of ['cookie jar', 'leave session']) {
    const screen = new Screen().do(opened(ada)).press(':').type(words).press('enter');
    const isListed = screen.effects.some(({ kind }) => kind === 'list-sessions');
    const isIn = screen.state.identity.session !== undefined;
    expect([words, isListed, isIn]).toEqual([words, words === 'cookie jar', words === 'cookie jar']);
  }
});
