/** `-o`, `--download` and `-C`: files that are complete or absent, and resumable downloads. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { sizeText } from '../../../source/core/response/sizes.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { withPrograms } from '../../support/programs.js';
import { tenthOf } from '../../support/property.js';
import { closeServers, httpServer, rawServer, type Seen } from '../../support/servers/http-server.js';
import { programLine, startBash } from '../../support/shells/bash.js';
import { runShell } from '../../support/shells/shell.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

let folder: string;
beforeEach(() => {
  folder = path.join(temporaryFolder(), 'work');
  mkdirSync(folder);
});

const at = (name: string) => path.join(folder, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const files = () => readdirSync(folder).sort();
const run = (argv: readonly string[]) => runProgram(argv, { folder });

const body = Buffer.from(Array.from({ length: 600_000 }, (_, byte) => (byte * 31) & 0xff));

/** A server of one file that disconnects after `breaks` bytes the first time, and supports ranges. */
async function rangeServer(options: { breaks?: number; etag?: string; headers?: Record<string, string> } = {}) {
  let first = true;
  const state = { etag: options.etag ?? '"v1"', body };
  const server = await httpServer((response, seen: Seen) => {
    const range = /^bytes=(\d+)-$/.exec(seen.headers.range ?? '')?.[1];
    const headers = { etag: state.etag, ...options.headers };
    if (first && options.breaks !== undefined) {
      first = false;
      response.writeHead(200, { ...headers, 'content-length': state.body.length });
      response.write(state.body.subarray(0, options.breaks), () => response.socket?.end());
      return;
    }
    if (range !== undefined && seen.headers['if-range'] === state.etag) {
      const from = Number(range);
      if (from >= state.body.length) {
        response.writeHead(416, { 'content-range': `bytes */${state.body.length}` }).end('no such range');
        return;
      }
      const contentRange = `bytes ${from}-${state.body.length - 1}/${state.body.length}`;
      response.writeHead(206, { ...headers, 'content-range': contentRange }).end(state.body.subarray(from));
      return;
    }
    response.writeHead(200, { ...headers, 'content-length': state.body.length }).end(state.body);
  });
  return { ...server, state };
}

describe('-o FILE', () => {
  test('saves the exact bytes, prints nothing on standard output, and a note with the name', async () => {
    const { url } = await rangeServer();
    const ended = await run(['GET', url, '-o', 'file.bin']);
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: 'apiclient: saved file.bin (600 kB)\n' });
    expect(readFileSync(at('file.bin')).equals(body)).toBe(true);
    expect(files()).toEqual(['file.bin']);
    expect((await run(['GET', url, '-o', 'file.bin', '-s'])).stderr).toBe('');
  });

  test('an old file remains complete until the new one exists, which gets its mode', async () => {
    writeFileSync(at('file'), 'old', { mode: 0o600 });
    const { url } = await rangeServer({ breaks: 1000 });
    const broken = await run(['GET', url, '-o', 'file']);
    expect(broken.code).toBe(1);
    expect(read('file')).toBe('old');
    expect(broken.stderr.split('\n')[1]).toBe(
      '  Try again. file.part contains the 1.0 kB received. Repeat the command with -C to resume.',
    );
    expect((await run(['GET', url, '-o', 'file'])).code).toBe(0);
    expect(readFileSync(at('file')).equals(body)).toBe(true);
    expect(statSync(at('file')).mode & 0o777).toBe(0o600);
    expect(files()).toEqual(['file']);
  });

  test('a download is not reported as resumable if the server gives no validator', async () => {
    const server = await httpServer(response => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('begun', () => response.socket?.end());
    });
    const { code, stderr } = await run(['GET', server.url, '-o', 'file']);
    expect([code, stderr.split('\n')[1]]).toEqual([1, '  Try again. file.part contains the 5 B received.']);
  });

  test.each(
    tenthOf([
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const),
  )('the received part of a truncated body in %s is saved, whenever the connection ends', async (coding, code) => {
    const whole = code(Buffer.from('begun, and more that never comes'));
    const server = await httpServer(response => {
      response.writeHead(200, { 'content-encoding': coding, 'content-length': whole.length + 10 });
      response.write(whole, () => response.socket?.end());
    });
    // Previously the error won one of two races.
    for (let tries = 0; tries < 6; tries++) {
      const { code: ended, stderr } = await run(['GET', server.url, '-o', `file${tries}`]);
      expect([ended, stderr.split('\n')]).toEqual([
        1,
        [
          expect.stringContaining(`after ${whole.length} of ${whole.length + 10} bytes.`),
          `  Try again. file${tries}.part contains the 32 B received.`,
          '',
        ],
      ]);
    }
  });

  test.each([
    ['-o file', 'file.part'],
    ['--download', 'api.part'],
  ])('a full disk with %s: the reported size is the actual one', async (flags, part) => {
    const { url } = await rangeServer();
    // In units of 512 or 1024 bytes, depending on the shell.
    const { stderr } = await runShell(`ulimit -f 300; apiclient GET ${url}/api ${flags}`, { folder });
    const { size } = statSync(at(part));
    expect(size).toBeLessThan(body.length);
    expect(stderr).toBe(
      `apiclient: Cannot write ${part}: the file would become too large.\n  ${part} contains the ${sizeText(size)} received. Repeat the command with -C to resume.\n`,
    );
  });

  test('lines lost from --debug-log on a full disk are reported once', async () => {
    const { url } = await rangeServer();
    const ended = await run(['GET', url, '-o', 'file', '--debug-log', '/dev/full', '-s']);
    expect([ended.code, ended.stderr]).toEqual([
      0,
      'apiclient: Lines are missing from the debug log /dev/full: the disk is full.\n',
    ]);
  });

  test('a length beyond exact integers is not reported', async () => {
    const server = await rawServer(socket => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nbegun!');
    });
    const { stderr } = await run(['GET', server.url, '-o', 'file']);
    expect(stderr).toContain('The connection was closed in the middle of the body, after 6 bytes.');
  });

  test('-C resumes a truncated download', async () => {
    const server = await rangeServer({ breaks: 250_000 });
    expect((await run(['GET', server.url, '-o', 'file'])).code).toBe(1);
    expect(files()).toEqual(['file.part', 'file.part.json']);
    expect(statSync(at('file.part')).size).toBe(250_000);
    expect((await run(['GET', server.url, '-o', 'file', '-C'])).code).toBe(0);
    expect(server.seen[1]?.headers).toMatchObject({ range: 'bytes=250000-', 'if-range': '"v1"' });
    expect(readFileSync(at('file')).equals(body)).toBe(true);
    expect(files()).toEqual(['file']);
  });

  test('-C with a file from another source fetches everything, and explains how to request the rest', async () => {
    const server = await rangeServer({});
    writeFileSync(at('file'), body.subarray(0, 1000));
    const ended = await run(['GET', server.url, '-o', 'file', '-C']);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('-C resumes only from file.part, so file is downloaded from the start.');
    expect(ended.stderr).toContain('-H "Range: bytes=1000-"');
    expect(readFileSync(at('file')).equals(body)).toBe(true);
  });

  test('-C starts over when the file has changed, and when it belongs to another URL', async () => {
    const server = await rangeServer({ breaks: 1000 });
    await run(['GET', server.url, '-o', 'file']);
    server.state.etag = '"v2"';
    server.state.body = Buffer.from('shorter and new');
    expect((await run(['GET', server.url, '-o', 'file', '-C'])).code).toBe(0);
    expect(read('file')).toBe('shorter and new');

    writeFileSync(at('other.part'), 'of something else');
    writeFileSync(at('other.part.json'), JSON.stringify({ url: 'http://other.example/', etag: '"v2"' }));
    expect((await run(['GET', server.url, '-o', 'other', '-C'])).code).toBe(0);
    expect(read('other')).toBe('shorter and new');
  });

  test('a response that does not match leaves the part file unchanged', async () => {
    const { url } = await httpServer(response =>
      response.writeHead(206, { etag: '"v1"', 'content-range': 'bytes 0-3/4' }).end('evil'),
    );
    writeFileSync(at('file.part'), '12');
    writeFileSync(at('file.part.json'), JSON.stringify({ url, etag: '"v1"' }));
    const ended = await run(['GET', url, '-o', 'file', '-C']);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('Cannot resume file.part: the server sent bytes from 0 instead of 2.');
    expect(read('file.part')).toBe('12');
  });

  test.each([
    ['less', 'ab', '12ab'],
    ['more', 'abcdefg', '12'],
  ])('a rest %s than Content-Range promises is not a complete file', async (_, rest, kept) => {
    const { url } = await httpServer(response =>
      response.writeHead(206, { etag: '"v1"', 'content-range': 'bytes 2-5/*' }).end(rest),
    );
    writeFileSync(at('file.part'), '12');
    writeFileSync(at('file.part.json'), JSON.stringify({ url, etag: '"v1"' }));
    const ended = await run(['GET', url, '-o', 'file', '-C']);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(
      `The server sent ${rest.length} bytes of the rest, but announced 4 (Content-Range).`,
    );
    expect([read('file.part'), existsSync(at('file'))]).toEqual([kept, false]);
  });

  test('an error page is not appended', async () => {
    const { url } = await httpServer(response => response.writeHead(503).end('busy'));
    writeFileSync(at('file.part'), '12');
    writeFileSync(at('file.part.json'), JSON.stringify({ url, etag: '"v1"' }));
    const ended = await run(['GET', url, '-o', 'file', '-C']);
    expect(ended).toMatchObject({ code: 1, stdout: 'busy' });
    expect(read('file.part')).toBe('12');
  });

  test('a complete part file gets its final name', async () => {
    const { url } = await rangeServer();
    writeFileSync(at('file.part'), body);
    writeFileSync(at('file.part.json'), JSON.stringify({ url, etag: '"v1"' }));
    expect((await run(['GET', url, '-o', 'file', '-C'])).code).toBe(0);
    expect(readFileSync(at('file')).equals(body)).toBe(true);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s preserves the part file', async (signal, code) => {
    let started = () => {};
    const sending = new Promise<void>(resolve => {
      started = resolve;
    });
    const { url } = await httpServer(response => {
      response.writeHead(200, { etag: '"v1"', 'content-length': '1000000' });
      response.write(Buffer.alloc(200_000), () => started());
    });
    const ended = await runProgram(['GET', url, '-o', 'file'], {
      folder,
      onStart: async child => {
        await sending;
        // The bytes are in transit; the file shows when they have arrived.
        while (!existsSync(at('file.part')) || statSync(at('file.part')).size < 200_000) {
          await new Promise(resolve => setImmediate(resolve));
        }
        child.kill(signal);
      },
    });
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain('file.part contains the 200 kB received');
    expect(files()).toEqual(['file.part', 'file.part.json']);
    expect(statSync(at('file.part.json')).mode & 0o077).toBe(0);
  });

  test('links, devices and FIFOs are written through', async () => {
    const { url } = await httpServer(response => response.end('new'));
    writeFileSync(at('target'), 'old and longer');
    symlinkSync('target', at('link'));
    expect((await run(['GET', url, '-o', 'link'])).code).toBe(0);
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(true);
    expect(read('target')).toBe('new');
    linkSync(at('target'), at('hard'));
    writeFileSync(at('target'), 'old');
    expect((await run(['GET', url, '-o', 'hard'])).code).toBe(0);
    expect(read('target')).toBe('new');
    expect((await run(['GET', url, '-o', '/dev/null'])).code).toBe(0);
    execFileSync('mkfifo', [at('fifo')]);
    const through = await runShell(`cat fifo & apiclient GET ${url} -o fifo -s; wait`, { folder });
    expect(through).toMatchObject({ code: 0, stdout: 'new' });
    expect(await runShell(`apiclient GET ${url} -o /dev/stdout -s | cat`, { folder })).toMatchObject({ stdout: 'new' });
    expect(await run(['GET', url, '-o', '-'])).toMatchObject({ code: 0, stdout: 'new' });
    expect(files()).toEqual(['fifo', 'hard', 'link', 'target']);
  });

  test('SIGTERM ends the wait for a FIFO without a reader', async () => {
    const { url } = await httpServer(response => response.end('new'));
    execFileSync('mkfifo', [at('fifo')]);
    const log = at('log');
    const ended = await runProgram(['GET', url, '-o', 'fifo', '--debug-log', log], {
      folder,
      onStart: async child => {
        // The log's line of the response comes just before the FIFO is opened.
        while (!existsSync(log) || !readFileSync(log, 'utf8').includes('"response"')) {
          await new Promise(resolve => setImmediate(resolve));
        }
        child.kill('SIGTERM');
      },
    });
    expect(ended.code).toBe(143);
  });

  test('two runs that save the same file: it is complete, and the one that lost reports it', async () => {
    const { url } = await rangeServer();
    const both = await Promise.all([run(['GET', url, '-o', 'file']), run(['GET', url, '-o', 'file'])]);
    expect(readFileSync(at('file')).equals(body)).toBe(true);
    for (const ended of both) {
      if (ended.code === 0) continue;
      expect(ended.stderr).toContain('Another run is saving the same file');
      expect(ended.stderr).not.toContain('Repeat the command with -C to resume.');
    }
    expect(both.some(ended => ended.code === 0)).toBe(true);
  });

  test('a part file that another user replaced by a link is not followed', async () => {
    const { url } = await httpServer(response => response.end('new'));
    writeFileSync(at('precious'), 'precious');
    symlinkSync('precious', at('file.part'));
    expect((await run(['GET', url, '-o', 'file'])).code).toBe(0);
    expect([read('precious'), read('file')]).toEqual(['precious', 'new']);
  });

  test('the file is written whatever the status, and the status is reported', async () => {
    const { url } = await httpServer(response => response.writeHead(404).end('no'));
    const ended = await run(['GET', url, '-o', 'file']);
    expect(ended).toMatchObject({ code: 0, stderr: 'apiclient: 404 Not Found: saved file (2 B)\n' });
    expect((await run(['GET', url, '-o', 'file', '--check-status'])).code).toBe(4);
  });

  test('-i shows the head and does not write it to the file', async () => {
    const { url } = await httpServer(response => response.end('body'));
    expect((await run(['GET', url, '-o', 'file', '-i'])).stdout).toMatch(/^HTTP\/1\.1 200 OK\n/);
    expect(read('file')).toBe('body');
  });
});

describe('--download', () => {
  const serve = (disposition: string | undefined, text = 'text') =>
    httpServer(response => {
      if (disposition !== undefined) response.setHeader('content-disposition', disposition);
      response.end(text);
    });

  test.each([
    ['attachment; filename="../../.bashrc"', 'bashrc'],
    ['attachment; filename="/etc/passwd"', 'passwd'],
    ['attachment; filename="-rf"', 'rf'],
    ['attachment; filename="..\\\\..\\\\evil"', 'evil'],
    ["attachment; filename*=UTF-8''%2e%2e%2f%1b%5d0%3bx%07%00na%C3%AFve", ']0;xnaïve'],
    ['attachment; filename=".."', 'path-name'],
    [undefined, 'path-name'],
  ])('%s is saved in the folder as %s', async (disposition, name) => {
    const { url } = await serve(disposition);
    const ended = await run(['GET', `${url}/a/path-name?x=../y`, '--download']);
    expect(ended).toMatchObject({ code: 0, stdout: '' });
    expect(files()).toEqual([name.replace(']0;x', ']0;x')]);
    expect(readdirSync(path.dirname(folder))).toEqual(['work']);
    expect(ended.stderr).toContain(name);
  });

  test('a name of 5000 letters is truncated', async () => {
    const { url } = await serve(`attachment; filename="${'n'.repeat(5000)}.tar.gz"`);
    expect((await run(['GET', url, '--download'])).code).toBe(0);
    expect(files()[0]).toMatch(/^n{150,200}(\.tar)?\.gz$/);
  });

  test('nothing is ever overwritten, not even by two runs at the same time', async () => {
    const { url } = await serve('attachment; filename=a.txt');
    writeFileSync(at('a.txt'), 'precious');
    symlinkSync('/nowhere', at('a-1.txt'));
    await Promise.all([1, 2, 3].map(() => run(['GET', url, '--download'])));
    expect(files()).toEqual(['a-1.txt', 'a-2.txt', 'a-3.txt', 'a-4.txt', 'a.txt']);
    expect(read('a.txt')).toBe('precious');
  });

  test('-C finds the part file by its URL and resumes', async () => {
    const server = await rangeServer({
      breaks: 100_000,
      headers: { 'content-disposition': 'attachment; filename=b.bin' },
    });
    const broken = await run(['GET', server.url, '--download']);
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain('Repeat the command with -C to resume.');
    expect(files()).toEqual(['b.bin.part', 'b.bin.part.json']);
    const ended = await run(['GET', server.url, '--download', '-C']);
    expect(ended).toMatchObject({ code: 0, stderr: 'apiclient: saved b.bin (600 kB)\n' });
    expect(server.seen[1]?.headers.range).toBe('bytes=100000-');
    expect(readFileSync(at('b.bin')).equals(body)).toBe(true);
    expect(files()).toEqual(['b.bin']);
  });

  test('-C starts over in the same part file if the response is complete', async () => {
    const server = await rangeServer({ breaks: 100_000 });
    await run(['GET', `${server.url}/c`, '--download']);
    server.state.etag = '"v2"';
    expect((await run(['GET', `${server.url}/c`, '--download', '-C'])).code).toBe(0);
    expect(readFileSync(at('c')).equals(body)).toBe(true);
    expect(files()).toEqual(['c']);
  });

  test('a folder with the name of the download is no obstacle', async () => {
    const { url } = await serve(undefined);
    mkdirSync(at('download'));
    expect((await run(['GET', `${url}/name`, '--download'])).code).toBe(0);
    expect(files()).toEqual(['download', 'name']);
  });

  test('an error page is not a file', async () => {
    const { url } = await httpServer(response => response.writeHead(404).end('gone'));
    const ended = await run(['GET', `${url}/x`, '--download']);
    expect(ended).toMatchObject({ code: 1, stdout: 'gone' });
    expect(ended.stderr).toContain('Nothing was saved: the server answered 404 Not Found.');
    expect((await run(['GET', `${url}/x`, '--download', '--check-status'])).code).toBe(4);
    expect(files()).toEqual([]);
  });
});

describe('progress', () => {
  test('a long transfer draws a bar on the terminal and removes it', async () => {
    let more = () => {};
    const { url } = await httpServer(response => {
      response.writeHead(200, { 'content-length': '1000000' });
      response.write(Buffer.alloc(500_000));
      more = () => response.end(Buffer.alloc(500_000));
    });
    const program = startInTerminal(['GET', url, '-o', 'file'], { folder });
    await program.untilScreen(screen => /50% \[#+\.+\] 500 kB of 1\.0 MB/.test(screen), 'a bar at 50%');
    more();
    expect((await program.ended).code).toBe(0);
    expect(program.screen()).toBe('apiclient: saved file (1.0 MB)');
  });

  withPrograms(['bash', 'procfs'], () => {
    test('in the background the bar is hidden, and after fg it is shown', async () => {
      let more = () => {};
      const { url } = await httpServer(response => {
        response.writeHead(200, { 'content-length': '1000000' });
        response.write(Buffer.alloc(500_000));
        more = () => response.end(Buffer.alloc(500_000));
      });
      const bash = await startBash({ folder });
      bash.write(`clear; ${programLine(['GET', url, '-o', 'file'])} &\r`);
      // The delay before a bar appears, and twice that.
      bash.write('sleep 1.5; echo waited\r');
      await bash.untilScreen(screen => /\nwaited\n/.test(screen), 'the time for a bar');
      expect(bash.bytes).not.toContain('50%');
      bash.write('fg\r');
      await bash.untilShown('50% [');
      bash.write('\x1a');
      await bash.untilShown('Stopped');
      const from = bash.bytes.length;
      bash.write('bg\r');
      more();
      await bash.untilShown('saved file');
      expect(bash.bytes.slice(from)).not.toMatch(/\d% |\r\x1b\[K/);
    });
  });
});
