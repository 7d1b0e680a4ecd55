/** `-a` in the built program. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

const user = '{\n  "id": 12345678901234567890,\n  "name": "Ada"\n}\n';

const serve = (body: string | Uint8Array = user, status = 200, headers: Record<string, string> = {}) =>
  httpServer(response => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body));

test('passing checks print nothing, and the body is printed as usual', async () => {
  const { url } = await serve();
  const checks = ['status == 200', 'header content-type contains json', '$.id == 12345678901234567890', 'time < 60s'];
  const ended = await runProgram(['GET', url, ...checks.flatMap(each => ['-a', each])]);
  expect(ended).toMatchObject({ code: 0, stdout: user, stderr: '' });
});

test('all failed checks are reported, with actual values and positions; the body is printed; exit code 11', async () => {
  const { url } = await serve(user, 404);
  const ended = await runProgram([
    ...[
      'GET',
      url,
      '-a',
      'status == 200',
      '--assert=$.name == "Bob"',
      '-a',
      '$.id is integer',
      '-a',
      'header etag exists',
    ],
  ]);
  expect(ended).toMatchObject({ code: 11, stdout: user });
  expect(ended.stderr).toBe(
    [
      'apiclient: Check failed: status == 200: expected 200, got 404\n',
      'apiclient: Check failed: $.name == "Bob": expected "Bob", got "Ada" (line 3, column 11 of the body)\n',
      'apiclient: Check failed: header etag exists: expected to exist, got nothing: the response has no such header\n',
    ].join(''),
  );
});

test.each([
  ['a misspelt target', 'statsu == 200', 'statsu is not a target'],
  ['a path that is none', '$.a[]', '$.a[] is not a JSONPath'],
])('%s is rejected, and nothing is sent', async (_, check, words) => {
  const { url, seen } = await serve();
  const ended = await runProgram(['GET', url, '-a', `${check} exists`]);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain(words);
  expect(seen).toHaveLength(0);
});

test("HTTPie's -a USER:PASS is explained, without its password", async () => {
  const ended = await runProgram(['GET', 'http://127.0.0.1:1/', '-a', 'ada:hush']);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('-u USER:PASS');
  expect(ended.stderr).not.toContain('hush');
});

test('the exit code of --check-status takes precedence, and the checks are still reported', async () => {
  const { url } = await serve(user, 404);
  const ended = await runProgram(['GET', url, '--check-status', '-a', 'status == 200']);
  expect(ended).toMatchObject({ code: 4, stdout: user });
  expect(ended.stderr).toContain('Check failed: status == 200');
});

test('-s with checks prints no body, but evaluates the checks', async () => {
  const { url } = await serve();
  expect(await runProgram(['GET', url, '-s', '-a', '$.name == Ada'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: '',
  });
  expect(await runProgram(['GET', url, '-s', '-a', '$.name == Eve'])).toMatchObject({ code: 11, stdout: '' });
  expect(await runProgram(['GET', url, '-s', '-p', 'b', '-a', '$.name == Ada'])).toMatchObject({ stdout: user });
});

test('the body is checked even if it is not printed, or is saved', async () => {
  const { url } = await serve();
  const check = ['-a', '$.name == Eve'];
  expect(await runProgram(['GET', url, '-p', '', ...check])).toMatchObject({ code: 11, stdout: '' });
  expect(await runProgram(['GET', url, '-p', 'h', '-a', '$.name == Ada'])).toMatchObject({ code: 0 });
  const folder = temporaryFolder();
  const saved = await runProgram(['GET', url, '-o', 'user.json', ...check], { folder });
  expect(saved.code).toBe(11);
  expect(readFileSync(path.join(folder, 'user.json'), 'utf8')).toBe(user);
});

test('a binary body on a terminal is checked to its end', async () => {
  const { url } = await serve(Buffer.alloc(3_000_000), 200, { 'content-type': 'image/png' });
  const terminal = startInTerminal(['GET', url, '-a', 'size == 3000000', '-a', 'size == 1']);
  expect((await terminal.ended).code).toBe(11);
  expect(terminal.rows().join('')).toContain('expected 1, got 3000000');
});

test('--meta has every check', async () => {
  const { url } = await serve();
  const { stdout, code } = await runProgram([
    'GET',
    url,
    '-p',
    '',
    '--meta',
    '-',
    '-a',
    '$.name == Eve',
    '-a',
    'status == 2xx',
  ]);
  expect(code).toBe(11);
  expect(JSON.parse(stdout).checks).toEqual([
    { ok: false, check: '$.name == Eve', expected: 'Eve', actual: '"Ada"', position: { line: 3, column: 11 } },
    { ok: true, check: 'status == 2xx', expected: '2xx', actual: '200' },
  ]);
});

test('credentials echoed by the server are not printed', async () => {
  const { url } = await serve('"Bearer hush"');
  const ended = await runProgram(['GET', url, '-B', 'hush', '-p', '', '-a', '$ == x']);
  expect(ended.code).toBe(11);
  expect(ended.stderr).not.toContain('hush');
});

test('a truncated body is not checked', async () => {
  const { url } = await httpServer(response => {
    response.writeHead(200, { 'content-length': '100' }).write('{}');
    response.destroy();
  });
  const ended = await runProgram(['GET', url, '-a', 'status == 404', '-a', 'size == 2']);
  expect(ended.code).toBe(1);
  expect(ended.stderr).not.toContain('Check failed');
});

describe('graphql --query', () => {
  const query = ['--query', '{ a }', '--no-validate'];

  test('checks apply to the result', async () => {
    const { url } = await serve('{"data":{"a":1}}');
    const ended = await runProgram(['graphql', url, ...query, '-a', '$.data.a == 2', '-a', 'errors not exists']);
    expect(ended).toMatchObject({ code: 11, stdout: '{"data":{"a":1}}' });
    expect(ended.stderr).toBe(
      'apiclient: Check failed: $.data.a == 2: expected 2, got 1 (line 1, column 14 of the body)\n',
    );
  });

  test('errors that a check refers to do not fail by themselves', async () => {
    const { url } = await serve('{"errors":[{"message":"denied"}]}');
    expect((await runProgram(['graphql', url, ...query])).code).toBe(9);
    expect((await runProgram(['graphql', url, ...query, '-a', 'status == 200'])).code).toBe(9);
    expect((await runProgram(['graphql', url, ...query, '-a', 'errors contains denied'])).code).toBe(0);
    expect((await runProgram(['graphql', url, ...query, '-a', 'errors not exists'])).code).toBe(11);
  });

  test('a subscription has no response to check', async () => {
    const ended = await runProgram([
      'graphql',
      'http://127.0.0.1:1/',
      '--query',
      'subscription { a }',
      '-a',
      'status == 200',
    ]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('-a cannot check the events of a subscription');
  });
});
