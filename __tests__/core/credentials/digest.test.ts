import { createHash } from 'node:crypto';
import { challengeHint, readChallenges } from '../../../source/core/credentials/challenges.js';
import {
  type DigestSession,
  digestAuthorization,
  digestProblem,
  sessionFor,
} from '../../../source/core/credentials/digest.js';
import { hintText } from '../../../source/core/hint.js';

const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
const request = { method: 'GET', target: '/dir/index.html', user: 'Mufasa', password: 'Circle of Life' };

const session = (header: string): DigestSession => {
  const found = sessionFor(readChallenges([header]), cnonce);
  if (!found) throw new Error('no session');
  return found;
};
const answerTo = (of: DigestSession, more: Partial<typeof request> & { readonly bodyHash?: string } = {}): string =>
  digestAuthorization(of, { ...request, ...more }, text => createHash(of.hash).update(text).digest('hex')).value;
const field = (value: string, name: string): string | undefined =>
  new RegExp(`[ ,]${name.replace('*', '\\*')}="?([^",]*)`).exec(value)?.[1];

// RFC 7616 section 3.9.1
const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v';
const example = (algorithm: string): string =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;

test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])("the RFC's example with %s", (algorithm, response) => {
  const value = answerTo(session(example(algorithm)));
  expect(field(value, 'response')).toBe(response);
  expect(value).toMatch(/^Digest username="Mufasa", realm="http-auth@example\.org", .*qop=auth, nc=00000001, cnonce="/);
});

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

test('the -sess key is preserved while nonces change, and the count restarts', () => {
  const of = session(example('MD5-sess'));
  const key = md5(`${md5('Mufasa:http-auth@example.org:Circle of Life')}:${nonce}:${cnonce}`);
  const a2 = md5('GET:/dir/index.html');
  expect(field(answerTo(of), 'response')).toBe(md5(`${key}:${nonce}:00000001:${cnonce}:auth:${a2}`));
  Object.assign(of, { nonce: 'next', count: 0 });
  const value = answerTo(of);
  expect(field(value, 'response')).toBe(md5(`${key}:next:00000001:${cnonce}:auth:${a2}`));
  expect(field(answerTo(of), 'nc')).toBe('00000002');
});

test('auth-int hashes the body if nothing else is offered', () => {
  const of = session('Digest realm="r", nonce="n", qop="auth-int"');
  const a2 = md5(`POST:/:${md5('body')}`);
  const value = answerTo(of, { method: 'POST', target: '/', bodyHash: md5('body') });
  expect(field(value, 'response')).toBe(md5(`${md5('Mufasa:r:Circle of Life')}:n:00000001:${cnonce}:auth-int:${a2}`));
});

test('an empty qop is ignored, as in curl', () => {
  expect(sessionFor(readChallenges(['Digest realm="r", nonce="n", qop=""']), cnonce)?.qop).toBeUndefined();
  expect(sessionFor(readChallenges(['Digest realm="r", nonce="n", qop=""']), cnonce)?.nonce).toBe('n');
});

test('a server of RFC 2069 gets no qop, no count and no client nonce', () => {
  const value = answerTo(session('Digest realm="r", nonce="n"'));
  expect(field(value, 'response')).toBe(md5(`${md5('Mufasa:r:Circle of Life')}:n:${md5('GET:/dir/index.html')}`));
  expect(value).not.toMatch(/qop|nc=|cnonce|algorithm/);
});

test('non-ASCII names, quotes, and hashed names', () => {
  const utf8 = 'Digest realm="r", nonce="n", qop="auth", charset=UTF-8';
  expect(answerTo(session(utf8), { user: 'Jäsøn' })).toContain("username*=UTF-8''J%C3%A4s%C3%B8n, ");
  expect(answerTo(session('Digest realm="a\\"b", nonce="n"'), { user: 'x\\y' })).toContain(
    'username="x\\\\y", realm="a\\"b"',
  );
  const hashed = answerTo(session(`${utf8}, userhash=true`), { user: 'Jäsøn' });
  expect(hashed).toContain(`username="${md5('Jäsøn:r')}"`);
  expect(hashed).toContain('userhash=true');
});

test('the first supported challenge is used, in the order of the server', () => {
  const headers = [
    'Basic realm="a, Digest", Digest realm="b", nonce="1", algorithm=SHA-999, qop="auth"',
    'Negotiate, NTLM TlRMTVNTUAAB==, Digest realm="c", nonce="2", algorithm=SHA-512-256, qop=auth',
    'Digest realm="d", nonce="3"',
  ];
  expect(readChallenges(headers).map(({ scheme, params }) => [scheme, params.get('realm')])).toEqual([
    ['basic', 'a, Digest'],
    ['digest', 'b'],
    ['negotiate', undefined],
    ['ntlm', undefined],
    ['digest', 'c'],
    ['digest', 'd'],
  ]);
  expect(sessionFor(readChallenges(headers), cnonce)).toMatchObject({ realm: 'c', hash: 'sha512-256' });
  expect(sessionFor(readChallenges(['Digest realm="x", nonce="n", qop="auth-conf"']), cnonce)).toBeUndefined();
});

test.each([
  [['Digest realm="a", nonce="n"'], undefined, /--digest with -u/],
  [['Digest realm="a", nonce="n"'], 'basic', /--digest with -u/],
  [['Digest realm="a", nonce="n"'], 'digest', undefined],
  [['Negotiate'], undefined, /Negotiate \(Kerberos\).*curl supports it: --negotiate/],
  [['NTLM'], 'basic', /NTLM.*curl supports it: --ntlm/],
  [['NTLM', 'Basic realm="a"'], undefined, undefined],
  [['Bearer error="invalid_token"'], 'bearer', undefined],
  [['', ',,,', '"', 'Digest'], undefined, /--digest/],
])('a 401 that asks for %j after %s gives %s', (headers, sent, words) => {
  const advice = challengeHint(readChallenges(headers), sent);
  if (words === undefined) expect(advice).toBeUndefined();
  else expect(hintText(advice ?? '')).toMatch(words);
});

test('a name with a colon or a line break is invalid', () => {
  expect(digestProblem('a:b')).toMatchObject({ kind: 'usage' });
  expect(digestProblem('a\nb')).toMatchObject({ kind: 'usage' });
  expect(digestProblem('ada')).toBeUndefined();
});
