import { flagsFor, originOf, readConfig } from '../../source/core/config.js';
import { withoutLogin } from '../../source/core/credentials/config.js';
import { isFailure } from '../../source/core/failure.js';

const read = (value: unknown) => readConfig(typeof value === 'string' ? value : JSON.stringify(value), 'config.json');

function good(value: unknown) {
  const config = read(value);
  if (isFailure(config)) throw new Error(config.text);
  return config;
}

test('flags become words as if typed', () => {
  expect(good({ flags: { timeout: 30, follow: true, mouse: false, header: ['A: b', 'C: d'] } }).flags).toEqual([
    '--timeout=30',
    '--follow',
    '--no-mouse',
    '--header=A: b',
    '--header=C: d',
  ]);
});

test('a host’s flags apply to exactly its origin', () => {
  const config = good({
    flags: { timeout: 5 },
    hosts: { 'https://API.example.com:443/': { bearer: 'env:T' }, 'http://localhost:8080': { follow: true } },
  });
  expect(flagsFor(config, 'https://api.example.com/graphql?x=1')).toEqual(['--timeout=5', '--bearer=env:T']);
  for (const url of [
    'http://api.example.com/',
    'https://api.example.com:8443/',
    'https://x.api.example.com/',
    undefined,
  ]) {
    expect(flagsFor(config, url)).toEqual(['--timeout=5']);
  }
});

test.each([
  ['{', /is not JSON \(line 1, column 2: .*expected/],
  ['{"flags": {"timeout": 3} "x"}', /is not JSON \(line 1, column 26: a comma or } is expected here/],
  ['[]', /does not contain a JSON object/],
  [{ flag: {} }, /"flag"/],
  [{ flags: { bearer: 'env:T' } }, /credentials such as "bearer" must be under "hosts"/],
  [
    { flags: { 'connection-params': '{"token":"t"}' } },
    /credentials such as "connection-params" must be under "hosts"/,
  ],
  [{ flags: { header: 'X-Api-Key: 1' } }, /credentials such as "header"/],
  [{ flags: { '--timeout': 1 } }, /long name/],
  [{ flags: { timeout: {} } }, /value of "timeout"/],
  [{ flags: [] }, /"flags" must be an object/],
  [{ hosts: { 'api.example.com': {} } }, /is not an origin/],
  [{ hosts: { 'https://a.example/v1': {} } }, /is not an origin/],
  [{ hosts: { 'https://a.example?x': {} } }, /is not an origin/],
  [{ hosts: { 'https://ada:pw@a.example': {} } }, /^(?!.*pw).*is not an origin/],
  [{ hosts: { 'https://ada:p/w@a.example': {} } }, /^(?!.*p\/w).*is not an origin/],
  [{ hosts: { 'https://a.example\\b.example': {} } }, /is not an origin/],
  [{ hosts: { 'https://a.ex\tample': {} } }, /is not an origin/],
  [{ hosts: { ' https://a.example': {} } }, /is not an origin/],
  [{ flags: { proxy: 'user:pass@proxy:3128' } }, /credentials such as "proxy" must be under "hosts"/],
  [{ hosts: [] }, /"hosts" must be an object/],
  [{ keys: { run: 1 } }, /keys of "run"/],
  [{ keys: [] }, /"keys" must be an object/],
])('%j is rejected with one clear line', (value, words) => {
  const config = read(value);
  expect(config).toMatchObject({ kind: 'usage', text: expect.stringMatching(words), hint: expect.any(String) });
});

test.each([
  [{ bearer: 'env:T' }, false],
  [{ bearer: 'file:/run/token' }, false],
  [{ bearer: 'abc' }, true],
  [{ auth: 'ada:env:P' }, false],
  [{ auth: 'ada' }, false],
  [{ auth: 'ada:secret' }, true],
  [{ 'api-key-query': 'key=env:K' }, false],
  [{ 'api-key-query': 'key=abc' }, true],
  [{ oauth2: 'client_credentials:https://a.example/token:id:env:S' }, false],
  [{ oauth2: 'client_credentials:https://a.example/token:id' }, false],
  [{ oauth2: 'client_credentials:https://a.example/token:id:s3cret' }, true],
  [{ oauth2: 'client_credentials::id:s3cret' }, true],
  [{ oauth2: 'client_credentials::id:env:S' }, false],
  [{ oauth2: 'client_credentials:https://a.example:id:s3cret' }, true],
  [{ oauth2: 'client_credentials:https://a.example/token:id:s3:file:cret' }, true],
  [{ oauth2: 'client_credentials:https://a.example/token:id:' }, false],
  [{ header: 'X-Tenant: blue' }, false],
  [{ header: 'X-Api-Key: abc' }, true],
  [{ cookie: 'session=1' }, true],
  [{ proxy: 'http://user:pass@proxy:3128' }, true],
  [{ proxy: 'user:pass@proxy:3128' }, true],
  [{ proxy: 'http://proxy:3128' }, false],
  [{ proxy: 'proxy:3128' }, false],
])('whether %j contains a credential: %s', (flags, holds) => {
  expect(good({ hosts: { 'https://a.example': flags } }).holdsCredential).toBe(holds);
});

test('an empty file is an empty configuration, and names like __proto__ are names', () => {
  expect(good('').flags).toEqual([]);
  expect(read('{"hosts": {"__proto__": {}}}')).toMatchObject({ kind: 'usage' });
  expect(originOf('file:///etc/passwd')).toBeUndefined();
});

test('an identity given on the line is not combined with another name', () => {
  expect(withoutLogin(['--bearer=x', '--oauth2-scope=a', '--timeout=1', '--header=Authorization: y'])).toEqual([
    '--timeout=1',
  ]);
});
