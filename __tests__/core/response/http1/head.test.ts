import { isFailure } from '../../../../source/core/failure.js';
import { type HeadReading, readHead } from '../../../../source/core/response/http1/head.js';
import { irregular } from '../../../../source/core/response/http1/irregular.js';
import * as fc from '../../../support/property.js';

const ok = 'HTTP/1.1 200 OK\r\n';
const read = (bytes: string, strict = false) => {
  const noted = irregular(strict);
  return { reading: readHead(bytes, noted), found: noted.irregularities };
};

function readingOf(bytes: string): HeadReading {
  const { reading } = read(bytes);
  if (reading === undefined || isFailure(reading)) throw new Error(reading?.text ?? 'no head of HTTP/1');
  return reading;
}

test('a valid head is unchanged', () => {
  const bytes = `${ok}Content-Type: text/plain\r\nX-Empty:\r\nX: \ta b \t\r\ncontent-length: 5\r\n\r\n`;
  const { reading, found } = read(bytes);
  expect(found).toEqual([]);
  expect(reading).toEqual({
    status: 200,
    headers: [
      ['Content-Type', 'text/plain'],
      ['X-Empty', ''],
      ['X', 'a b'],
      ['content-length', '5'],
    ],
    chunked: false,
    codings: [],
  });
});

test.each([
  ['a status line without a reason', 'HTTP/1.1 204\r\n\r\n', 204],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\n', 200],
  ['an interim response', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 103],
])('%s is not an irregularity', (_, bytes, status) => {
  const { reading, found } = read(bytes);
  expect(reading).toMatchObject({ status });
  expect(reading).not.toHaveProperty('repaired');
  expect(found).toEqual([]);
});

test.each([
  ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['another version', 'HTTP/2.0 200 OK\r\n\r\n'],
  ['a status that is not a number', 'HTTP/1.1 2x0 OK\r\n\r\n'],
])('%s is left to the parser', (_, bytes) => {
  expect(read(bytes).reading).toBeUndefined();
});

test.each<[string, string, string, object]>([
  [
    'bare LF in every line',
    'HTTP/1.1 200 OK\nA: b\nContent-Length: 5\n\n',
    `${ok}A: b\r\nContent-Length: 5\r\n\r\n`,
    { rule: 'RFC 9112, 2.2', where: 'line 1', byte: '0x0a', times: 4 },
  ],
  [
    'bare LF in one line',
    `${ok}A: b\nC: d\r\n\r\n`,
    `${ok}A: b\r\nC: d\r\n\r\n`,
    { rule: 'RFC 9112, 2.2', header: 'A', where: 'line 2', byte: '0x0a', times: 1 },
  ],
  [
    'empty lines first',
    `\r\n\r\n${ok}A: b\r\n\r\n`,
    `${ok}A: b\r\n\r\n`,
    { rule: 'RFC 9112, 2.2', where: 'line 1', byte: '0x0d' },
  ],
  [
    'a folded value',
    `${ok}A: b\r\n \t c\r\n\td\r\nE: f\r\n\r\n`,
    `${ok}A: b c d\r\nE: f\r\n\r\n`,
    { rule: 'RFC 9112, 5.2', header: 'A', where: 'line 3', byte: '0x20', times: 2 },
  ],
  [
    'a value that begins on the second line',
    `${ok}A:\r\n b\r\n\r\n`,
    `${ok}A: b\r\n\r\n`,
    { rule: 'RFC 9112, 5.2', header: 'A' },
  ],
  [
    'a blank before the colon',
    `${ok}A: b\r\nC\t : d\r\n\r\n`,
    `${ok}A: b\r\nC: d\r\n\r\n`,
    { rule: 'RFC 9112, 5.1', header: 'C', where: 'line 3', byte: '0x09' },
  ],
  [
    'equal lengths in two lines',
    `${ok}Content-Length: 5\r\nContent-Length: 5\r\n\r\n`,
    `${ok}Content-Length: 5\r\n\r\n`,
    { rule: 'RFC 9112, 6.3', header: 'Content-Length', where: 'line 3', byte: '0x35' },
  ],
  [
    'equal lengths in one line',
    `${ok}Content-Length: 5, 05\r\n\r\n`,
    `${ok}Content-Length: 5\r\n\r\n`,
    { rule: 'RFC 9112, 6.3', header: 'Content-Length', where: 'line 2', byte: '0x30' },
  ],
  [
    'a length together with chunked: the connection is not reused',
    `${ok}Content-Length: 5\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n`,
    `${ok}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
    { rule: 'RFC 9112, 6.3', header: 'Content-Length', where: 'line 2', byte: '0x35' },
  ],
  [
    'identity, and a length',
    `${ok}Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\n`,
    `${ok}Content-Length: 5\r\n\r\n`,
    { rule: 'RFC 9112, 7', header: 'Transfer-Encoding', where: 'line 2', byte: '0x69' },
  ],
  [
    'chunked in two lines',
    `${ok}Transfer-Encoding: chunked\r\nTransfer-Encoding: Chunked\r\n\r\n`,
    `${ok}Transfer-Encoding: chunked\r\n\r\n`,
    { rule: 'RFC 9112, 6.1', header: 'Transfer-Encoding', where: 'line 3', byte: '0x43' },
  ],
  [
    'chunked in HTTP/1.0',
    'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
    'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
    { rule: 'RFC 9112, 6.1', header: 'Transfer-Encoding', where: 'line 2', byte: '0x63' },
  ],
])('%s: accepted, noted with its position, and rejected by --strict', (_, bytes, repaired, noted) => {
  const { reading, found } = read(bytes);
  expect(reading).toMatchObject({ repaired });
  expect(found).toEqual([expect.objectContaining(noted)]);
  const { byte, where } = found[0] ?? {};
  expect(found[0]?.text).toContain(`(${where}, byte ${byte}; RFC 9112, `);
  const { reading: strictly } = read(bytes, true);
  expect(strictly).toMatchObject({
    kind: 'protocol',
    text: expect.stringContaining(`(${where}, byte ${byte}; RFC 9112`),
  });
});

test('headers are reported as received, including those that the parser does not get', () => {
  const bytes = `${ok}Content-Length: 5\nX-A : b\r\nTransfer-Encoding: chunked\r\nX-F: a\r\n b\r\n\r\n`;
  expect(readingOf(bytes).headers).toEqual([
    ['Content-Length', '5'],
    ['X-A', 'b'],
    ['Transfer-Encoding', 'chunked'],
    ['X-F', 'a b'],
  ]);
});

test('the second head of a connection is repaired as well as its interim one', () => {
  const noted = irregular(false);
  readHead('HTTP/1.1 103 Early Hints\nLink: </a>\n\n', noted);
  expect(readHead('HTTP/1.1 200 OK\nA: b\n\n', noted)).toMatchObject({ repaired: `${ok}A: b\r\n\r\n` });
});

test.each([
  ['a NUL in a value', `${ok}A: b\0c\r\n\r\n`, 'the value of A contains a NUL (line 2, byte 0x00)'],
  ['a CR in a value', `${ok}A: b\rc\r\n\r\n`, 'the value of A contains a carriage return (line 2, byte 0x0d)'],
  ['a CR before the line end', `${ok}A: b\r\r\n\r\n`, 'the value of A contains a carriage return (line 2, byte 0x0d)'],
  [
    'an escape in a value',
    `${ok}A: b\x1b[2J\r\n\r\n`,
    'the value of A contains a control character (line 2, byte 0x1b)',
  ],
  ['a NUL in a folded line', `${ok}A: b\r\n c\0\r\n\r\n`, 'the value of A contains a NUL (line 3, byte 0x00)'],
  ['a space in a name', `${ok}A B: c\r\n\r\n`, 'the name of a header contains a space (line 2, byte 0x20)'],
  ['a CR in a name', `${ok}A\rB: c\r\n\r\n`, 'the name of a header contains a carriage return (line 2, byte 0x0d)'],
  ['no name', `${ok}: c\r\n\r\n`, 'a header has no name (line 2, byte 0x3a)'],
  ['no colon', `${ok}A\r\n\r\n`, 'a line of the head has no colon (line 2, byte 0x41)'],
  ['a blank first', `${ok} A: b\r\n\r\n`, 'a space begins the first line of the headers (line 2, byte 0x20)'],
  [
    'a CR in the status line',
    'HTTP/1.1 200 O\rK\r\n\r\n',
    'the status line contains a carriage return (line 1, byte 0x0d)',
  ],
  [
    'two lengths',
    `${ok}Content-Length: 5\r\nA: b\r\nContent-Length: 6\r\n\r\n`,
    'it has two lengths: Content-Length is 5 and 6 (line 4, byte 0x36)',
  ],
  ['two lengths in one line', `${ok}Content-Length: 5,7\r\n\r\n`, 'is 5 and 7 (line 2, byte 0x37)'],
  ['a negative length', `${ok}Content-Length: -5\r\n\r\n`, 'Content-Length is not a single number (line 2, byte 0x2d)'],
  [
    'a length with a sign',
    `${ok}Content-Length: +5\r\n\r\n`,
    'Content-Length is not a single number (line 2, byte 0x2b)',
  ],
  ['an empty length', `${ok}Content-Length:\r\n\r\n`, 'Content-Length is not a single number (line 2, byte 0x0d)'],
  [
    'chunked before another coding',
    `${ok}Transfer-Encoding: chunked, gzip\r\n\r\n`,
    'gzip follows chunked in Transfer-Encoding (line 2, byte 0x67)',
  ],
])('%s is rejected with the header, its line and the byte', (_, bytes, words) => {
  expect(read(bytes).reading).toMatchObject({ kind: 'protocol', text: expect.stringContaining(words) });
});

test.each([
  ['gzip, chunked', ['gzip'], true],
  ['gzip,deflate , chunked', ['gzip', 'deflate'], true],
  ['x-gzip', ['x-gzip'], false],
  ['chunked', [], true],
  ['identity', [], false],
])('Transfer-Encoding: %s', (value, codings, chunked) => {
  expect(readingOf(`${ok}Transfer-Encoding: ${value}\r\n\r\n`)).toMatchObject({ codings, chunked });
});

test.each(['br', 'compress, chunked', 'gzip;q=1, chunked', 'foo'])('the transfer coding %s is rejected', value => {
  expect(read(`${ok}Transfer-Encoding: ${value}\r\n\r\n`).reading).toMatchObject({
    kind: 'protocol',
    text: expect.stringContaining('transfer coding'),
  });
});

test('a name as long as the head is truncated in messages', () => {
  const { reading } = read(`${ok}${'x'.repeat(100_000)}: \0\r\n\r\n`);
  expect(isFailure(reading) && reading.text.length).toBeLessThan(300);
});

const lineEnd = fc.constantFrom('\r\n', '\n');
const piece = fc.oneof(
  fc.constantFrom('Content-Length: 5', 'Transfer-Encoding: chunked', 'A : b', ' folded', 'Transfer-Encoding: identity'),
  fc.string({ unit: fc.constantFrom(...'Aa1: \t\r\0-,\x7f\xff'), maxLength: 12 }),
);

test('for any input, the parser gets an unambiguous message', () => {
  const heads = fc.array(fc.tuple(piece, lineEnd), { maxLength: 8 });
  fc.assert(
    fc.property(heads, lineEnd, (lines, end) => {
      const bytes = `HTTP/1.1 200 OK${end}${lines.map(([text, own]) => text + own).join('')}${end}`;
      // An empty line in between ends the head.
      fc.pre(!/\n\r?\n[\s\S]/.test(bytes));
      const { reading } = read(bytes);
      if (reading === undefined || isFailure(reading)) return;
      const seen = reading.repaired ?? bytes;
      expect(seen).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:[!-9;-~]+:[\t\x20-\x7e\x80-\xff]*\r\n)*\r\n$/);
      expect((seen.match(/^(?:content-length|transfer-encoding):/gim) ?? []).length).toBeLessThanOrEqual(1);
      const again = read(seen);
      expect(again.found).toEqual([]);
      expect(again.reading).not.toHaveProperty('repaired');
    }),
    { numRuns: 3000 },
  );
});
