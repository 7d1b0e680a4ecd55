/** `--repeat`, `--jobs` and `--rate` in the built program. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { makeCertificate } from '../../support/servers/certificate.js';
import { closeServers, httpServer, rawServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

const user = '{"id":1,"name":"Ada"}';
const serve = (status = 200) =>
  httpServer(response => response.writeHead(status, { 'content-type': 'application/json' }).end(user));

test('--repeat sends the request N times on persistent connections, and prints one table', async () => {
  const { url, seen } = await serve();
  const ended = await runProgram([
    'GET',
    url,
    '--repeat',
    '40',
    '--jobs',
    '4',
    '-a',
    'status == 200',
    '-a',
    '$.id == 1',
  ]);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(seen).toHaveLength(40);
  expect(ended.stdout).toMatch(/responses +errors +p50 +p90 +p99 +max +per second\nGET http\S+ +40 +0 /);
  expect(ended.stdout).toMatch(/40 responses in [\d.]+ m?s, 4 at a time\n$/);
});

test('checks on all responses: a failed one is reported, exit code 11', async () => {
  const { url } = await serve();
  const ended = await runProgram([
    'GET',
    url,
    '--repeat',
    '5',
    '-a',
    'p99 < 0.001',
    '-a',
    'errors == 0',
    '-a',
    'max < 1min',
  ]);
  expect(ended.code).toBe(11);
  expect(ended.stderr).toMatch(/^apiclient: Check failed: p99 < 0\.001: expected less than 0\.001, got [\d.]+\n$/);
});

test('a failed check of a response is an error with its reason; a status of 500 is an error by itself', async () => {
  const { url } = await serve(500);
  const checked = await runProgram(['GET', url, '--repeat', '3', '-a', '$.name == Eve', '-a', 'status == 500']);
  expect(checked.code).toBe(11);
  expect(checked.stdout).toContain('3 × Check failed: $.name == Eve');
  const bare = await runProgram(['GET', url, '--repeat', '3']);
  expect(bare.code).toBe(0);
  expect(bare.stdout).toContain('3 × The server answered 500 Internal Server Error.');
  expect((await runProgram(['GET', url, '--repeat', '3', '--check-status'])).code).toBe(5);
});

test('no response is an error: the first one determines the exit code, unless a check limits the number of errors', async () => {
  const { url } = await httpServer(response => response.destroy());
  const ended = await runProgram(['GET', url, '--repeat', '3']);
  expect(ended.stdout).toMatch(/ 0 +3 +- +- +- +- +0\.0\n/);
  expect(ended.code).not.toBe(0);
  expect((await runProgram(['GET', url, '--repeat', '3', '-a', 'errors <= 3'])).code).toBe(0);
  expect((await runProgram(['GET', url, '--repeat', '3', '-a', 'p99 < 10'])).stderr).toContain('there was no response');
});

test('JSON: printed instead of the table, or in a file in addition to it', async () => {
  const { url } = await serve();
  const folder = temporaryFolder();
  const printed = await runProgram(['GET', url, '--repeat', '6', '--report', 'json', '-a', 'p50 < 1min']);
  expect(JSON.parse(printed.stdout)).toMatchObject({
    repeat: 6,
    requests: [{ responses: 6, errors: 0, statuses: { 200: 6 } }],
    checks: [{ ok: true, check: 'p50 < 1min' }],
  });
  await runProgram(['GET', url, '--repeat', '6', '--meta', 'm.json', '--report', 'json=r.json', '-s'], { folder });
  for (const name of ['m.json', 'r.json'])
    expect(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))).toMatchObject({ repeat: 6 });
});

test('a file: a row for each request and one for all; each repetition has separate captures and cookies', async () => {
  const { url, seen } = await httpServer((response, { path }) => {
    response.writeHead(200, path === '/login' ? { 'set-cookie': `id=${seen.length}` } : {});
    response.end(`{"token": ${seen.length}}`);
  });
  const folder = temporaryFolder();
  const base = url.replace(/\/$/, '');
  writeFileSync(
    path.join(folder, 'a.http'),
    `### login\n# @capture token = $.token\nPOST ${base}/login\n\n### me\n# @assert status == 200\nGET ${base}/me?{{token}}\n`,
  );
  const ended = await runProgram(['run', 'a.http', '--repeat', '5', '-a', 'errors == 0'], { folder });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toMatch(/login +5 +0 .*\nme +5 +0 .*\nall +10 +0 /);
  const me = seen.filter(each => each.path.startsWith('/me'));
  expect(me.map(each => each.headers.cookie)).toEqual(me.map(each => `id=${each.path.slice(4)}`));
  expect(new Set(me.map(each => each.path)).size).toBe(5);
});

test('a histogram on a terminal, with the counter erased', async () => {
  const { url } = await serve();
  const terminal = startInTerminal(['GET', url, '--repeat', '20'], { columns: 110 });
  expect(await terminal.ended).toMatchObject({ code: 0 });
  expect(terminal.bytes).toMatch(/ms – .* +\d+ {2}#+/);
  const shown = terminal.bytes.split(' of 20');
  if (shown.length > 1) expect(shown.at(-1)).toContain('\r\u001b[K');
});

test('Ctrl-C shows the results so far', async () => {
  const { url } = await serve();
  const terminal = startInTerminal(['GET', url, '--repeat', '1000000', '--jobs', '2'], { columns: 110 });
  await terminal.untilScreen(screen => / of 1,000,000/.test(screen));
  terminal.write('\x03');
  expect(await terminal.ended).toMatchObject({ code: 130 });
  expect(terminal.bytes).toMatch(/responses in [\s\S]*Interrupted/);
});

test('--rate sends on schedule, and reports when it could not', async () => {
  const { url, seen } = await httpServer(response => setTimeout(() => response.end('x'), 50));
  const kept = await runProgram(['GET', url, '--repeat', '10', '--rate', '600/min', '--report', 'json']);
  expect(kept.code).toBe(0);
  expect(JSON.parse(kept.stdout)).toMatchObject({ rate: 10, jobs: 100, requests: [{ responses: 10 }] });
  expect(JSON.parse(kept.stdout).elapsed).toBeGreaterThanOrEqual(900);
  const late = await runProgram(['GET', url, '--repeat', '10', '--rate', '1000/s', '--jobs', '1', '-a', 'p50 > 100']);
  expect(late.code).toBe(0);
  expect(late.stderr).toMatch(/\d of 10 requests started up to [\s\S]* late, because [\s\S]*--jobs N/);
  expect(seen).toHaveLength(20);
});

test('--dry-run prints the request once', async () => {
  const ended = await runProgram(['GET', 'http://127.0.0.1:1/x', '--repeat', '9', '--dry-run']);
  expect(ended.code).toBe(0);
  expect(ended.stdout.match(/GET /g)).toHaveLength(1);
});

test.each([
  [['GET', 'http://127.0.0.1:1/', '--repeat', '0'], '--repeat needs a whole number from 1 to'],
  [['GET', 'http://127.0.0.1:1/', '--rate', '5/s'], '--rate has no effect without --repeat'],
  [['GET', 'http://127.0.0.1:1/', '--repeat', '5', '--rate', 'fast'], 'Usage: --rate 50/s'],
  [['GET', 'http://127.0.0.1:1/', '--jobs', '5'], '--jobs has no effect on a request without --repeat'],
  [['GET', 'http://127.0.0.1:1/', '--repeat', '5', '-o', 'x'], '--repeat and --output cannot be combined'],
  [
    ['GET', 'http://127.0.0.1:1/', '--repeat', '5', '--report', 'junit'],
    'With --repeat, the only report format is json.',
  ],
  [['GET', 'http://127.0.0.1:1/', '-a', 'p99 < 5'], 'needs many responses, with --repeat'],
  [['POST', 'http://127.0.0.1:1/', '-d', '@-', '--repeat', '5'], 'can be read only once'],
  [['run', 'a.http', 'b.http', '--repeat', '5'], '--repeat takes only one file'],
])('%j is rejected', async (argv, words) => {
  const ended = await runProgram(argv, { input: 'x' });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain(words);
});

test('a check on all responses in a file is rejected with its line', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'a.http'), '# @assert p99 < 5\nGET http://127.0.0.1:1/\n');
  const ended = await runProgram(['run', 'a.http', '--repeat', '5'], { folder });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('a.http:1: p99 < 5');
});

test('every request is the same on the wire, with its body and credentials', async () => {
  const { url, seen } = await httpServer(response => response.end(user));
  const argv = ['POST', `${url}/a?b=1`, 'name=Ada', '-u', 'ada:pw', '-H', 'X-A: ö', '--repeat', '5'];
  expect((await runProgram(argv)).code).toBe(0);
  const [first, ...others] = seen.map(({ method, path: at, headers, body }) => [method, at, headers, body.toString()]);
  expect(others).toEqual([first, first, first, first]);
});

test('connections that the server closes are replaced', async () => {
  let count = 0;
  const { url, seen } = await httpServer((response, _, request) => {
    response.end(user);
    if (++count % 3 === 0) setImmediate(() => request.socket.destroy());
  });
  const ended = await runProgram(['GET', url, '--repeat', '30']);
  expect([ended.code, ended.stdout]).toEqual([0, expect.stringMatching(/GET http\S+ +30 +0 /)]);
  expect(seen.length).toBeGreaterThanOrEqual(30);
});

test('a request that is not idempotent is not sent again after its connection was closed', async () => {
  let count = 0;
  const { url, seen } = await httpServer((response, _, request) => {
    if (++count % 3 === 0) request.socket.destroy();
    else response.end(user);
  });
  const ended = await runProgram(['POST', url, 'a=b', '--repeat', '9']);
  expect(ended.stdout).toMatch(/POST http\S+ +6 +3 /);
  expect(seen).toHaveLength(9);
});

test('over TLS, each connection is verified and used for several requests', async () => {
  const folder = temporaryFolder();
  const made = await makeCertificate(folder, 'server', { name: 'server', address: '127.0.0.1', mayIssue: true });
  const sockets = new Set<unknown>();
  const { url, seen } = await httpServer((response, _, request) => {
    sockets.add(request.socket);
    response.end(user);
  }, made);
  const argv = ['GET', url, '--repeat', '40', '--jobs', '4', '--check-all', '-a', '$.id == 1'];
  const ended = await runProgram([...argv, '--cacert', 'server.pem'], { folder });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(seen).toHaveLength(40);
  expect(sockets.size).toBeLessThanOrEqual(5);
});

test('a response with invalid framing or a premature end is an error', async () => {
  const answers = ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'];
  const serve = (late: string) => {
    let count = 0;
    return rawServer(socket =>
      socket.on('data', () => {
        const isLate = ++count === 3;
        socket.write(isLate ? late : (answers[0] ?? ''));
        if (isLate) socket.end();
      }),
    );
  };
  const invalid = await runProgram(['GET', (await serve(answers[1] ?? '')).url, '--repeat', '5']);
  expect(invalid.stdout).toContain('1 × A repeated response is not valid HTTP/1.1.');
  const short = await runProgram([
    'GET',
    (await serve('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}')).url,
    '--repeat',
    '5',
  ]);
  expect(short.stdout).toMatch(/GET http\S+ +4 +1 /);
});

test('the status of each response is checked, the body of a sample, and of all with --check-all', async () => {
  const answer = (badStatus: number) => {
    let count = 0;
    return httpServer(response => {
      count++;
      response.writeHead(count === 106 ? badStatus : 200).end(count === 106 ? '{"id":2}' : user);
    });
  };
  const argv = ['--repeat', '200', '-a', '$.id == 1', '-a', 'status == 200'];
  const sampled = await runProgram(['GET', (await answer(200)).url, ...argv]);
  expect([sampled.code, sampled.stderr]).toEqual([
    0,
    'apiclient: 110 of 200 responses were checked. Pass --check-all to check all of them.\n',
  ]);
  const all = await runProgram(['GET', (await answer(200)).url, ...argv, '--check-all']);
  expect([all.code, all.stdout, all.stderr]).toEqual([11, expect.stringContaining('1 × Check failed: $.id == 1'), '']);
  const status = await runProgram(['GET', (await answer(500)).url, ...argv]);
  expect([status.code, status.stdout]).toEqual([11, expect.stringContaining('1 × Check failed: status == 200')]);
});
