/** A 401 response that advertises the API's authorization server (RFC 9728), on the screen. */
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { Screen } from '../support.js';

const offered = {
  metadataUrl: 'https://api.example/.well-known/oauth-protected-resource',
  scope: 'read write',
  requested: 'https://api.example/graphql',
};

test('an advertised login is reported, and listed in H; nothing is fetched before the user agrees', () => {
  const screen = new Screen({ query: '{ hello }' }).press('ctrl+r');
  const id = screen.state.response.runId ?? -1;
  screen.do({ type: 'identity/offered', offered, id });
  expect(screen.state.notice?.text).toBe(
    'The API advertises its authorization server. Press H, then choose the second line.',
  );
  expect(screen.effects.some(({ kind }) => kind === 'look-for-login')).toBe(false);
  screen.press('H', 'down', 'enter');
  expect(screen.effects.at(-1)).toEqual({ kind: 'look-for-login', offered, tab: 0 });
  const known = { issuer: 'https://login.example', scope: 'read write', 'params 0': 'resource=https://api.example/' };
  screen.do({ type: 'identity/found', tab: 0, offered, values: known });
  // The cursor is in the field that only the API's owner can fill in.
  screen.type('my-client').press('enter');
  expect(screen.state.identity.auth.oauth2).toMatchObject({
    flow: 'authorization_code',
    clientId: 'my-client',
    issuer: 'https://login.example',
    scope: 'read write',
    params: [['resource', 'https://api.example/']],
  });
});

describe('a late result opens no box', () => {
  const values = { issuer: 'https://login.example', scope: 'read' };
  const refused = (): Screen => {
    const screen = new Screen({ query: '{ hello }' }).press('ctrl+r');
    screen.do({ type: 'identity/offered', offered, id: screen.state.response.runId ?? -1 });
    return screen.press('H', 'down', 'enter');
  };
  const openForm = (screen: Screen) => {
    screen.press('H', 'down', 'enter');
    expect(topOverlay(screen.state)).toMatchObject({ kind: 'login-form', values });
  };

  test('text being typed meanwhile is not interrupted; H then opens the form immediately', () => {
    const screen = refused().press('escape', 'tab', 'enter');
    const before = screen.state;
    expect(before.editing).toBe(true);
    screen.do({ type: 'identity/found', tab: 0, offered, values });
    expect(screen.state.overlays).toEqual([]);
    expect(screen.state.notice?.text).toBe(
      'Found the authorization server of the API. Press H, then choose the second line.',
    );
    screen.press('escape');
    openForm(screen);
  });

  test('it does not cover another box or another tab either', () => {
    const screen = refused().press('a');
    expect(topOverlay(screen.state)?.kind).toBe('prompt');
    screen.do({ type: 'identity/found', tab: 0, offered, values });
    expect(topOverlay(screen.state)?.kind).toBe('prompt');

    const other = refused().press('escape', 'ctrl+t', 'H');
    other.do({ type: 'identity/found', tab: 0, offered, values });
    expect(topOverlay(other.state)?.kind).toBe('identity');
    openForm(other.press('escape', 'ctrl+pageup'));
  });

  test('it is ignored if the line was removed', () => {
    const screen = refused().press('d');
    screen.do({ type: 'identity/found', tab: 0, offered, values });
    expect(topOverlay(screen.state)?.kind).toBe('identity');
    expect(screen.state.identity.offered).toBeUndefined();
  });
});

test('an advertised login belongs to the tab whose request was refused; d removes the line; with an OAuth login the reason was already shown', () => {
  const screen = new Screen({ query: '{ hello }' }).press('ctrl+r');
  const id = screen.state.response.runId ?? -1;
  screen.press('ctrl+t').do({ type: 'identity/offered', offered, id });
  expect(screen.state.identity.offered).toBeUndefined();
  screen.press('ctrl+pageup');
  expect(screen.state.identity.offered).toEqual(offered);
  screen.press('H', 'down', 'd');
  expect(screen.state.identity.offered).toBeUndefined();
  expect(topOverlay(screen.state)?.kind).toBe('identity');
  const oauth2 = {
    flow: 'client_credentials',
    clientId: 'c',
    tokenUrl: 'https://a.example/t',
    port: 0,
    params: [],
  } as const;
  screen.do({
    type: 'identity/auth',
    auth: { apiKeys: [], oauth2: { ...oauth2, pkce: true, browser: true, cache: true } },
  });
  screen.do({ type: 'identity/offered', offered });
  expect(screen.state.identity.offered).toBeUndefined();
});

test.each([
  { type: 'identity/leave', origin: 'https://other.example' },
  { type: 'identity/host', identity: { auth: { apiKeys: [] }, headers: [] } },
] as const)('the advertised login is not used for another server: $type', action => {
  const screen = new Screen({ query: '{ hello }' }).press('ctrl+r');
  screen.do({ type: 'identity/offered', offered, id: screen.state.response.runId ?? -1 });
  expect(screen.state.identity.offered).toEqual(offered);
  screen.do(action);
  expect(screen.state.identity.offered).toBeUndefined();
});
