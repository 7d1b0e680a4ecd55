/** The logins of a description in the form, with known values filled in and the others requested. */
import type { GivenNetwork } from '../../../../source/tui/model/state.js';
import { describeText } from '../../../support/fixtures/descriptions.js';
import { Screen } from '../../support.js';

const flow = {
  authorizationUrl: '/oauth/authorize',
  tokenUrl: '/oauth/token',
  scopes: { 'pets:read': '', 'pets:write': '' },
};
const shop = {
  openapi: '3.1.0',
  info: { title: 'Logins', version: '1' },
  servers: [{ url: 'http://api.test/v1' }],
  paths: {
    '/open': { get: { operationId: 'open', responses: {} } },
    '/both': { get: { operationId: 'both', security: [{ key: [], query: [] }, { token: [] }], responses: {} } },
    '/pets': { get: { operationId: 'pets', security: [{ code: ['pets:read'] }, { key: [] }], responses: {} } },
  },
  components: {
    securitySchemes: {
      basic: { type: 'http', scheme: 'basic' },
      token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      digest: { type: 'http', scheme: 'digest' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      query: { type: 'apiKey', in: 'query', name: 'api_key' },
      sid: { type: 'apiKey', in: 'cookie', name: 'sid' },
      code: {
        type: 'oauth2',
        flows: { authorizationCode: flow, clientCredentials: { tokenUrl: 'https://id.test/token', scopes: {} } },
      },
      oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://id.test/.well-known/openid-configuration' },
      tls: { type: 'mutualTLS' },
    },
  },
};

function open(network?: GivenNetwork): Screen {
  const url = 'http://api.test/v1';
  const screen = new Screen({ kind: 'http', url, sdl: null, ...(network ? { network } : {}) });
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url } });
  const description = describeText(JSON.stringify(shop), 'http://api.test/v1/openapi.json');
  screen.do({ type: 'connect/described', id: screen.state.connect.loadId ?? 0, description });
  screen.effects.length = 0;
  return screen;
}

/** The form of the scheme found by these words. */
function form(words: string) {
  const screen = open().press('H', 's').type(words).press('enter');
  const [, top] = screen.state.overlays;
  return { screen, top: screen.state.overlays.at(-1) ?? top };
}

test.each([
  ['HTTP Basic', 'basic', {}],
  ['HTTP Bearer', 'bearer', {}],
  ['HTTP Digest', 'digest', {}],
  ['header X-Key', 'key', { name: 'X-Key', place: 'a header' }],
  ['in the query', 'key', { name: 'api_key', place: 'the URL' }],
  ['cookie sid', 'key', { name: 'Cookie', place: 'a header' }],
  [
    'authorization_code',
    'oauth authorization_code',
    {
      authUrl: 'http://api.test/oauth/authorize',
      tokenUrl: 'http://api.test/oauth/token',
      scope: 'pets:read pets:write',
    },
  ],
  ['client_credentials', 'oauth client_credentials', { tokenUrl: 'https://id.test/token' }],
  ['OpenID', 'oauth authorization_code', { issuer: 'https://id.test' }],
])('%s', (words, way, values) => {
  expect(form(words).top).toMatchObject({ kind: 'login-form', way, values });
});

test('the logins that the operation requires come first, with its scopes, and the current one is marked', () => {
  const screen = open().row('GET /pets').press('H', 's');
  expect(screen.state.overlays.at(-1)).toMatchObject({
    options: [
      { detail: 'key, required here' },
      { detail: 'code, required here', action: { values: { scope: 'pets:read' } } },
      { detail: 'code, required here' },
      { detail: 'basic' },
      ...Array.from({ length: 6 }, () => ({})),
    ],
  });
  screen.press('escape', 'escape').do({ type: 'values/header', name: 'X-Key', value: '"k"' });
  screen.press('H', 's');
  expect(screen.state.overlays.at(-1)).toMatchObject({
    options: expect.arrayContaining([
      expect.objectContaining({ detail: 'key, required here, configured in this tab' }),
    ]),
  });
});

test('logins that are required together name each other', () => {
  const screen = open().row('GET /both').press('H', 's');
  expect(screen.state.overlays.at(-1)).toMatchObject({
    options: expect.arrayContaining([
      expect.objectContaining({ detail: 'token, required here' }),
      expect.objectContaining({ detail: 'key, required here together with query' }),
      expect.objectContaining({ detail: 'query, required here together with key' }),
    ]),
  });
});

test('an alternative of several logins opens their forms one after another, and both are sent', () => {
  const screen = open().row('GET /both').press('H', 's');
  const first = (): unknown => {
    const top = screen.state.overlays.at(-1);
    return top?.kind === 'choice' ? top.options[0] : undefined;
  };
  expect(first()).toMatchObject({
    label: 'API key in the header X-Key and API key in the query, api_key',
    detail: 'key and query, required here together, 0 of 2 configured',
  });
  screen.press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'login-form', values: { name: 'X-Key' } });
  screen.type('one').press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'login-form', values: { name: 'api_key' } });
  screen.type('two').press('enter');
  expect(screen.state.identity.headers).toMatchObject([{ option: { kind: 'secret', name: 'X-Key' } }]);
  expect(screen.state.identity.auth.apiKeys).toMatchObject([{ name: 'api_key' }]);
  screen.press('escape', 'H', 's');
  expect(first()).toMatchObject({ detail: 'key and query, required here together, 2 of 2 configured' });
  expect(screen.press('enter').notice).toBe('This tab has all of these logins.');
});

test('of an alternative, only the forms of missing logins open', () => {
  const screen = open()
    .do({ type: 'values/header', name: 'X-Key', value: '"k"' })
    .row('GET /both')
    .press('H', 's', 'enter');
  expect(screen.state.overlays.filter(({ kind }) => kind === 'login-form')).toMatchObject([
    { values: { name: 'api_key' } },
  ]);
});

test('a form asks only for missing values: the cursor is in the key, which is sent after Enter', () => {
  const { screen } = form('header X-Key');
  screen.type('s3cret').press('enter');
  expect(screen.state.identity.headers).toMatchObject([{ option: { kind: 'secret', name: 'X-Key' } }]);
});

test('the run key applies the form first and closes the boxes; a rejected form stays open, and nothing runs', () => {
  const screen = open().row('GET /pets').press('space', 'H', 'b').type('t0ken').press('ctrl+r');
  expect(screen.state.identity.auth).toMatchObject({ bearer: expect.anything() });
  expect(screen.state.overlays).toEqual([]);
  expect(screen.state.response.running).toBe(true);
  const refused = open().row('GET /pets').press('space', 'H', 'b', 'ctrl+r');
  expect(refused.state.overlays.at(-1)).toMatchObject({
    kind: 'login-form',
    rejection: { reason: expect.any(String) },
  });
  expect(refused.state.response.running).toBe(false);
});

describe('a client certificate', () => {
  const files = { certFile: 'me.pem', keyFile: 'me.key', cookies: ['sid=1'], netrc: false };
  const listed = (screen: Screen, words: string) => {
    screen.press('H', 's').type(words);
    return screen;
  };
  const details = (screen: Screen): readonly string[] => {
    const top = screen.state.overlays.at(-1);
    return top?.kind === 'choice' ? top.options.map(({ detail = '' }) => detail) : [];
  };

  test('the list names the required files, and Enter explains how to supply them', () => {
    const screen = listed(open(), 'client certificate');
    expect(details(screen)).toContain('tls, requires --cert FILE --key FILE');
    expect(screen.press('enter').notice).toContain('--cert FILE --key FILE. See apiclient help tls');
  });

  test("the list names the tab's certificate, and likewise its cookie", () => {
    const screen = listed(open({ ...files, url: 'http://api.test/' }), 'client certificate');
    expect(details(screen)).toContain('tls, configured in this tab: me.pem, key me.key');
    expect(details(screen)).toContain('sid, configured in this tab');
    expect(screen.press('enter').notice).toBe('This tab has a client certificate: me.pem, key me.key.');
  });

  test("on a server other than the command line's, it is missing", () => {
    const screen = listed(open({ ...files, url: 'http://other.test/' }), 'client certificate');
    expect(details(screen)).toContain('tls, requires --cert FILE --key FILE');
  });
});
