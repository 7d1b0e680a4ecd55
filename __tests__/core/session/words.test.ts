/** The flags of a session: which are saved, which are overridden, how they are displayed. */
import { maskedWord } from '../../../source/core/masking/by-name.js';
import { isSessionName, isStoredInFile, mergedWords, wordsLeft } from '../../../source/core/session/words.js';

test.each([
  '--header=X-Shop: 7',
  '--auth=ada:pw',
  '--bearer=env:T',
  '--oauth2-scope=a',
  '--api-key-query=k=v',
  '--digest',
])('%s is saved', word => expect(isStoredInFile(word)).toBe(true));

test.each([
  '--header=Content-Type: text/csv',
  '--header=If-None-Match: "x"',
  '--header=Host: b.example',
  '--header=Cookie: a=b',
  '--header=@FILE',
  '--insecure',
  '--cert=me.pem',
  '--proxy=http://p',
])('%s is not saved', word => expect(isStoredInFile(word)).toBe(false));

test.each([
  [['--header=X-A: 1', '--header=X-B: 2'], ['--header=x-a: 3'], ['--header=X-B: 2', '--header=x-a: 3']],
  [['--header=X-A: 1'], ['--header=X-A:'], []],
  [['--auth=ada:pw', '--digest'], ['--bearer=t'], ['--bearer=t']],
  [['--bearer=t'], ['--header=Authorization: Basic x'], ['--header=Authorization: Basic x']],
  [['--header=Authorization: Basic x', '--header=X-A: 1'], ['--bearer=t'], ['--header=X-A: 1', '--bearer=t']],
  [
    ['--api-key-query=a=1', '--api-key-query=b=2'],
    ['--api-key-query=a=3'],
    ['--api-key-query=b=2', '--api-key-query=a=3'],
  ],
  [['--bearer=t'], ['--header=X-A: 1'], ['--bearer=t', '--header=X-A: 1']],
])('%j, then %j', (kept, newer, merged) => {
  expect(mergedWords(kept, newer)).toEqual(merged);
});

test('a header removed on a line is not restored from the session', () => {
  expect(wordsLeft(['--header=X-A: 1', '--bearer=t'], ['--header=X-A:'])).toEqual(['--bearer=t']);
});

test.each([
  ['--auth=ada:pw', '--auth=••••'],
  ['--bearer=abc', '--bearer=••••'],
  ['--bearer=env:TOKEN', '--bearer=env:TOKEN'],
  ['--header=Authorization: Bearer abc', '--header=Authorization: ••••'],
  ['--header=X-Shop: 7', '--header=X-Shop: 7'],
  ['--api-key-query=key=abc', '--api-key-query=key=••••'],
])('%s is shown as %s', (word, shown) => {
  expect(maskedWord(word)).toBe(shown);
});

test.each([
  ['ada', true],
  ['a.b-c_1', true],
  ['../x', false],
  ['', false],
  ['.x', false],
  ['a/b', false],
  ['a'.repeat(65), false],
])('the name "%s": %s', (name, ok) => expect(isSessionName(name)).toBe(ok));
