import { type Failure, isFailure } from '../../../../source/core/failure.js';
import { chunkReader } from '../../../../source/core/response/http1/chunks.js';
import { irregular } from '../../../../source/core/response/http1/irregular.js';
import * as fc from '../../../support/property.js';

/** The parser's result for bytes in these pieces. */
function seenOf(pieces: readonly Buffer[], strict = false) {
  const noted = irregular(strict);
  const reader = chunkReader(noted);
  const seen: Buffer[] = [];
  for (const piece of pieces) {
    const read = reader.read(piece);
    if (isFailure(read)) return { failure: read, found: noted.irregularities, done: false };
    seen.push(...read);
  }
  return { text: Buffer.concat(seen).toString('latin1'), seen, found: noted.irregularities, done: reader.done };
}

const read = (text: string, strict = false) => seenOf([Buffer.from(text, 'latin1')], strict);

const plain = '5\r\nhello\r\n00A;name="v\xe9"\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n';

test('valid chunks are passed on unchanged, without a copy', () => {
  const bytes = Buffer.from(`5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n`);
  const { seen, done, found } = seenOf([bytes]);
  expect(seen?.[0]?.buffer).toBe(bytes.buffer);
  expect(seen).toEqual([bytes]);
  expect([done, found]).toEqual([true, []]);
});

test('data after the last chunk is left to the parser', () => {
  expect(read('0\r\n\r\nHTTP/1.1').text).toBe('0\r\n\r\nHTTP/1.1');
});

test.each<[string, string, string, object]>([
  [
    'bare LF',
    '5\nhello\n0\n\n',
    '5\r\nhello\r\n0\r\n\r\n',
    { rule: 'RFC 9112, 2.2', where: 'chunk 1', byte: '0x0a', times: 4 },
  ],
  [
    'bare LF after data',
    '5\r\nhello\n0\r\n\r\n',
    '5\r\nhello\r\n0\r\n\r\n',
    { rule: 'RFC 9112, 2.2', where: 'chunk 1' },
  ],
  [
    'blanks after a size',
    '5 \t\r\nhello\r\n0 \r\n\r\n',
    '5\r\nhello\r\n0\r\n\r\n',
    { rule: 'RFC 9112, 7.1.1', where: 'chunk 1', byte: '0x20', times: 2 },
  ],
  [
    'a blank before an extension',
    '5 ;a=b\r\nhello\r\n0\r\n\r\n',
    '5;a=b\r\nhello\r\n0\r\n\r\n',
    { rule: 'RFC 9112, 7.1.1' },
  ],
  [
    'a folded trailer',
    '0\r\nA: b\r\n c\r\n\r\n',
    '0\r\nA: b c\r\n\r\n',
    { rule: 'RFC 9112, 5.2', header: 'A', where: 'line 2 of the trailers' },
  ],
  [
    'a length in the trailers',
    '0\r\nA: b\r\nContent-Length: 9\r\n\r\n',
    '0\r\nA: b\r\n\r\n',
    { rule: 'RFC 9112, 7.1.2', header: 'Content-Length', where: 'line 2 of the trailers' },
  ],
])('%s: accepted, noted, and rejected by --strict', (_, bytes, text, noted) => {
  const lenient = read(bytes);
  expect(lenient).toMatchObject({ text, done: true });
  expect(lenient.found).toEqual([expect.objectContaining(noted)]);
  expect(read(bytes, true).failure).toMatchObject({ kind: 'protocol', hint: expect.stringContaining('--strict') });
});

test.each([
  ['no number', 'zz\r\nhello', 'the size of a chunk is not a number (chunk 1, byte 0x7a)'],
  ['a sign', '-5\r\nhello', 'the size of a chunk is not a number (chunk 1, byte 0x2d)'],
  ['a blank first', ' 5\r\nhello', 'the size of a chunk is not a number (chunk 1, byte 0x20)'],
  ['an empty line', '\r\nhello', 'the size of a chunk is not a number (chunk 1, byte 0x0d)'],
  ['a NUL in an extension', '5;a\0\r\nhello', 'not a number (chunk 1, byte 0x3b)'],
  ['a size of 2^64', '10000000000000000\r\nhello', 'too large'],
  ['more data than the size', '5\r\nhello!', 'a chunk is longer than its declared size (chunk 1, byte 0x21)'],
  ['a CR after data', '5\r\nhello\r\r\n', 'a chunk is longer than its declared size (chunk 1, byte 0x0d)'],
  ['a NUL in a trailer', '0\r\nA: \0\r\n\r\n', 'the value of A contains a NUL (line 1 of the trailers, byte 0x00)'],
])('%s is rejected', (_, bytes, words) => {
  expect(read(bytes).failure).toMatchObject({ kind: 'protocol', text: expect.stringContaining(words) });
});

test.each([
  ['a line of a chunk', `5;${'x'.repeat(20_000)}`],
  ['a trailer', `0\r\n${'x'.repeat(300_000)}`],
  ['trailers', `0\r\n${'a: b\r\n'.repeat(60_000)}`],
])('endless %s is cut off', (_, bytes) => {
  const { failure } = seenOf(
    Array.from({ length: 50 }, (_, at) =>
      Buffer.from(bytes.slice(at * (bytes.length / 50), (at + 1) * (bytes.length / 50))),
    ),
  );
  expect((failure as Failure).kind).toBe('limit');
});

/** Chunks of these sizes, as a server sends them. */
const chunks = (...sizes: readonly number[]): string =>
  [...sizes, 0].map(size => `${size.toString(16)}\r\n${'4000\r\n'.repeat(size).slice(0, size)}\r\n`).join('');

test('repeated sizes, and sizes that only look repeated', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(5, 1024, 2000, 0x4000), { minLength: 1, maxLength: 8 }), sizes => {
      const text = chunks(...sizes);
      expect(read(text)).toMatchObject({ text, done: true, found: [] });
    }),
  );
  expect(read(`${chunks(0x4000, 5).slice(0, -5)}4000\r\n`).done).toBe(false);
});

test('the result is the same wherever the bytes are split', () => {
  const texts = [plain, plain.replaceAll('\r\n', '\n'), '5 \r\nhello\n0\nA : b\n c\n\n', '5\r\nhello!\r\n0\r\n\r\n'];
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(fc.nat(60), { maxLength: 8 }), (text, cuts) => {
      const bytes = Buffer.from(text, 'latin1');
      const at = [0, ...cuts.filter(cut => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
      const whole = seenOf([bytes]);
      const cut = seenOf(pieces);
      expect(cut.text).toBe(whole.text);
      expect(cut.failure?.text).toBe(whole.failure?.text);
      expect(cut.found).toEqual(whole.found);
    }),
    { numRuns: 1000 },
  );
});
