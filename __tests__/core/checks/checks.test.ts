/** The checks that `-a` accepts, and their results. */
import { readFileSync } from 'node:fs';
import { checkWords, parseCheck } from '../../../source/core/checks/check.js';
import { evaluateCheck } from '../../../source/core/checks/evaluate.js';
import { type CheckedExchange, cookiesOf } from '../../../source/core/checks/exchange.js';
import { selectTarget } from '../../../source/core/checks/select.js';
import { parseTarget, targetWords } from '../../../source/core/checks/target.js';
import { isFailure } from '../../../source/core/failure.js';
import { secret } from '../../../source/core/secret.js';
import { setTimeLimit } from '../../../source/core/time-limit.js';

afterEach(() => setTimeLimit(1000));

const body = `{
  "id": 12345678901234567890,
  "price": 1.0,
  "user": { "name": "Ada", "email": null, "tags": ["a", "b"] },
  "items": [{ "n": 1 }, { "n": 2 }, { "n": 3 }, { "n": 4 }],
  "none": [],
  "when": "2024-02-29T10:00:00Z",
  "key": "123e4567-e89b-12d3-a456-426614174000"
}`;
const exchange: CheckedExchange = {
  now: Date.parse('2024-03-10T00:00:00Z'),
  status: 200,
  httpVersion: '1.1',
  headers: [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Content-Length', value: '312' },
    { name: 'Vary', value: 'Accept' },
    { name: 'vary', value: 'Origin' },
    { name: 'X-Empty', value: '' },
    { name: 'X-Token', value: secret('hush') },
    { name: 'Last-Modified', value: 'Sun, 06 Nov 1994 08:49:37 GMT' },
  ],
  cookies: cookiesOf(['sid=abc=1; Path=/; HttpOnly; SameSite=Lax', '=nameless', 'theme=dark; Max-Age=60']),
  body,
  size: 10_000,
  timing: { firstByteMs: 40.1234, totalMs: 120 },
  url: 'https://api.example.com/me',
  redirects: [{ url: 'https://example.com/', status: 302 }],
  certificate: {
    subject: 'CN=api.example.com',
    issuer: 'CN=Example CA',
    serial: '0A',
    validFrom: '2024-01-01T00:00:00.000Z',
    validTo: '2024-12-31T00:00:00.000Z',
    days: 30,
  },
};

function outcome(text: string, of: CheckedExchange = exchange) {
  const check = parseCheck(text);
  if (isFailure(check)) throw new Error(`${check.text} ${check.hint}`);
  return evaluateCheck(check, of);
}

test.each([
  'status == 200',
  'status eq 200',
  'status = 200',
  'status==200',
  'status equals 200',
  'status != 404',
  'status not == 404',
  'status == 2xx',
  'status != 4xx',
  'status >= 200',
  'status lessThan 300',
  'version == 1.1',
  'version startsWith 1',
  'header content-type contains json',
  'header "Content-Type" == application/json',
  'header content-length == 312',
  'header content-length > 300',
  'header vary == "Accept, Origin"',
  'header vary count == 2',
  'header etag not exists',
  'header etag count == 0',
  'header etag count < 1',
  'header last-modified is date',
  'header last-modified is not isodate',
  'cookie other count == 0',
  'cookie sid secure count == 0',
  'cookie sid httponly == true',
  'cookie sid httponly is boolean',
  'cookie sid httponly != false',
  'time dns count == 0',
  'regex "no such text" count == 0',
  '$.typo count == 0',
  '$.typo count != 1',
  '$.items[0].typo count == 0',
  'header x-token == hush',
  'cookie sid == "abc=1"',
  'cookie sid httponly exists',
  'cookie sid secure not exists',
  'cookie sid SameSite == Lax',
  'cookie theme max-age <= 60',
  'cookie other not exists',
  'body contains "Ada"',
  'body matches "\\"name\\": \\"\\w+\\""',
  'body matches /^\\{/',
  'body startsWith {',
  'size < 10k',
  'size <= 10000',
  'size > 9KiB',
  'time < 500',
  'time <= 120ms',
  'time < 0.5s',
  'time first-byte < 41',
  'url endsWith /me',
  'redirects == 1',
  'redirects count < 2',
  'cert days > 14',
  'cert subject contains api.example.com',
  'cert expires startsWith 2024-12',
  'errors not exists',
  'errors count == 0',
  'regex "\\"name\\": \\"(\\w+)\\"" == Ada',
  'md5 matches ^[0-9a-f]{32}$',
  'sha256 matches ^[0-9a-f]{64}$',
  '$.user.name == "Ada"',
  "$.user.name == 'Ada'",
  '$.user.name == Ada',
  '$.user.name=="Ada"',
  '$.user.name > "Abc"',
  '$.id == 12345678901234567890',
  '$.id != 12345678901234567891',
  '$.id < 12345678901234567891',
  '$.price == 1',
  '$.price == 1.000',
  '$.price is float',
  '$.price is not integer',
  '$.price not is integer',
  '$.id is integer',
  '$.id isInteger',
  '$.id is a number',
  '$.user is object',
  '$.user.email == null',
  '$.user.email is null',
  '$.user.email exists',
  '$.user.phone not exists',
  '$.user contains email',
  '$.user.tags contains "b"',
  '$.user.tags not contains "c"',
  '$.user.tags == ["a","b"]',
  '$.items[0] == {"n": 1.0}',
  '$.items count > 3',
  '$.items count >= 4',
  '$.items[*] count == 4',
  '$.items[?@.n == 2] count == 1',
  '$.items[*].n < 5',
  '$.items[*].n != 9',
  '$.none is empty',
  '$.none count == 0',
  '$.when is date',
  '$.key is uuid',
  '$.when isIsoDate',
  '$.user isCollection',
  'jsonpath "$.user.name" == "Ada"',
  'jsonpath "$[\'user\']\\n.name" == "Ada"',
  '$ .user .name == "Ada"',
  "$['user'] ['name'] == Ada",
  'status in [200, 201]',
  'status not in [404, 500]',
  '$.user.name in ["Ada", "Bob"]',
  'header content-type in ["application/json"]',
  'header content-length in [312]',
  'body matches /ada/i',
  'body matches /^\\s+"price"/m',
  'regex /"NAME": "(\\w+)"/i == Ada',
  '$.when > 2024-02-28',
  '$.when < "2024-02-29T12:00:00+01:00"',
  '$.when < now - 1d',
  '$.when > now - 4w',
  'header last-modified < "Sun, 06 Nov 1994 08:49:38 GMT"',
  'header last-modified >= 1994-11-06T08:49:37Z',
  'cert expires > now + 14d',
  'cookie sid.httponly == true',
  'cookie sid.secure == false',
  'cookie sid[SameSite] == Lax',
  'header vary[0] == Accept',
  'header vary[1] == Origin',
  'header vary[*] matches ^[AO]',
  'header vary[*] count == 2',
  'header vary[2] not exists',
  '$["user"]["name"] matches "^A"',
])('%s passes', text => {
  expect(outcome(text)).toMatchObject({ ok: true, check: text });
});

test.each([
  ['status == 404', '404', '200', undefined],
  ['status == 4xx', '4xx', '200', undefined],
  ['status != 200', 'not 200', '200', undefined],
  ['time < 100', 'less than 100', '120', undefined],
  ['size > 10k', 'more than 10k', '10000', undefined],
  ['time dns < 5', 'less than 5', 'nothing: it was not measured, because the connection was already open', undefined],
  ['header etag == "x"', '"x"', 'nothing: the response has no such header', undefined],
  ['header content-type > 5', 'more than 5', 'application/json', undefined],
  ['header x-empty == other', 'other', '""', undefined],
  ['header x-token == other', 'other', '••••', undefined],
  ['$.user.name == "Bob"', '"Bob"', '"Ada"', { line: 4, column: 21 }],
  ['$.id == "12345678901234567890"', '"12345678901234567890"', '12345678901234567890', { line: 2, column: 9 }],
  ['$.id == 12345678901234567000', '12345678901234567000', '12345678901234567890', { line: 2, column: 9 }],
  ['$.price is integer', 'an integer', '1.0', { line: 3, column: 12 }],
  ['$.items count == 3', 'a count of 3', '4', { line: 5, column: 12 }],
  ['$.items count > 4', 'a count of more than 4', '4', { line: 5, column: 12 }],
  ['$.price count == 1', 'a count of 1', '1.0, which has no count', { line: 3, column: 12 }],
  ['$.items[*].n < 3', 'less than 3', '3', { line: 5, column: 44 }],
  ['$.items[*].n != 2', 'not 2', '2', { line: 5, column: 32 }],
  ['$.typo != "x"', 'not "x"', 'nothing: the body has no such value', undefined],
  ['$.typo not contains x', 'not to contain x', 'nothing: the body has no such value', undefined],
  ['$.typo count > 0', 'a count of more than 0', '0', undefined],
  ['header etag count == 1', 'a count of 1', '0', undefined],
  ['cookie sid httponly == false', 'false', 'true', undefined],
  ['cookie sid secure == true', 'true', 'false', undefined],
  ['status in [201, 204]', 'one of [201, 204]', '200', undefined],
  ['body matches /^ada/', 'to match /^ada/', `${body.slice(0, 200)}… (${body.length} characters)`, undefined],
  ['$.when > now', 'more than now', '"2024-02-29T10:00:00Z"', { line: 7, column: 11 }],
  ['header vary[*] == Accept', 'Accept', 'Origin', undefined],
  ['header vary[2] == x', 'x', 'nothing: the response has 2 such headers', undefined],
  ['$.user.name not exists', 'not to exist', '"Ada"', { line: 4, column: 21 }],
  ['errors exists', 'to exist', 'nothing: the response has no errors', undefined],
] as const)('%s fails with the reason', (text, expected, actual, position) => {
  expect(outcome(text)).toEqual({ ok: false, check: text, expected, actual, ...(position ? { position } : {}) });
});

test('for a body that is not JSON even "not exists" fails, because it cannot be checked', () => {
  const html = { ...exchange, body: '<html>' };
  for (const text of ['errors not exists', '$.a not exists', '$.a == 1', '$..a count == 0']) {
    expect(outcome(text, html)).toMatchObject({
      ok: false,
      actual: 'nothing: the body is not JSON (line 1, column 1: a value is expected here)',
    });
  }
  expect(outcome('$.a not exists', { ...exchange, body: '' }).ok).toBe(true);
});

test('GraphQL errors are those passed in, otherwise those in the body', () => {
  expect(outcome('errors contains denied', { ...exchange, graphqlErrors: ['access denied'] }).ok).toBe(true);
  const failed = { ...exchange, body: '{"errors":[{"message":"access denied"}]}' };
  expect(outcome('errors == "access denied"', failed).ok).toBe(true);
  expect(outcome('errors count == 1', failed).ok).toBe(true);
  expect(outcome('errors not exists', failed)).toMatchObject({ ok: false, position: { line: 1, column: 23 } });
});

test('bytes are read as UTF-8, with or without a byte order mark', () => {
  expect(outcome('$.a == "é"', { ...exchange, body: Buffer.from('\ufeff{"a":"é"}') }).ok).toBe(true);
});

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', true],
  ['Sunday, 06-Nov-94 08:49:37 GMT', true],
  ['Sun Nov  6 08:49:37 1994', true],
  ['1994-11-06T08:49:37Z', true],
  ['Sun, 36 Nov 1994 08:49:37 GMT', false],
  ['Sun, 06 Nov 1994', false],
  ['Nov 6', false],
  ['1', false],
])('`is date` accepts the date formats of RFC 9110 5.6.7 and ISO 8601: %s', (value, ok) => {
  expect(outcome('header date is date', { ...exchange, headers: [{ name: 'Date', value }] }).ok).toBe(ok);
});

test('a long value is abbreviated in messages', () => {
  const { actual } = outcome('body == x', { ...exchange, body: 'y'.repeat(5000) });
  expect(actual).toBe(`${'y'.repeat(200)}… (5000 characters)`);
});

test('numbers with huge exponents are compared quickly', () => {
  const vast = { ...exchange, body: '[1e999999999999, -1e999999999999, 0e999999999999]' };
  expect(outcome('$[0] > 5', vast).ok).toBe(true);
  expect(outcome('$[1] < 5', vast).ok).toBe(true);
  expect(outcome('$[2] == 0', vast).ok).toBe(true);
});

test.each([
  ['', 'A check needs a target.', 'Usage: status'],
  ['statsu == 200', 'statsu is not a target.', 'Did you mean status?'],
  ['status', 'status: the check lacks an operator and a value.', 'Usage:'],
  ['status ==', 'status ==: no value after ==.', 'Usage:'],
  ['status equls 200', 'status equls 200: equls is not an operator.', 'Did you mean equals?'],
  ['status & 200', 'status & 200: & is not an operator.', 'Operators: ==,'],
  ['header', 'header needs a name.', 'Usage: header content-type'],
  ['cookie', 'cookie needs a name.', 'Usage: cookie session'],
  ['cert', 'cert needs one of days, expires,', 'Usage: cert days > 14'],
  ['$.a is intger', '$.a is intger: intger is not a type.', 'Did you mean integer?'],
  ['$.a exists 3', '$.a exists 3: unexpected "3" after the check.', 'Usage:'],
  ['$.a count 3', '$.a count 3: count needs a comparison with a number.', 'Usage: $.items count > 3'],
  ['$.a count > x', '$.a count > x: count needs a whole number.', 'Usage: $.items count > 3'],
  ['$.a[ == 3', '$.a[ == 3 is not a JSONPath', 'Usage: $.items[0].id'],
  ['$[?length(@.a)] exists', '$[?length(@.a)] is not a JSONPath', 'Usage: $.items[0].id'],
  ['$.at > now - 5x', '$.at > now - 5x: now - 5x is not a time.', 'Usage: now - 5m'],
  ['body matches "("', 'The pattern is invalid', 'Usage: body matches'],
])('%p is rejected before anything is sent', (text, words, hint) => {
  const refused = parseCheck(text);
  if (!isFailure(refused)) throw new Error('it was taken');
  expect(refused.kind).toBe('usage');
  expect(refused.text).toContain(words);
  expect(refused.hint).toContain(hint);
});

test.each([
  ['$.user.name', 'Ada'],
  ['$.id', '12345678901234567890'],
  ['$.user.tags', '["a", "b"]'],
  ['header content-type', 'application/json'],
  ['cookie sid', 'abc=1'],
  ['status', '200'],
  ['regex "name.: .(\\w+)"', 'Ada'],
])('a capture of %s gives %s', (text, wanted) => {
  const target = parseTarget(text);
  if (isFailure(target)) throw new Error(target.text);
  expect(selectTarget(target, exchange).values[0]?.text).toBe(wanted);
});

test.each([
  ['body matches "^(a+)+$"', 'a value on which the pattern takes more than a second'],
  ['body not matches "^(a+)+$"', 'a value on which the pattern takes more than a second'],
  ['regex "^(a+)+$" exists', 'nothing: the pattern takes more than a second on this body'],
  ['regex "^(a+)+$" not exists', 'nothing: the pattern takes more than a second on this body'],
  ['$[?match(@, $[1])] exists', 'nothing: the pattern takes more than a second on this body'],
])('%s fails if evaluating it would take too long', (text, actual) => {
  setTimeLimit(20);
  const letters = `${'a'.repeat(60)}!`;
  const body = Buffer.from(text.startsWith('$') ? JSON.stringify([letters, '(a+)+']) : letters);
  expect(outcome(text, { ...exchange, body })).toMatchObject({ ok: false, actual });
});

test('text after the end of a target is rejected', () => {
  expect(parseTarget('status 200')).toMatchObject({ kind: 'usage', text: 'Unexpected "200" after status 200.' });
});

test('a failed comparison of objects or long texts lists the differences', () => {
  expect(outcome('$.user == {"name": "Eve", "tags": ["a", "c"], "age": 3}')).toMatchObject({
    ok: false,
    differences: [
      '$.name: - "Eve"',
      '$.name: + "Ada"',
      '$.tags[1]: - "c"',
      '$.tags[1]: + "b"',
      '$.age: - 3',
      '$.email: + null',
    ],
  });
  const long = { ...exchange, body: `"${'x'.repeat(100)}here"` };
  expect(outcome(`$ == "${'x'.repeat(100)}there"`, long).differences).toEqual([
    'at character 101: - "xxxxxxxxxxthere"',
    'at character 101: + "xxxxxxxxxxhere"',
  ]);
});

test('differences contain neither secret headers nor parts of masked texts', () => {
  const headers = [{ name: 'X-Token', value: secret('hush'.repeat(30)) }];
  expect(outcome(`header x-token == ${'x'.repeat(90)}`, { ...exchange, headers }).differences).toBeUndefined();
  const check = parseCheck(`body == ${'x'.repeat(60)}`);
  if (isFailure(check)) throw new Error(check.text);
  const echo = { ...exchange, body: `${'x'.repeat(20)}${'hush'.repeat(20)}` };
  const result = evaluateCheck(check, echo, text => text.replaceAll('hush'.repeat(20), '••••'));
  expect(result.differences?.join()).not.toContain('hush');
  expect(result.differences).toHaveLength(2);
});

test('the page of checks has every target, operator and kind', () => {
  const page = readFileSync('source/manual/reference/checks.md', 'utf8');
  for (const word of [...targetWords(), ...checkWords(''), ...checkWords('is')])
    expect([
      word,
      new RegExp(`(?:^|[^\\w])${word.replace(/[$.*+?^|()]/g, '\\$&')}(?:$|[^\\w])`, 'm').test(page),
    ]).toEqual([word, true]);
});
