/** Presets of providers, servers whose metadata deviates, endpoints by flag, and ID tokens as Bearer tokens. */
import { parse } from '../../../source/command/parse.js';
import { isFailure } from '../../../source/core/failure.js';
import { pageOf, providerForms, providerNames } from '../../../source/core/oauth/providers.js';
import { browserScript } from '../../support/browser-script.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { stubProvider } from '../../support/providers/stub-provider.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const presets = (provider: string, flow = 'authorization_code', ...more: readonly string[]) => {
  const command = parse([
    'GET',
    'https://a.example',
    '--oauth2',
    `${flow}::id`,
    '--oauth2-provider',
    provider,
    ...more,
  ]);
  if (isFailure(command)) return command;
  return command.kind === 'request' ? command.auth.oauth2 : undefined;
};

test.each([
  ['okta:acme', { issuer: 'https://acme.okta.com/oauth2/default', scope: 'openid offline_access' }],
  ['okta:login.acme.example/aus1', { issuer: 'https://login.acme.example/oauth2/aus1' }],
  ['entra:contoso.example', { issuer: 'https://login.microsoftonline.com/contoso.example/v2.0' }],
  ['auth0:acme.eu', { issuer: 'https://acme.eu.auth0.com/' }],
  ['auth0:login.acme.example', { issuer: 'https://login.acme.example/' }],
  ['auth0:acme', { issuer: 'https://acme.auth0.com/' }],
  ['keycloak:id.example.com/auth/shop', { issuer: 'https://id.example.com/auth/realms/shop' }],
  ['cognito:eu-west-1/eu-west-1_Ab', { issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Ab' }],
  ['google', { issuer: 'https://accounts.google.com', params: [['access_type', 'offline']] }],
  [
    'github',
    {
      authUrl: 'https://github.com/login/oauth/authorize',
      tokenUrl: 'https://github.com/login/oauth/access_token',
      clientAuth: 'post',
    },
  ],
  ['gitlab', { issuer: 'https://gitlab.com' }],
  ['gitlab:git.example.com', { issuer: 'https://git.example.com' }],
  ['slack', { tokenUrl: 'https://slack.com/api/oauth.v2.access' }],
  ['zitadel:acme.zitadel.cloud', { issuer: 'https://acme.zitadel.cloud', scope: 'openid offline_access' }],
])('--oauth2-provider %s', (provider, options) => {
  expect(presets(provider)).toMatchObject(options);
});

test('typed flags override a preset, and a machine gets no scope of a user', () => {
  expect(presets('okta:acme', 'authorization_code', '--oauth2-scope', 'read')).toMatchObject({ scope: 'read' });
  expect(presets('google', 'authorization_code', '--oauth2-param', 'access_type=online')).toMatchObject({
    params: [['access_type', 'online']],
  });
  expect(JSON.stringify(presets('okta:acme', 'client_credentials'))).not.toContain('scope');
});

test.each([
  ['otka:acme', 'Did you mean okta:ORG[/SERVER]?'],
  ['okta', 'Usage: --oauth2-provider okta:ORG[/SERVER]'],
  ['github:acme', 'Usage: --oauth2-provider github'],
  ['keycloak:id.example.com', 'Usage: --oauth2-provider keycloak:HOST/REALM'],
  ['okta:a b', 'Usage: --oauth2-provider okta:ORG[/SERVER]'],
])('--oauth2-provider %s is explained', (provider, hint) => {
  expect(presets(provider)).toMatchObject({ kind: 'usage', hint });
});

test('each preset has a form and the page of its vendor', () => {
  expect(providerForms).toHaveLength(providerNames.length);
  for (const name of providerNames) expect(pageOf(name)).toMatch(/^https:\/\//);
});

const home = () => temporaryFolder();
const byIssuer = (issuer: string, ...more: string[]) => [
  ...['auth', 'token', '--oauth2', 'client_credentials::app:env:SECRET', '--oauth2-issuer', issuer],
  ...more,
];
const variables = { SECRET: 'hush' };

test.each(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'])(
  'the address of metadata (%s) means the issuer that it belongs to',
  async path => {
    const provider = await stubProvider();
    const ended = await runProgram(byIssuer(`${provider.url}${path}`), { home: home(), variables });
    expect(ended).toMatchObject({ code: 0, stdout: 't1\n' });
  },
);

test('discovery follows redirects to the same origin, and no others', async () => {
  const moved = await stubProvider({
    paths: {
      '/.well-known/openid-configuration': {
        status: 301,
        headers: { location: '/.well-known/oauth-authorization-server' },
      },
    },
  });
  expect(await runProgram(byIssuer(moved.url), { home: home(), variables })).toMatchObject({ code: 0, stdout: 't1\n' });
  const thief = await stubProvider();
  const away = await stubProvider({
    paths: Object.fromEntries(
      ['openid-configuration', 'oauth-authorization-server'].map(name => [
        `/.well-known/${name}`,
        { status: 302, headers: { location: `${thief.url}/.well-known/${name}` } },
      ]),
    ),
  });
  expect(await runProgram(byIssuer(away.url), { home: home(), variables })).toMatchObject({ code: 7 });
  expect(thief.seen).toEqual([]);
});

test('another issuer in the metadata is rejected with the flag that accepts it', async () => {
  const named = 'https://contoso.b2clogin.example/tenant/v2.0/';
  const provider = await stubProvider({ metadata: () => ({ issuer: named }) });
  const refused = await runProgram(byIssuer(provider.url), { home: home(), variables });
  expect(refused.code).toBe(7);
  expect(refused.stderr).toContain(`add --oauth2-accept-issuer ${named}.`);
  expect(provider.forms).toEqual([]);
  const other = ['--oauth2-accept-issuer', 'https://other.example/'];
  expect(await runProgram(byIssuer(provider.url, ...other), { home: home(), variables })).toMatchObject({ code: 7 });
  const accepted = await runProgram(byIssuer(provider.url, '--oauth2-accept-issuer', named), {
    home: home(),
    variables,
  });
  expect(accepted).toMatchObject({ code: 0, stdout: 't1\n' });
});

test('flags set endpoints that a server does not advertise', async () => {
  const provider = await stubProvider({
    paths: { '/r': {}, '/i': { body: { active: true } }, '/u': { body: { sub: 'ada' } } },
  });
  const folder = home();
  const run = (action: string, ...more: string[]) =>
    runProgram(['auth', action, ...byIssuer(provider.url).slice(2), ...more], { home: folder, variables });
  expect(await run('introspect', '--oauth2-introspection-url', `${provider.url}/i`)).toMatchObject({ code: 0 });
  expect((await run('introspect')).stderr).toContain('pass --oauth2-introspection-url URL');
  expect(await run('userinfo', '--oauth2-userinfo-url', `${provider.url}/u`)).toMatchObject({ code: 0 });
  expect((await run('userinfo')).stderr).toContain('pass --oauth2-userinfo-url URL');
  expect((await run('logout', '--oauth2-revocation-url', `${provider.url}/r`)).stderr).toContain('Revoked and removed');
});

test('-v shows metadata, and no tokens', async () => {
  const provider = await stubProvider();
  const api = await httpServer(response => response.end('ok'));
  const flags = byIssuer(provider.url).slice(2);
  const { stdout, stderr } = await runProgram(['GET', api.url, '-v', ...flags], { home: home(), variables });
  const shown = stdout + stderr;
  expect(shown).toContain(`token_endpoint: ${provider.url}/token`);
  expect(shown).toContain('token_type: Bearer');
  expect(shown).not.toMatch(/access_token: t1|hush/);
});

test('--oauth2-use id_token sends the ID token, and renews it with the access token', async () => {
  const now = Math.floor(Date.now() / 1000);
  let issued = 0;
  const idToken = (url: string, lifetime: number, nonce: string | null) =>
    [{ alg: 'RS256' }, { iss: url, aud: 'app', sub: `ada${++issued}`, iat: now, exp: now + lifetime, nonce }]
      .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .concat('c2ln')
      .join('.');
  let nonce: string | null = null;
  const provider = await stubProvider({
    paths: {
      '/authorize': form => {
        nonce = form.get('nonce');
        const query = new URLSearchParams({ code: 'c', state: form.get('state') ?? '' });
        return { status: 302, headers: { location: `${form.get('redirect_uri')}?${query}` } };
      },
      '/token': form => {
        const isFirst = form.get('grant_type') === 'authorization_code';
        const id = idToken(provider.url, isFirst ? 20 : 3600, isFirst ? nonce : null);
        return {
          body: { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 3600, id_token: id },
        };
      },
    },
  });
  const api = await httpServer((response, { headers }) => {
    const [, claims = ''] = (headers.authorization ?? '').split('.');
    response.end(String(JSON.parse(Buffer.from(claims, 'base64url').toString()).sub));
  });
  const folder = home();
  const argv = ['GET', api.url, '--oauth2', 'authorization_code::app', '--oauth2-issuer', provider.url];
  const flags = ['--oauth2-scope', 'openid', '--oauth2-use', 'id_token', '--oauth2-port', '0'];
  const run = () => runProgram([...argv, ...flags], { home: folder, variables: browserScript().variables });
  expect(await run()).toMatchObject({ code: 0, stdout: 'ada1' });
  // The ID token is valid for 20 seconds, less than the margin; the access token is still valid.
  expect(await run()).toMatchObject({ code: 0, stdout: 'ada2' });
  expect(await run()).toMatchObject({ code: 0, stdout: 'ada2' });
  expect(provider.forms.map(form => form.get('grant_type'))).toEqual(['authorization_code', 'refresh_token']);
});

test.each([
  [401, 'realm "shop", scope "read"'],
  [403, undefined],
])(
  'a fresh token that the API rejects with %i is described along with the requirements of the API',
  async (status, required) => {
    const claims = { iss: 'https://login.example.com', aud: 'https://other.example.com', scope: 'write' };
    const token = ['{"alg":"RS256"}', JSON.stringify(claims), 'sig']
      .map(part => Buffer.from(part).toString('base64url'))
      .join('.');
    const provider = await stubProvider({
      paths: { '/token': { body: { access_token: token, token_type: 'Bearer', expires_in: 60 } } },
    });
    const api = await httpServer(response => {
      const challenge = 'Bearer realm="shop", scope="read", error="invalid_token", error_description="wrong audience"';
      response.writeHead(status, status === 401 ? { 'www-authenticate': challenge } : {}).end();
    });
    const flags = byIssuer(provider.url).slice(2);
    const { stderr } = await runProgram(['GET', api.url, ...flags], { home: home(), variables });
    expect(stderr).toContain(
      'The token is from https://login.example.com, for the audience https://other.example.com, with the scope "write".',
    );
    if (required !== undefined)
      expect(stderr).toContain(`The API requires ${required}. The API reports "wrong audience".`);
    expect(stderr).not.toContain(token);
  },
);

test('a 401 from an API whose clock differs mentions the clock', async () => {
  const provider = await stubProvider();
  const api = await httpServer(response => response.writeHead(401, { date: 'Thu, 01 Jan 2026 00:00:00 GMT' }).end());
  const flags = byIssuer(provider.url).slice(2);
  const { stderr } = await runProgram(['GET', api.url, ...flags], { home: home(), variables });
  expect(stderr).toMatch(/The clock of this computer is \d+ d fast, compared with the server\./);
});
