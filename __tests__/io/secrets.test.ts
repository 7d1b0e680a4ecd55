import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFailure } from '../../source/core/failure.js';
import { reveal, type Secret, secret } from '../../source/core/secret.js';
import { readSecret, resolveCredentials } from '../../source/io/secrets.js';
import { testEnvironment } from '../support/environment.js';

const revealed = (value: Secret | object): string => {
  if (isFailure(value)) throw new Error(value.text);
  return reveal(value as Secret);
};

test.each([
  ['one\n', 'one'],
  ['one\r\n', 'one'],
  ['one\n\n', 'one\n'],
  ['one', 'one'],
  [' one ', ' one '],
  ['', ''],
])('%j in a variable, a file and standard input is %j', async (given, expected) => {
  const environment = testEnvironment({ NAME: given }, given);
  writeFileSync(path.join(environment.folder, 'secret'), given);
  expect(revealed(await readSecret({ from: 'env', name: 'NAME' }, environment))).toBe(expected);
  expect(revealed(await readSecret({ from: 'file', path: 'secret' }, environment))).toBe(expected);
  expect(revealed(await readSecret({ from: 'file', path: '-' }, environment))).toBe(expected);
});

test('a path after file: may begin with ~, even if no shell expands it', async () => {
  const environment = testEnvironment();
  mkdirSync(environment.home, { recursive: true });
  writeFileSync(path.join(environment.home, 'token'), 'at home');
  expect(revealed(await readSecret({ from: 'file', path: '~/token' }, environment))).toBe('at home');
});

test.each([
  ['an unset variable', { from: 'env', name: 'NOT_SET' }, 'NOT_SET is not set'],
  ['a missing file', { from: 'file', path: 'nowhere' }, 'no such file'],
  ['a folder', { from: 'file', path: 'folder' }, 'it is a folder'],
  ['a prompt without a user', { from: 'prompt', label: 'Password for u' }, 'no terminal'],
] as const)('%s is a usage error: nothing is sent', async (_title, source, words) => {
  const environment = testEnvironment();
  mkdirSync(path.join(environment.folder, 'folder'));
  expect(await readSecret(source, environment)).toMatchObject({
    kind: 'usage',
    text: expect.stringContaining(words),
    hint: expect.anything(),
  });
});

test('a variable can supply a prompted value, and a masked printout does not prompt', async () => {
  const prompt = { from: 'prompt', label: 'Client secret' } as const;
  const environment = testEnvironment({ APICLIENT_OAUTH2_CLIENT_SECRET: 's\n' });
  expect(revealed(await readSecret(prompt, environment, { variable: 'APICLIENT_OAUTH2_CLIENT_SECRET' }))).toBe('s');
  expect(revealed(await readSecret(prompt, testEnvironment(), { ask: false }))).toBe('');
});

test('every credential is read; user:pass splits at the first colon', async () => {
  const environment = testEnvironment({ WHOLE: 'me:a:b', KEY: 'k' });
  const credentials = await resolveCredentials(
    {
      basic: { whole: { from: 'env', name: 'WHOLE' } },
      apiKeys: [
        { name: 'one', value: { from: 'env', name: 'KEY' } },
        { name: 'two', value: { from: 'text', value: secret('t') } },
      ],
    },
    environment,
  );
  if (isFailure(credentials)) throw new Error(credentials.text);
  expect([credentials.basic?.user, revealed(credentials.basic?.password ?? {})]).toEqual(['me', 'a:b']);
  expect(credentials.apiKeys.map(key => [key.name, reveal(key.value)])).toEqual([
    ['one', 'k'],
    ['two', 't'],
  ]);
  expect(JSON.stringify(credentials)).not.toMatch(/a:b|"k"|"t"/);
});

test('a token file with two lines is rejected before anything is sent', async () => {
  const environment = testEnvironment({ TOKEN: 'first7\nsecond7\n' });
  const value = await resolveCredentials({ bearer: { from: 'env', name: 'TOKEN' }, apiKeys: [] }, environment);
  expect(value).toMatchObject({ kind: 'usage' });
  expect(JSON.stringify(value)).not.toContain('7');
});
