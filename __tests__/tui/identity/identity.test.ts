/** Changing headers and credentials on the screen. */
import { headerWords } from '../../../source/core/credentials/describe.js';
import { identityKind } from '../../../source/tui/identity/view.js';
import { Screen } from '../support.js';

test('headers are added, changed, switched off and deleted; each time, requests use the displayed ones', () => {
  const screen = new Screen().press('H', 'a').type('X-One: 1').press('enter');
  const said = () => {
    const last = screen.effects.findLast(each => each.kind === 'identify');
    return last?.kind === 'identify' ? last.identity.headers.map(headerWords) : undefined;
  };
  expect(said()).toEqual(['X-One: 1']);
  screen.press('down', 'space');
  expect(said()).toEqual([]);
  screen.press('space', 'enter', 'alt+a').type('X-Two: 2').press('enter');
  expect(said()).toEqual(['X-Two: 2']);
  screen.press('a').type('no colon').press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'prompt', problem: expect.stringContaining('no colon') });
  screen.press('escape', 'd');
  expect(said()).toEqual([]);
});

test.each([
  [['b'], 'tok', 'Bearer ••••'],
  [['u', 'm', 'e', 'tab'], 'pw', 'Basic me:••••'],
  [['p', 'k', 'tab'], 'v', 'k ••••'],
])('logging in with %j: the header line shows it without the secret', (keys, secret, words) => {
  const screen = new Screen()
    .press('H', ...keys)
    .type(secret)
    .press('enter');
  expect(screen.auth).toBe(words);
  expect(JSON.stringify(screen.effects)).not.toContain(`"${secret}"`);
});

test('a token can be given as the name of its variable instead', () => {
  const screen = new Screen().press('H', 'b').type('env:TOKEN').press('enter');
  expect(screen.state.identity.auth.bearer).toEqual({ from: 'env', name: 'TOKEN' });
});

test('the next run sends the operation as chosen: by hash, by ID, with extensions', () => {
  const screen = new Screen().press('H', 'down', 'space');
  const sends = () => screen.state.identity.sends;
  expect(sends()).toEqual({ persisted: true });
  screen.press('down', 'enter').type('doc-1').press('enter');
  expect(sends()).toEqual({ persisted: false, documentId: 'doc-1' });
  screen.press('down', 'enter').type('[1]').press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ problem: expect.stringContaining('JSON object') });
  screen.press('escape', 'enter').type('{"a":1}').press('enter');
  expect(sends()).toEqual({ persisted: false, documentId: 'doc-1', extensions: '{"a":1}' });
  screen.press('up', 'd', 'up', 'enter');
  expect(sends()).toEqual({ persisted: true, extensions: '{"a":1}' });
});

test.each([
  ['a header', ['H', 'a'], 'X-Team: blue', /X-Team/],
  ['the ID of a document', ['H', 'down', 'down', 'enter'], 'doc-7', /doc-7/],
] as const)('the run key applies %s being typed, and no box covers the response', (_, keys, typed, sent) => {
  const screen = new Screen({ query: '{ ping }' })
    .press(...keys)
    .type(typed)
    .press('ctrl+r');
  expect(screen.state.overlays).toEqual([]);
  expect(screen.state.response.running).toBe(true);
  expect(JSON.stringify([screen.state.identity.headers, screen.state.identity.sends])).toMatch(sent);
});

describe('the payload of connection_init', () => {
  const query = 'subscription { ticks }';
  const payload = '{"token": "hush", "locale": "de"}';
  const lines = ({ state }: Screen): string =>
    JSON.stringify(identityKind.draw({ kind: 'identity', selected: 0 }, state, { width: 80, height: 30 }).lines);
  const open = (): Screen => new Screen({ query }).press('H', 'down', 'down', 'down', 'down');

  test('is typed in H, sent with the next run, and shown without its values', () => {
    const screen = open();
    expect(lines(screen)).toContain('init with login and headers');
    screen.press('enter').type('[1]').press('enter');
    expect(screen.state.overlays.at(-1)).toMatchObject({
      problem: 'The payload must be a JSON object, like {"token": "…"}',
    });
    screen.press('alt+a').type(payload).press('enter');
    expect(lines(screen)).toContain('init with token, locale');
    expect(lines(screen)).not.toContain('hush');
    screen.press('escape', 'ctrl+r');
    expect(screen.asked.at(-1)).toMatchObject({ kind: 'run', operation: { connectionParams: payload } });
  });

  test('is removed with d, and for another server', () => {
    const filled = (): Screen => open().press('enter').type(payload).press('enter');
    expect(filled().press('d').state.identity.connectionParams).toBeUndefined();
    for (const action of [
      { type: 'identity/leave', origin: 'https://other.example' },
      { type: 'identity/host', identity: { auth: { apiKeys: [] }, headers: [] } },
    ] as const)
      expect(filled().do(action).state.identity.connectionParams).toBeUndefined();
  });

  test('from the command line is listed for its server only', () => {
    const screen = (url: string): Screen => new Screen({ query, connectionParams: url });
    expect(lines(screen('http://localhost/graphql'))).toContain('init with --connection-params');
    expect(lines(screen('http://other.example/'))).toContain('init with login and headers');
  });
});

test('a rejected header stays in its box, and nothing runs', () => {
  const screen = new Screen({ query: '{ ping }' }).press('H', 'a').type('no header').press('ctrl+r');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'prompt', problem: expect.any(String) });
  expect(screen.state.response.running).toBe(false);
});
