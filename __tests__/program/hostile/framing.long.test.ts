/** Broken, truncated and oversized responses in the built program: a clear line, the right exit code, bounded memory. */
import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { answer } from '../../support/answer.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer, rawServer, sayingServer } from '../../support/servers/http-server.js';
import { runMeasured, runShell } from '../../support/shells/shell.js';

afterEach(closeServers);

/** At most two lines, no stack trace, no control characters. */
function expectClear(stderr: string): void {
  expect(stderr).toMatch(/^apiclient: [^\n]+\n(?: {2}[^\n]+\n)?$/);
  expect(stderr).not.toMatch(/\.(?:cjs|js|ts):\d+|\bat \S+ \(|HPE_|[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
}

const plain = 'some text that is long enough to be cut somewhere in its middle. '.repeat(40);
const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n`;
const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 12);
const coded = (coding: string, body: Buffer) => answer([`Content-Encoding: ${coding}`], body);

/** The faults of each response are in the cases of `hostile.md`. */
describe('a truncated response', () => {
  test.each(['after the head', 'within the body'])('a reset %s', async place => {
    const bytes = answer(['Content-Length: 5000'], place === 'within the body' ? plain : '');
    const { url } = await sayingServer(bytes, 'reset');
    const ended = await runProgram(['GET', url]);
    expect(ended.code).toBe(1);
    expectClear(ended.stderr);
  });

  test('the part received before the break is printed', async () => {
    const { url } = await sayingServer(answer(['Transfer-Encoding: chunked'], chunked('first ') + chunked('second')));
    expect(await runProgram(['GET', url])).toMatchObject({ code: 1, stdout: 'first second' });
  });

  test('a truncated response saved to a file leaves no file with that name', async () => {
    const { url } = await sayingServer(coded('gzip', cut(gzipSync(plain))));
    const ended = await runShell(`apiclient GET ${url} -o file; echo $?; ls`);
    expect(ended.stdout).toBe('1\nfile.part\n');
  });
});

describe('an unusual but valid response', () => {
  test.each<[string, string | Buffer, string]>([
    ['no length and no chunks', 'HTTP/1.1 200 OK\r\n\r\nuntil the end', 'until the end'],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nold', 'old'],
    ['gzip of nothing', coded('gzip', Buffer.alloc(0)), ''],
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n', ''],
    ['304 with a coding', 'HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\n\r\n', ''],
    ['status 294', answer([], 'x', 'HTTP/1.1 294 Half'), 'x'],
  ])('%s', async (_, bytes, body) => {
    const { url } = await sayingServer(bytes);
    const ended = await runProgram(['GET', url]);
    expect([ended.stdout, ended.stderr, ended.code]).toEqual([body, '', 0]);
  });

  test('status 999 is treated like a server error', async () => {
    const { url } = await sayingServer(answer([], 'x', 'HTTP/1.1 999 \u00ff'));
    expect(await runProgram(['GET', url])).toMatchObject({ code: 0, stdout: 'x', stderr: 'apiclient: 999 ÿ.\n' });
  });

  test('an unknown coding is passed on unchanged, and reported', async () => {
    const { url } = await sayingServer(coded('x-odd', Buffer.from('as it is')));
    const ended = await runProgram(['GET', url]);
    expect(ended).toMatchObject({ code: 0, stdout: 'as it is' });
    expect(ended.stderr).toContain('x-odd');
  });

  test('early hints before the response are ignored, but not forever', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
    const few = await sayingServer(Buffer.concat([Buffer.from(hint.repeat(50)), answer([], 'at last')]));
    expect((await runProgram(['GET', few.url])).stdout).toBe('at last');
    const many = await sayingServer(hint.repeat(2000), 'stay');
    const ended = await runProgram(['GET', many.url], { spawn: true });
    expect(ended.code).toBe(1);
    expectClear(ended.stderr);
  });
});

describe('oversized responses', () => {
  test('a bomb of 256 MiB is streamed in constant memory, and --max-size stops it', async () => {
    const bomb = brotliCompressSync(Buffer.alloc(256 * 1024 * 1024), { params: { 1: 3 } });
    const { url } = await httpServer(response => response.writeHead(200, { 'content-encoding': 'br' }).end(bomb));
    const through = await runMeasured(`apiclient GET ${url} | wc -c`);
    expect(through.stdout.trim()).toBe(String(256 * 1024 * 1024));
    expect(through.maxMiB).toBeLessThan(200);
    const stopped = await runProgram(['GET', url, '--max-size', '1000000'], { spawn: true });
    expect(stopped.code).toBe(1);
    expect(stopped.bytes.length).toBeLessThanOrEqual(1_000_000);
    expectClear(stopped.stderr);
    expect(stopped.stderr).toContain('--max-size');
  });

  test('an endless response ends with Ctrl-C, and with the reader', async () => {
    const { url } = await rawServer(socket => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', more);
      more();
    });
    const reader = await runShell(`{ apiclient GET ${url}; echo $? > status; } | head -c 1000000 | wc -c; cat status`);
    expect(reader).toMatchObject({ stdout: '1000000\n141\n', stderr: '' });
    const ended = await runProgram(['GET', url], {
      onStart: child => child.stdout?.once('data', () => child.kill('SIGINT')),
    });
    expect(ended.code).toBe(130);
  });

  test('an object with the names of built-in properties, 100,000 keys and a string of 20 MB', async () => {
    const keys = Array.from({ length: 100_000 }, (_, at) => `"k${at}":${at}`).join(',');
    const text = `{"__proto__":1,"constructor":2,"toString":3,${keys},"long":"${'x'.repeat(20_000_000)}"}`;
    const { url } = await httpServer(response =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(text),
    );
    const ended = await runProgram(['GET', url, '--pretty', 'format']);
    expect(ended.code).toBe(0);
    expect(ended.stdout.startsWith('{\n  "__proto__": 1,\n  "constructor": 2,\n  "toString": 3,\n  "k0": 0,\n')).toBe(
      true,
    );
    expect(ended.stdout.replace(/[\n ]/g, '')).toBe(text);
  });
});

test.each(['Content-Length: 8\r\n', ''])(
  'a response sent before the upload was read, followed by a disconnect, is received completely (%j)',
  async length => {
    const { url } = await rawServer(socket => {
      // Unread bytes make the system reset the connection after the response.
      socket.once('data', () => {
        socket.pause().end(`HTTP/1.1 413 Too Large\r\n${length}\r\ntoo big\n`, () => socket.destroy());
      });
    });
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'file'), '');
    truncateSync(path.join(folder, 'file'), 50_000_000);
    // Either side may be faster.
    for (let time = 0; time < 5; time++) {
      const { code, stdout, stderr } = await runProgram(['POST', url, '-d', '@file'], { folder });
      expect([code, stdout, stderr]).toEqual([0, 'too big\n', 'apiclient: 413 Too Large.\n']);
    }
  },
);
