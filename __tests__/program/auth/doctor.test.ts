/** `auth doctor`: checks, fixes, its output for the provider and the configuration, and requests that it never sends. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { browserScript } from '../../support/browser-script.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { type Stubs, stubProvider } from '../../support/providers/stub-provider.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const registered = 'http://127.0.0.1:8484/callback';

/** A provider that knows the client `app` and its redirect URI. */
const provider = (more: Stubs = {}) =>
  stubProvider({
    metadata: url => ({
      grant_types_supported: ['authorization_code', 'refresh_token'],
      userinfo_endpoint: `${url}/me`,
      ...more.metadata?.(url),
    }),
    paths: {
      '/authorize': form => {
        if (form.get('redirect_uri') !== registered) return { status: 400, body: { message: 'Invalid redirect URI' } };
        const query = new URLSearchParams({ error: 'login_required', state: form.get('state') ?? '' });
        return { status: 302, headers: { location: `${registered}?${query}` } };
      },
      '/token': form =>
        form.get('client_id') === 'app'
          ? { status: 400, body: { error: 'invalid_grant' } }
          : { status: 401, body: { error: 'invalid_client' } },
      '/me': { body: { sub: 'ada' } },
      ...more.paths,
    },
  });

const doctor = (...argv: readonly string[]) => runProgram(['auth', 'doctor', ...argv]);

test('every check of a correct registration passes, and a profile is printed', async () => {
  const server = await provider();
  const { code, stdout } = await doctor(server.url, 'app', '--oauth2-scope', 'openid');
  expect(code).toBe(0);
  expect(stdout.replaceAll(server.url, 'URL')).toBe(`pass  metadata: URL has the token endpoint URL/token
pass  grant type: authorization_code
pass  client: The server does not reject it (none).
skip  token: No valid token is stored. Log in with apiclient auth login and the same flags.
pass  redirect URI: http://127.0.0.1:8484/callback is registered.
pass  clock: correct

In the provider's console:
  Application type: native or desktop, public client (no secret)
  Grant types: authorization_code, refresh_token
  Redirect URI: http://127.0.0.1:8484/callback
  PKCE: S256
  Scopes: openid

Profile for the configuration file:
{
  "profiles": {
    "api": {
      "url": "https://api.example.com",
      "flags": {
        "oauth2": "authorization_code::app",
        "oauth2-issuer": "URL",
        "oauth2-scope": "openid"
      }
    }
  }
}
`);
});

test.each([
  // https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html
  ['Cognito', 'https://login.example.com/error?error=redirect_mismatch&client_id=app', 'redirect_mismatch'],
  [
    'Google',
    'https://accounts.google.com/signin/oauth/error/v2?authError=ChVyZWRpcmVjdF91cmlfbWlzbWF0Y2ggkAMyAggB&client_id=app',
    'redirect_uri_mismatch',
  ],
])('an error page of %s fails the check, although its status is a redirect', async (_, location, error) => {
  const server = await provider({ paths: { '/authorize': { status: 302, headers: { location } } } });
  const { code, stdout } = await doctor(server.url, 'app');
  expect([code, stdout]).toEqual([
    7,
    expect.stringContaining(
      `fail  authorization request: The server shows an error page: ${error}\n      Fix: Register exactly ${registered} for client app`,
    ),
  ]);
});

test('a redirect to an invalid URL fails the check with a next step', async () => {
  const server = await provider({ paths: { '/authorize': { status: 302, headers: { location: 'http://[' } } } });
  const { code, stdout, stderr } = await doctor(server.url, 'app');
  expect([code, stdout, stderr]).toEqual([
    7,
    expect.stringContaining(
      'fail  authorization request: The server redirects to an invalid URL: http://[\n      Fix: Report this to the operator of the server.\n',
    ),
    expect.stringContaining('1 of 6 checks failed.'),
  ]);
});

test('a wrong client, redirect URI or grant type fails with its fix, and the exit code is 7', async () => {
  const server = await provider({ metadata: () => ({ grant_types_supported: ['refresh_token'] }) });
  const flags = ['--oauth2-redirect-uri', 'http://127.0.0.1:9/other'];
  const { code, stdout, stderr } = await doctor(server.url, 'stranger', ...flags);
  expect([code, stderr]).toEqual([7, expect.stringContaining('3 of 6 checks failed.')]);
  expect(stdout).toContain(
    'fail  grant type: The server does not list authorization_code.\n      Fix: Use another flow: refresh_token.',
  );
  expect(stdout).toMatch(/fail {2}client: .*invalid_client.*\n {6}Fix: If this client has a secret/);
  expect(stdout).toContain('Fix: Register exactly http://127.0.0.1:9/other for client stranger');
});

test('without metadata the other checks are not run', async () => {
  const server = await httpServer(response => response.writeHead(404).end());
  const { code, stdout } = await doctor(server.url);
  expect(code).toBe(7);
  expect(stdout).toMatch(/^fail {2}metadata: .*returned status 404/);
  expect(server.seen.every(({ path: asked }) => asked.startsWith('/.well-known/'))).toBe(true);
});

test('a wrong clock is found by the Date header', async () => {
  const server = await provider({
    paths: {
      '/token': { status: 400, body: { error: 'invalid_grant' }, headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT' } },
    },
  });
  const { code, stdout } = await doctor(server.url, 'app');
  expect(code).toBe(7);
  expect(stdout).toMatch(/fail {2}clock: The clock of this computer is \d+ d fast/);
});

test('no password is sent, nothing is stored, and a secret is not printed', async () => {
  const server = await provider({ metadata: () => ({ grant_types_supported: ['password'] }) });
  const home = temporaryFolder();
  const flags = ['--oauth2-username', 'ada', '--oauth2-password', 'env:PASSWORD'];
  const ended = await runProgram(['auth', 'doctor', server.url, '--oauth2', 'password::app:s3cret', ...flags], {
    home,
    variables: { PASSWORD: 'pw-of-ada' },
  });
  expect(server.seen.map(({ body, headers }) => `${body}${headers.authorization}`).join('\n')).not.toContain(
    'pw-of-ada',
  );
  expect(ended.stdout).toContain('"oauth2": "password::app:env:CLIENT_SECRET"');
  expect(ended.stdout + ended.stderr).not.toContain('s3cret');
  expect((await runProgram(['auth', 'status'], { home })).stdout).toBe('');
});

test('a profile is checked with its stored token, at UserInfo and at its API only', async () => {
  const api = await httpServer((response, { headers }) =>
    headers.authorization === 'Bearer t1'
      ? response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' }).end()
      : response.writeHead(401).end(),
  );
  const server = await stubProvider({
    metadata: url => ({ userinfo_endpoint: `${url}/me` }),
    paths: { '/me': { body: { sub: 'ada' } } },
  });
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  const flags = {
    oauth2: 'authorization_code::app',
    'oauth2-issuer': server.url,
    'oauth2-port': 0,
    'oauth2-scope': 'read',
  };
  const config = { profiles: { shop: { url: `${api.url}/me`, flags } } };
  writeFileSync(path.join(home, '.config/apiclient/config.json'), JSON.stringify(config), { mode: 0o600 });
  await runProgram(['auth', 'login', '@shop'], { home, variables: browserScript().variables });
  const { stdout, code } = await runProgram(['auth', 'doctor', '@shop'], { home });
  expect(code).toBe(7);
  expect(stdout).toContain('pass  token: A valid token is stored.');
  expect(stdout).toContain('pass  UserInfo: sub ada');
  expect(stdout).toContain(`fail  API: ${api.url}/me returned status 403.`);
  expect(stdout).toContain('Pass --oauth2-scope "read write".');
  expect(api.seen).toHaveLength(1);
});

test('the issuer may be a host without a scheme, or come from --oauth2-issuer', async () => {
  const server = await provider();
  const host = server.url.replace('http://', '');
  expect((await doctor(host)).stdout).toContain(`pass  metadata: ${server.url} has`);
  expect((await doctor('--oauth2-issuer', server.url)).stdout).toContain(`pass  metadata: ${server.url} has`);
  expect((await doctor(`:${new URL(server.url).port}`)).stdout).toContain('metadata: ');
});

test('an unknown preset and a missing issuer are usage errors', async () => {
  expect(await doctor('otka:acme')).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean okta:') });
  expect(await doctor()).toMatchObject({ code: 2, stderr: expect.stringContaining('needs an authorization server') });
});
