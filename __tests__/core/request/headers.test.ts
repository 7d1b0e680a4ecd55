import { isSecretName } from '../../../source/core/credentials/header.js';
import { isFailure } from '../../../source/core/failure.js';
import { buildHeaders, readHeaderFile } from '../../../source/core/request/headers.js';
import { isSecret, reveal } from '../../../source/core/secret.js';

const codings = 'gzip, deflate, br, zstd';

const lines = (built: ReturnType<typeof buildHeaders>) =>
  built.headers.map(line => `${line.name}: ${reveal(line.value)}`);

test('the defaults, the lines of the body, then the user’s lines in their case and order', () => {
  const built = buildHeaders(
    [
      { kind: 'set', name: 'x-B', value: '2' },
      { kind: 'set', name: 'X-A', value: '1' },
      { kind: 'set', name: 'x-b', value: '3' },
    ],
    [{ name: 'Content-Type', value: 'a/b' }],
  );
  expect(lines(built)).toEqual([
    'User-Agent: apiclient/0.0.0-source',
    'Accept: */*',
    `Accept-Encoding: ${codings}`,
    'Content-Type: a/b',
    'x-B: 2',
    'X-A: 1',
    'x-b: 3',
  ]);
});

test("the user's line replaces a default and the body's; `Name:` removes it, `Name;` sends it empty", () => {
  const built = buildHeaders(
    [
      { kind: 'set', name: 'ACCEPT', value: 'text/html' },
      { kind: 'remove', name: 'user-agent' },
      { kind: 'empty', name: 'X-Empty' },
      { kind: 'set', name: 'content-type', value: 'own/type' },
    ],
    [
      { name: 'Content-Type', value: 'a/b' },
      { name: 'Accept', value: 'application/json' },
    ],
  );
  expect(lines(built)).toEqual([
    `Accept-Encoding: ${codings}`,
    'ACCEPT: text/html',
    'X-Empty: ',
    'content-type: own/type',
  ]);
  expect(built.removed).toEqual(['user-agent']);
});

test('a range is requested of the uncompressed body, unless the user chooses the coding', () => {
  const range = { kind: 'set', name: 'range', value: 'bytes=0-9' } as const;
  expect(lines(buildHeaders([range]))).toContain('Accept-Encoding: identity');
  const gzip = { kind: 'set', name: 'accept-encoding', value: 'gzip' } as const;
  expect(lines(buildHeaders([range, gzip]))).not.toContain('Accept-Encoding: identity');
  expect(lines(buildHeaders([{ kind: 'remove', name: 'Range' }]))).toContain(`Accept-Encoding: ${codings}`);
});

test.each([
  ['Authorization', true],
  ['X-Auth', true],
  ['X-API-Key', true],
  ['apikey', true],
  ['X-Amz-Security-Token', true],
  ['X-CSRF', true],
  ['Cookie', true],
  ['X-Session-Id', true],
  ['X-Signature', true],
  ['PassWord', true],
  ['X-Client-Secret', true],
  ['Cf-Access-Jwt-Assertion', true],
  ['X-GitHub-OTP', true],
  ['X-Passphrase', true],
  ['DPoP', true],
  ['X-Sig', true],
  ['X-Sig-Ed25519', true],
  ['X-Shop-Hmac-Sha256', true],
  ['X-Signed-Request', true],
  ['X-Firebase-AppCheck', true],
  ['Signature-Input', true],
  ['X-Bypass', false],
  ['X-Signal', false],
  ['X-Design', false],
  ['X-Assignee', false],
  ['X-Hotpot', false],
  ['Accept', false],
  ['X-Request-Id', false],
])('%s is treated as a secret: %s', (name, expected) => {
  expect(isSecretName(name)).toBe(expected);
  const [line] = buildHeaders([{ kind: 'set', name, value: 'v' }]).headers.slice(-1);
  expect(isSecret(line?.value)).toBe(expected);
});

test('a header file: one header per line, empty lines and comments ignored', () => {
  expect(readHeaderFile('\ufeffA: 1\r\n\n# note\nB;\nC:\n')).toEqual([
    { kind: 'set', name: 'A', value: '1' },
    { kind: 'empty', name: 'B' },
    { kind: 'remove', name: 'C' },
  ]);
  expect(isFailure(readHeaderFile('A: 1\nno colon here'))).toBe(true);
});
