/**
 * The password flow, and token endpoints that misbehave: the messages, the data that is never sent, and the connections used.
 */

import { existsSync } from 'node:fs';
import { OAuth2Server } from 'oauth2-mock-server';
import { type Failure, isFailure } from '../../../source/core/failure.js';
import { hintText } from '../../../source/core/hint.js';
import type { OAuth2Options } from '../../../source/core/options.js';
import { reveal, secret } from '../../../source/core/secret.js';
import { introspect, revoke } from '../../../source/io/oauth/manage.js';
import { obtainToken, renewToken, withTokenContext } from '../../../source/io/oauth/token.js';
import { tokenFile } from '../../../source/io/token-store.js';
import { testEnvironment } from '../../support/environment.js';
import { network, oauthOptions, quietUi } from '../../support/oauth.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeProxies, httpProxy } from '../../support/servers/proxy-server.js';

const mock = new OAuth2Server();
beforeAll(async () => {
  await mock.issuer.keys.generate('RS256');
  await mock.start(0, '127.0.0.1');
});
afterAll(() => mock.stop());
afterEach(closeServers);
afterEach(closeProxies);

const options = (more: Partial<OAuth2Options> = {}): OAuth2Options =>
  oauthOptions({
    flow: 'password',
    tokenUrl: `http://127.0.0.1:${mock.address().port}/token`,
    clientId: 'c',
    username: 'jané',
    password: { from: 'text', value: secret('p:%& ü') },
    ...more,
  });
const machine = { flow: 'client_credentials', clientSecret: { from: 'text', value: secret('hush') } } as const;

function failureOf(got: unknown): Failure {
  if (!isFailure(got)) throw new Error('It did not fail.');
  return got;
}

test('the password flow works, and is reported once as deprecated', async () => {
  let form: Record<string, unknown> = {};
  mock.service.once('beforeResponse', (_answer, request) => {
    form = { ...request.body };
  });
  const ui = quietUi();
  const environment = testEnvironment();
  const got = await obtainToken(options({ scope: 'dummy' }), network, environment, ui);
  expect(isFailure(got) ? got.text : got.from).toBe('server');
  expect(form).toEqual({
    grant_type: 'password',
    username: 'jané',
    password: 'p:%& ü',
    scope: 'dummy',
    client_id: 'c',
  });
  expect(ui.notes).toEqual([expect.stringContaining('RFC 9700')]);
  await obtainToken(options({ scope: 'dummy' }), network, environment, ui);
  expect(ui.notes.length).toBe(1);
});

test('the password is read from its variable, and without one there is no prompt unless there is a terminal', async () => {
  const { password: _, ...rest } = options();
  const given = testEnvironment({ APICLIENT_OAUTH2_PASSWORD: 'from the variable' });
  let sent = '';
  mock.service.once('beforeResponse', (_answer, request) => {
    sent = String((request.body as Record<string, unknown>).password);
  });
  await obtainToken(rest, network, given, quietUi());
  expect(sent).toBe('from the variable');
  expect(await obtainToken(rest, network, testEnvironment(), quietUi())).toMatchObject({ kind: 'usage' });
});

test.each([
  [{ username: undefined }, '--oauth2-username'],
  [{ flow: 'authorization_code' }, '--oauth2-auth-url'],
  [{ flow: 'device_code' }, '--oauth2-device-url'],
  [{ ...machine, params: [['grant_type', 'password']] }, 'grant_type'],
] as const)('missing options are reported before anything is sent: %j', async (more, named) => {
  const seen = await httpServer(response => void response.end());
  const wrong = options({ ...(more as Partial<OAuth2Options>), tokenUrl: seen.url });
  const got = failureOf(await obtainToken(wrong, network, testEnvironment(), quietUi()));
  expect(got.kind).toBe('usage');
  expect(`${got.text} ${hintText(got.hint ?? '')}`).toContain(named);
  expect(seen.seen).toEqual([]);
});

test.each([
  ['another scope is reported', { access_token: 't', scope: 'a' }, 'not granted: b'],
  ['no token type, expires_in as text', { access_token: 't', expires_in: '60' }, undefined],
])('%s', async (_, body, note) => {
  mock.service.once('beforeResponse', answer => {
    answer.body = body;
  });
  const ui = quietUi();
  const got = await obtainToken(options({ ...machine, scope: 'a b' }), network, testEnvironment(), ui);
  expect(isFailure(got) ? got.text : reveal(got.token)).toBe('t');
  expect(ui.notes.join()).toContain(note ?? '');
});

test('a 200 with an error is a failed login', async () => {
  mock.service.once('beforeResponse', answer => {
    answer.body = { error: 'invalid_grant', error_description: 'gone' };
  });
  const got = failureOf(await obtainToken(options(machine), network, testEnvironment(), quietUi()));
  expect(got).toMatchObject({ kind: 'login', code: 'invalid_grant', text: expect.stringContaining('“gone”') });
});

test.each([
  { token_type: 'Bearer', expires_in: 60 },
  { access_token: '', token_type: 'Bearer' },
  { access_token: null, token_type: 'Bearer' },
  { access_token: ['x'], token_type: 'Bearer' },
])('a 200 without an access token is a failed login, and nothing is stored: %j', async body => {
  mock.service.once('beforeResponse', answer => {
    answer.body = body;
  });
  const environment = testEnvironment();
  const got = failureOf(await obtainToken(options(machine), network, environment, quietUi()));
  expect(got.kind).toBe('login');
  expect(existsSync(tokenFile(environment))).toBe(false);
});

test('the secret is not sent to a redirect, whose target is named', async () => {
  const thief = await httpServer(response => void response.end());
  const server = await httpServer(response => {
    response.writeHead(307, { location: `${thief.url}/steal` }).end();
  });
  const follow = { ...network, follow: true, locationTrusted: true };
  const wanted = options({ ...machine, tokenUrl: server.url });
  const got = failureOf(await obtainToken(wanted, follow, testEnvironment(), quietUi()));
  expect(got).toMatchObject({ kind: 'login', text: expect.stringContaining(`${thief.url}/steal`) });
  expect(thief.seen).toEqual([]);
});

test('ID, secret and password are never in a URL, and the API’s cookies and headers are not sent', async () => {
  const server = await httpServer(response => void response.end('{"access_token":"t"}'));
  const cookies = { ...network, cookies: ['session=hush'] };
  await obtainToken(
    options({ ...machine, tokenUrl: `${server.url}/t?tenant=a%20b` }),
    cookies,
    testEnvironment(),
    quietUi(),
  );
  const [request] = server.seen;
  expect(request?.path).toBe('/t?tenant=a%20b');
  expect(request?.headers.cookie).toBeUndefined();
  expect(request?.headers['user-agent']).toMatch(/^apiclient\//);
  expect(request?.body.toString()).toBe('grant_type=client_credentials');
});

test('the proxy applies to token requests', async () => {
  const proxy = await httpProxy();
  const through = { ...network, proxy: `http://127.0.0.1:${proxy.port}` };
  const got = await obtainToken(options(machine), through, testEnvironment(), quietUi());
  expect(isFailure(got) ? got.text : got.from).toBe('server');
  expect(proxy.asked.length).toBe(1);
});

test('a server that never responds is a timeout, and an unreachable one a failed login', async () => {
  const silent = await httpServer(() => {});
  const hasty = { ...network, timeoutMs: 50 };
  const slow = await obtainToken(options({ ...machine, tokenUrl: silent.url }), hasty, testEnvironment(), quietUi());
  expect(slow).toMatchObject({ kind: 'timeout' });
  await silent.close();
  const gone = await obtainToken(options({ ...machine, tokenUrl: silent.url }), network, testEnvironment(), quietUi());
  expect(gone).toMatchObject({ kind: 'login', text: expect.stringContaining(silent.url) });
});

test('an endless response is cut off', async () => {
  const endless = await httpServer(response => {
    const more = (): void => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  });
  const wanted = options({ ...machine, tokenUrl: endless.url });
  const got = failureOf(await obtainToken(wanted, network, testEnvironment(), quietUi()));
  expect(got.kind).toBe('login');
  expect(hintText(got.hint ?? '')).not.toContain('--max-size');
});

test('metadata with endpoints that are not strings, or with endless nesting, is used as far as possible', async () => {
  const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const server = await httpServer((response, { path }) => {
    response.setHeader('content-type', 'application/json');
    if (path === '/t') response.end('{"access_token":"fine","token_type":"bearer"}');
    else
      response.end(
        `{"issuer":"${server.url}","token_endpoint":"${server.url}/t","authorization_endpoint":{},"jwks_uri":5,"x":${nested}}`,
      );
  });
  const { tokenUrl: _, ...rest } = options({ ...machine, issuer: server.url });
  expect(await obtainToken(rest, network, testEnvironment(), quietUi())).toMatchObject({ from: 'server' });
  const noLogin = failureOf(
    await obtainToken({ ...rest, flow: 'authorization_code' }, network, testEnvironment(), quietUi()),
  );
  expect(['login', 'usage']).toContain(noLogin.kind);
});

test('errors in the metadata are reported if this flow needs the invalid part', async () => {
  let names: Record<string, string> = {};
  const server = await httpServer((response, { path }) => {
    response.setHeader('content-type', 'application/json');
    if (path === '/t') response.end('{"access_token":"fine","token_type":"bearer"}');
    else response.end(JSON.stringify({ issuer: server.url, token_endpoint: `${server.url}/t`, ...names }));
  });
  const { tokenUrl: _, ...rest } = options({ ...machine, issuer: server.url, cache: false });
  const ask = () => obtainToken(rest, network, testEnvironment(), quietUi());
  names = { device_authorization_endpoint: 'ftp://x', authorization_endpoint: 'https://u:p@login.example' };
  expect(await ask()).toMatchObject({ from: 'server' });
  // Its user would be sent as credentials that were not given.
  names = { token_endpoint: server.url.replace('//', '//ada:pw@') };
  const got = failureOf(await ask());
  expect(got).toMatchObject({ kind: 'login', text: "The metadata's token_endpoint contains a user or a password." });
  expect(server.seen.filter(each => each.path !== '/.well-known/openid-configuration').length).toBe(1);
});

test('metadata that names another issuer is not used, and the message contains the correct name', async () => {
  const server = await httpServer(response => {
    response.end(JSON.stringify({ issuer: 'https://other.example', token_endpoint: 'https://other.example/t' }));
  });
  const { tokenUrl: _, ...rest } = options({ ...machine, issuer: server.url });
  const got = failureOf(await obtainToken(rest, network, testEnvironment(), quietUi()));
  expect(got.text).toContain('names another issuer (https://other.example)');
});

test('the path of RFC 8414 is tried if OpenID’s is missing, and post is used if only post is supported', async () => {
  const server = await httpServer((response, seen) => {
    if (seen.path === '/.well-known/oauth-authorization-server/tenant') {
      const methods = ['client_secret_post'];
      const issuer = `${server.url}/tenant`;
      const found = { issuer, token_endpoint: `${server.url}/t`, token_endpoint_auth_methods_supported: methods };
      response.end(JSON.stringify(found));
    } else if (seen.path === '/t') response.end('{"access_token":"t"}');
    else response.writeHead(404).end('<html>');
  });
  const { tokenUrl: _, ...rest } = options({ ...machine, issuer: `${server.url}/tenant` });
  const got = await obtainToken(rest, network, testEnvironment(), quietUi());
  expect(isFailure(got) ? got.text : reveal(got.token)).toBe('t');
  expect(server.seen.map(({ path }) => path)).toEqual([
    '/tenant/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/tenant',
    '/t',
  ]);
  expect(server.seen.at(-1)?.headers.authorization).toBeUndefined();
  expect(server.seen.at(-1)?.body.toString()).toContain('client_secret=hush');
});

test('a token that expires immediately is used once and not cached', async () => {
  let count = 0;
  const server = await httpServer(response => {
    count += 1;
    response.end(JSON.stringify({ access_token: `t${count}`, expires_in: 0 }));
  });
  const environment = testEnvironment();
  const wanted = options({ ...machine, tokenUrl: server.url });
  const [first, second] = [
    await obtainToken(wanted, network, environment, quietUi()),
    await obtainToken(wanted, network, environment, quietUi()),
  ];
  expect([first, second].map(got => (isFailure(got) ? got.text : reveal(got.token)))).toEqual(['t1', 't2']);
});

test('a refused cached token is fetched again once, but not one that was just fetched', async () => {
  let count = 0;
  const server = await httpServer(response => {
    count += 1;
    response.end(JSON.stringify({ access_token: `t${count}`, expires_in: 600 }));
  });
  const environment = testEnvironment();
  const wanted = options({ ...machine, tokenUrl: server.url });
  const fresh = await obtainToken(wanted, network, environment, quietUi());
  if (isFailure(fresh)) throw new Error(fresh.text);
  expect(await renewToken(wanted, network, environment, quietUi(), { ...fresh, named: true })).toBeUndefined();
  const kept = await obtainToken(wanted, network, environment, quietUi());
  if (isFailure(kept)) throw new Error(kept.text);
  const renewed = await renewToken(wanted, network, environment, quietUi(), { ...kept, named: true });
  expect(renewed && !isFailure(renewed) && reveal(renewed.token)).toBe('t2');
});

test('a server error while refreshing preserves the refresh token for another attempt', async () => {
  let answer: { status: number; body: object } = {
    status: 200,
    body: { access_token: 'a', expires_in: 0, refresh_token: 'r' },
  };
  const server = await httpServer(response => {
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  const environment = testEnvironment();
  const wanted = options({ tokenUrl: server.url });
  await obtainToken(wanted, network, environment, quietUi());
  answer = { status: 503, body: { error: 'temporarily_unavailable' } };
  const failed = failureOf(await obtainToken(wanted, network, environment, quietUi()));
  expect(failed.code).toBe('temporarily_unavailable');
  answer = { status: 200, body: { access_token: 'b', expires_in: 0 } };
  await obtainToken(wanted, network, environment, quietUi());
  await obtainToken(wanted, network, environment, quietUi());
  const used = server.seen.map(({ body }) => new URLSearchParams(body.toString()).get('refresh_token'));
  expect(used).toEqual([null, 'r', 'r', 'r']);
});

test('metadata over plain http from another machine is rejected before any request, unless it is allowed', async () => {
  const proxy = await httpProxy();
  const through = { ...network, proxy: `http://127.0.0.1:${proxy.port}` };
  const { tokenUrl: _, ...rest } = options({ ...machine, issuer: 'http://login.example' });
  const got = failureOf(await obtainToken(rest, through, testEnvironment(), quietUi()));
  expect(got).toMatchObject({ kind: 'usage', hint: expect.stringContaining('--oauth2-insecure-http') });
  expect(proxy.asked).toEqual([]);
  const ui = quietUi();
  await obtainToken({ ...rest, insecureHttp: true }, through, testEnvironment(), ui);
  expect(proxy.asked.length).toBeGreaterThan(0);
  expect(ui.warnings).toEqual([expect.stringContaining('http://login.example uses plain http')]);
});

test('a note names each used endpoint on another origin than its issuer', async () => {
  const api = await httpServer(response => void response.end('{"access_token":"t"}'));
  const server = await httpServer(response => {
    const elsewhere = { token_endpoint: `${api.url}/t`, authorization_endpoint: 'https://unused.example/' };
    response.end(JSON.stringify({ issuer: server.url, ...elsewhere }));
  });
  const { tokenUrl: _, ...rest } = options({ ...machine, issuer: server.url });
  const ui = quietUi();
  await obtainToken(rest, network, testEnvironment(), ui);
  expect(ui.notes).toEqual([`The token endpoint of ${server.url} has another origin: ${api.url}/t`]);
});

test.each([
  ['pushed authorization', 'pushed_authorization_request_endpoint'],
  ['introspection', 'introspection_endpoint'],
  ['revocation', 'revocation_endpoint'],
])('a note names the %s endpoint on another origin, which receives the client secret', async (name, member) => {
  const api = await httpServer(response => void response.writeHead(400).end('{"error":"invalid_request"}'));
  const server = await httpServer(response => {
    const own = { token_endpoint: `${server.url}/t`, authorization_endpoint: `${server.url}/login` };
    response.end(JSON.stringify({ issuer: server.url, ...own, [member]: `${api.url}/there` }));
  });
  const { tokenUrl: _, ...rest } = options({ ...machine, issuer: server.url });
  const ui = quietUi({ attended: true });
  if (name === 'pushed authorization') {
    const wanted: OAuth2Options = { ...rest, flow: 'authorization_code', par: true };
    await obtainToken(wanted, network, testEnvironment(), ui);
  } else {
    const token = {
      accessToken: secret('t'),
      obtainedAt: 0,
      flow: 'password',
      clientId: 'c',
      server: server.url,
    } as const;
    await withTokenContext<unknown>(rest, network, testEnvironment(), ui, context =>
      name === 'revocation' ? revoke(context, token, true) : introspect(context, token.accessToken),
    );
  }
  expect(api.seen.map(({ headers }) => headers.authorization)).toEqual([`Basic ${btoa('c:hush')}`]);
  expect(ui.notes).toContain(`The ${name} endpoint of ${server.url} has another origin: ${api.url}/there`);
});

test('a connection failure is described as one of a token request, not of a download', async () => {
  const server = await httpServer(response => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"access');
    setImmediate(() => response.destroy());
  });
  const wanted = options({ ...machine, tokenUrl: server.url });
  const got = failureOf(await obtainToken(wanted, network, testEnvironment(), quietUi()));
  expect(got).toMatchObject({ kind: 'login', text: expect.stringContaining(`The token request to ${server.url}`) });
  expect(hintText(got.hint ?? '')).not.toMatch(/download|-C|--max-size/);
});
