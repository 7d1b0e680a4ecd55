import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { isFailure } from '../../../source/core/failure.js';
import { hintText } from '../../../source/core/hint.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { answered, bodyFailure, bodyOf, requestFor } from '../../support/requests.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { zstd, zstdZeros } from './servers/zstd.js';

afterEach(closeServers);

const text = Buffer.from(Array.from({ length: 300 }, (_, at) => `{"number":${at * 7919}}\n`).join(''));
const codings = {
  gzip: gzipSync(text),
  'x-gzip': gzipSync(text),
  deflate: deflateSync(text),
  'deflate (raw)': deflateRawSync(text),
  br: brotliCompressSync(text),
  zstd: zstd(text),
};
const labelled = Object.entries(codings).map(([name, bytes]) => [name, name.split(' ')[0] ?? name, bytes] as const);

/** Pieces are written one after the other with turns of the loop in between, so that they arrive separately. */
async function encoded(
  coding: string | string[],
  pieces: readonly Uint8Array[],
  network = {},
  method = 'GET',
  status = 200,
) {
  const server = await httpServer(response => {
    response.writeHead(status, { 'Content-Encoding': coding });
    const next = (at: number): void => {
      const piece = pieces[at];
      if (piece === undefined) response.end();
      else response.write(piece, () => setImmediate(next, at + 1));
    };
    next(0);
  });
  const notes: string[] = [];
  const response = answered(
    await send(requestFor(server.url, { network, method }), testEnvironment(), {
      onNote: note => notes.push(hintText(note)),
    }),
  );
  return { response, notes };
}

const inPieces = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));

test.each(labelled)('%s is decoded, however it is split', async (_name, label, bytes) => {
  expect(await bodyOf((await encoded(label, [bytes])).response)).toEqual(text);
  expect(await bodyOf((await encoded(label, inPieces(bytes, 97))).response)).toEqual(text);
  expect(await bodyOf((await encoded(label, [bytes.subarray(0, 1), bytes.subarray(1)])).response)).toEqual(text);
});

test.each(labelled)('truncated %s is a failure, not a short body', async (_name, label, bytes) => {
  for (const length of [1, 5, bytes.length >> 1, bytes.length - 1]) {
    const failure = await bodyFailure((await encoded(label, [bytes.subarray(0, length)])).response);
    expect(['truncated', 'protocol']).toContain(failure.kind);
  }
});

test.each(labelled)('%s with data after its end is a failure', async (_name, label, bytes) => {
  const together = await bodyFailure((await encoded(label, [Buffer.concat([bytes, Buffer.from('garbage')])])).response);
  expect(together.kind).toBe('protocol');
  const apart = await bodyFailure((await encoded(label, [bytes, Buffer.from('garbage')])).response);
  expect(apart.kind).toBe('protocol');
});

test.each(['gzip', 'deflate', 'br'])('plain text labelled %s is a failure', async label => {
  const failure = await bodyFailure(
    (await encoded(label, [Buffer.from('this is plain text, not compressed at all')])).response,
  );
  expect(failure.kind).not.toBe('limit');
  expect(failure.text).toContain(label);
  expect(hintText(failure.hint ?? '')).toContain('identity');
});

test('several consecutive gzip members are one body', async () => {
  const twice = Buffer.concat([gzipSync('one '), gzipSync('two')]);
  expect((await bodyOf((await encoded('gzip', [twice])).response)).toString()).toBe('one two');
  expect((await bodyOf((await encoded('gzip', [gzipSync('one '), gzipSync('two')])).response)).toString()).toBe(
    'one two',
  );
});

test('chained codings are decoded in turn, even across several header lines', async () => {
  expect(await bodyOf((await encoded('deflate, gzip', [gzipSync(deflateSync(text))])).response)).toEqual(text);
  expect(await bodyOf((await encoded(['br', 'gzip'], [gzipSync(brotliCompressSync(text))])).response)).toEqual(text);
});

test('twelve codings are rejected', async () => {
  const server = await httpServer(response =>
    response.writeHead(200, { 'Content-Encoding': Array(12).fill('gzip') }).end('x'),
  );
  const value = await send(requestFor(server.url), testEnvironment());
  expect(isFailure(value) && value.text).toBe('The body is encoded 12 times, but the limit is 5.');
});

test('an empty body, HEAD, 204 and 304 need no encoded data', async () => {
  expect(await bodyOf((await encoded('gzip', [])).response)).toHaveLength(0);
  expect(await bodyOf((await encoded('gzip', [], {}, 'HEAD')).response)).toHaveLength(0);
  expect(await bodyOf((await encoded('br', [], {}, 'GET', 204)).response)).toHaveLength(0);
  expect(await bodyOf((await encoded('br', [], {}, 'GET', 304)).response)).toHaveLength(0);
});

test('an unknown coding is reported, and its bytes are unchanged', async () => {
  const { response, notes } = await encoded('aws-chunked', [Buffer.from('as it is')]);
  expect((await bodyOf(response)).toString()).toBe('as it is');
  expect(notes).toEqual([expect.stringContaining('aws-chunked')]);
});

test.each([
  ['plain', 'identity', Buffer.alloc(100_001)],
  ['gzip', 'gzip', gzipSync(Buffer.alloc(5_000_000))],
  ['br', 'br', brotliCompressSync(Buffer.alloc(5_000_000))],
  ['zstd', 'zstd', zstdZeros(5_000_000, 2 ** 17)],
])('--max-size limits the decoded bytes of %s', async (_name, coding, bytes) => {
  const { response } = await encoded(coding, [bytes], { maxSize: 100_000 });
  expect(await bodyFailure(response)).toMatchObject({ kind: 'limit', hint: expect.stringContaining('--max-size') });
});

test('zstd data of several frames is one body, with the text of the zstd program', async () => {
  // With a checksum, created by Node 24.
  const real = Buffer.from('KLUv/WQwASUBAOBzb21lIHRleHQgdGhhdCBjb21lcyBhZ2Fpbi4gAQBE+Go6AZ3Z8ig=', 'base64');
  const repeated = 'some text that comes again. '.repeat(20);
  const { response } = await encoded('zstd', inPieces(Buffer.concat([real, zstd(text), real]), 301));
  expect((await bodyOf(response)).toString()).toBe(`${repeated}${text}${repeated}`);
});

test('zstd data with a window above 8 MiB is rejected where Node cannot decode it', async () => {
  const { response } = await encoded('zstd', [zstdZeros(1000, 2 ** 30)]);
  const failure = await bodyFailure(response);
  expect(['limit', 'protocol']).toContain(failure.kind);
  if (process.versions.zstd === undefined) expect(failure.text).toContain('8 MiB');
});

test('a reader that leaves early does not wait for the rest', async () => {
  const { response } = await encoded('gzip', [gzipSync(Buffer.alloc(5_000_000))]);
  for await (const _chunk of response.body) break;
  expect(response.body.destroyed).toBe(true);
});
