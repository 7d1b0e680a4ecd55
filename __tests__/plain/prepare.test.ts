import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultOutput } from '../../source/command/parse/output.js';
import type { RequestCommand } from '../../source/core/command.js';
import { isFailure } from '../../source/core/failure.js';
import type { BodyOption } from '../../source/core/options.js';
import type { RequestSpec } from '../../source/core/request/spec.js';
import { reveal, secret } from '../../source/core/secret.js';
import { prepareRequest } from '../../source/plain/prepare.js';
import { type TestEnvironment, testEnvironment } from '../support/environment.js';
import { plainNetwork } from '../support/requests.js';

const command = (more: Partial<RequestCommand> = {}): RequestCommand => ({
  kind: 'request',
  method: 'GET',
  url: 'https://a.example/p',
  auth: { apiKeys: [] },
  headers: [],
  query: [],
  network: plainNetwork,
  output: defaultOutput,
  ...more,
});

async function prepared(
  more: Partial<RequestCommand>,
  environment: TestEnvironment = testEnvironment(),
): Promise<RequestSpec> {
  const spec = await prepareRequest(command(more), environment);
  if (isFailure(spec)) throw new Error(spec.text);
  return spec;
}

test('query items are added after existing ones, before the fragment', async () => {
  expect(
    (
      await prepared({
        url: 'https://a.example/p?x=1#f',
        query: [{ name: 'q', source: { from: 'text', text: 'a b' } }],
      })
    ).url,
  ).toBe('https://a.example/p?x=1&q=a%20b#f');
});

test('API keys are not part of the URL that is passed around', async () => {
  const auth = { apiKeys: [{ name: 'key', value: { from: 'text', value: secret('s3') } }] } as const;
  const spec = await prepared({ auth });
  expect(spec.url).toBe('https://a.example/p');
  expect(JSON.stringify(spec)).not.toContain('s3');
});

test('-H @FILE is replaced by its lines', async () => {
  const environment = testEnvironment();
  writeFileSync(path.join(environment.folder, 'lines'), 'B: 2\nX-Token: t0ps\n');
  const headers = [
    { kind: 'set', name: 'A', value: '1' },
    { kind: 'file', path: 'lines' },
    { kind: 'set', name: 'C', value: '3' },
  ] as const;
  const spec = await prepared({ headers }, environment);
  expect(spec.headers.slice(3).map(line => `${line.name}: ${reveal(line.value)}`)).toEqual([
    'A: 1',
    'B: 2',
    'X-Token: t0ps',
    'C: 3',
  ]);
  expect(JSON.stringify(spec)).not.toContain('t0ps');
});

test('an invalid header file is reported by name, without its text', async () => {
  const environment = testEnvironment();
  writeFileSync(path.join(environment.folder, 'lines'), 'sEcReT without colon\n');
  const value = await prepareRequest(command({ headers: [{ kind: 'file', path: 'lines' }] }), environment);
  expect(value).toMatchObject({ kind: 'usage', text: expect.stringContaining('lines: ') });
  expect(JSON.stringify(value)).not.toContain('sEcReT');
});

test('--data-urlencode reads its file, other files are streamed', async () => {
  const environment = testEnvironment();
  writeFileSync(path.join(environment.folder, 'value'), 'a&b\n');
  const body: BodyOption = {
    kind: 'data',
    pieces: [
      { from: 'urlencode', name: 'n', value: { from: 'file', path: 'value' } },
      { from: 'file', path: 'large' },
    ],
  };
  const spec = await prepared({ method: 'POST', body }, environment);
  expect(spec.body).toMatchObject({
    kind: 'sequence',
    pieces: [{ kind: 'bytes' }, { kind: 'bytes' }, { kind: 'file', path: 'large' }],
  });
  expect(
    Buffer.from((spec.body as unknown as { pieces: { bytes: Uint8Array }[] }).pieces[0]?.bytes ?? []).toString(),
  ).toBe('n=a%26b%0A');
});

test.each([
  [
    'a secret and the body',
    {
      auth: { apiKeys: [], bearer: { from: 'file', path: '-' } },
      body: { kind: 'json', sources: [{ from: 'stdin' }] },
    },
  ],
  ['two pieces', { body: { kind: 'data', pieces: [{ from: 'stdin' }, { from: 'stdin' }] } }],
  [
    'headers and a form',
    {
      headers: [{ kind: 'file', path: '-' }],
      body: { kind: 'form', parts: [{ name: 'f', source: { from: 'stdin' } }] },
    },
  ],
] as const)('standard input is read once: %s is a usage error', async (_title, more) => {
  expect(await prepareRequest(command(more as Partial<RequestCommand>), testEnvironment())).toMatchObject({
    kind: 'usage',
    text: expect.stringContaining('read only once'),
  });
});

test('printing with masked secrets prompts for no password, printing with secrets does', async () => {
  const auth = { apiKeys: [], basic: { user: 'u', password: { from: 'prompt', label: 'Password' } } } as const;
  const output = { ...command().output, curl: true };
  expect((await prepared({ auth, output })).credentials.basic?.user).toBe('u');
  expect(
    await prepareRequest(command({ auth, output: { ...output, showSecrets: true } }), testEnvironment()),
  ).toMatchObject({ kind: 'usage' });
});
