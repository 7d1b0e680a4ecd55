/** Challenges of an API or a server that require another login. */

import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { decodeJwt } from 'jose';
import { readChallenges, stepUpOf } from '../../../source/core/credentials/challenges.js';
import { failure, isFailure } from '../../../source/core/failure.js';
import { type Hint, hintText } from '../../../source/core/hint.js';
import { readProtectedResource, resourceMetadataUrl } from '../../../source/core/oauth/protected-resource.js';
import type { OAuth2Options } from '../../../source/core/options.js';
import { reveal, secret } from '../../../source/core/secret.js';
import { holdToken } from '../../../source/io/oauth/held-token.js';
import { loginUrl } from '../../../source/io/oauth/login/authorization-request.js';
import { loginByDevice } from '../../../source/io/oauth/login/device-code.js';
import { introspect, revoke } from '../../../source/io/oauth/manage.js';
import { resolveServer } from '../../../source/io/oauth/server.js';
import { obtainToken, withTokenContext } from '../../../source/io/oauth/token.js';
import { testEnvironment } from '../../support/environment.js';
import { network, oauthOptions, quietUi } from '../../support/oauth.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const text = (value: string) => ({ from: 'text', value: secret(value) }) as const;
const formOf = (body: Buffer) => new URLSearchParams(body.toString());

/** A server with metadata, whose tokens are issued by `token`. */
async function issuer(token: (form: URLSearchParams, header: string | undefined) => string, more: object = {}) {
  const server = await httpServer((response, { body, headers, path: asked }) => {
    if (!asked.startsWith('/.well-known')) {
      const answer = token(formOf(body), headers.authorization);
      return response.writeHead(answer.includes('"error"') ? 401 : 200).end(answer);
    }
    const { url } = server;
    return response.end(JSON.stringify({ issuer: url, token_endpoint: `${url}/token`, ...more }));
  });
  return server;
}

test.each([
  ['it is offered', { token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'] }, 't'],
  ['it is not', {}, 'invalid_client'],
])('a rejected secret that the header encodes is retried once in the body if %s', async (_, more, wanted) => {
  const server = await issuer(
    form => (form.get('client_secret') === 'a+b/c' ? '{"access_token":"t"}' : '{"error":"invalid_client"}'),
    more,
  );
  const ui = quietUi();
  const options = oauthOptions({
    flow: 'client_credentials',
    clientId: 'm',
    issuer: server.url,
    clientSecret: text('a+b/c'),
  });
  const got = await obtainToken(options, network, testEnvironment(), ui);
  expect(isFailure(got) ? got.code : reveal(got.token)).toBe(wanted);
  expect(ui.notes).toEqual([expect.stringContaining('encoded in the header')]);
  // A secret without special characters does not cause this note.
  const plain = quietUi();
  await obtainToken({ ...options, clientSecret: text('abc') }, network, testEnvironment(), plain);
  expect(plain.notes).toEqual([]);
});

test('the same at every endpoint that authenticates the client', async () => {
  const responses: Readonly<Record<string, readonly [status: number, body: object]>> = {
    '/par': [201, { request_uri: 'urn:pushed', expires_in: 60 }],
    '/introspect': [200, { active: true }],
    '/revoke': [200, {}],
    '/device': [200, { device_code: 'd', user_code: 'u', verification_uri: 'https://a.example/', expires_in: 60 }],
  };
  const ways: string[] = [];
  const server = await httpServer((response, { body, headers, path: asked }) => {
    const { url } = server;
    if (asked.startsWith('/.well-known')) {
      const metadata = {
        ...{ issuer: url, token_endpoint: `${url}/token`, pushed_authorization_request_endpoint: `${url}/par` },
        ...{ introspection_endpoint: `${url}/introspect`, revocation_endpoint: `${url}/revoke` },
        ...{ authorization_endpoint: `${url}/auth`, device_authorization_endpoint: `${url}/device` },
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      };
      return response.end(JSON.stringify(metadata));
    }
    ways.push(`${asked} ${headers.authorization === undefined ? 'post' : 'basic'}`);
    if (formOf(body).get('client_secret') !== 'a+b/c') return response.writeHead(401).end('{"error":"invalid_client"}');
    const [status, good] = responses[asked] ?? [400, { error: 'access_denied' }];
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(good));
  });
  const login = { clientId: 'm', issuer: server.url, clientSecret: text('a+b/c'), cache: false };
  const options = oauthOptions({ ...login, flow: 'authorization_code', par: true });
  const by = <T>(own: OAuth2Options, work: Parameters<typeof withTokenContext<T>>[4]) =>
    withTokenContext(own, network, testEnvironment(), quietUi({ attended: true }), work);
  const url = await by(options, async context => {
    const found = await resolveServer(context);
    return isFailure(found) ? found : loginUrl(context, found, `${server.url}/auth`, [['client_id', 'm']]);
  });
  expect(url).toBe(`${server.url}/auth?client_id=m&request_uri=urn%3Apushed`);
  expect(await by(options, context => introspect(context, secret('t')))).toEqual({ active: true });
  const kept = {
    accessToken: secret('t'),
    obtainedAt: 1,
    flow: 'authorization_code',
    clientId: 'm',
    server: 's',
  } as const;
  expect(await by(options, context => revoke(context, kept, true))).toBeUndefined();
  const device = oauthOptions({ ...login, flow: 'device_code' });
  await by(device, async context => {
    const found = await resolveServer(context);
    return isFailure(found)
      ? found
      : loginByDevice({ ...context, tools: { ...context.tools, wait: async () => {} } }, found);
  });
  const each = ['/par', '/introspect', '/revoke', '/device'];
  expect(ways.filter(way => !way.startsWith('/token'))).toEqual(each.flatMap(at => [`${at} basic`, `${at} post`]));
});

test.each([
  ['in a container, where the server has it', { container: 'podman' }, true, /--oauth2 device_code::m$/],
  [
    'in a container, where the server has none',
    { container: 'podman' },
    false,
    /^This is a container, .* Paste the last address/,
  ],
  ['over SSH', { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, true, /--oauth2 device_code::m$/],
])('a login on another device is suggested %s', async (_, variables, hasDevice, told) => {
  const server = await httpServer(response => {
    const { url } = server;
    const device = hasDevice ? { device_authorization_endpoint: `${url}/device` } : {};
    const metadata = { issuer: url, token_endpoint: `${url}/token`, authorization_endpoint: `${url}/auth`, ...device };
    response.end(JSON.stringify(metadata));
  });
  const environment = testEnvironment(variables);
  const ui = quietUi({ attended: true });
  const note = ui.note;
  const hinted = new Promise<string>(resolve => {
    Object.assign(ui, {
      note(value: Hint) {
        note(value);
        const line = hintText(value);
        if (/device_code::|container/.test(line)) resolve(line);
      },
    });
  });
  const options = oauthOptions({ flow: 'authorization_code', clientId: 'm', issuer: server.url, cache: false });
  const login = obtainToken(options, network, environment, ui);
  expect(await hinted).toMatch(told);
  environment.stop.abort(failure('interrupted', 'Stopped.'));
  expect(await login).toMatchObject({ kind: 'interrupted' });
});

test('metadata that is a template for every tenant causes a hint to name the tenant', async () => {
  const server = await issuer(() => '', { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' });
  const options = oauthOptions({
    flow: 'client_credentials',
    clientId: 'm',
    issuer: server.url,
    clientSecret: text('x'),
  });
  expect(await obtainToken(options, network, testEnvironment(), quietUi())).toMatchObject({
    hint: expect.stringContaining('Pass your tenant'),
  });
});

test('a signed assertion has the chosen audience, which a refusal mentions first', async () => {
  const environment = testEnvironment();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(path.join(environment.folder, 'key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const seen: unknown[] = [];
  const server = await issuer(form => {
    seen.push(decodeJwt(form.get('client_assertion') ?? '').aud);
    return seen.length === 3 ? '{"access_token":"t"}' : '{"error":"invalid_client"}';
  });
  const options = (clientAudience: string): OAuth2Options =>
    oauthOptions({
      flow: 'client_credentials',
      clientId: 'm',
      issuer: server.url,
      clientKey: 'key.pem',
      clientAudience,
    });
  const first = await obtainToken(options('issuer'), network, environment, quietUi());
  expect(isFailure(first) && hintText(first.hint ?? '')).toMatch(/^Servers expect different audiences/);
  await obtainToken(options('token-url'), network, environment, quietUi());
  await obtainToken(options('https://other.example/'), network, environment, quietUi());
  expect(seen).toEqual([server.url, `${server.url}/token`, 'https://other.example/']);
});

test('actor_token is read from its source, and another actor is another login', async () => {
  const server = await httpServer((response, { body }) =>
    response.end(`{"access_token":"for-${formOf(body).get('actor_token')}"}`),
  );
  const base = oauthOptions({ flow: 'token_exchange', clientId: 'm', tokenUrl: server.url, subjectToken: text('s') });
  const environment = testEnvironment({ ACTOR: 'ada' });
  const got = async (own: typeof environment) => {
    const options = { ...base, params: [['actor_token', 'env:ACTOR']] as const };
    const found = await obtainToken(options, network, own, quietUi());
    return isFailure(found) ? found.text : reveal(found.token);
  };
  expect(await got(environment)).toBe('for-ada');
  expect(await got({ ...environment, variables: { ACTOR: 'bob' } })).toBe('for-bob');
  const [first] = server.seen;
  expect(first && formOf(first.body).get('actor_token_type')).toBe('urn:ietf:params:oauth:token-type:access_token');
});

test('a token issued with type N_A is printed by auth token, and sent with no request', async () => {
  const server = await httpServer(response =>
    response.end('{"access_token":"assertion","token_type":"N_A","issued_token_type":"x"}'),
  );
  const options = oauthOptions({
    flow: 'token_exchange',
    clientId: 'm',
    tokenUrl: server.url,
    subjectToken: text('s'),
  });
  const environment = testEnvironment();
  const got = await obtainToken(options, network, environment, quietUi());
  expect(isFailure(got) ? got.text : reveal(got.token)).toBe('assertion');
  expect(await holdToken(options, network, environment, quietUi())).toMatchObject({
    kind: 'login',
    text: expect.stringContaining('N_A'),
  });
  // No exchange was requested.
  const other = oauthOptions({
    flow: 'client_credentials',
    clientId: 'm',
    tokenUrl: server.url,
    clientSecret: text('x'),
  });
  expect(await obtainToken(other, network, environment, quietUi())).toMatchObject({ code: 'token_type' });
});

test('an API that requires a stronger login (RFC 9470) gets one with its acr_values and max_age', async () => {
  let count = 0;
  const server = await httpServer(response => response.end(`{"access_token":"t${++count}","expires_in":600}`));
  const options = oauthOptions({
    flow: 'authorization_code',
    clientId: 'app',
    tokenUrl: server.url,
    authUrl: `${server.url}/auth`,
  });
  const pages: URLSearchParams[] = [];
  const openBrowser = async (page: string) => {
    const asked = new URL(page).searchParams;
    pages.push(asked);
    void fetch(`${asked.get('redirect_uri')}?code=c&state=${asked.get('state')}`).catch(() => {});
    return true;
  };
  const ui = quietUi();
  const held = await holdToken(options, network, testEnvironment(), ui, { openBrowser });
  if (isFailure(held)) throw new Error(held.text);
  const stepUp = stepUpOf(['Bearer error="insufficient_user_authentication", acr_values="urn:mfa", max_age="5"']);
  const got = await held.renew(false, held.credentials.accessToken, stepUp);
  expect(got && !isFailure(got) && got.accessToken && reveal(got.accessToken)).toBe('t2');
  expect(pages.map(page => [page.get('acr_values'), page.get('max_age')])).toEqual([
    [null, null],
    ['urn:mfa', '5'],
  ]);
  expect(ui.notes).toEqual(['The API requires another login (acr_values=urn:mfa, max_age=5).']);
});

test.each([
  ['https://api.example', 'https://api.example/v1/me', true],
  ['https://api.example/v1', 'https://api.example/v1/me', true],
  ['https://api.example/v1', 'https://api.example/v10', false],
  ['https://bank.example', 'https://api.example/v1', false],
  ['no URL', 'https://api.example/', false],
])('metadata of the resource %s for %s: used %s (RFC 9728 3.3)', (resource, url, used) => {
  const found = readProtectedResource({ resource, authorization_servers: ['https://login.example'] }, url);
  expect(!isFailure(found)).toBe(used);
});

test('metadata of an API is only fetched over https or from this machine', () => {
  const of = (url: string) => resourceMetadataUrl(readChallenges([`Bearer resource_metadata="${url}"`]));
  expect(of('https://api.example/.well-known/oauth-protected-resource')).toBeDefined();
  expect(of('http://127.0.0.1:1/x')).toBeDefined();
  expect(of('http://api.example/x')).toBeUndefined();
  expect(of('file:///etc/passwd')).toBeUndefined();
});
