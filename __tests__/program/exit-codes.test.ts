/** Each exit code that a plain request can have, in the built program. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { answer } from '../support/answer.js';
import { block, closeRawHttp2Servers, frame, headers, rawHttp2Server } from '../support/hostile/raw-http2.js';
import { runProgram, temporaryFolder } from '../support/program.js';
import { withPrograms } from '../support/programs.js';
import { tenthOf } from '../support/property.js';
import { certificates } from '../support/servers/certificates.js';
import { closeServers, httpServer, rawServer, sayingServer } from '../support/servers/http-server.js';
import { runShell } from '../support/shells/shell.js';
import { closeTerminals, startInTerminal } from '../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
  closeRawHttp2Servers();
});

/** One line on the failure, at most one with a suggestion, and never a stack trace. */
function expectClear(stderr: string, text: string | RegExp): void {
  expect(stderr).toMatch(/^apiclient: [^\n]+\n(?: {2}[^\n]+\n)?$/);
  expect(stderr).toMatch(text);
  expect(stderr).not.toMatch(/\.(?:cjs|js|ts):\d+|\bat \S+ \(/);
}

test('0: a response, whatever the status', async () => {
  const { url } = await httpServer(response => response.writeHead(500).end('oops'));
  expect(await runProgram(['GET', url, '-s'])).toMatchObject({ code: 0, stdout: 'oops', stderr: '' });
});

describe('1: the exchange failed', () => {
  test('connection refused', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    const ended = await runProgram(['GET', `http://127.0.0.1:${port}/`]);
    expect(ended.code).toBe(1);
    expectClear(ended.stderr, `127.0.0.1:${port}`);
  });

  test('the body is truncated: the received part is printed', async () => {
    const { url } = await sayingServer(answer(['Content-Length: 100'], 'only this'));
    const ended = await runProgram(['GET', url]);
    expect(ended).toMatchObject({ code: 1, stdout: 'only this' });
    expectClear(ended.stderr, /100|short|early|ended|closed/i);
  });

  test('not HTTP', async () => {
    const { url } = await sayingServer('SSH-2.0-OpenSSH_9.6\r\n\r\n');
    const ended = await runProgram(['GET', url]);
    expect(ended.code).toBe(1);
    expectClear(ended.stderr, 'HTTP');
  });

  test('standard input is a folder', async () => {
    const { url } = await httpServer(response => response.end());
    const ended = await runShell(`apiclient POST ${url} -d @- < /tmp`);
    expect(ended.code).toBe(1);
    expectClear(ended.stderr, 'Cannot read standard input: it is a folder.');
  });

  withPrograms(['procfs'], () => {
    test('the disk is full', async () => {
      const { url } = await httpServer(response => response.end('x'.repeat(100_000)));
      const commands = [
        `GET ${url} -o /dev/full`,
        `GET ${url} > /dev/full`,
        '--help > /dev/full',
        'completion zsh > /dev/full',
      ];
      for (const command of tenthOf(commands)) {
        const ended = await runShell(`apiclient ${command}`);
        expect(ended.code).toBe(1);
        expectClear(ended.stderr, 'the disk is full');
      }
    });
  });
});

describe('2: nothing was sent', () => {
  test('an argument with invalid UTF-8 is rejected, a typed U+FFFD is not', async () => {
    const server = await httpServer(response => response.end());
    const ended = await runShell(`apiclient POST ${server.url} -d "$(printf 'caf\\351')"`);
    expect(ended.code).toBe(2);
    expectClear(ended.stderr, 'An argument is not UTF-8 text');
    expect(server.seen).toEqual([]);
    expect((await runShell(`apiclient POST ${server.url} -d '\ufffd'`)).code).toBe(0);
    expect(server.seen[0]?.body.toString()).toBe('\ufffd');
  });

  test.each(['--debug-log x', '-o x/', ...tenthOf(['-o x', '--download', '--cookie-jar x', '--meta x', '-d @x'])])(
    'the current folder was removed: %s',
    async flags => {
      const server = await httpServer(response => response.end());
      const ended = await runShell(`mkdir gone; cd gone; rmdir ../gone; apiclient POST ${server.url} ${flags}`);
      expect(ended.code).toBe(2);
      expectClear(ended.stderr, 'The current folder no longer exists.');
      expect(server.seen).toEqual([]);
    },
  );

  test.each([
    ['a folder that does not exist', ['-o', 'no/such/file']],
    ['a folder instead of a file', ['-o', '.']],
    ['a missing folder', ['-o', 'folder/']],
    ['a debug log that cannot be written', ['--debug-log', 'no/such/file']],
    ['an unknown flag', ['--outptu', 'x']],
    ['a token that cannot be read', ['-B', 'file:no-such-file']],
    ['a cookie jar in a folder that does not exist', ['--cookie-jar', 'no/such/jar']],
    ['a cookie jar with a name that is too long', ['--cookie-jar', 'x'.repeat(300)]],
    ['a body', ['-d', '@no-such-file']],
    ['headers', ['-H', '@no-such-file']],
    ['a part of a form', ['-F', 'a=@no-such-file']],
    ['an item', ['a=@no-such-file']],
    ['a format of -w', ['-w', '@no-such-file']],
    ['netrc', ['--netrc']],
    ['a certificate', ['--cert', 'no-such-file']],
  ])('%s', async (_, flags) => {
    const server = await httpServer(response => response.end());
    // A certificate is read for https only.
    const url = flags[0] === '--cert' ? 'https://localhost:1' : server.url;
    const ended = await runProgram(['GET', url, ...flags]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^apiclient: /);
    expect(server.seen).toEqual([]);
  });
});

test.each([
  [304, 3],
  [404, 4],
  [503, 5],
  [204, 0],
])('--check-status: %i gives %i', async (status, code) => {
  const { url } = await httpServer(response => response.writeHead(status).end());
  expect((await runProgram(['GET', url, '--check-status'])).code).toBe(code);
});

describe('an invalid status counts as 5xx (RFC 9110, section 15)', () => {
  const odd = (status: string) => sayingServer(`HTTP/1.1 ${status} Odd\r\nContent-Length: 2\r\n\r\n{}`);

  test.each(['000', '099', '600', '999'])('%s with `--check-status`, `--fail` and neither', async status => {
    const { url } = await odd(status);
    expect(await runProgram(['GET', url, '--check-status'])).toMatchObject({ code: 5, stdout: '{}' });
    const failed = await runProgram(['GET', url, '--fail']);
    expect([failed.code, failed.stderr]).toEqual([5, expect.stringContaining(`The server answered ${status} Odd.`)]);
    expect((await runProgram(['GET', url])).code).toBe(0);
  });

  // Node 24's HTTP/2 rejects 000 as malformed.
  test.each(['600', '999'])(':status %s over HTTP/2', async status => {
    const { url } = await rawHttp2Server(({ id, write }) => write(headers(id, block([':status', status]), true)));
    const argv = ['GET', url, '--check-status', '--cacert', certificates().caFile, '-4'];
    expect((await runProgram(argv)).code).toBe(5);
  });

  test.each([
    ['000', '600'],
    ['999', '999'],
  ])('%s for GraphQL requests over HTTP/1.1, and %s over HTTP/2', async (status, overHttp2) => {
    const body = '{"data":{"a":1}}';
    const query = ['--query', '{ a }'];
    const plain = await sayingServer(
      `HTTP/1.1 ${status} Odd\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const argv = ['graphql', plain.url, ...query];
    expect(await runProgram([...argv, '--check-status'])).toMatchObject({ code: 5, stdout: body });
    expect(await runProgram(argv)).toMatchObject({ code: 1, stdout: body });
    const { url } = await rawHttp2Server(({ id, write }) => {
      write(headers(id, block([':status', overHttp2], ['content-type', 'application/json'])));
      write(frame(0, 1, id, Buffer.from(body)));
    });
    const http2 = ['graphql', url, ...query, '--check-status', '--cacert', certificates().caFile, '-4'];
    expect(await runProgram(http2)).toMatchObject({ code: 5, stdout: body });
  });

  test('`run` and `--repeat`', async () => {
    const folder = temporaryFolder();
    const { url } = await odd('999');
    writeFileSync(path.join(folder, 'odd.http'), `GET ${url}\n`);
    expect((await runProgram(['run', 'odd.http', '--check-status'], { folder })).code).toBe(5);
    expect((await runProgram(['GET', url, '--repeat', '2', '--check-status'])).code).toBe(5);
  });
});

test('--check-status still prints the body', async () => {
  const { url } = await httpServer(response => response.writeHead(404).end('not here'));
  expect(await runProgram(['GET', url, '--check-status'])).toMatchObject({ code: 4, stdout: 'not here' });
});

test('6: too many redirects', async () => {
  const { url } = await httpServer(response => response.writeHead(302, { location: '/again' }).end());
  const ended = await runProgram(['GET', url, '-L', '--max-redirects', '2']);
  expect(ended.code).toBe(6);
  expectClear(ended.stderr, /redirect/i);
});

test('8: timeout', async () => {
  const { url } = await rawServer(() => {});
  const ended = await runProgram(['GET', url, '--timeout', '0.1']);
  expect(ended.code).toBe(8);
  expectClear(ended.stderr, /0\.1 s|time/i);
});

describe('129, 130 and 143: hung up, interrupted and terminated', () => {
  test.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s during the response', async (signal, code) => {
    const { url } = await httpServer(response => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('first');
    });
    const ended = await runProgram(['GET', url], {
      onStart: child => child.stdout?.once('data', () => child.kill(signal)),
    });
    expect(ended).toMatchObject({ code, stdout: 'first', signal: null });
  });

  withPrograms(['procfs'], () => {
    test('SIGTERM even if the reader has stopped reading', async () => {
      const { url } = await httpServer(response => {
        const more = () => {
          while (response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', more);
        more();
      });
      const ended = await runShell(`
        mkfifo pipe; sleep 100 < pipe & reader=$!
        "$NODE" "$CLI" GET ${url} > pipe & ours=$!
        # Blocked: no more data was read from the server between two checks.
        before=x; after=y
        while [ "$before" != "$after" ]; do before=$(grep rchar /proc/$ours/io); sleep 0.3; after=$(grep rchar /proc/$ours/io); done
        kill -TERM $ours; wait $ours; echo $?; kill $reader`);
      expect(ended.stdout).toBe('143\n');
    });

    test('SIGTERM even if only unread output is pending', async () => {
      const ended = await runShell(`
        mkfifo pipe; exec 9<>pipe; head -c 65536 /dev/zero >&9
        "$NODE" "$CLI" completion bash > pipe & ours=$!
        before=x; after=y
        while [ "$before" != "$after" ]; do before=$(cat /proc/$ours/io); sleep 0.3; after=$(cat /proc/$ours/io); done
        ( sleep 20; kill -KILL $ours ) >/dev/null 2>&1 & late=$!
        kill -TERM $ours; wait $ours; echo $?; kill $late`);
      expect(ended.stdout).toBe('143\n');
    });
  });

  test.each([
    ['nobody reads', 'exec 9<>pipe; head -c 65536 /dev/zero >&9', 143],
    ['somebody reads', 'cat pipe >/dev/null &', 0],
  ])('SIGTERM exactly when the last output is written, which %s', async (_, reader, code) => {
    const ended = await runShell(`
      mkfifo pipe; ${reader}
      echo 'const { write } = process.stdout;
        process.stdout.write = (...given) => { write.apply(process.stdout, given); process.emit("SIGTERM"); };' > term.cjs
      NODE_OPTIONS="-r $PWD/term.cjs" "$NODE" "$CLI" completion bash > pipe; echo $?`);
    expect(ended.stdout).toBe(`${code}\n`);
  });

  test('Ctrl-C at a terminal: the line ends and the colour is reset', async () => {
    const { url } = await httpServer(response => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"key": "val');
    });
    const program = startInTerminal(['GET', url]);
    await program.untilShown('"key": "val');
    program.write('\u0003');
    expect((await program.ended).code).toBe(130);
    const last = program.rows().findIndex(row => row.includes('Interrupted'));
    expect(program.rows()[last - 1]).toContain('"val');
    expect(program.cell(last, 0)).toMatchObject({ foreground: 'default', bold: false });
    expect(program.cursor.x).toBe(0);
  });
});

describe('141: the reader disconnected', () => {
  test.each(tenthOf(['', '--pretty all', '-i']))('silently, with %j', async flags => {
    const { url } = await httpServer(response => {
      response.setHeader('content-type', 'application/json');
      response.end(`[${'"long",'.repeat(200_000)}0]`);
    });
    const ended = await runShell(
      `{ apiclient GET ${url} ${flags}; echo $? > status; } | head -c1 >/dev/null; cat status`,
    );
    expect(ended).toMatchObject({ stdout: '141\n', stderr: '' });
  });
});

test('SIGUSR1 opens no debugger to which other users of the machine could attach', async () => {
  let more = () => {};
  const server = await httpServer(response => {
    more = () => response.write('.');
    more();
  });
  let seen = 0;
  const ended = await runProgram(['GET', server.url], {
    onStart: child =>
      child.stdout?.on('data', () => {
        seen++;
        // Node opens it within the next turns of its loop.
        if (seen === 1) child.kill('SIGUSR1');
        if (seen < 50) more();
        else child.kill('SIGINT');
      }),
  });
  expect(ended).toMatchObject({ code: 130, stderr: 'apiclient: Interrupted.\n' });
});
