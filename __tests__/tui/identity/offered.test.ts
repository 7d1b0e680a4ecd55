/** A 401 that says where the tokens of its API come from (RFC 9728), on the screen. */
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { Screen } from '../support.js';

const offered = {
  metadataUrl: 'https://api.example/.well-known/oauth-protected-resource',
  scope: 'read write',
  requested: 'https://api.example/graphql',
};

test('it is told, and stands in H; nothing is fetched before a person says so', () => {
  const screen = new Screen({ query: '{ hello }' }).press('ctrl+r');
  const id = screen.state.response.runId ?? -1;
  screen.do({ type: 'identity/offered', offered, id });
  expect(screen.state.notice?.text).toBe(
    'The API says where its tokens come from: H, then its second line, looks there.',
  );
  expect(screen.effects.some(({ kind }) => kind === 'look-for-login')).toBe(false);
  screen.press('H', 'down', 'enter');
  expect(screen.effects.at(-1)).toEqual({ kind: 'look-for-login', offered });
  const known = { issuer: 'https://login.example', scope: 'read write', 'params 0': 'resource=https://api.example/' };
  screen.do({ type: 'login-form/open', way: 'oauth authorization_code', values: known });
  // The cursor is at the field that only its owner can fill in.
  screen.type('my-client').press('enter');
  expect(screen.state.identity.auth.oauth2).toMatchObject({
    flow: 'authorization_code',
    clientId: 'my-client',
    issuer: 'https://login.example',
    scope: 'read write',
    params: [['resource', 'https://api.example/']],
  });
});

test('it belongs to the tab whose request was refused; d takes the line away; who is logged in has been told already', () => {
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
