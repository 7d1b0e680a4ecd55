/** The values of one login: client authentication, PKCE, the authorization URL, validation of the response, the page. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { calculatePKCECodeChallenge } from 'oauth4webapi';
import { isFailure } from '../../../source/core/failure.js';
import {
  basicClientAuth,
  type ClientAuthentication,
  chooseMethod,
  formEncode,
  type ProofMeans,
} from '../../../source/core/oauth/client/client-auth.js';
import {
  authorizationParameters,
  base64url,
  withParameters,
} from '../../../source/core/oauth/login/authorization-url.js';
import { checkCallback, checkPasted, equalInConstantTime } from '../../../source/core/oauth/login/callback.js';
import { pageHtml } from '../../../source/core/oauth/login/page.js';
import { plainHttpNote, redirectOf } from '../../../source/core/oauth/login/redirect.js';
import { reservedParam, tokenParams } from '../../../source/core/oauth/params.js';
import { describeAll, describeKept } from '../../../source/core/oauth/status-lines.js';
import {
  isUsable,
  keyText,
  otherMembers,
  tokenFromJson,
  tokenToJson,
} from '../../../source/core/oauth/stored-token.js';
import type { OAuth2Options } from '../../../source/core/options.js';
import { secret } from '../../../source/core/secret.js';
import * as fc from '../../support/property.js';

const options: OAuth2Options = {
  flow: 'authorization_code',
  tokenUrl: 'https://a.example/token',
  clientId: 'id',
  port: 8484,
  params: [],
  pkce: true,
  browser: true,
  cache: true,
};
const uri = 'http://127.0.0.1:8484/callback';

test('Basic form-urlencodes ID and secret first (RFC 6749 2.3.1 and appendix B)', () => {
  const rfc = basicClientAuth('s6BhdRkqt3', secret('7Fjfp0ZBr1KtDRbnfVdmIw'));
  expect(rfc).toBe('Basic czZCaGRSa3F0Mzo3RmpmcDBaQnIxS3REUmJuZlZkbUl3');
  expect(formEncode(' %&+£€')).toBe('+%25%26%2B%C2%A3%E2%82%AC');
  expect(formEncode('7d2c-41.a_b*')).toBe('7d2c-41.a_b*');
});

test('any ID and secret are decoded from Basic unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' }), (id, password) => {
      const [a = '', b = ''] = atob(basicClientAuth(id, secret(password)).slice(6)).split(':');
      const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
      expect([decode(a), decode(b)]).toEqual([id, password]);
    }),
  );
});

test('PKCE gives the challenge of RFC 7636 appendix B, and verifiers of 43 unreserved characters', async () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  expect(await calculatePKCECodeChallenge(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), bytes => {
      expect(base64url(bytes)).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(base64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
    }),
  );
});

test('the authorization URL preserves the endpoint’s own query byte for byte, and contains no secrets', () => {
  const parameters = authorizationParameters({
    clientId: 'an id',
    redirectUri: uri,
    state: 'S',
    scope: 'a b',
    challenge: 'C',
    params: [['prompt', 'consent']],
  });
  expect(withParameters('https://a.example/auth?tenant=x%20y&empty=#top', parameters)).toBe(
    'https://a.example/auth?tenant=x%20y&empty=&response_type=code&client_id=an+id&redirect_uri=http%3A%2F%2F127.0.0.1%3A8484%2Fcallback&state=S&scope=a+b&code_challenge=C&code_challenge_method=S256&prompt=consent',
  );
});

test('extra parameters cannot replace the protocol’s own; after a login only resource and audience are sent again', () => {
  expect(
    reservedParam([
      ['audience', 'x'],
      ['grant_type', 'password'],
    ]),
  ).toBe('grant_type');
  const params = [
    ['prompt', 'login'],
    ['resource', 'r1'],
    ['resource', 'r2'],
    ['audience', 'a'],
  ] as const;
  expect(tokenParams(params, true).map(([, value]) => value)).toEqual(['r1', 'r2', 'a']);
  expect(tokenParams(params, false)).toEqual(params);
});

const expected = { state: 'right', issuer: 'https://a.example', issuerPromised: false };
const judge = (query: string, more = {}) =>
  checkCallback(new URLSearchParams(query), { ...expected, ...more }, options, uri);

test.each([
  ['state=right&code=c', 'code'],
  ['state=right&code=c&iss=https%3A%2F%2Fa.example', 'code'],
  ['state=right&error=access_denied', 'failed'],
  ['state=right&code=c&iss=https%3A%2F%2Fevil.example', 'failed'],
  ['state=right&code=c&iss=https%3A%2F%2Fa.example%2F', 'failed'],
  ['state=wrong&code=c', 'stranger'],
  ['state=wrong&error=access_denied', 'stranger'],
  ['code=c', 'stranger'],
  ['error=access_denied', 'stranger'],
  ['state=&code=c', 'stranger'],
  ['state=right', 'stranger'],
  ['state=right&state=right&code=c', 'stranger'],
  ['state=right&code=a&code=b', 'stranger'],
  ['', 'stranger'],
])('a callback with %s is %s', (query, kind) => {
  expect(judge(query).kind).toBe(kind);
});

test('a server that advertises its issuer parameter must send it', () => {
  expect(judge('state=right&code=c', { issuerPromised: true }).kind).toBe('failed');
});

test.each([
  ['http://127.0.0.1:8484/callback?code=c&state=right', 'code'],
  ['"https://app.example/x?code=c&state=right#_=_"', 'code'],
  ['?code=c&state=right', 'code'],
  ['code=c&state=right', 'code'],
  ['/callback?state=right&code=c', 'code'],
  ['  SplxlOBeZQQYbYS6WxSbIA  ', 'code'],
  ['4/0AX4XfWh-abc=', 'code'],
  ['https://app.example/x?code=c&state=wrong', 'stranger'],
  ['https://app.example/x?code=c', 'stranger'],
  ['https://app.example/x', 'stranger'],
  ['two words', 'stranger'],
  ['', 'stranger'],
  ['http%3A%2F%2F127.0.0.1%3A8484%2Fcallback%3Fcode%3Dc%26state%3Dright', 'code'],
  ['http://127.0.0.1:8484/call\nback?code=\r\n  c&state=ri\nght', 'code'],
  ['https://app.example/x#code=c&state=right', 'code'],
  ['c', 'code'],
  ['%63', 'code'],
  ['code=c', 'code'],
  ['100%', 'code'],
  ['http%3A%2F%2F127.0.0.1%2F%3Fcode%3Dc%26state%3Dwrong', 'stranger'],
])('pasting %s is %s', (line, kind) => {
  const judged = checkPasted(line, expected, options, uri, true);
  expect(judged.kind).toBe(kind);
  if (/c(?:$|&|%26)|%63$/.test(line) && judged.kind === 'code') expect(judged.code).toBe('c');
});

test('without PKCE a bare code is rejected, because nothing binds it to this login', () => {
  expect(checkPasted('SplxlOBeZQQYbYS6WxSbIA', expected, options, uri, false).kind).toBe('stranger');
});

test('states are compared correctly for any two texts', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => equalInConstantTime(a, b) === (a === b)));
  fc.assert(fc.property(fc.string(), text => equalInConstantTime(text, text)));
  expect(equalInConstantTime('\ud800', '\ud801')).toBe(false);
});

test('states are compared in constant time: by timingSafeEqual over digests, and nowhere by ===', () => {
  expect(String(equalInConstantTime)).toContain('timingSafeEqual');
  const lines = ['core/oauth', 'io/oauth'].flatMap(folder =>
    readdirSync(path.resolve('source', folder), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts'))
      .flatMap(file => readFileSync(path.resolve('source', folder, file), 'utf8').split('\n')),
  );
  const compared = /[!=]== *(?:\w+\.)*state\b|(?<!typeof [\w.]*)\bstate *[!=]== *(?!undefined)/;
  expect(lines.length).toBeGreaterThan(1000);
  expect(lines.filter(line => compared.test(line))).toEqual([]);
});

test.each([
  [undefined, 8484, 'listen', 8484, '/callback'],
  ['http://localhost:3000/cb', 8484, 'listen', 3000, '/cb'],
  ['http://127.0.0.1/cb', 8484, 'listen', 80, '/cb'],
  ['http://[::1]:9/', 8484, 'listen', 9, '/'],
  ['https://localhost:3000/cb', 8484, 'listen', 3000, '/cb'],
  ['https://[::1]/cb', 8484, 'listen', 443, '/cb'],
  ['https://app.example/done', 8484, 'paste', undefined, undefined],
  ['urn:ietf:wg:oauth:2.0:oob', 8484, 'paste', undefined, undefined],
  ['http://127.0.0.1.evil.example/cb', 8484, 'paste', undefined, undefined],
])('the redirect URI %s: %s', (given, port, kind, wanted, path) => {
  const got = redirectOf(given, port);
  if (isFailure(got)) throw new Error(got.text);
  expect(got.kind).toBe(kind);
  if (got.kind === 'listen') expect([got.port, got.path]).toEqual([wanted, path]);
});

test.each(['nonsense', 'http://127.0.0.1:1/cb#x'])('the redirect URI %s is a usage error', given => {
  expect(redirectOf(given, 1)).toMatchObject({ kind: 'usage' });
});

test('plain http to another machine causes a warning, to this one not', () => {
  expect(plainHttpNote('token endpoint', 'http://a.example/token')).toContain('plain http');
  for (const url of ['https://a.example/', 'http://localhost:1/', 'http://127.9.9.9/', 'http://[::1]:1/']) {
    expect(plainHttpNote('token endpoint', url)).toBeUndefined();
  }
});

test('the page escapes all its texts', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      const page = pageHtml({ good: false, title: 'T', text: `<script>${text}</script>"'&` });
      expect(page).not.toContain('<script');
      expect(page).toContain('&lt;/script&gt;&quot;&#39;&amp;');
    }),
  );
});

const kept = { accessToken: secret('t'), obtainedAt: 1_000_000, flow: 'password', clientId: 'c', server: 's' } as const;

test.each([
  [{}, 1_000_000, true],
  [{ expiresAt: 1_100_000 }, 1_069_999, true],
  [{ expiresAt: 1_100_000 }, 1_070_000, false],
  [{ expiresAt: 9_000_000 }, 1_000_000 - 59_000, true],
  [{ expiresAt: 9_000_000 }, 1_000_000 - 61_000, false],
])('a cached token %p at %p: used %p', (more, now, used) => {
  expect(isUsable({ ...kept, ...more }, now)).toBe(used);
});

test('the key distinguishes any two logins and contains no secret', () => {
  const base = keyText(options);
  const others: Partial<OAuth2Options>[] = [
    { flow: 'device_code' },
    { tokenUrl: 'https://b.example/token' },
    { authUrl: 'https://a.example/auth' },
    { deviceUrl: 'https://a.example/device' },
    { issuer: 'https://a.example' },
    { clientId: 'other' },
    { scope: 'a' },
    { username: 'jane' },
    { params: [['audience', 'x']] },
  ];
  expect(new Set([base, ...others.map(more => keyText({ ...options, ...more }))]).size).toBe(others.length + 1);
  const hidden = { clientSecret: { from: 'text', value: secret('hush') } } as const;
  expect(keyText({ ...options, ...hidden, port: 1, browser: false })).toBe(base);
});

test('a token is stored completely, and a malformed entry is ignored', () => {
  const whole = { ...kept, refreshToken: secret('r'), expiresAt: 2_000_000, scope: 'a', user: 'jane' };
  const back = tokenFromJson(JSON.parse(JSON.stringify(tokenToJson(whole))));
  expect(back && tokenToJson(back)).toEqual(tokenToJson(whole));
  for (const odd of [null, 1, [], {}, { access_token: 't' }, { ...tokenToJson(kept), flow: 'implicit' }]) {
    expect(tokenFromJson(odd)).toBeUndefined();
  }
});

test('the status line shows the account and the expiry, not the token', () => {
  const line = describeKept(
    { ...kept, accessToken: secret('hush'), expiresAt: Date.UTC(2026, 0, 2, 3, 4), user: 'jane' },
    Date.UTC(2026, 0, 2, 2, 4),
  );
  expect(line).toBe('s · password · client c · user jane · until 2026-01-02 03:04 UTC (1 h left)');
  expect(describeKept({ ...kept, expiresAt: 1e300 }, 0)).toContain('until');
});

test('tokens that differ in one respect have different lines, without a secret', () => {
  const also = otherMembers({
    ...options,
    params: [
      ['audience', 'a'],
      ['api_key', 'hush'],
    ],
  });
  expect(also).toEqual(['audience=a', 'api_key=••••']);
  const lines = describeAll(
    new Map([
      ['11111111aa', { ...kept, also }],
      ['22222222bb', { ...kept, also }],
      ['33333333cc', { ...kept, also: ['audience=b'] }],
    ]),
    0,
  );
  expect(lines.map(line => line.replace(/ · until .*?(?= · #|$)/, ''))).toEqual([
    's · password · client c · audience=a · api_key=•••• · #11111111',
    's · password · client c · audience=a · api_key=•••• · #22222222',
    's · password · client c · audience=b',
  ]);
});

test.each<readonly [ClientAuthentication | undefined, ProofMeans[], string[] | undefined, string, RegExp | undefined]>([
  [undefined, ['secret'], undefined, 'basic', undefined],
  [undefined, ['secret'], ['client_secret_post'], 'post', /supports client_secret_post, not client_secret_basic/],
  [undefined, ['secret'], ['private_key_jwt'], 'basic', /advertises only private_key_jwt/],
  [
    undefined,
    ['secret'],
    ['client_secret_jwt'],
    'client_secret_jwt',
    /supports client_secret_jwt, not client_secret_basic/,
  ],
  [undefined, ['secret', 'key'], ['private_key_jwt', 'client_secret_basic'], 'private_key_jwt', undefined],
  [undefined, ['key'], undefined, 'private_key_jwt', undefined],
  [undefined, ['certificate'], ['self_signed_tls_client_auth'], 'tls_client_auth', undefined],
  [undefined, ['certificate'], ['tls_client_auth', 'none'], 'none', undefined],
  [undefined, ['certificate', 'secret'], ['tls_client_auth'], 'tls_client_auth', /supports tls_client_auth/],
  ['post', ['secret'], ['client_secret_basic'], 'post', /advertises only client_secret_basic/],
  [undefined, [], ['client_secret_basic'], 'none', undefined],
])('client authentication %p with %p if %p is offered: %s', (asked, means, offered, method, note) => {
  const chosen = chooseMethod(asked, new Set(means), offered);
  expect(chosen.method).toBe(method);
  if (note) expect(chosen.note).toMatch(note);
  else expect(chosen.note).toBeUndefined();
});
