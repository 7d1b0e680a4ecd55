/** `-o FILE` with a body that fails before, at or after its first bytes. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { zstd } from '../../io/http/servers/zstd.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer, rawServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const coders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd,
};
const content = Buffer.from(Array.from({ length: 30_000 }, (_, index) => (index * index * 31) & 0xff));
const plainText = Buffer.from('plain text, not compressed');

/** Bodies that cannot be decoded, as the chunks that a server sends. */
const bodies: Readonly<Record<string, (coded: Buffer) => readonly Buffer[]>> = {
  'the first chunk': () => [plainText],
  'the second chunk': coded => [coded.subarray(0, 1), plainText],
  'the last chunk': coded => [coded.subarray(0, 9000), coded.subarray(9000), Buffer.from('trailing')],
  'the end': coded => [coded.subarray(0, -1)],
};
const flags = [[], ['--retry', '2'], ['-C'], ['--fail'], ['--max-size', '1000000'], ['-a', 'size > 0']];

const cases = Object.keys(coders)
  .flatMap(coding => Object.keys(bodies).flatMap(failure => [true, false].map(exists => ({ coding, failure, exists }))))
  .map((each, index) => ({ ...each, words: flags[index % flags.length] ?? [] }));

/** Runs `-o file` and expects failure without a change of the file. */
async function expectUntouched(url: string, exists: boolean, words: readonly string[] = []): Promise<string> {
  const folder = path.join(temporaryFolder(), 'work');
  mkdirSync(folder);
  const file = path.join(folder, 'file');
  if (exists) writeFileSync(file, 'old');
  const { code, stderr } = await runProgram(['GET', url, '-o', 'file', ...words], { folder, waits: [] });
  expect(stderr).not.toContain('saved file');
  expect(code).toBe(1);
  expect(existsSync(file)).toBe(exists);
  if (exists) expect(readFileSync(file, 'utf8')).toBe('old');
  return stderr;
}

test.each(cases)(
  '$coding that fails at $failure leaves FILE unchanged (existing: $exists, $words)',
  async ({ coding, failure, exists, words }) => {
    const chunks = bodies[failure]?.(coders[coding]?.(content) ?? content) ?? [];
    const server = await httpServer(response => {
      response.writeHead(200, { 'content-encoding': coding });
      const write = (index: number): void => {
        const chunk = chunks[index];
        if (chunk === undefined) response.end();
        else response.write(chunk, () => setImmediate(write, index + 1));
      };
      write(0);
    });
    const stderr = await expectUntouched(server.url, exists, words);
    expect(stderr).toContain(coding);
  },
);

test.each([
  ['gzip', []],
  ['deflate, gzip', []],
  ['gzip', ['--max-size', '1000']],
])('%s truncated before its first byte leaves FILE unchanged %s', async (coding, words) => {
  const server = await rawServer(socket => {
    socket.once('data', () =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: 100\r\n\r\n`),
    );
  });
  expect(await expectUntouched(server.url, true, words)).toContain('after 0 of 100 bytes');
});

test('%{exitcode} is 1 for a body that cannot be decoded', async () => {
  const server = await httpServer(response => response.writeHead(200, { 'content-encoding': 'gzip' }).end(plainText));
  const folder = temporaryFolder();
  const ended = await runProgram(['GET', server.url, '-o', 'file', '-w', '%{exitcode}'], { folder });
  expect(ended).toMatchObject({ code: 1, stdout: '1' });
});

test('a connection closed before the first byte of the body leaves FILE unchanged', async () => {
  const server = await rawServer(socket => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n'));
  });
  expect(await expectUntouched(server.url, true)).toContain('after 0 of 100 bytes');
});
