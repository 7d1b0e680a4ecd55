import { shownUrl } from '../../source/core/credentials/api-keys.js';
import { historyEntry, storableEntry, storableUrl } from '../../source/core/history.js';
import { maskSecrets } from '../../source/core/masking/by-name.js';
import * as fc from '../support/property.js';

test.each([
  [
    'mutation { login(user: "ada", password: "s3cret") { id } }',
    'mutation { login(user: "ada", password: "••••") { id } }',
  ],
  ['{ a(apiKey: 12345, n: 5) }', '{ a(apiKey: ••••, n: 5) }'],
  ['{ a(token: $token, b: """\nkept\n""") }', '{ a(token: $token, b: """\nkept\n""") }'],
  ['{ a(secret: """\nhidden "quoted"\n""") }', '{ a(secret: "••••") }'],
  [
    '{ a(credentials: {user: "x", n: [1, "y"]}, c: "z") }',
    '{ a(credentials: {user: "••••", n: [••••, "••••"]}, c: "z") }',
  ],
  ['{"password": "a\\"b", "name": "c"}', '{"password": "••••", "name": "c"}'],
  ['{"input": {"accessToken" : "t", "n": 1}}', '{"input": {"accessToken" : "••••", "n": 1}}'],
  ['{"auth": {"user": "u", "pin": 7}, "n": 1}', '{"auth": {"user": "••••", "pin": ••••}, "n": 1}'],
  ['{ a # password: "b"\n c }', '{ a # password: "••••"\n c }'],
  ['{"password": "cut off', '{"password": "••••"'],
  ['{"token": "{{token}}", "key": "k"}', '{"token": "{{token}}", "key": "••••"}'],
])('%s is stored as %s', (text, kept) => {
  expect(maskSecrets(text)).toBe(kept);
});

test('a value with a secret name is never stored, in any position', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom('password', 'apiKey', 'X-Auth-Token'), (other, name) => {
      const text = `{"a": ${other}, "${name}": "hunter2hunter2", "b": ${other}}`;
      expect(maskSecrets(text)).not.toContain('hunter2');
    }),
  );
});

test('only parameters that look like secrets are removed from a URL', () => {
  expect(storableUrl('https://a.example/graphql?api_key=1&v=2#x')).toBe('https://a.example/graphql?v=2#x');
});

test.each([
  'sig=abc',
  'signature=abc',
  'token=abc',
  'X-Amz-Signature=abc&X-Amz-Credential=abc&X-Amz-Date=20261122T000000Z',
  'X-Goog-Signature=abc',
  'api_key=abc',
  'apikey=abc',
  'x-api-key=abc',
  'subscription-key=abc',
  'password=abc',
  'accessToken=abc',
  'client_secret=abc',
  'appKey=abc',
])('a URL is stored and shown without signatures and credentials: %s', query => {
  expect(storableUrl(`https://a.example/f?v=2&${query}`)).toBe('https://a.example/f?v=2');
  const shown = shownUrl(`https://a.example/f?v=2&${query}`, []);
  expect(shown).toContain('f?v=2&');
  expect(shown).not.toContain('abc');
  expect(shown).toContain('=••••');
});

test.each(['author=Ada', 'keyword=abc', 'key=abc', 'tokens=3', 'monkey=abc', 'session=2'])(
  '%s is shown unchanged',
  query => {
    expect(shownUrl(`https://a.example/f?${query}`, [])).toBe(`https://a.example/f?${query}`);
  },
);

test('an entry is restored as written, and malformed data is not an entry', () => {
  const entry = {
    at: 1,
    url: 'https://a.example/',
    kind: 'mutation' as const,
    operationName: 'A',
    query: 'mutation A { a }',
    variables: '{}',
    outcome: '200',
    took: 12,
  };
  expect(historyEntry(JSON.stringify(storableEntry(entry)))).toEqual(entry);
  for (const line of ['', 'null', '[]', '{"url": 1}', '{']) expect(historyEntry(line)).toBeUndefined();
});
