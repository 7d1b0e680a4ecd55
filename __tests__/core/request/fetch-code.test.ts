/** `--print-code fetch`: the printed code runs, and sends the same request as the program. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { main } from '../../../source/main.js';
import { testEnvironment } from '../../support/servers/graphql.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterAll(closeServers);

async function codeFor(argv: readonly string[], folder: string): Promise<string> {
  const environment = testEnvironment({ folder });
  expect(await main([...argv, '--print-code', 'fetch'], environment)).toBe(0);
  return environment.out();
}

function fileOf(code: string, folder: string): string {
  const file = path.join(folder, 'code.mjs');
  writeFileSync(file, code);
  return file;
}

/** A thread that imports files, which is much faster than a process for each. */
const importer = new Worker(
  `const { parentPort } = require('node:worker_threads');
  parentPort.on('message', file => import(file).then(() => parentPort.postMessage('done'), error => { throw error; }));`,
  { eval: true, stdout: true },
);
afterAll(() => importer.terminate());

async function run(code: string, folder: string): Promise<void> {
  importer.postMessage(fileOf(code, folder));
  await once(importer, 'message');
}

test.each<[string, readonly string[]]>([
  ['POST', ['-d', 'it\'s "quoted"\n\\ \u2028 é']],
  ['POST', ['--json', '{"a":[1,{"b":null}]}']],
  ['POST', ['--json', '{"big": 12345678901234567890}']],
  ['PUT', ['-d', '@FOLDER/bytes.bin', '-u', 'me:pässword', '-H', 'X-One: 1', '-H', 'X-Two:  2']],
  ['GET', ['a==b c', '-B', 'token', '-K', 'key=s3cret', '-b', 'c=d']],
])('%s %j', async (method, typed) => {
  const { url, seen } = await httpServer(response => response.end('ok'));
  const { folder } = testEnvironment();
  const flags = typed.map(flag => flag.replace('FOLDER', folder));
  writeFileSync(path.join(folder, 'bytes.bin'), Buffer.from([0, 255, 10, 13]));
  const code = await codeFor([method, `${url}/p`, ...flags, '--show-secrets'], folder);
  await run(code, folder);
  expect(await main([method, `${url}/p`, ...flags], testEnvironment({ folder }))).toBe(0);
  const [printed, sent] = seen;
  expect([printed?.method, printed?.path, printed?.body]).toEqual([sent?.method, sent?.path, sent?.body]);
  for (const name of ['content-type', 'authorization', 'cookie', 'x-one', 'x-two']) {
    if (sent?.headers[name] !== undefined) expect([name, printed?.headers[name]]).toEqual([name, sent.headers[name]]);
  }
});

test.each([
  [[], '4', undefined],
  [['--chunked'], undefined, 'chunked'],
])('standard input %j', async (flags, length, coding) => {
  const { url, seen } = await httpServer(response => response.end('ok'));
  const { folder } = testEnvironment();
  const code = await codeFor(['POST', url, '-d', '@-', ...flags], folder);
  const thread = new Worker(fileOf(code, folder), { stdin: true, stdout: true });
  thread.stdin?.end('text');
  expect(await once(thread, 'exit')).toEqual([0]);
  expect(seen.map(each => String(each.body))).toEqual(['text']);
  expect([seen[0]?.headers['content-length'], seen[0]?.headers['transfer-encoding']]).toEqual([length, coding]);
});

test('a form with a file', async () => {
  const { url, seen } = await httpServer(response => response.end('ok'));
  const { folder } = testEnvironment();
  writeFileSync(path.join(folder, 'a.txt'), 'the file');
  const code = await codeFor(
    ['POST', url, '-F', 'n=v', '-F', `f=@${folder}/a.txt`, '-F', `t=<${folder}/a.txt`],
    folder,
  );
  await run(code, folder);
  const body = seen[0]?.body.toString() ?? '';
  expect(body).toContain('name="n"\r\n\r\nv');
  expect(body.match(/filename="a.txt"/g)).toHaveLength(1);
  expect(body).toContain('name="t"\r\n\r\nthe file');
  expect(body).toContain('the file');
});

test('secrets are masked unless requested; options that fetch does not support are reported', async () => {
  const argv = [
    'POST',
    'https://api.example.com/',
    '-B',
    'hush',
    '-K',
    'k=hush',
    '-b',
    's=hush',
    '-x',
    'http://p:1',
    '-d',
    'a',
  ];
  const code = await codeFor(argv, testEnvironment().folder);
  expect(code).not.toContain('hush');
  expect(code).toContain('••••');
  expect(code).toContain('// Not included: the proxy.');
});

test('an operation: its body as an object', async () => {
  const environment = testEnvironment();
  await main(['graphql', 'https://api.example.com/graphql', '--query', '{ a }', '--print-code', 'fetch'], environment);
  expect(environment.out()).toContain('body: JSON.stringify({\n    "query": "{ a }"\n  }),');
});

test.each(['\u009b2J', 'a\u202eb', "it's\u007f", '{"a":"\\u202e"}', '{"a":"\u202e\u2028"}', '\u{e0041}'])(
  'nothing in the code can control the terminal: %j',
  async text => {
    const code = await codeFor(
      ['POST', 'https://a.example/', '-H', `X: v`, '--data-raw', text],
      testEnvironment().folder,
    );
    expect(code).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]|\u{e0041}/u);
    const body = /\n {2}body: ([\s\S]*?),\n/.exec(code)?.[1] ?? '';
    expect(new Function(`return ${body}`)()).toBe(text);
  },
);
