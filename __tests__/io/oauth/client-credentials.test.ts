/** client_credentials against oidc-provider: client authentication, and reuse of a stored token. */

import { isFailure } from '../../../source/core/failure.js';
import type { OAuth2Options } from '../../../source/core/options.js';
import { reveal, secret } from '../../../source/core/secret.js';
import { obtainToken } from '../../../source/io/oauth/token.js';
import { testEnvironment } from '../../support/environment.js';
import { network, oauthOptions, quietUi } from '../../support/oauth.js';
import {
  type AuthorizationServer,
  oddSecret,
  startAuthorizationServer,
} from '../../support/servers/authorization-server.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

let server: AuthorizationServer;
beforeAll(async () => {
  server = await startAuthorizationServer();
});
afterAll(() => server.close());
afterEach(closeServers);

const machine = (more: Partial<OAuth2Options> = {}): OAuth2Options =>
  oauthOptions({
    flow: 'client_credentials',
    tokenUrl: `${server.url}/token`,
    clientId: 'machine',
    clientSecret: { from: 'text', value: secret(oddSecret) },
    ...more,
  });

test('a secret with special characters works with a strict server, by Basic and in the body, never both', async () => {
  for (const options of [machine(), machine({ clientId: 'machine post', clientAuth: 'post' })]) {
    const got = await obtainToken(options, network, testEnvironment(), quietUi());
    expect(isFailure(got) ? got.text : reveal(got.token)).toMatch(/^[\w-]{20,}$/);
  }
  const [basic, post] = server.tokenRequests.slice(-2);
  expect(basic?.authorization).toMatch(/^Basic /);
  expect([...(basic?.form.keys() ?? [])]).toEqual(['grant_type']);
  expect(post?.authorization).toBeUndefined();
  expect(post?.form.get('client_secret')).toBe(oddSecret);
});

test('a non-ASCII secret works with a server that decodes according to RFC 6749 2.3.1', async () => {
  const plain = await httpServer(response => {
    response.setHeader('content-type', 'application/json').end('{"access_token":"t","token_type":"bearer"}');
  });
  const umlautSecret = 's%:&e 1+ü';
  const options = machine({ tokenUrl: plain.url, clientSecret: { from: 'text', value: secret(umlautSecret) } });
  await obtainToken(options, network, testEnvironment(), quietUi());
  const [request] = plain.seen;
  const [id = '', sent = ''] = Buffer.from(request?.headers.authorization?.slice(6) ?? '', 'base64')
    .toString()
    .split(':');
  const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
  expect([decode(id), decode(sent)]).toEqual(['machine', umlautSecret]);
  expect(request?.path).toBe('/');
  expect(request?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
});

test('a wrong secret fails with the reason and a hint', async () => {
  const wrong = machine({ clientSecret: { from: 'text', value: secret('no') } });
  const got = await obtainToken(wrong, network, testEnvironment(), quietUi());
  expect(got).toMatchObject({ kind: 'login', code: 'invalid_client' });
  expect((got as { text: string }).text).toContain('rejected the client ID or secret (invalid_client)');
  expect((got as { hint: string }).hint).toContain('--oauth2-client-auth post');
  expect(JSON.stringify(got)).not.toContain(oddSecret);
});

test('the stored token is reused, and another scope or --oauth2-no-cache requests a new one', async () => {
  const environment = testEnvironment();
  const asked = async (options: OAuth2Options) => {
    const before = server.tokenRequests.length;
    const got = await obtainToken(options, network, environment, quietUi());
    if (isFailure(got)) throw new Error(got.text);
    return { token: reveal(got.token), from: got.from, requests: server.tokenRequests.length - before };
  };
  const first = await asked(machine());
  expect(first).toMatchObject({ from: 'server', requests: 1 });
  expect(await asked(machine())).toEqual({ token: first.token, from: 'cache', requests: 0 });
  expect(await asked(machine({ scope: 'api:read' }))).toMatchObject({ from: 'server', requests: 1 });
  expect(await asked(machine({ cache: false }))).toMatchObject({ from: 'server', requests: 1 });
  expect((await asked(machine())).token).toBe(first.token);
});

test('--oauth2-issuer discovers the endpoints', async () => {
  const { tokenUrl: _, ...rest } = machine({ issuer: server.url });
  const got = await obtainToken(rest, network, testEnvironment(), quietUi());
  expect(isFailure(got) ? got.text : got.from).toBe('server');
});
