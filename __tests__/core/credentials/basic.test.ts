import { basicValue, credentialsProblem, splitUserPassword } from '../../../source/core/credentials/basic.js';
import { authorizationLines } from '../../../source/core/credentials/request-credentials.js';
import { netrcLogin } from '../../../source/core/request/netrc.js';
import type { Credentials } from '../../../source/core/request/spec.js';
import { reveal, secret } from '../../../source/core/secret.js';

test.each([
  ['Aladdin', 'open sesame', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
  ['test', '123£', 'dGVzdDoxMjPCow=='],
  ['admin', 'secret123', 'YWRtaW46c2VjcmV0MTIz'],
  ['user', 'a:b:c', Buffer.from('user:a:b:c').toString('base64')],
  ['user', '', 'dXNlcjo='],
  ['', 'p', 'OnA='],
])('Basic for %s and %j (RFC 7617)', (user, password, expected) => {
  expect(reveal(basicValue(user, secret(password)))).toBe(`Basic ${expected}`);
});

test('text is sent in its composed form (NFC)', () => {
  expect(reveal(basicValue('u', 'e\u0301'))).toBe(reveal(basicValue('u', '\u00e9')));
});

test('user and password are split at the first colon', () => {
  expect(splitUserPassword('u')).toEqual({ user: 'u' });
  const { user, password } = splitUserPassword('u:p:q');
  expect([user, password && reveal(password)]).toEqual(['u', 'p:q']);
});

test('at most one Authorization line, printed as bullets', () => {
  const [line] = authorizationLines({ apiKeys: [], bearer: secret('tok') });
  expect(line && reveal(line.value)).toBe('Bearer tok');
  expect(JSON.stringify(line)).not.toContain('tok');
  expect(authorizationLines({ apiKeys: [] })).toEqual([]);
});

test.each([
  ['a colon in the user', { basic: { user: 'a:b', password: secret('') } }, 'colon'],
  ['a line end in the password', { basic: { user: 'a', password: secret('x\ny') } }, 'control character'],
  ['a space in a token', { bearer: secret('a b') }, 'space'],
  ['an empty token', { bearer: secret('') }, 'empty'],
  ['nothing wrong', { bearer: secret('a.b-c_d~e+f/g=') }, undefined],
])('%s', (_title, credentials, words) => {
  const problem = credentialsProblem({ apiKeys: [], ...credentials } as Credentials);
  if (words === undefined) expect(problem).toBeUndefined();
  else expect(problem).toMatchObject({ kind: 'usage', text: expect.stringContaining(words) });
});

describe('a netrc file', () => {
  const file = [
    '# comment',
    'machine a.example',
    '  login me',
    '  password p1',
    'macdef init',
    'machine x login no password no',
    '',
    'machine b.example login "q u" password "p\\"2" account x',
    'default login any password other',
  ].join('\n');
  test.each([
    ['a.example', 'me', 'p1'],
    ['A.EXAMPLE', 'me', 'p1'],
    ['b.example', 'q u', 'p"2'],
    ['x', 'any', 'other'],
  ])('%s', (host, user, password) => {
    const login = netrcLogin(file, host);
    expect([login?.user, login && reveal(login.password)]).toEqual([user, password]);
  });

  test('a host without an entry has no login', () => {
    expect(netrcLogin('machine a login b password c', 'z')).toBeUndefined();
    expect(netrcLogin('', 'z')).toBeUndefined();
  });

  test.each([
    ['machine a password p\ndefault login d password dd', undefined, '', 'p'],
    ['machine a account x password p', undefined, '', 'p'],
    ['machine a password p\nmachine a login x password y', undefined, 'x', 'y'],
    ['machine a password p', 'me', 'me', 'p'],
    ['machine a password p machine a login me password mine', 'me', 'me', 'mine'],
    ['machine a password p default login me password dd', 'me', 'me', 'p'],
    ['machine a default login d password dd', undefined, 'd', 'dd'],
    ['machine a login me', undefined, 'me', ''],
    ['machine b password p\ndefault login d password dd', undefined, 'd', 'dd'],
  ])('an entry without a login has the password: %j for %s', (text, wanted, user, password) => {
    const login = netrcLogin(text, 'a', wanted);
    expect([login?.user, login && reveal(login.password)]).toEqual([user, password]);
  });

  test('in quotes, \\n, \\r and \\t are line feed, return and tab, as in curl', () => {
    const login = netrcLogin('machine a login "m\\te" password "a\\tb\\nc\\rd\\"\\\\e\\q"', 'a');
    expect([login?.user, login && reveal(login.password)]).toEqual(['m\te', 'a\tb\nc\rd"\\eq']);
    expect(reveal(netrcLogin('machine a login b password a\\tb', 'a')?.password ?? '')).toBe('a\\tb');
  });

  test('lines may have Windows line endings, and an IPv6 address needs no brackets', () => {
    const file = 'macdef init\r\n cd x\r\n\r\nmachine ::1\r\n login six\r\n password p\r\n';
    for (const host of ['::1', '[::1]']) expect(netrcLogin(file, host)?.user).toBe('six');
  });
});
