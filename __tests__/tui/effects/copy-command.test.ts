/** A copied apiclient command, parsed again, equals the original command line with the operation of the screen. */
import { fileWords } from '../../../source/command/file-words.js';
import { type FlagName, flagTable } from '../../../source/command/flags.js';
import { parse } from '../../../source/command/parse.js';
import type { RequestCommand } from '../../../source/core/command.js';
import { type Failure, isFailure } from '../../../source/core/failure.js';
import { wordsOf } from '../../../source/core/http-file/entry-command.js';
import type { HeaderOption } from '../../../source/core/options.js';
import { type Secret, secret } from '../../../source/core/secret.js';
import { textRequests } from '../../../source/plain/run/one-request.js';
import type { EffectContext } from '../../../source/tui/effects/context.js';
import { performCopyCommand } from '../../../source/tui/effects/copy-command.js';
import type { EntryRequest } from '../../../source/tui/model/effect.js';
import type { TransportOptions } from '../../../source/tui/model/response.js';
import { companions, lines } from '../../command/flag-lines.js';
import { testEnvironment } from '../../support/environment.js';

const url = 'https://a.example/graphql';

function commandOf(argv: readonly string[]) {
  const command = parse(argv);
  if (isFailure(command)) throw new Error(`${argv.join(' ')}: ${command.text}`);
  if (command.kind !== 'graphql') throw new Error(`${argv.join(' ')} is not an operation`);
  return command;
}

/** Copies on a screen that was opened with this command line and shows the operation. */
async function copied(
  flags: readonly string[],
  query: string,
  transport?: TransportOptions,
  keys: readonly HeaderOption[] = [],
): Promise<readonly string[]> {
  const command = commandOf(['graphql', url, ...flags]);
  const { auth, headers, sends, get, subscriptionProtocol: protocol } = command;
  const context = {
    command,
    identity: { auth, headers: [...headers, ...keys] },
    environment: testEnvironment(),
    endpoints: new WeakMap(),
  };
  const operation = { url, query, variables: '', index: undefined, sends, transport: transport ?? { get, protocol } };
  const texts: string[] = [];
  await performCopyCommand(
    { kind: 'copy-command', program: 'apiclient', operation },
    context as unknown as EffectContext,
    action => texts.push('text' in action ? String(action.text) : action.type),
  );
  return wordsOf((texts[0] ?? '').replaceAll(' \\\n ', '')) ?? [];
}

function readRequest(argv: readonly string[], under: readonly string[]): RequestCommand | Failure {
  const command = parse(argv, under);
  if (!isFailure(command) && command.kind !== 'request') throw new Error(`${argv.join(' ')} is not a request`);
  return command as RequestCommand | Failure;
}

const query = '{ a }';
const subscription = 'subscription { a }';
const login = ['--oauth2', 'client_credentials:https://b.example/token:me:env:S'];
const browser = [
  '--oauth2',
  'authorization_code:https://b.example/token:me',
  '--oauth2-auth-url',
  'https://b.example/a',
];

/** Secrets are not copied, except for their sources. */
const secrets: typeof lines = {
  auth: ['-u', 'env:U'],
  header: ['-H', 'X-One: 1', '-H', 'X-Empty;', '-H', 'accept:'],
  digest: ['--digest', '-u', 'env:U'],
  'aws-sigv4': ['--aws-sigv4', 'aws:amz:eu-west-1:s3', '-u', 'env:U'],
  bearer: ['-B', 'file:token file'],
  'api-key-query': ['-K', 'k=env:K'],
  proxy: ['-x', 'socks5://proxy.example:1'],
  oauth2: login,
  'oauth2-scope': [...login, '--oauth2-scope', 'a b'],
  'oauth2-param': [...login, '--oauth2-param', 'audience=x'],
  'oauth2-dpop': [...login, '--oauth2-dpop'],
  'oauth2-port': [...browser, '--oauth2-port', '9000'],
  browser: [...browser, '--no-browser'],
};
const { cookie: _, 'path-as-is': __, ...open } = lines;
const ofBoth = flagTable.filter(
  ({ name, commands }) => commands.includes('graphql') && name in { ...open, ...secrets },
);

const sent: readonly (readonly [FlagName, readonly string[], string])[] = [
  ['persisted', ['--persisted'], query],
  ['extensions', ['--extensions', '{"a": 1}'], query],
  ['subscription-url', ['--subscription-url', 'wss://b.example/s'], subscription],
  ['subscription-protocol', ['--subscription-protocol', 'sse'], subscription],
];

test.each([
  ...ofBoth.map(
    ({ name }) => [name, secrets[name] ?? [...(companions[name] ?? []), ...(lines[name] ?? [])], query] as const,
  ),
  ...sent,
])('--%s is copied', async (_, flags, text) => {
  const words = await copied(flags, text);
  expect(words[0]).toBe('apiclient');
  expect(commandOf(words.slice(1))).toEqual(commandOf(['graphql', url, ...flags, '--query', text]));
});

test('--get is copied only with a query, and subscription options only with a subscription', async () => {
  const words = await copied([], query, { get: true, protocol: 'sse' });
  expect(commandOf(words.slice(1))).toMatchObject({ get: true, subscriptionProtocol: 'auto' });
  const streamed = await copied([], subscription, { get: true, protocol: 'sse' });
  expect(commandOf(streamed.slice(1))).toMatchObject({ get: false, subscriptionProtocol: 'sse' });
});

test('a key in a header that the screen reads from a variable is copied as that variable', async () => {
  const key = { kind: 'secret', name: 'X-Key', value: { from: 'env', name: 'UNSET' } } as const;
  expect(await copied([], query, undefined, [key])).toEqual(expect.arrayContaining(['--header', 'X-Key: $UNSET']));
});

test('secrets are masked: cookies, passwords, connection parameters', async () => {
  const flags = [
    '-b',
    'a=hush',
    '-u',
    'me:hush',
    '-x',
    'http://me:hush@p:1',
    '--connection-params',
    '{"token":"hush"}',
  ];
  const words = (await copied(flags, subscription)).join(' ');
  expect(words).not.toContain('hush');
  for (const each of ['-b a=••••', '--auth me:••••', '--connection-params ••••']) expect(words).toContain(each);
});

test.each(['apiclient', 'curl', 'fetch', 'http'] as const)(
  'a captured secret is not in the %s copy, which contains its name instead',
  async program => {
    const command = commandOf(['graphql', url]);
    const values = new Map<string, string | Secret>([
      ['token', secret('"s3cret"')],
      ['id', '42'],
    ]);
    const context = {
      command,
      identity: { auth: command.auth, headers: command.headers, values },
      environment: testEnvironment(),
      endpoints: new WeakMap(),
    };
    const { sends, get, subscriptionProtocol: protocol } = command;
    const variables = '{"t": "{{token}}", "n": "{{id}}"}';
    const operation = { url, query, variables, index: undefined, sends, transport: { get, protocol } };
    const texts: string[] = [];
    await performCopyCommand(
      { kind: 'copy-command', program, operation },
      context as unknown as EffectContext,
      action => texts.push('text' in action ? String(action.text) : action.type),
    );
    // In an .http file, {{token}} is a placeholder, so the body is omitted with a note.
    expect(texts.join('')).toContain(program === 'http' ? 'Not included: the body' : '{{token}}');
    expect(texts.join('').includes('42')).toBe(program !== 'http');
    expect(texts.join('')).not.toContain('s3cret');
  },
);

describe('a request of an HTTP document', () => {
  const text = [
    '@page = 2',
    '### first',
    'GET https://a.example/other',
    '### second',
    'POST https://a.example/users/{{id}}?page={{page}}&later={{first.response.body.$.next}}',
    'X-Trace: {{token}}',
    'Content-Type: application/json',
    '',
    '{"name": "{{name}}", "password": "{{password}}"}',
    '',
  ].join('\n');

  async function copiedEntry(
    program: 'curl' | 'fetch' | 'http' | 'apiclient',
    flags: readonly string[] = ['-B', 'hush-1'],
    target = text,
  ): Promise<string> {
    const environment = testEnvironment();
    const command = commandOf(['graphql', url, ...flags]);
    const values = new Map<string, string | Secret>([
      ['token', secret('"hush-2"')],
      ['name', '"Ada"'],
    ]);
    const context = {
      command,
      identity: { auth: command.auth, headers: command.headers, values },
      environment,
      endpoints: new WeakMap(),
      start: { readText: textRequests(environment, readRequest, fileWords, []) },
    };
    const operation: EntryRequest = {
      url: 'https://a.example/',
      text: target,
      entries: [{ at: 1, title: 'second', line: '', operation: undefined }],
      isAll: false,
      confirmed: [],
      variables: '{"id": 7, "password": "hush-3"}',
      description: undefined,
    };
    const texts: string[] = [];
    await performCopyCommand(
      { kind: 'copy-command', program, operation },
      context as unknown as EffectContext,
      action => texts.push('text' in action ? String(action.text) : action.type),
    );
    return texts.join('');
  }

  test.each(['apiclient', 'curl', 'fetch', 'http'] as const)(
    'as %s: placeholders filled in, no secrets',
    async program => {
      const copied = await copiedEntry(program);
      expect(copied).toContain('https://a.example/users/7?page=2&later={{first.response.body.$.next}}');
      expect(copied).not.toContain('hush');
      expect(copied).toContain(program === 'http' ? 'Authorization: Bearer {{token}}' : '••••');
      if (program !== 'http') expect(copied).toMatch(/Ada.*\{\{password\}\}/);
    },
  );

  test('as an apiclient command, it is this request', async () => {
    const words = wordsOf((await copiedEntry('apiclient', ['-u', 'env:LOGIN'])).replaceAll(' \\\n ', '')) ?? [];
    const command = parse(words.slice(1));
    expect(command).toMatchObject({ kind: 'request', method: 'POST', auth: { basic: { whole: { from: 'env' } } } });
  });

  test('the login of the tab is not copied if the text has one, or for another server', async () => {
    const own = text.replace('X-Trace: {{token}}', 'Authorization: Bearer mine-4');
    expect(await copiedEntry('apiclient', ['-u', 'env:LOGIN'], own)).not.toContain('LOGIN');
    expect(await copiedEntry('curl', ['-B', 'hush-1'], own)).not.toContain('mine-4');
    const other = text.replaceAll('https://a.example', 'https://b.example');
    expect(await copiedEntry('apiclient', ['-u', 'env:LOGIN'], other)).not.toContain('LOGIN');
    expect(await copiedEntry('curl', ['-B', 'hush-1'], other)).not.toContain('••••');
  });

  test('a header of the text with another kind of secret does not replace the login of the tab', async () => {
    const own = text.replace('X-Trace: {{token}}', 'X-Session: mine-4\nCookie: a=b');
    expect(await copiedEntry('apiclient', ['-u', 'env:LOGIN'], own)).toContain('LOGIN');
  });

  test('a placeholder without a value is reported', async () => {
    expect(await copiedEntry('curl', [], text.replace('{{page}}', '{{nothing}}'))).toBe('{{nothing}} has no value.');
  });
});
