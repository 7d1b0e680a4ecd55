/** The output of `apiclient __complete`, and how little it loads. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readBashLine } from '../../source/command/completion/bash-line.js';
import { runComplete } from '../../source/run-complete.js';
import { calledWhile } from '../support/hostile/called-files.js';
import { testEnvironment } from '../support/servers/graphql.js';

async function printed(...argv: string[]): Promise<readonly string[]> {
  const environment = testEnvironment();
  expect(await runComplete(argv, environment)).toBe(0);
  return environment.out().split('\n').slice(0, -1);
}

test('flags are offered with their help, values without', async () => {
  expect(await printed('zsh', 'GET', 'a', '--max-red')).toEqual([
    'words',
    expect.stringMatching(/^--max-redirects \t\w/),
  ]);
  expect(await printed('fish', 'GET', 'a', '--pretty', '')).toEqual(['words', 'all', 'colors', 'format', 'none']);
  expect(await printed('bash', 'apiclient GET a --max-red', '=')).toEqual(['words', '--max-redirects ']);
});

test.each([
  ['--format-options', 'in', ['words', 'indent:']],
  ['--response-charset', 'big', ['words', 'big5']],
  ['--response-type', 'text/h', ['words', 'text/html']],
  ['--compress', 'zs', ['words', 'zstd']],
])('values of %s are offered', async (flag, typed, offered) => {
  const lines = await printed('fish', 'GET', 'a', flag, typed);
  expect(lines.map(line => line.trimEnd())).toEqual(offered);
});

test('a flag of the full screen is offered after a URL alone, but not in a request', async () => {
  expect(await printed('bash', 'apiclient localhost:4000 --lin', ':=')).toEqual(['words', '--linear ']);
  expect(await printed('bash', 'apiclient GET localhost:4000 --lin', ':=')).toEqual(['words']);
});

test.each([
  ['a flag', '--pre'],
  ['a value', '--pretty='],
  ['a file', 'a=@x'],
])('completion uses only the flag table: %s', async (_, typed) => {
  const called = await calledWhile(async () => {
    await printed('zsh', 'GET', 'localhost', typed);
  });
  expect([...called]).toContain('command/completion/offer.ts');
  expect(
    [...called].filter(file => /^(?:io|plain|tui)\/|about|configured|core\/(?:graphql|config)/.test(file)),
  ).toEqual([]);
});

test('a word with a line break is not completed', async () => {
  expect(await printed('zsh', 'POST', 'a', '-F', 'a\nb=@x')).toEqual([]);
  expect(await printed('zsh', 'POST', 'a', '-d', '{\n}', '--pretty', 'al')).toEqual(['words', 'all ']);
});

test('a flag with a URL as its value is offered the profiles', async () => {
  const environment = testEnvironment();
  mkdirSync(path.join(environment.home, '.config/apiclient'), { recursive: true });
  const profiles = { live: { url: 'https://a.example' }, old: { url: 'https://b.example' } };
  writeFileSync(path.join(environment.home, '.config/apiclient/config.json'), JSON.stringify({ profiles }));
  expect(await runComplete(['zsh', 'graphql', '@live', '--diff-schema', '@o'], environment)).toBe(0);
  expect(await runComplete(['zsh', 'graphql', '@live', '--subscription-url=@o'], environment)).toBe(0);
  expect(environment.out().match(/@old/g)).toHaveLength(2);
});

// The default of COMP_WORDBREAKS, and its value after bash-completion's `shopt -u hostcomplete`.
const breaks = ' \t\n"\'@><=;|&(:';
const fewer = ' \t\n"\'><=;|&(:';
test.each([
  ['-d @my\\ f', breaks, '@my f', '@my\\ f'],
  ['-F a=@x', breaks, 'a=@x', '@x'],
  ['-F a=@x', fewer, 'a=@x', '@x'],
  ['-d@x', fewer, '-d@x', '-d@x'],
  ["-d '@it s", breaks, '@it s', '@it s'],
  ['--output="a b', breaks, '--output=a b', 'a b'],
  ['-o "a=b"c', breaks, 'a=bc', '"a=b"c'],
  ['-d "a\\"\\$\\x', breaks, 'a"$\\x', 'a\\"\\$\\x'],
  ["-d 'a\\'b", breaks, 'a\\b', "'a\\'b"],
  ['--oauth2 flow:x', breaks, 'flow:x', 'x'],
  ['--oauth2 flow:x', '', 'flow:x', 'flow:x'],
  ['-d a\\', breaks, 'a', 'a\\'],
  ['-s ', breaks, '', ''],
])('bash: in %j with the breaks %j the word is %j, and %j is replaced', (line, wordBreaks, typed, replaced) => {
  expect(readBashLine(`apiclient GET u ${line}`, wordBreaks)).toMatchObject({ typed, replaced });
});

test('bash: the file of a redirection is not a word of the command', async () => {
  const line = readBashLine('apiclient GET u > out --pre', breaks);
  expect(line).toMatchObject({ words: ['GET', 'u'], typed: '--pre', redirects: false });
  expect(await printed('bash', 'apiclient GET u 2>> da', breaks)).toEqual(['files', '', 'da', '', '0']);
});

test('bash: the part of a file name before a break is not inserted again', async () => {
  expect(await printed('bash', 'apiclient GET u -o a=b/x', breaks)).toEqual(['files', '', 'a=b/x', '', '2']);
  expect(await printed('bash', 'apiclient GET u -d @a\\ =b', breaks)).toEqual(['files', '', 'a =b', '', '3']);
});
