/** A body from standard input is sent with its length if it ends, because many servers cannot read chunks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { shellWord } from '../../../source/core/request/shell.js';
import { type Ended, programCommand, runProgram, temporaryFolder } from '../../support/program.js';
import { programFile, withPrograms } from '../../support/programs.js';
import { closeServers, httpServer, rawServer } from '../../support/servers/http-server.js';

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await closeServers();
});

const json = '{"a":1}\n';
const program = programCommand.map(shellWord).join(' ');

/** Runs a shell line in which `apiclient` is the program. */
function inShell(line: string, folder = temporaryFolder()): Promise<Ended> {
  const script = `apiclient() { ${program} "$@"; }\n${line}`;
  return runProgram([], { command: [programFile('bash'), '-c', script], folder });
}

/** The built program with a standard input that stays open. */
function start(...argv: readonly string[]): ChildProcess {
  const home = temporaryFolder();
  const [file, ...words] = programCommand;
  const child = spawn(file, [...words, ...argv], { cwd: home, env: { PATH: process.env.PATH, HOME: home } });
  child.stdin.on('error', () => {});
  children.push(child);
  return child;
}

const upload = "--query 'mutation($f: Upload) { a(f: $f) }' --upload variables.f=@-";

withPrograms(['bash'], () => {
  test.each([
    ['--json @-', `printf '{"a":1}\\n' | apiclient POST URL --json @-`, json],
    ['-d @-', `printf '{"a":1}\\n' | apiclient POST URL -d @-`, json],
    ['-d @- among others', `printf '{"a":1}\\n' | apiclient POST URL -d a=1 -d @-`, `a=1&${json}`],
    ['--data-urlencode n@-', `printf '{"a":1}' | apiclient POST URL --data-urlencode n@-`, 'n=%7B%22a%22%3A1%7D'],
    ['-F f=@-', `printf '{"a":1}\\n' | apiclient POST URL -F f=@-`, json],
    ['-F f=<-', `printf '{"a":1}\\n' | apiclient POST URL -F 'f=<-'`, json],
    ['a file', 'apiclient POST URL -d @- < body.json', json],
    ['the rest of a file', '{ read -r line; apiclient POST URL -d @-; } < lines.txt', json],
    ['an empty file', 'apiclient POST URL -d @- < /dev/null', ''],
    ['nothing in a pipe', ': | apiclient POST URL -d @-', ''],
    ['/dev/null in a form', 'apiclient POST URL -F f=@/dev/null -F a=b', 'filename="null"'],
    ['a process substitution', `apiclient POST URL -d @<(printf '{"a":1}\\n')`, json],
    ['one in a form', `apiclient POST URL -F f=@<(printf '{"a":1}\\n')`, json],
    ['/dev/stdin', `printf '{"a":1}\\n' | apiclient POST URL -d @/dev/stdin`, json],
    ['an item', `printf ada | apiclient POST URL name=@-`, '{"name":"ada"}'],
    ['graphql --query @-', `printf '{ a }' | apiclient graphql URL --query @- --no-validate`, '{"query":"{ a }"}'],
    ['graphql --upload', `printf '{"a":1}\\n' | apiclient graphql URL ${upload}`, json],
  ])('%s has a length', async (_title, line, expected) => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'body.json'), json);
    writeFileSync(path.join(folder, 'lines.txt'), `first\n${json}`);
    const server = await httpServer(response => response.end('{}'));
    await inShell(line.replaceAll('URL', server.url), folder);
    const [seen] = server.seen;
    expect(seen?.headers['transfer-encoding']).toBeUndefined();
    expect(seen?.headers['content-length']).toBe(String(seen?.body.length));
    if (/ -F | --upload /.test(line)) expect(String(seen?.body)).toContain(expected);
    else expect(String(seen?.body)).toBe(expected);
  });

  // Only /proc shows how much of a file a shell has read.
  withPrograms(['procfs'], () =>
    test('bodies over 1 MiB: a file is sent with its length, a pipe in chunks, both complete', async () => {
      const folder = temporaryFolder();
      const body = Buffer.from(Array.from({ length: 3_000_001 }, (_, at) => at % 251));
      writeFileSync(path.join(folder, 'big'), Buffer.concat([Buffer.from('first\n'), body]));
      const server = await httpServer(response => response.end());
      await inShell(`{ read -r line; apiclient POST ${server.url} -d @-; } < big`, folder);
      await inShell(`tail -n +2 big | apiclient POST ${server.url} -d @-`, folder);
      await inShell(`apiclient POST ${server.url} -d @<(tail -n +2 big)`, folder);
      expect(server.seen.map(({ headers }) => [headers['content-length'], headers['transfer-encoding']])).toEqual([
        ['3000001', undefined],
        [undefined, 'chunked'],
        [undefined, 'chunked'],
      ]);
      expect(server.seen.map(each => each.body.equals(body))).toEqual([true, true, true]);
    }),
  );

  test.each([307, 308])('a buffered body is sent again after %i', async status => {
    const server = await httpServer((response, seen) =>
      seen.path === '/' ? response.writeHead(status, { location: '/there' }).end() : response.end(),
    );
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'body.json'), json);
    const fromFile = await inShell(`apiclient POST ${server.url} -L -d @- < body.json`, folder);
    const fromPipe = await inShell(`cat body.json | apiclient POST ${server.url} -L -F f=@-`, folder);
    const fromFifo = await inShell(`apiclient POST ${server.url} -L -d @<(cat body.json)`, folder);
    expect([fromFile, fromPipe, fromFifo].map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      Array(3).fill({ code: 0, stderr: '' }),
    );
    expect(server.seen.map(each => String(each.body).includes(json))).toEqual(Array(6).fill(true));
  });

  test('a FIFO with more than 1 MiB is not resent without its beginning', async () => {
    const server = await httpServer(response => response.writeHead(307, { location: '/there' }).end());
    const ended = await inShell(`apiclient POST ${server.url} -L -d @<(head -c 2000000 /dev/zero)`);
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toContain('can be read only once');
    expect(server.seen).toHaveLength(1);
  });
});

test('a buffered body is resent by --retry, and after a challenge', async () => {
  let failing = 1;
  const busy = await httpServer(response =>
    response.writeHead(failing-- > 0 ? 503 : 200, { 'retry-after': '0' }).end(),
  );
  expect((await runProgram(['PUT', busy.url, '-d', '@-', '--retry', '1'], { input: json, spawn: true })).code).toBe(0);
  expect(busy.seen.map(each => String(each.body))).toEqual([json, json]);
  const asking = await httpServer((response, { headers }) =>
    headers.authorization
      ? response.end('in')
      : response.writeHead(401, { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"' }).end(),
  );
  const argv = ['POST', asking.url, '-d', '@-', '--digest', '-u', 'ada:s'];
  expect((await runProgram(argv, { input: json, spawn: true })).stdout).toBe('in');
  expect(String(asking.seen.at(-1)?.body)).toBe(json);
});

test.each([['--chunked'], ['-H', 'Transfer-Encoding: chunked']])(
  '%s %s sends available data while the producer continues',
  async (...flags) => {
    let child: ChildProcess | undefined;
    let all = '';
    const server = await rawServer(socket =>
      socket.on('data', chunk => {
        all += chunk;
        if (all.includes('first')) child?.stdin?.end('last');
        if (all.endsWith('\r\n0\r\n\r\n')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      }),
    );
    child = start('POST', server.url, '-d', '@-', ...flags);
    child.stdin?.write('first');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(all).toMatch(/\r\nTransfer-Encoding: chunked\r\n/);
    expect(all).toMatch(/\r\n5\r\nfirst\r\n4\r\nlast\r\n0\r\n\r\n$/);
  },
);

test('a pipe that does not end is reported, with the flag that sends it as it arrives', async () => {
  const server = await httpServer(response => response.end());
  const child = start('POST', server.url, '-d', '@-');
  child.stdin?.write('first');
  const [told] = await once(child.stderr ?? child, 'data');
  expect(String(told)).toContain('Pass --chunked to stream it.');
  expect(server.seen).toEqual([]);
  child.stdin?.end();
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(server.seen.map(each => String(each.body))).toEqual(['first']);
});

test('Ctrl-C ends the wait for the end of a pipe', async () => {
  const server = await httpServer(response => response.end());
  const child = start('POST', server.url, '-d', '@-');
  // More than the pipe itself holds: once it is written, the program reads.
  await new Promise(resolve => child.stdin?.write(Buffer.alloc(300_000), resolve));
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([130, null]);
  expect(server.seen).toEqual([]);
});

test.each([400, 411, 501])('a %i after a chunked body notes that this may be the reason', async status => {
  const server = await httpServer(response => response.writeHead(status).end());
  const long = await runProgram(['POST', server.url, '-d', '@-'], { input: Buffer.alloc(2_000_000), spawn: true });
  expect(long.stderr).toContain('Send a file to include the length: -d @FILE');
  const asked = await runProgram(['POST', server.url, '-d', 'x', '--chunked'], { input: '' });
  expect(asked.stderr).toContain('Without --chunked');
  const short = await runProgram(['POST', server.url, '-d', '@-'], { input: json, spawn: true });
  expect(short.stderr).not.toContain('chunks');
  const silent = await runProgram(['POST', server.url, '-d', 'x', '--chunked', '-s'], { input: '' });
  expect(silent.stderr).toBe('');
});

test('--dry-run shows the complete request; --curl leaves standard input to curl', async () => {
  const dry = await runProgram(['POST', 'https://a.example', '--json', '@-', '--dry-run'], {
    input: json,
    spawn: true,
  });
  expect(dry.stdout).toContain('Content-Length: 8\n');
  expect(dry.stdout).toContain('"a"');
  const curl = await runProgram(['POST', 'https://a.example', '-d', '@-', '--chunked', '--curl'], { input: '' });
  expect(curl.stdout).toContain("-H 'Transfer-Encoding: chunked'");
});

test('--chunked without a body is rejected', async () => {
  const ended = await runProgram(['GET', 'https://a.example', '--chunked']);
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('--chunked has no effect without a body.') });
});

withPrograms(['python3'], () => {
  test("Python's wsgiref, which cannot read chunks, gets the body", async () => {
    const script = [
      'from wsgiref.simple_server import make_server, WSGIRequestHandler',
      'class Quiet(WSGIRequestHandler):',
      '    def log_message(self, *a): pass',
      'def app(environ, respond):',
      "    body = environ['wsgi.input'].read(int(environ.get('CONTENT_LENGTH') or 0))",
      "    respond('200 OK', [('Content-Type', 'text/plain')])",
      '    return [body]',
      "server = make_server('127.0.0.1', 0, app, handler_class=Quiet)",
      'print(server.server_port, flush=True)',
      'server.serve_forever()',
    ].join('\n');
    const server = spawn(programFile('python3'), ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(server);
    const [port] = await once(server.stdout, 'data');
    const url = `http://127.0.0.1:${String(port).trim()}/`;
    expect((await runProgram(['POST', url, '--json', '@-'], { input: json, spawn: true })).stdout).toBe(json);
    expect((await runProgram(['POST', url, '-F', 'f=@-'], { input: json, spawn: true })).stdout).toContain(json);
    // HTTP/1.0 has no chunks: it responds with 200, and has read nothing.
    const long = await runProgram(['POST', url, '-d', '@-'], { input: Buffer.alloc(2_000_000), spawn: true });
    expect(long).toMatchObject({ stdout: '', stderr: expect.stringContaining('The body was sent in chunks') });
  });
});
