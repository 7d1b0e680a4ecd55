/**
 * Rich authorization requests (RFC 9396): `--oauth2-param authorization_details=…` in every way in which it can reach a server.
 */
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { decodeJwt } from 'jose';
import { browserScript } from '../../support/browser-script.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import {
  type AuthorizationServer,
  oddSecret,
  startAuthorizationServer,
} from '../../support/servers/authorization-server.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

/** As typed by a user, byte for byte. */
const payment = '[{"type":"payment",  "instructedAmount":{"amount":"123.50","currency":"EUR"}}]';
const details = JSON.parse(payment) as unknown;
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keyFile = path.join(temporaryFolder(), 'client.pem');
writeFileSync(keyFile, key.privateKey.export({ format: 'pem', type: 'pkcs8' }));

interface ReceivedRequest {
  readonly oidc: { readonly params: { readonly authorization_details?: string } };
}
interface Holder {
  readonly rar?: unknown;
}
const asked = ({ oidc }: ReceivedRequest): unknown => JSON.parse(oidc.params.authorization_details ?? '[]');

const app = {
  application_type: 'native',
  grant_types: ['authorization_code'],
  redirect_uris: ['http://127.0.0.1/callback'],
  authorization_details_types: ['payment'],
};

let server: AuthorizationServer;
beforeAll(async () => {
  server = await startAuthorizationServer({
    clients: [
      { ...app, client_id: 'open app', token_endpoint_auth_method: 'none' },
      {
        ...app,
        client_id: 'secret machine',
        client_secret: oddSecret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
      {
        ...app,
        client_id: 'signed app',
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'ES256',
        request_object_signing_alg: 'ES256',
        jwks: { keys: [key.publicKey.export({ format: 'jwk' })] },
      },
    ],
    configuration: {
      enabledJWA: { requestObjectSigningAlgValues: ['ES256'] },
      clientAuthMethods: ['client_secret_basic', 'private_key_jwt', 'none'],
      features: {
        pushedAuthorizationRequests: { enabled: true },
        requestObjects: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: () => ({ scope: 'api:read', accessTokenFormat: 'opaque' }),
        },
        richAuthorizationRequests: {
          enabled: true,
          types: { payment: { validate: () => {} } },
          authorizationDetailsForGrantSource: asked,
          authorizationDetailsForAccessToken: (context: ReceivedRequest, _token: unknown, source?: Holder) =>
            source?.rar ?? asked(context),
          authorizationDetailsForIntrospection: (_context: unknown, token: Holder) => token.rar,
        },
      },
    },
  });
});
afterAll(() => server.close());
afterEach(closeServers);

const variables = { SECRET: oddSecret };
const flags = (flow: string, client: string, more: readonly string[] = [], value = payment): readonly string[] => [
  ...['--oauth2', `${flow}::${client}`, '--oauth2-issuer', server.url],
  ...['--oauth2-param', `authorization_details=${value}`, '--oauth2-param', 'resource=https://bank.example/'],
  ...more,
];
const login = (client: string, ...more: readonly string[]) =>
  flags('authorization_code', client, ['--oauth2-port', '0', '--oauth2-scope', 'openid api:read', ...more]);

/** Runs a request that logs in, then queries the server about its token. */
async function requested(words: readonly string[]) {
  const api = await httpServer((response, { headers }) => response.end(String(headers.authorization)));
  const home = temporaryFolder();
  const browser = browserScript();
  const known = server.logins.length;
  const ended = await runProgram(['GET', api.url, ...words], {
    home,
    variables: { ...variables, ...browser.variables },
  });
  expect([ended.code, ended.code === 0 ? ended.stdout : ended.stderr]).toEqual([0, expect.stringMatching(/^Bearer ./)]);
  const told = await runProgram(['auth', 'introspect', ...words], { home, variables });
  expect([told.code, told.stderr]).toEqual([0, '']);
  return { page: server.logins[known]?.searchParams, granted: JSON.parse(told.stdout).authorization_details };
}

test('in the URL of the login page, byte for byte', async () => {
  const { page, granted } = await requested(login('open app'));
  expect(page?.get('authorization_details')).toBe(payment);
  expect(granted).toEqual(details);
});

test('authorization_details other than an array of objects with a type are rejected before the login', async () => {
  const known = server.logins.length;
  for (const value of ['{"type":"payment"}', '[{"kind":"payment"}]', '["payment"]', '[]x']) {
    const argv = ['auth', 'token', ...flags('authorization_code', 'open app', [], value)];
    const { code, stderr } = await runProgram(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining('is a JSON array of objects, each with a "type"')]);
  }
  expect(server.logins.length).toBe(known);
});

test('pushed in advance (RFC 9126): the URL does not contain it', async () => {
  const { page, granted } = await requested(login('open app', '--oauth2-par'));
  expect([...(page?.keys() ?? [])].toSorted()).toEqual(['client_id', 'request_uri']);
  expect(granted).toEqual(details);
});

test.each([[[]], [['--oauth2-par']]])('signed (RFC 9101), as an array of the request object, with %j', async more => {
  const { page, granted } = await requested(login('signed app', '--oauth2-client-key', keyFile, ...more));
  const request = page?.get('request');
  expect(request === null).toBe(more.length > 0);
  if (request) expect(decodeJwt(request)).toMatchObject({ authorization_details: details });
  expect(granted).toEqual(details);
});

test('a machine sends it to the token endpoint; other details give another token', async () => {
  const { granted } = await requested(flags('client_credentials', 'secret machine:env:SECRET'));
  expect(server.tokenRequests.at(-1)?.form.get('authorization_details')).toBe(payment);
  expect(granted).toEqual(details);
  const home = temporaryFolder();
  const token = async (value: string) =>
    runProgram(['auth', 'token', ...flags('client_credentials', 'secret machine:env:SECRET', [], value)], {
      home,
      variables,
    });
  const [first, again, other] = [await token(payment), await token(payment), await token('[{"type":"payment"}]')];
  expect(again.stdout).toBe(first.stdout);
  expect(other.code).toBe(0);
  expect(other.stdout).not.toBe(first.stdout);
});

test.each([
  ['at the token endpoint', 'client_credentials', 'secret machine:env:SECRET', []],
  ['at the pushed request', 'authorization_code', 'open app', ['--oauth2-port', '0', '--oauth2-par']],
])('details that the server does not support are explained, %s', async (_, flow, client, more) => {
  const { code, stdout, stderr } = await runProgram(
    ['auth', 'token', ...flags(flow, client, more, '[{"type":"unheard"}]')],
    { variables: { ...variables, BROWSER: '/bin/true' } },
  );
  expect([code, stdout]).toEqual([7, '']);
  expect(stderr).toContain('does not know or allow these authorization details (invalid_authorization_details)');
  expect(stderr).toContain('Check the types and members of --oauth2-param authorization_details');
});

test('if the server also requires a resource, the hint shows the flag', async () => {
  const words = flags('client_credentials', 'secret machine:env:SECRET').slice(0, -2);
  const { code, stderr } = await runProgram(['auth', 'token', ...words], { variables });
  expect(code).toBe(7);
  expect(stderr).toContain('Pass --oauth2-param resource=https://');
});
