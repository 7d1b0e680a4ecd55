import { failureLine, isFailure } from '../../../source/core/failure.js';
import {
  type RawResponse,
  readTokenResponse,
  scopeNote,
  secondsOf,
} from '../../../source/core/oauth/token-response.js';
import type { OAuth2Options } from '../../../source/core/options.js';

const options: OAuth2Options = {
  flow: 'client_credentials',
  tokenUrl: 'https://a.example/token',
  clientId: 'id',
  clientSecret: { from: 'env', name: 'S' },
  port: 8484,
  params: [],
  pkce: true,
  browser: true,
  cache: true,
};
const json = (value: unknown, status = 200): RawResponse => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(value),
});
const read = (raw: RawResponse) => readTokenResponse(raw, 'The token request', options);

describe('a response that deviates from the standard still gives its token:', () => {
  test.each<[string, RawResponse, object]>([
    ['as the RFC has it', json({ access_token: 't', token_type: 'Bearer', expires_in: 60 }), { expires_in: 60 }],
    ['no token_type', json({ access_token: 't' }), {}],
    ['token_type in capitals', json({ access_token: 't', token_type: 'BEARER' }), {}],
    ['token_type of Apigee', json({ access_token: 't', token_type: 'BearerToken' }), {}],
    ['expires_in as text', json({ access_token: 't', expires_in: '3600' }), { expires_in: 3600 }],
    ['expires_in that is not a number', json({ access_token: 't', expires_in: 'soon' }), {}],
    ['expires_in null', json({ access_token: 't', expires_in: null }), {}],
    ['a token that ended in the past', json({ access_token: 't', expires_in: -5 }), { expires_in: 0 }],
    ['a list of scopes', json({ access_token: 't', scope: ['a', 'b'] }), { scope: 'a b' }],
    ['an empty refresh token', json({ access_token: 't', refresh_token: '' }), {}],
    ['status 201', json({ access_token: 't' }, 201), {}],
    ['a malformed id_token, which is not needed', json({ access_token: 't', id_token: 'x' }), { id_token: 'x' }],
    ['an id_token that would drive a terminal', json({ access_token: 't', id_token: 'x\u001b[2J' }), {}],
    ['JSON called text', { status: 200, contentType: 'text/plain', text: '{"access_token":"t"}' }, {}],
    ['a byte order mark', { status: 200, contentType: '', text: '\ufeff{"access_token":"t"}' }, {}],
    [
      'form-encoded, as GitHub does',
      {
        status: 200,
        contentType: 'application/x-www-form-urlencoded; charset=utf-8',
        text: 'access_token=t&scope=a+b&token_type=bearer&expires_in=9',
      },
      { scope: 'a b', expires_in: 9 },
    ],
  ])('%s', (_, raw, more) => {
    expect(read(raw)).toEqual({ access_token: 't', token_type: 'bearer', ...more });
  });
});

describe('a response without a usable token is described:', () => {
  const github = { error: 'bad_verification_code', error_description: 'The code is \u001b[31mwrong' };
  test.each<[string, RawResponse, RegExp, string | undefined]>([
    [
      'an error of RFC 6749',
      json({ error: 'invalid_scope' }, 400),
      /does not know or allow this scope \(invalid_scope\)/,
      'invalid_scope',
    ],
    [
      '200 with an error',
      json(github),
      /the code is wrong or expired \(bad_verification_code\)/,
      'bad_verification_code',
    ],
    [
      '200 with a form-encoded error',
      { status: 200, contentType: 'text/plain', text: 'error=access_denied' },
      /access was denied/,
      'access_denied',
    ],
    ['an unknown error', json({ error: 'E17' }, 400), /failed with the error E17\./, 'E17'],
    ['a sentence for an error', json({ error: 'Nothing is here.' }, 404), /failed: “Nothing is here\.”/, undefined],
    [
      'a nested error',
      json({ error: { code: 'Unauthorized', message: 'no' } }, 401),
      /Unauthorized.*“no”/,
      'Unauthorized',
    ],
    ['a type that is not Bearer', json({ access_token: 't', token_type: 'MAC' }), /of the type “MAC”/, 'token_type'],
    ['DPoP', json({ access_token: 't', token_type: 'DPoP' }), /“DPoP”/, 'token_type'],
    ['no access token', json({ token_type: 'bearer' }), /returned no access token/, undefined],
    ['a token with a line break', json({ access_token: 't\r\nX: y' }), /cannot be sent in a header/, undefined],
    ['a list', json(['t']), /did not return a JSON object/, undefined],
    [
      'a proxy’s page',
      { status: 502, contentType: 'text/html', text: '<html>Bad gateway' },
      /web page \(HTML\) \(status 502\)/,
      'unavailable',
    ],
    [
      'a page called JSON',
      { status: 200, contentType: 'application/json', text: '<!DOCTYPE html>' },
      /web page/,
      undefined,
    ],
    [
      'a wrong secret, without a word',
      { status: 401, contentType: '', text: '' },
      /returned an empty response \(status 401\)\..*--oauth2-client-auth/,
      undefined,
    ],
    ['a wrong secret, as JSON', json({}, 403), /status 403.*--oauth2-client-auth post/, undefined],
    [
      'a server that is busy',
      { status: 503, contentType: '', retryAfter: '120', text: '' },
      /busy or temporarily down \(503\)\. Try again in 120 s\./,
      'unavailable',
    ],
    [
      'one with an error message in prose',
      { ...json({ error: 'temporarily_unavailable' }, 503), retryAfter: 'Fri, 31 Dec 1999 23:59:59 GMT' },
      /overloaded or temporarily down.*Try again after Fri, 31 Dec 1999/,
      'temporarily_unavailable',
    ],
    [
      'one that receives too many requests',
      { ...json({}, 429), retryAfter: '\u001b[2J' },
      /too many requests \(429\)\. Try again later\./,
      'unavailable',
    ],
    ['nothing', { status: 200, contentType: '', text: '' }, /returned an empty response\./, undefined],
    [
      'broken JSON',
      { status: 200, contentType: 'application/json', text: '{"access_token":' },
      /did not return a JSON object/,
      undefined,
    ],
    ['status 500 with JSON', json({ message: 'x' }, 500), /status 500/, undefined],
    [
      'a redirect',
      { status: 302, contentType: '', location: 'https://evil.example/', text: '' },
      /redirected \(302\) to https:\/\/evil\.example\//,
      'redirect',
    ],
  ])('%s', (_, raw, words, code) => {
    const got = read(raw);
    if (!isFailure(got)) throw new Error('a token came out');
    expect(got.kind).toBe('login');
    expect(failureLine(got)).toMatch(words);
    expect(got.code).toBe(code);
  });
});

test('a long description is truncated, so that it cannot fill the screen', () => {
  const got = read(json({ error: 'invalid_grant', error_description: 'x'.repeat(100_000) }, 400));
  expect((got as { text: string }).text.length).toBeLessThan(600);
});

test('expires_in never becomes a time that a clock cannot represent', () => {
  expect(secondsOf(Number.MAX_VALUE)).toBe(3_155_760_000);
  expect(secondsOf('Infinity')).toBeUndefined();
});

test.each([
  [undefined, 'a', undefined],
  ['a', undefined, undefined],
  ['a b', 'b a', undefined],
  ['a b', 'a', 'not granted: b'],
  ['a', 'a c', 'also granted: c'],
  ['repo gist', 'gist,repo', undefined],
  ['repo gist', 'gist,user', 'not granted: repo; also granted: user'],
  ['a,b', 'a,b', undefined],
])('scope %p requested, %p granted: reported %p', (asked, granted, told) => {
  const note = scopeNote(asked, granted);
  if (told === undefined) expect(note).toBeUndefined();
  else expect(note).toContain(told);
});
