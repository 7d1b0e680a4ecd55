/** Headers and login of the screen as flags of a session: parsed again, they are the same. */
import { parse } from '../../../source/command/parse.js';
import { isFailure } from '../../../source/core/failure.js';
import type { AuthOptions, HeaderOption } from '../../../source/core/options.js';
import { isSecret, reveal, secret } from '../../../source/core/secret.js';
import { identityWords } from '../../../source/core/session/identity-words.js';
import { changedWords, isStoredInFile } from '../../../source/core/session/words.js';

const text = (value: string) => ({ from: 'text', value: secret(value) }) as const;
/** Replaces secrets by their text. */
const open = (value: unknown): unknown => {
  if (isSecret(value)) return { secret: reveal(value) };
  if (Array.isArray(value)) return value.map(open);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, open(each)]));
};

const logins: readonly (readonly [string, string])[] = [
  ['--bearer', 'tok'],
  ['--bearer', 'env:TOKEN'],
  ['--bearer', 'text:env:x'],
  ['--auth', 'ada:pa:ss=w'],
  ['--auth', 'ada:env:PW'],
  ['--auth', 'ada:text:env:PW'],
  ['--auth', 'text:env:pw'],
  ['--auth', 'ada:'],
  ['--auth', 'ada'],
  ['--auth', 'file:login.txt'],
  ['--api-key-query', 'key=a=b'],
  ['--api-key-query', 'key=text:file:x'],
  ['--oauth2', 'client_credentials:https://a.example/token:id:s:e:c'],
  ['--oauth2', 'client_credentials:https://a.example/token:id:env:SECRET'],
];

test.each(logins)('%s %s', (flag, value) => {
  const typed = parse(['GET', 'http://x', flag, value]);
  if (isFailure(typed) || typed.kind !== 'request') throw new Error(JSON.stringify(typed));
  const words = identityWords(typed.auth, []);
  expect(words.every(isStoredInFile)).toBe(true);
  const again = parse(['GET', 'http://x', ...words]);
  if (isFailure(again) || again.kind !== 'request') throw new Error(JSON.stringify(again));
  expect(open(again.auth)).toEqual(open(typed.auth));
});

test('digest and its user, and a login with many parts', () => {
  const line = ['--digest', '-u', 'ada:pw', '-K', 'k=v'];
  const typed = parse(['GET', 'http://x', ...line]);
  if (isFailure(typed) || typed.kind !== 'request') throw new Error('not read');
  expect(identityWords(typed.auth, [])).toEqual(['--digest', '--auth=ada:pw', '--api-key-query=k=v']);
});

test.each<readonly [string, HeaderOption, readonly string[]]>([
  ['a header', { kind: 'set', name: 'X-Shop', value: '7' }, ['--header=X-Shop: 7']],
  ['one with an empty value', { kind: 'empty', name: 'X-Shop' }, ['--header=X-Shop;']],
  ['a key', { kind: 'secret', name: 'X-Api-Key', value: text('k') }, ['--header=X-Api-Key: k']],
  ['a key whose name would show it', { kind: 'secret', name: 'X-Shop', value: text('k') }, []],
  ['a key that is read elsewhere', { kind: 'secret', name: 'X-Api-Key', value: { from: 'env', name: 'K' } }, []],
  ['a file', { kind: 'file', path: 'h' }, []],
  ['one of a single request', { kind: 'set', name: 'If-Match', value: '"1"' }, []],
  ['cookies, which the jar stores', { kind: 'set', name: 'Cookie', value: 'a=1' }, ['--header=Cookie: a=1']],
])('%s', (_, option, words) => {
  expect(identityWords({ apiKeys: [] } satisfies AuthOptions, [option])).toEqual(words);
});

test.each([
  [['--bearer=a', '--header=X: 1'], ['--bearer=b', '--header=X: 1'], ['--bearer=b'], ['--bearer=a']],
  [['--oauth2=a', '--oauth2-scope=s'], ['--oauth2=a', '--oauth2-scope=t'], ['--oauth2-scope=t'], ['--oauth2-scope=s']],
  [['--header=X: 1'], [], [], ['--header=X: 1']],
  [['--header=X: 1'], ['--header=X: 1'], [], []],
  [['--api-key-query=a=1'], ['--api-key-query=a=1', '--api-key-query=b=2'], ['--api-key-query=b=2'], []],
])('from %j to %j: saves %j, forgets %j', (before, after, words, gone) => {
  expect(changedWords(before, after)).toEqual({ words, gone });
});
