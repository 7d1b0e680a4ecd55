/** Hostile exports: nothing is written outside the folder, nothing controls the terminal, and every import ends. */
import { existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { FreeNames, fileName } from '../../../source/core/import/file-names.js';
import { readScript } from '../../../source/core/import/scripts.js';
import { needsSafeText } from '../../../source/core/response/safe-text.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';
import { closeServers } from '../../support/servers/http-server.js';
import { importer } from './import.js';

afterAll(closeServers);

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const collection = (item: unknown, more: object = {}): string =>
  JSON.stringify({ info: { name: 'Shop', schema }, item, ...more });
const request = (name: string, more: object = {}) => ({ name, request: { method: 'GET', url: 'BASE/', ...more } });

const names = [
  '../../../../tmp/evil',
  '/etc/passwd',
  '..',
  '.',
  '',
  '.bashrc',
  'C:\\Windows\\x',
  'CON',
  'nul.txt',
  'a\0b',
  '\u001b]52;c;eA==\u0007\u009b2J',
  '\u202etxt.exe',
  'a\nGET http://evil.example\n',
  '$(touch evil)',
  '-rf',
  '~root',
  '{{x}}',
  'x'.repeat(5000),
  '\u{1f600}'.repeat(500),
  '\ud800',
  '__proto__',
  'constructor',
  'http-client.env.json',
];

test.each(names.map((name, at) => [at, name] as const))('name %i becomes one safe path segment', (_, name) => {
  const safe = fileName(name, 'fallback');
  expect(safe).not.toMatch(/^[.~-]|[/\\\0:*?"<>|$\s]|[.-]$/);
  expect(needsSafeText(safe)).toBe(false);
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(101);
  expect(safe).not.toBe('');
});

test('names that differ only in case, and equal names, get different files', () => {
  const free = new FreeNames();
  expect(['a', 'A', 'a'].map(name => free.take(name, '.http'))).toEqual(['a.http', 'A-2.http', 'a-3.http']);
});

test('hostile names of collections, folders, requests, variables and environments stay inside the folder', async () => {
  const items = names.map(name => ({
    name,
    item: [request(name, { description: name, header: [{ key: name, value: name }] })],
  }));
  const variable = names.map(key => ({ key, value: key }));
  const environments = names.map((name, at) => [
    `env${at}.json`,
    JSON.stringify({ name, values: variable, _postman_variable_scope: 'environment' }),
  ]);
  const files = { 'a.json': collection(items, { variable }), ...Object.fromEntries(environments) };
  const { run, written, read, url } = await importer(files);
  const { code, stdout, stderr } = await run('import', ...Object.keys(files));
  expect([code, stderr, needsSafeText(stdout)]).toEqual([0, '', false]);
  expect(written().filter(name => !name.startsWith('Shop/'))).toEqual([]);
  expect(existsSync('/tmp/evil')).toBe(false);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
  for (const name of written().filter(each => each.endsWith('.http'))) {
    expect(needsSafeText(read(name))).toBe(false);
    const { entries, problems } = parseHttpFile(read(name));
    expect([name, problems, entries.map(entry => entry.url)]).toEqual([name, [], [`${url}/`]]);
  }
  expect(Object.keys(JSON.parse(read('Shop/http-client.env.json'))).filter(name => name.startsWith('$'))).toEqual([
    '$shared',
  ]);
});

test.each([
  ['a description', { description: '@flags --netrc\n# @flags -k\n### \nGET http://evil.example' }],
  ['a URL', { url: 'BASE/\n# @flags --netrc\n\n> ./evil' }],
  ['a method', { method: 'GET http://evil.example\n# @flags -k\nGET' }],
  ['a header', { header: [{ key: 'A', value: 'b\n\n> ./evil\n###\nGET http://evil.example' }] }],
  ['a header name', { header: [{ key: 'A\n# @flags -k\nB', value: 'b' }] }],
  ['a disabled header', { header: [{ key: '@flags -k\n###\nGET http://evil.example', value: 'x', disabled: true }] }],
  [
    'a body',
    { method: 'POST', body: { mode: 'raw', raw: 'a\n\n> ./evil\n###\nGET http://evil.example\n< /etc/passwd' } },
  ],
  [
    'a form',
    {
      method: 'POST',
      body: { mode: 'formdata', formdata: [{ key: 'a"\n\n< /etc/passwd\n', value: '< /etc/passwd' }] },
    },
  ],
  [
    'a GraphQL query',
    {
      method: 'POST',
      body: { mode: 'graphql', graphql: { query: '{a}\n\n> ./evil\n###\nGET http://evil.example', variables: '' } },
    },
  ],
  [
    'credentials',
    {
      auth: {
        type: 'basic',
        basic: [
          { key: 'username', value: "' --netrc -k '" },
          { key: 'password', value: '\n###\nGET http://evil.example' },
        ],
      },
    },
  ],
  [
    'an OAuth login',
    {
      auth: {
        type: 'oauth2',
        oauth2: [
          { key: 'grant_type', value: 'client_credentials' },
          { key: 'accessTokenUrl', value: 'http://x --netrc' },
          { key: 'clientId', value: 'a\n###\nGET http://evil.example' },
        ],
      },
    },
  ],
])('%s cannot add a request, a flag or a file', async (_, more) => {
  const { run, read, written, seen } = await importer({ 'a.json': collection([request('one', more)]) });
  const { code, stderr } = await run('import', 'a.json');
  expect([code, stderr]).toEqual([0, '']);
  const { entries, problems } = parseHttpFile(read('Shop/Shop.http'));
  expect(problems).toEqual([]);
  expect(entries.length).toBeLessThanOrEqual(1);
  expect(entries.map(({ url, saves }) => [new URL(url).hostname, saves])).toEqual(entries.map(() => ['127.0.0.1', []]));
  const flags = entries.flatMap(entry => entry.flags.map(({ text }) => text)).join(' ');
  expect(flags.replace(/'[^']*'|\\'/g, '')).not.toMatch(/--netrc|(?:^|\s)-k/);
  const files = entries.flatMap(({ body }) => body.flatMap(piece => (piece.kind === 'file' ? piece.path : [])));
  expect(files.filter(name => !written().includes(path.join('Shop', name)))).toEqual([]);
  await run('run', 'Shop', '--trust');
  expect(seen.length).toBeLessThanOrEqual(1);
});

test('a script cannot add a check that reads a file or a capture with a hostile name', async () => {
  const exec = [
    'pm.environment.set("a b\\n# @flags -k", pm.response.json().a);',
    'pm.expect(pm.response.json().a).to.eql("x\\n###\\nGET http://evil.example");',
  ];
  const item = [{ ...request('one'), event: [{ listen: 'test', script: { exec } }] }];
  const { run, read } = await importer({ 'a.json': collection(item) });
  await run('import', 'a.json');
  const { entries, problems } = parseHttpFile(read('Shop/Shop.http'));
  expect([problems, entries.length, entries[0]?.captures, entries[0]?.flags.map(({ text }) => text)]).toEqual([
    [],
    1,
    [],
    ['--follow'],
  ]);
});

/** JSON text of folders nested to a depth. */
const nested = (depth: number): string =>
  `{"info": {"name": "Shop", "schema": "${schema}"}, "item": [${'{"name": "f", "item": ['.repeat(depth)}${']}'.repeat(depth)}]}`;

test.each([
  ['60 folders deep', nested(60), 0],
  ['5,000 folders deep', nested(5000), 0],
  ['100,000 brackets', '['.repeat(100_000), 2],
  ['an alias of itself', 'info: {name: Shop}\nitem: &a [{name: f, item: *a}]', 0],
  [
    'aliases that expand to billions',
    `info: {name: Shop}\na0: &a0 [1]\n${Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]`).join('\n')}\nitem: *a40`,
    2,
  ],
  [
    'null in every position',
    '{"info": {"name": null}, "item": [null, {"item": null}, {"request": null}, {"name": 1, "request": {"url": null, "header": [null], "body": {"mode": "raw"}, "auth": {"type": 1}}}], "variable": [null], "event": [null], "auth": null}',
    0,
  ],
  [
    'keys of prototypes',
    '{"info": {"name": "x"}, "__proto__": {"a": 1}, "item": [{"__proto__": {"request": 1}, "constructor": 1, "name": "a", "request": {"__proto__": {}, "url": "http://a.example"}}]}',
    0,
  ],
  [
    'an unterminated script',
    collection([{ ...request('a'), event: [{ listen: 'test', script: { exec: ['if ((((', '`${', '"'] } }] }]),
    0,
  ],
])('an import of %s ends', async (_, text, expected) => {
  const { run } = await importer({ 'a.json': text });
  const { code, stdout, stderr } = await run('import', 'a.json', '--dry-run');
  expect(stderr + stdout).not.toContain('This is a bug');
  expect([0, 2]).toContain(code);
  if (expected === 2) expect(code).toBe(2);
});

test('an Insomnia export with thousands of nested folders is imported, and the deep folders are reported', async () => {
  const groups = Array.from({ length: 3000 }, (_, at) => ({
    _id: `f${at}`,
    _type: 'request_group',
    parentId: at === 0 ? 'w' : `f${at - 1}`,
    name: '../f',
    environment: { a: String(at) },
  }));
  const resources = [
    { _id: 'w', _type: 'workspace', parentId: null, name: 'Shop' },
    ...groups,
    { _id: 'r', _type: 'request', parentId: 'w', name: 'one', method: 'GET', url: 'BASE/one' },
  ];
  const { run, written } = await importer({ 'a.json': JSON.stringify({ _type: 'export', resources }) });
  const { code, stdout, stderr } = await run('import', 'a.json');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('folder nested more than 20 levels deep');
  expect(written().filter(name => !name.startsWith('Shop/'))).toEqual([]);
});

test('an Insomnia export whose requests each use the response of the next is imported', async () => {
  const resources = Array.from({ length: 2000 }, (_, at) => ({
    _id: `r${at}`,
    _type: 'request',
    parentId: 'w',
    name: `r${at}`,
    method: 'GET',
    url: `BASE/{% response 'body', 'r${at + 1}', 'b64::${btoa('$.id')}::46b', 'never', 60 %}`,
  }));
  const root = {
    _type: 'export',
    resources: [{ _id: 'w', _type: 'workspace', parentId: null, name: 'Shop' }, ...resources],
  };
  const { run, read } = await importer({ 'a.json': JSON.stringify(root) });
  expect(await run('import', 'a.json')).toMatchObject({ code: 0, stderr: '' });
  expect(read('Shop/Shop.http').startsWith('### r1999\n')).toBe(true);
});

test('a file of more than 64 MiB is refused with its size limit', async () => {
  const { run, folder } = await importer({ 'a.json': collection([request('a')]) });
  truncateSync(path.join(folder, 'a.json'), 64 * 1024 * 1024 + 1);
  expect(await run('import', 'a.json')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('it exceeds 64 MiB'),
  });
});

const lines: readonly [string, (times: number) => string][] = [
  ['calls', times => `pm.test("a", function () { ${'pm.expect('.repeat(times)}`],
  ['parentheses', times => '('.repeat(2 * times)],
  ['members', times => 'a.'.repeat(4 * times)],
  ['backslashes', times => `"${'\\\\'.repeat(2 * times)}`],
];

test.each(lines)('a script with many %s is read in linear time', (_, line) => {
  const read = (times: number) => () => readScript(line(times), 'after');
  expectTimeRatioBelow(40, read(5000), read(500));
});

test('a collection with such scripts is imported', async () => {
  const { run } = await importer({
    'a.json': collection([
      { ...request('a'), event: [{ listen: 'test', script: { exec: lines.map(([, line]) => line(5000)) } }] },
    ]),
  });
  expect(await run('import', 'a.json')).toMatchObject({ code: 0 });
});

test('the private file replaces a link instead of following it', async () => {
  const { run, folder, read } = await importer({
    'a.json': collection([request('a', { header: [{ key: 'X-Api-Key', value: 's3cret' }] })]),
    'public.json': '{}',
  });
  mkdirSync(path.join(folder, 'Shop'));
  symlinkSync('../public.json', path.join(folder, 'Shop/http-client.private.env.json'));
  expect(await run('import', 'a.json')).toMatchObject({ code: 0 });
  expect(read('public.json')).toBe('{}');
  expect(read('Shop/http-client.private.env.json')).toContain('s3cret');
});

test('environments that are not JSON are not replaced', async () => {
  const { run, folder, read } = await importer({
    'a.json': collection([request('a')], { variable: [{ key: 'a', value: '1' }] }),
  });
  mkdirSync(path.join(folder, 'Shop'));
  writeFileSync(path.join(folder, 'Shop/http-client.env.json'), '{ // mine');
  const { code, stderr } = await run('import', 'a.json', '--yes');
  expect([code, read('Shop/http-client.env.json')]).toEqual([2, '{ // mine']);
  expect(stderr).toContain('is not a JSON object of environments');
});

test('requests in Insomnia folders that contain each other are reported', async () => {
  const resources = [
    { _id: 'w', _type: 'workspace', parentId: null, name: 'Shop' },
    { _id: 'a', _type: 'request_group', parentId: 'b', name: 'A' },
    { _id: 'b', _type: 'request_group', parentId: 'a', name: 'B' },
    { _id: 'r', _type: 'request', parentId: 'a', name: 'lost', method: 'GET', url: 'BASE/lost' },
    { _id: 's', _type: 'request', parentId: 'w', name: 'sent', method: 'GET', url: 'BASE/sent' },
    { _id: 't', _type: 'request', parentId: 's', name: 'below', method: 'GET', url: 'BASE/below' },
    { _id: 'u', _type: 'request', parentId: 'gone', name: 'orphan', method: 'GET', url: 'BASE/orphan' },
  ];
  const { run, read } = await importer({ 'a.json': JSON.stringify({ _type: 'export', resources }) });
  const { stdout } = await run('import', 'a.json');
  expect(read('Shop/Shop.http').match(/^### .*/gm)).toEqual(['### sent', '### orphan']);
  expect(stdout).toContain('Not imported (2):\n  request lost, whose folder contains itself');
  expect(stdout).toContain('\n  request below, whose folder');
});

const bru = (url: string): string =>
  `meta {\n  name: ${url}\n  type: http\n}\n\nget {\n  url: BASE/${url}\n  body: none\n  auth: none\n}\n`;

test('links and unreadable files in a Bruno folder are reported, and nothing outside the folder is read', async () => {
  const { run, folder, read } = await importer({
    'shop/bruno.json': '{"name": "Shop", "version": "1"}',
    'shop/one.bru': bru('one'),
    'shop/bad.yml': 'a: [\n',
    'outside/two.bru': bru('two'),
  });
  for (const [target, name] of [
    ['../outside', 'linked'],
    ['../outside/two.bru', 'two.bru'],
    ['.', 'loop'],
  ] as const)
    symlinkSync(target, path.join(folder, 'shop', name));
  const { code, stdout } = await run('import', 'shop');
  expect(code).toBe(0);
  expect(read('Shop/Shop.http').match(/^### .*/gm)).toEqual(['### one']);
  for (const line of ['symbolic link linked', 'symbolic link two.bru', 'symbolic link loop', 'shop/bad.yml:2:1: '])
    expect(stdout).toContain(`\n  ${line}`);
});

test('an unreadable bruno.json is an error', async () => {
  const { run } = await importer({ 'shop/bruno.json': '{"name": ' });
  expect(await run('import', 'shop')).toMatchObject({ code: 2, stderr: expect.stringContaining('shop/bruno.json:') });
});

test('a long line of the report is truncated', async () => {
  const text = 'info: {name: Shop}\nitem: &a [{name: f, item: *a}, {name: r, request: {url: "http://x/"}}]';
  const { run } = await importer({ 'a.yml': text });
  const { stdout } = await run('import', 'a.yml', '--dry-run');
  expect(stdout).toContain('Not imported');
  expect(Math.max(...stdout.split('\n').map(line => line.length))).toBeLessThan(400);
});

describe('secrets', () => {
  const text = (raw: string, language: string) =>
    request('one', { method: 'POST', body: { mode: 'raw', raw, options: { raw: { language } } } });

  test.each([
    [
      'an XML element',
      text('<a><password>s3cret</password><b>s</b></a>', 'xml'),
      '<a><password>{{password}}</password>',
    ],
    [
      'an XML element with a prefix',
      text('<a:token x="1">s3cret</a:token>', 'xml'),
      '<a:token x="1">{{token}}</a:token>',
    ],
    [
      'JSON in a form part',
      request('one', {
        method: 'POST',
        body: { mode: 'formdata', formdata: [{ key: 'a', value: '{"password": "s3cret"}' }] },
      }),
      '{"password": "{{password}}"}',
    ],
  ])('in %s are moved to the private file', async (_, item, line) => {
    const { run, read } = await importer({ 'a.json': collection([item]) });
    await run('import', 'a.json');
    expect(read('Shop/Shop.http')).toContain(line);
    expect(read('Shop/Shop.http')).not.toContain('s3cret');
    expect(read('Shop/http-client.private.env.json')).toContain('"s3cret"');
  });

  test('of a HAR are neither in its report nor in a readable file', async () => {
    const headers = [
      { name: 'Authorization', value: 'Bearer {{x}}s3cret' },
      { name: 'X-Note', value: '{{x}}' },
    ];
    const entries = [
      { request: { method: 'GET', url: 'wss://ada:s3cret@api.example/ws?access_token=s3cret' } },
      { request: { method: 'GET', url: 'data:text/plain,s3cret' } },
      { request: { method: 'GET', url: 'http://ada:s3cret@api.example/?token=s3cret', headers } },
    ];
    const { run, read } = await importer({ 'a.har': JSON.stringify({ log: { entries } }) });
    const { stdout } = await run('import', 'a.har');
    expect(stdout).toContain('\n  request to wss://api.example\n  request to data:text/plain\n');
    expect(stdout + read('a/a.http')).not.toContain('s3cret');
    expect(read('a/a.http')).toContain('#| X-Note: {{x}}');
  });
});
