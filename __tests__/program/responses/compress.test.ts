/** `--compress`: content codings of request bodies. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import zlib, { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync };
const text = 'many words, many words. '.repeat(1000);

describe.each(Object.entries(decoders))('%s', (coding, decode) => {
  test('compresses text, a file and standard input, and sends the length', async () => {
    const { url, seen } = await httpServer(response => response.end());
    const home = temporaryFolder();
    writeFileSync(path.join(home, 'file.txt'), text);
    const send = (...argv: string[]) => runProgram(['POST', url, '--compress', coding, ...argv], { home, input: text });
    expect((await send('-d', text)).code).toBe(0);
    expect((await send('-d', '@file.txt')).code).toBe(0);
    expect((await send('-d', '@-')).code).toBe(0);
    for (const { body, headers } of seen) {
      expect(decode(body).toString()).toBe(text);
      expect(headers['content-encoding']).toBe(coding);
      expect(headers['content-length']).toBe(String(body.length));
      expect(body.length).toBeLessThan(text.length / 10);
    }
    expect(seen).toHaveLength(3);
  });
});

test('more than 1 MiB of compressed data is sent in chunks', async () => {
  const { url, seen } = await httpServer(response => response.end());
  const home = temporaryFolder();
  const bytes = randomBytes(3_000_000);
  writeFileSync(path.join(home, 'random'), bytes);
  const ended = await runProgram(['PUT', url, '-d', '@random', '--compress', 'gzip'], { home });
  expect(ended.code).toBe(0);
  expect(seen[0]?.headers['transfer-encoding']).toBe('chunked');
  expect(gunzipSync(seen[0]?.body ?? '').equals(bytes)).toBe(true);
});

test('a redirect sends the compressed body again', async () => {
  const { url, seen } = await httpServer((response, { path: at }) => {
    if (at === '/') response.writeHead(307, { location: '/b' }).end();
    else response.end();
  });
  expect((await runProgram(['POST', url, '-L', 'a=1', '--compress', 'gzip'])).code).toBe(0);
  expect(seen.map(({ body }) => gunzipSync(body).toString())).toEqual(['{"a":"1"}', '{"a":"1"}']);
});

test('a request of a file compresses its body with # @flags', async () => {
  const { url, seen } = await httpServer(response => response.end());
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'a.http'), `# @flags --compress=gzip\nPOST ${url}\n\nhello\n`);
  expect((await runProgram(['run', 'a.http'], { home, folder: home })).code).toBe(0);
  expect(gunzipSync(seen[0]?.body ?? '').toString()).toBe('hello');
});

test('--curl pipes the body through a compressor, and --dry-run shows the header', async () => {
  const { url, seen } = await httpServer(response => response.end());
  const argv = ['POST', url, '-d', 'hi', '--compress', 'br'];
  const { stdout } = await runProgram([...argv, '--curl']);
  expect(stdout).toMatch(/^printf .*hi.* \| brotli -c \| curl .*--data-binary @-/s);
  expect(stdout).toContain("-H 'Content-Encoding: br'");
  expect((await runProgram([...argv, '--dry-run'])).stdout).toMatch(/^Content-Encoding: br\nContent-Length: \d+$/m);
  expect(seen).toHaveLength(0);
});

test('without a body, or with another coding, nothing is sent', async () => {
  const { url, seen } = await httpServer(response => response.end());
  for (const argv of [
    ['GET', url, '--compress', 'gzip'],
    ['POST', url, '-d', 'x', '--compress', 'gzip', '-H', 'Content-Encoding: br'],
  ])
    expect((await runProgram(argv)).code).toBe(2);
  expect(seen).toHaveLength(0);
});

test('zstd compresses, or is rejected before anything is sent where Node has none', async () => {
  const { url, seen } = await httpServer((response, { body }) => {
    response.writeHead(200, { 'content-encoding': 'zstd' }).end(body);
  });
  const ended = await runProgram(['POST', url, '-d', text, '--compress', 'zstd']);
  if ('createZstdCompress' in zlib) {
    expect(ended).toMatchObject({ code: 0, stdout: text });
    expect(seen[0]?.headers['content-encoding']).toBe('zstd');
    return;
  }
  const stderr = 'apiclient: --compress zstd requires Node 22.15 or later.\n  Use --compress br.\n';
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr });
  expect(seen).toHaveLength(0);
});
