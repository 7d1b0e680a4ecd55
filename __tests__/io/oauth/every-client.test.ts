/**
 * Every client that an authorization server can require, against oidc-provider: the rows of oauth2c's documentation, each as a
 * test. Omitted are the implicit and the hybrid flow, which RFC 9700 2.1.2 deprecates (their `form_post` is supported), and
 * encrypted requests and responses.
 */
import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { compactVerify, createLocalJWKSet, decodeJwt, importJWK, jwtVerify, SignJWT } from 'jose';
import { type Failure, failure, failureLine, isFailure } from '../../../source/core/failure.js';
import { describeAll } from '../../../source/core/oauth/status-lines.js';
import type { NetworkOptions, OAuth2Options } from '../../../source/core/options.js';
import { reveal, secret } from '../../../source/core/secret.js';
import { send } from '../../../source/io/http/send.js';
import type { TokenTools } from '../../../source/io/oauth/context.js';
import { decode, introspect, revoke } from '../../../source/io/oauth/manage.js';
import {
  type ObtainedToken,
  obtainToken,
  renewToken,
  tokenCredentials,
  withTokenContext,
} from '../../../source/io/oauth/token.js';
import { readTokens, writeToken } from '../../../source/io/token-store.js';
import { main } from '../../../source/main.js';
import { testEnvironment } from '../../support/environment.js';
import { network, oauthOptions, quietUi } from '../../support/oauth.js';
import { temporaryFolder } from '../../support/program.js';
import { plainNetwork } from '../../support/requests.js';
import {
  type AuthorizationServer,
  type GrantContext,
  Person,
  startAuthorizationServer,
} from '../../support/servers/authorization-server.js';
import { certificates } from '../../support/servers/certificates.js';
import { testEnvironment as commandEnvironment } from '../../support/servers/graphql.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

const folder = temporaryFolder();
const longSecret = 'a secret that is long enough for HS256 to be happy with it';

/** A client's key, and the files in which it can be supplied. */
function keyOf(name: string, pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }) {
  const file = path.join(folder, name);
  const kid = `${name}-1`;
  writeFileSync(`${file}.pem`, pair.privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const jwk = { ...pair.privateKey.export({ format: 'jwk' }), kid };
  writeFileSync(`${file}.json`, JSON.stringify(jwk));
  writeFileSync(`${file}.jwks`, JSON.stringify({ keys: [pair.publicKey.export({ format: 'jwk' }), jwk] }));
  return { file, jwk: { ...pair.publicKey.export({ format: 'jwk' }), kid } };
}
const ec = keyOf('ec', generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const rsa = keyOf('rsa', generateKeyPairSync('rsa', { modulusLength: 2048 }));
const ed = keyOf('ed', generateKeyPairSync('ed25519'));

const loopback = 'http://127.0.0.1/callback';
const machine = { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] };
const codes = {
  application_type: 'native',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: [loopback],
};
const byKey = (name: string, jwk: object, alg: string) => ({
  ...machine,
  client_id: name,
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_signing_alg: alg,
  jwks: { keys: [jwk] },
});
const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

let server: AuthorizationServer;
let issuer = '';
beforeAll(async () => {
  const { ca, client, server: own } = certificates();
  const certificateOf = ({ req }: { readonly req: IncomingMessage }) => {
    const { raw } = (req.socket as TLSSocket).getPeerCertificate?.() ?? {};
    return raw ? new X509Certificate(raw) : undefined;
  };
  server = await startAuthorizationServer({
    secure: { cert: own.cert, key: own.key, ca, requestCert: true, rejectUnauthorized: false },
    clients: [
      {
        ...machine,
        client_id: 'by secret jwt',
        client_secret: longSecret,
        token_endpoint_auth_method: 'client_secret_jwt',
      },
      byKey('ec', ec.jwk, 'ES256'),
      byKey('rsa', rsa.jwk, 'RS256'),
      byKey('ed', ed.jwk, 'EdDSA'),
      {
        ...machine,
        client_id: 'by certificate',
        token_endpoint_auth_method: 'tls_client_auth',
        tls_client_auth_subject_dn: new X509Certificate(client.cert).subject,
        tls_client_certificate_bound_access_tokens: true,
      },
      {
        ...machine,
        client_id: 'bound by certificate',
        client_secret: longSecret,
        tls_client_certificate_bound_access_tokens: true,
      },
      {
        ...codes,
        client_id: 'signed app',
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'ES256',
        request_object_signing_alg: 'ES256',
        require_signed_request_object: true,
        jwks: { keys: [ec.jwk] },
      },
      {
        ...codes,
        client_id: 'pushed app',
        token_endpoint_auth_method: 'none',
        require_pushed_authorization_requests: true,
      },
      { ...codes, client_id: 'bound app', token_endpoint_auth_method: 'none', dpop_bound_access_tokens: true },
      {
        client_id: 'exchanger',
        client_secret: longSecret,
        grant_types: [tokenExchange, jwtBearer],
        redirect_uris: [],
        response_types: [],
      },
    ],
    configuration: {
      enabledJWA: { requestObjectSigningAlgValues: ['ES256', 'RS256'] },
      clientAuthMethods: [
        'client_secret_basic',
        'client_secret_jwt',
        'client_secret_post',
        'private_key_jwt',
        'tls_client_auth',
        'none',
      ],
      features: {
        revocation: { enabled: true },
        dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 1), requireNonce: () => true },
        pushedAuthorizationRequests: { enabled: true },
        requestObjects: { enabled: true },
        jwtResponseModes: { enabled: true },
        claimsParameter: { enabled: true },
        mTLS: {
          enabled: true,
          certificateBoundAccessTokens: true,
          tlsClientAuth: true,
          getCertificate: certificateOf,
          certificateAuthorized: ({ req }: { readonly req: IncomingMessage }) => (req.socket as TLSSocket).authorized,
          certificateSubjectMatches: (
            context: { readonly req: IncomingMessage },
            _property: string,
            expected: string,
          ) => certificateOf(context)?.subject === expected,
        },
      },
    },
    prepare(provider, url) {
      provider.registerGrantType(
        tokenExchange,
        async context => {
          const { subject_token: subject, subject_token_type: type } = context.oidc.params;
          if (type !== 'urn:ietf:params:oauth:token-type:access_token') return refuse(context, 'invalid_request');
          if (!subject?.startsWith('subject-')) return refuse(context, 'invalid_grant');
          context.body = {
            access_token: `for-${subject}`,
            token_type: 'Bearer',
            expires_in: 600,
            issued_token_type: type,
          };
        },
        ['subject_token', 'subject_token_type', 'actor_token', 'audience'],
      );
      provider.registerGrantType(
        jwtBearer,
        async context => {
          const key = await importJWK(ec.jwk, 'ES256');
          const { payload } = await jwtVerify(context.oidc.params.assertion ?? '', key, { audience: url });
          context.body = {
            access_token: `for-${payload.sub}-by-${payload.iss}`,
            token_type: 'Bearer',
            expires_in: 600,
          };
        },
        ['assertion'],
      );
    },
  });
  issuer = server.url;
});
afterAll(() => server.close());
afterEach(closeServers);

function refuse(context: GrantContext, error: string): void {
  context.status = 400;
  context.body = { error };
}

const wanted = (clientId: string, more: Partial<OAuth2Options> = {}): OAuth2Options =>
  oauthOptions({ flow: 'client_credentials', issuer, clientId, ...more });
const text = (value: string) => ({ from: 'text', value: secret(value) }) as const;

async function obtain(options: OAuth2Options, own: NetworkOptions = network, environment = testEnvironment()) {
  const got = await obtainToken(options, own, environment, quietUi());
  if (isFailure(got)) throw new Error(failureLine(got));
  return got;
}
function got(found: ObtainedToken | Failure | undefined): ObtainedToken {
  if (found === undefined || isFailure(found)) throw new Error(found ? failureLine(found) : 'nothing');
  return found;
}
const last = () => {
  const request = server.tokenRequests.at(-1);
  if (!request) throw new Error('No token was asked for.');
  return request;
};

/** A browser in which a simulated user logs in, and the last page shown. */
function browser(answers: Readonly<Record<string, string>> = {}) {
  const person = new Person();
  const opened: URL[] = [];
  const walks: Promise<string>[] = [];
  const tools: Partial<TokenTools> = {
    openBrowser: async url => {
      opened.push(new URL(url));
      walks.push(person.open(url, answers));
      return true;
    },
  };
  return { tools, opened, person, walked: () => Promise.all(walks) };
}

test.each([
  ['client_secret_jwt', 'by secret jwt', { clientSecret: text(longSecret), clientAuth: 'client_secret_jwt' }, 'HS256'],
  ['private_key_jwt, EC in PEM', 'ec', { clientKey: `${ec.file}.pem` }, 'ES256'],
  ['private_key_jwt, RSA as a JWK', 'rsa', { clientKey: `${rsa.file}.json` }, 'RS256'],
  ['private_key_jwt, RSA in a JWK set', 'rsa', { clientKey: `${rsa.file}.jwks` }, 'RS256'],
  ['private_key_jwt, Ed25519 in PEM', 'ed', { clientKey: `${ed.file}.pem` }, 'EdDSA'],
  ['private_key_jwt without an issuer', 'ec', { clientKey: `${ec.file}.json`, issuer: undefined }, 'ES256'],
] as const)('%s', async (_, clientId, more, alg) => {
  const { issuer: known, ...rest } = wanted(clientId, more as Partial<OAuth2Options>);
  const options = known === undefined ? { ...rest, tokenUrl: `${server.url}/token` } : { ...rest, issuer: known };
  expect(reveal((await obtain(options)).token)).toMatch(/^[\w-]{20,}$/);
  const { authorization, form } = last();
  expect(authorization).toBeUndefined();
  expect(form.has('client_secret')).toBe(false);
  const [head = ''] = (form.get('client_assertion') ?? '').split('.');
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toMatchObject({ alg });
});

test.each([
  ['nothing', undefined, /Cannot read/],
  ['a certificate', 'no key', /No private key found/],
  ['a public JWK', JSON.stringify(ec.jwk), /No private key found/],
])('an invalid client key: %s', async (_, content, words) => {
  const clientKey = path.join(temporaryFolder(), 'key');
  if (content !== undefined) writeFileSync(clientKey, content);
  const found = await obtainToken(wanted('ec', { clientKey }), network, testEnvironment(), quietUi());
  expect(found).toMatchObject({ kind: 'usage', text: expect.stringMatching(words) });
});

test('a certificate is used at the endpoints in the metadata (mtls_endpoint_aliases), even without being requested', async () => {
  const { caFile, client } = certificates();
  const own = { ...network, caFile, certFile: client.certFile, keyFile: client.keyFile };
  await obtain(wanted('by certificate', { clientAuth: 'tls_client_auth' }), own);
  expect(last()).toMatchObject({ origin: server.secureUrl });
  expect([...last().form.keys()].sort()).toEqual(['client_id', 'grant_type']);
  const without = await obtainToken(
    wanted('by certificate', { clientAuth: 'tls_client_auth' }),
    network,
    testEnvironment(),
    quietUi(),
  );
  expect(without).toMatchObject({ kind: 'usage', hint: expect.stringContaining('--cert') });
});

test('with a client certificate, tokens are requested from the endpoints that bind them to it, whatever authenticates the client (RFC 8705 3)', async () => {
  const { ca, client } = certificates();
  const write = (name: string, content: string): string => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const own = {
    ...network,
    caFile: write('ca-of-bound.pem', ca),
    certFile: write('cert-of-bound.pem', client.cert),
    keyFile: write('key-of-bound.pem', client.key),
  };
  const environment = testEnvironment();
  const options = wanted('bound by certificate', { clientSecret: { from: 'text', value: secret(longSecret) } });
  const found = got(await obtainToken(options, own, environment, quietUi()));
  expect(last()).toMatchObject({ origin: server.secureUrl });
  const said = await withTokenContext(options, own, environment, quietUi(), context =>
    introspect(context, found.token),
  );
  const thumbprint = createHash('sha256').update(new X509Certificate(client.cert).raw).digest('base64url');
  expect(said).toMatchObject({ active: true, cnf: { 'x5t#S256': thumbprint } });
  const kept = await readTokens(environment, () => {});
  if (isFailure(kept)) throw new Error(kept.text);
  expect(describeAll(kept, Date.now()).join('\n')).toContain('bound to a certificate');
  // Without the certificate, the server issues no token.
  expect(await obtainToken(options, network, testEnvironment(), quietUi())).toMatchObject({ kind: 'login' });
});

/** An API that accepts tokens bound to keys (RFC 9449 7), and issues separate nonces. */
async function boundApi() {
  const nonce = 'the-nonce-of-the-api';
  const proofs: Record<string, unknown>[] = [];
  const api = await httpServer(async (response, seen) => {
    const [proof = ''] = [seen.headers.dpop ?? ''].flat();
    const [head = ''] = proof.split('.');
    const { alg, jwk, typ } = JSON.parse(Buffer.from(head, 'base64url').toString());
    const { payload } = await compactVerify(proof, await importJWK(jwk, alg));
    const claims = JSON.parse(Buffer.from(payload).toString()) as Record<string, unknown>;
    proofs.push({ ...claims, typ, private: jwk.d, path: seen.path });
    if (claims.nonce !== nonce) {
      response.writeHead(401, { 'dpop-nonce': nonce, 'www-authenticate': 'DPoP error="use_dpop_nonce"' }).end();
      return;
    }
    const token = seen.headers.authorization?.replace('DPoP ', '') ?? '';
    response.end(claims.ath === createHash('sha256').update(token).digest('base64url') ? 'welcome' : 'wrong');
  });
  return { api, proofs };
}

test('a token bound to a key: nonces of both servers are used, and the key is stored with the token', async () => {
  const environment = testEnvironment();
  const options = wanted('ec', { clientKey: `${ec.file}.pem`, dpop: true });
  const before = server.tokenRequests.length;
  const first = await obtain(options, network, environment);
  // One without a nonce and one with, each with a separate assertion.
  const asked = server.tokenRequests.slice(before);
  expect(asked.map(({ headers }) => (decodeJwt(String(headers.dpop)).nonce === undefined ? 'none' : 'nonce'))).toEqual([
    'none',
    'nonce',
  ]);
  expect(new Set(asked.map(({ form }) => form.get('client_assertion'))).size).toBe(2);
  const { api, proofs } = await boundApi();
  const url = `${api.url}/books?author=ada#top`;
  // Stored, and used by another run.
  for (const token of [first, await obtain(options, network, environment)]) {
    const credentials = { apiKeys: [], ...(await tokenCredentials(token, environment)) };
    const spec = { method: 'GET', url, headers: [], removed: [], credentials, network: plainNetwork };
    const response = await send(spec, environment);
    if (isFailure(response)) throw new Error(response.text);
    const chunks: Buffer[] = [];
    for await (const chunk of response.body) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe('welcome');
  }
  expect(proofs).toHaveLength(4);
  expect(new Set(proofs.map(({ jti }) => jti)).size).toBe(4);
  for (const proof of proofs) {
    expect(proof).toMatchObject({ typ: 'dpop+jwt', htm: 'GET', htu: `${api.url}/books`, private: undefined });
  }
});

test('a login with a key binds the code to it, and a renewal uses the same key', async () => {
  const environment = testEnvironment();
  const options = wanted('bound app', { flow: 'authorization_code', scope: 'openid', dpop: true });
  const { opened, tools, walked } = browser();
  const first = got(await obtainToken(options, network, environment, quietUi(), tools));
  await walked();
  const second = got(await renewToken(options, network, environment, quietUi(), { ...first, named: true }, tools));
  expect(opened[0]?.searchParams.get('dpop_jkt')).toMatch(/^[\w-]{43}$/);
  expect(opened).toHaveLength(1);
  expect(reveal(second.token)).not.toBe(reveal(first.token));
  expect(second.dpopKey && reveal(second.dpopKey)).toBe(first.dpopKey && reveal(first.dpopKey));
  expect(last().form.get('grant_type')).toBe('refresh_token');
});

test('a token of the wrong type is reported', async () => {
  const bearer = await httpServer(response => response.end('{"access_token":"t","token_type":"Bearer"}'));
  const ui = quietUi();
  const { issuer: _, ...rest } = wanted('x', { tokenUrl: bearer.url, dpop: true });
  const found = got(await obtainToken(rest, network, testEnvironment(), ui));
  expect(found.dpopKey).toBeUndefined();
  expect(ui.warnings).toEqual([expect.stringContaining('issued a Bearer token')]);
  const bound = await httpServer(response => response.end('{"access_token":"t","token_type":"DPoP"}'));
  const plain = { ...rest, tokenUrl: bound.url };
  delete (plain as { dpop?: true }).dpop;
  expect(await obtainToken(plain, network, testEnvironment(), quietUi())).toMatchObject({
    code: 'token_type',
    hint: 'Add --oauth2-dpop.',
  });
});

const login = (clientId: string, more: Partial<OAuth2Options> = {}) =>
  wanted(clientId, { flow: 'authorization_code', scope: 'openid', ...more });

test.each([
  ['if the user requests it', 'app', { par: true }],
  ['if the client must', 'pushed app', { par: true }],
] as const)('an authorization request is pushed %s (RFC 9126)', async (_, clientId, more) => {
  const { opened, tools, walked } = browser();
  got(await obtainToken(login(clientId, more), network, testEnvironment(), quietUi(), tools));
  await walked();
  expect([...(opened[0]?.searchParams.keys() ?? [])].sort()).toEqual(['client_id', 'request_uri']);
});

test('with a client key, the authorization request is signed (RFC 9101)', async () => {
  const { opened, tools, walked } = browser();
  const options = login('signed app', { clientKey: `${ec.file}.json` });
  got(await obtainToken(options, network, testEnvironment(), quietUi(), tools));
  await walked();
  const asked = opened[0]?.searchParams;
  expect([...(asked?.keys() ?? [])].sort()).toEqual(['client_id', 'request', 'response_type', 'scope']);
  const { payload } = await jwtVerify(asked?.get('request') ?? '', createLocalJWKSet({ keys: [ec.jwk] }));
  expect(payload).toMatchObject({ aud: issuer, client_id: 'signed app', code_challenge_method: 'S256' });
});

test.each(['jwt', 'query.jwt', 'form_post.jwt', 'form_post', 'fragment'])(
  'the response of a login with response_mode=%s is accepted',
  async mode => {
    const { person, tools, walked } = browser();
    const options = login('app', {
      params: [['response_mode', mode]],
      redirectUri: undefined,
    } as Partial<OAuth2Options>);
    if (mode === 'fragment') {
      // The browser does not send it, so it is pasted.
      const ui = quietUi({
        attended: true,
        askLine: async () => (ui.prompts[0]?.kind === 'page' ? person.open(ui.prompts[0].url) : undefined),
      });
      const pasted = { ...options, redirectUri: 'https://app.example/done', browser: false };
      expect(got(await obtainToken(pasted, network, testEnvironment(), ui)).from).toBe('server');
      return;
    }
    expect(got(await obtainToken(options, network, testEnvironment(), quietUi(), tools)).from).toBe('server');
    await walked();
    expect(person.page).toContain('You can close this page');
  },
);

test('a response signed by another key is ignored', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let status = 0;
  const person = new Person();
  const tools: Partial<TokenTools> = {
    openBrowser: async url => {
      const asked = new URL(url).searchParams;
      const forged = await new SignJWT({ code: 'stolen', state: asked.get('state') })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer(issuer)
        .setAudience('app')
        .setExpirationTime('1m')
        .sign(privateKey);
      status = (await fetch(`${asked.get('redirect_uri')}?response=${forged}`)).status;
      void person.open(url);
      return true;
    },
  };
  const ui = quietUi();
  got(await obtainToken(login('app', { params: [['response_mode', 'jwt']] }), network, testEnvironment(), ui, tools));
  expect(status).toBe(400);
  expect(ui.notes).toEqual([expect.stringContaining('Its signature is not trusted')]);
});

test.each(['code=stolen', 'error=access_denied', 'code=stolen&response=x'])(
  'if a signed response was requested, %s without a signature is rejected',
  async answer => {
    const person = new Person();
    let status = 0;
    const tools: Partial<TokenTools> = {
      openBrowser: async url => {
        const asked = new URL(url).searchParams;
        status = (await fetch(`${asked.get('redirect_uri')}?${answer}&state=${asked.get('state')}`)).status;
        void person.open(url);
        return true;
      },
    };
    const ui = quietUi();
    const wanting = login('app', { params: [['response_mode', 'query.jwt']] });
    got(await obtainToken(wanting, network, testEnvironment(), ui, tools));
    expect([status, ui.notes]).toEqual([400, [expect.stringContaining('not signed')]]);
  },
);

test('if a signed response was requested, pasting is not possible', async () => {
  let asked = '';
  const ui = quietUi({
    attended: true,
    askLine: async () => {
      const prompt = ui.prompts[0];
      const state = prompt?.kind === 'page' ? new URL(prompt.url).searchParams.get('state') : '';
      const first = asked === '';
      asked ||= `?code=stolen&state=${state}`;
      return first ? asked : undefined;
    },
  });
  const wanting = { ...login('app', { params: [['response_mode', 'jwt']] }), browser: false };
  const environment = testEnvironment();
  const ended = obtainToken(wanting, network, environment, ui);
  while (ui.notes.length === 0) await new Promise(resolve => setImmediate(resolve));
  environment.stop.abort(failure('interrupted', 'Interrupted.'));
  await ended;
  expect(ui.notes).toEqual([expect.stringContaining('not signed')]);
});

test('request parameters of all kinds are sent to the login page', async () => {
  const { opened, tools, walked } = browser();
  const params = [
    ['prompt', 'login'],
    ['max_age', '60'],
    ['login_hint', 'ada'],
    ['acr_values', 'urn:x'],
    ['claims', '{"id_token":{"auth_time":{"essential":true}}}'],
  ] as const;
  got(await obtainToken(login('app', { params }), network, testEnvironment(), quietUi(), tools));
  await walked();
  for (const [name, value] of params) expect(opened[0]?.searchParams.get(name)).toBe(value);
});

test('a token is exchanged (RFC 8693); another subject gets another token, the same one the stored token', async () => {
  const environment = testEnvironment();
  const by = (subject: string) =>
    wanted('exchanger', { flow: 'token_exchange', clientSecret: text(longSecret), subjectToken: text(subject) });
  const exchange = async (subject: string) => {
    const found = await obtain(by(subject), network, environment);
    return [reveal(found.token), found.from];
  };
  expect(await exchange('subject-ada')).toEqual(['for-subject-ada', 'server']);
  expect(await exchange('subject-ada')).toEqual(['for-subject-ada', 'cache']);
  expect(await exchange('subject-bob')).toEqual(['for-subject-bob', 'server']);
  expect(last().form.get('subject_token_type')).toBe('urn:ietf:params:oauth:token-type:access_token');
  const refused = await obtainToken(by('nobody'), network, environment, quietUi());
  expect(refused).toMatchObject({ code: 'invalid_grant', hint: expect.stringContaining('--oauth2-subject-token') });
});

test('an assertion is a JWT, or claims signed by the client’s key (RFC 7523)', async () => {
  const client = { flow: 'jwt_bearer', clientSecret: text(longSecret), clientAuth: 'basic' } as const;
  const key = await importJWK(JSON.parse(readFileSync(`${ec.file}.json`, 'utf8')), 'ES256');
  const jwt = await new SignJWT({ sub: 'ada' })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer('elsewhere')
    .setAudience(issuer)
    .setExpirationTime('1m')
    .sign(key);
  const given = await obtain(wanted('exchanger', { ...client, assertion: text(jwt) }));
  expect(reveal(given.token)).toBe('for-ada-by-elsewhere');
  const claims = { assertion: text('{"sub":"bob"}'), clientKey: `${ec.file}.pem` };
  const signed = await obtain(wanted('exchanger', { ...client, ...claims }));
  expect(reveal(signed.token)).toBe('for-bob-by-exchanger');
  const keyless = { ...client, assertion: text('{"sub":"bob"}') };
  expect(await obtainToken(wanted('exchanger', keyless), network, testEnvironment(), quietUi())).toMatchObject({
    kind: 'usage',
    hint: expect.stringContaining('--oauth2-client-key'),
  });
});

test('a refresh token from a flag is used once, and then replaced by the rotated one', async () => {
  const { tools, walked } = browser();
  const logged = got(await obtainToken(login('app', { cache: false }), network, testEnvironment(), quietUi(), tools));
  await walked();
  const environment = testEnvironment();
  const options = wanted('app', { flow: 'refresh_token', refreshToken: text(reveal(logged.refreshToken ?? '')) });
  const first = await obtain(options, network, environment);
  const second = got(await renewToken(options, network, environment, quietUi(), { ...first, named: true }));
  expect(reveal(second.token)).not.toBe(reveal(first.token));
  expect((await obtain(options, network, environment)).from).toBe('cache');
  // Reusing the first one revokes everything (rotation).
  expect(await obtainToken(options, network, testEnvironment(), quietUi())).toMatchObject({ code: 'invalid_grant' });
});

test('accounts of one client are separated by --oauth2-account', async () => {
  const environment = testEnvironment();
  const tokens: string[] = [];
  for (const account of ['ada', 'bob', 'ada']) {
    const { tools, walked } = browser({ login: account });
    const found = got(await obtainToken(login('app', { account }), network, environment, quietUi(), tools));
    if (found.from === 'server') await walked();
    tokens.push(reveal(found.token));
  }
  expect(tokens[0]).toBe(tokens[2]);
  expect(tokens[1]).not.toBe(tokens[0]);
  const kept = await readTokens(environment, () => {});
  expect(isFailure(kept) ? kept : [...kept.values()].map(({ account }) => account)).toEqual(['ada', 'bob']);
});

test('a token is decoded with its signature checked, introspected, and revoked at the server', async () => {
  const environment = testEnvironment();
  const options = login('app');
  const { tools, walked } = browser({ login: 'ada' });
  const found = got(await obtainToken(options, network, environment, quietUi(), tools));
  await walked();
  const about = <T>(work: Parameters<typeof withTokenContext<T>>[4], own = options) =>
    withTokenContext(own, network, environment, quietUi(), work);
  const idToken = found.idToken ?? secret('');
  const asId = { isIdToken: true, nonceChecked: found.nonceChecked === true };
  expect(await about(context => decode(context, idToken, asId))).toMatchObject({
    claims: { sub: 'ada', aud: 'app', iss: issuer },
    signature: 'checked',
    checks: { signature: 'checked', issuer: 'checked', audience: 'checked', nonce: 'checked', time: 'checked' },
  });
  const later = { ...environment, now: () => Date.now() + 365 * 24 * 60 * 60 * 1000 };
  const another = { ...options, clientId: 'another' };
  for (const [at, own, words] of [
    [later, options, /^It expired at \d{4}-\d\d-\d\dT/],
    [environment, another, /^It is meant for app, not for the client another\.$/],
  ] as const) {
    const said = await withTokenContext(own, network, at, quietUi(), context => decode(context, idToken, asId));
    expect(said).toMatchObject({ signature: 'checked', problems: [expect.stringMatching(words)] });
  }
  const [head, body] = reveal(idToken).split('.');
  const forged = secret(`${head}.${body}.${Buffer.alloc(256).toString('base64url')}`);
  expect(await about(context => decode(context, forged, asId))).toMatchObject({
    text: expect.stringContaining('signature'),
  });
  const { issuer: _, ...unknown } = { ...options, tokenUrl: `${server.url}/token`, authUrl: `${server.url}/auth` };
  expect(await about(context => decode(context, forged, asId), unknown)).toMatchObject({ signature: 'not checked' });
  expect(await about(context => decode(context, found.token, asId))).toMatchObject({
    text: expect.stringContaining('not a JWT'),
  });
  expect(await about(context => introspect(context, found.token))).toMatchObject({ active: true, sub: 'ada' });
  const kept = await readTokens(environment, () => {});
  const [entry] = isFailure(kept) ? [] : [...kept.values()];
  if (!entry) throw new Error('It was not stored.');
  // A public client needs no flags for it, because the stored entry contains the endpoint.
  expect(await about(context => revoke(context, entry, false))).toBeUndefined();
  expect(await about(context => introspect(context, found.token))).toEqual({ active: false });
  expect(await renewToken(options, network, environment, quietUi(), { ...found, named: true })).toMatchObject({
    code: 'unattended',
  });
});

test('an https callback uses a generated certificate, or the user’s own', async () => {
  const tokens = await httpServer(response => response.end('{"access_token":"t"}'));
  const free = await httpServer(() => {});
  await free.close();
  const port = new URL(free.url).port;
  const redirectUri = `https://localhost:${port}/callback`;
  const { caFile, server: own } = certificates();
  for (const files of [{}, { redirectCert: own.certFile, redirectKey: own.keyFile }]) {
    const ui = quietUi();
    const answers: Promise<string>[] = [];
    const tools: Partial<TokenTools> = {
      openBrowser: async url => {
        const asked = new URL(url).searchParams;
        const trust = 'redirectCert' in files ? { caFile } : { insecure: true };
        const callback = `${asked.get('redirect_uri')}?code=c&state=${asked.get('state')}`;
        const spec = {
          method: 'GET',
          url: callback,
          headers: [],
          removed: [],
          credentials: { apiKeys: [] },
          network: { ...plainNetwork, ...trust },
        };
        answers.push(
          send(spec, testEnvironment()).then(found => (isFailure(found) ? found.text : String(found.status))),
        );
        return true;
      },
    };
    const { issuer: _, ...rest } = login('app', { tokenUrl: tokens.url, authUrl: 'https://x.example/', redirectUri });
    const found = await obtainToken({ ...rest, ...files }, network, testEnvironment(), ui, tools);
    expect(got(found).from).toBe('server');
    expect(await Promise.all(answers)).toEqual(['200']);
    expect(ui.notes).toHaveLength('redirectCert' in files ? 0 : 1);
  }
});

test('the auth commands print the requested output, and report their actions', async () => {
  const { home } = commandEnvironment();
  const client = [
    '--oauth2',
    'client_credentials::ec',
    '--oauth2-issuer',
    issuer,
    '--oauth2-client-key',
    `${ec.file}.pem`,
  ];
  const auth = async (...words: string[]) => {
    const environment = commandEnvironment({ home });
    const code = await main(['auth', ...words], environment);
    return { code, out: environment.out(), err: environment.err() };
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const idToken = secret(`${part({ alg: 'ES256' })}.${part({ sub: 'a\u0007da' })}.signature`);
  const kept = { accessToken: secret('t'), idToken, obtainedAt: Date.now(), clientId: 'app', server: 's' } as const;
  await writeToken(commandEnvironment({ home }), 'k', { ...kept, flow: 'device_code' }, () => {});
  expect(await auth('token', '--id')).toMatchObject({ code: 0, out: `${reveal(idToken)}\n` });
  const decoded = await auth('token', '--id', '--decode');
  expect(decoded.out).toContain('a\\u0007da');
  expect(JSON.parse(decoded.out)).toMatchObject({ header: { alg: 'ES256' }, signature: 'not checked' });
  expect(await auth('token', '--decode')).toMatchObject({ code: 7, err: expect.stringContaining('not a JWT') });
  const known = await auth('introspect', ...client);
  expect([known.code, JSON.parse(known.out)]).toEqual([0, expect.objectContaining({ active: true, client_id: 'ec' })]);
  expect(await auth('introspect')).toMatchObject({ code: 2 });
  expect(await auth('logout', ...client)).toMatchObject({
    code: 0,
    err: expect.stringContaining('Revoked and removed 1 token.'),
  });
  expect(await auth('logout')).toMatchObject({
    code: 0,
    err: expect.stringContaining('Removed 1 token without revoking: '),
  });
});
