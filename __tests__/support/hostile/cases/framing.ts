/** Group C: framing. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { answer } from '../../answer.js';
import { type HostileCase, type NaiveMode, numbered } from '../case.js';

const text = 'some text that is long enough to be cut somewhere in its middle. '.repeat(40);
const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - 12);

const wrong = (what: string, bytes: Buffer | string, says: RegExp, mode: NaiveMode = 'believe'): HostileCase => ({
  what,
  serve: ({ socket }) => socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes),
  naive: [mode, 'believed'],
  code: 1,
  says,
});

const coded = (coding: string, body: Buffer): Buffer => answer([`Content-Encoding: ${coding}`], body);
const chunks = (body: string): Buffer => answer(['Transfer-Encoding: chunked'], body);

export const framingCases = numbered('C', [
  wrong('a Content-Length that is too long', answer(['Content-Length: 9999'], text), /./),
  wrong('chunks without the last chunk', chunks('5\r\nhello\r\n'), /./),
  wrong('a chunk that is shorter than its size', chunks('ff\r\nhello\r\n'), /./),
  wrong('a chunk size that is not a number', chunks('zz\r\nhello\r\n0\r\n\r\n'), /./),
  wrong('a chunk size beyond 2^64', chunks('10000000000000000\r\nhello\r\n0\r\n\r\n'), /./),
  wrong('a negative Content-Length', answer(['Content-Length: -1'], 'x'), /./),
  wrong('a Content-Length in words', answer(['Content-Length: many'], 'x'), /./),
  wrong('a Content-Length beyond 2^64', answer(['Content-Length: 18446744073709551617'], 'x'), /./),
  wrong('a Content-Length with a plus sign', answer(['Content-Length: +1'], 'x'), /./),
  wrong('two different Content-Lengths', answer(['Content-Length: 5', 'Content-Length: 6'], 'hello!'), /./),
  wrong('two lengths in one Content-Length', answer(['Content-Length: 5, 6'], 'hello!'), /./),
  wrong('an escape in a header value', answer(['X-Bad: a\u001b[2Jb'], 'x'), /./),
  wrong('a NUL in a header value', answer(['X-Bad: a\u0000b'], 'x'), /./),
  wrong('a CR inside a header value', answer(['X-Bad: a\rb'], 'x'), /./),
  wrong('an escape in a header name', answer(['X-\u001b[2JBad: b'], 'x'), /./),
  wrong('a header without a name', answer([': b'], 'x'), /./),
  wrong('a line that is not a header', answer(['this is not a header'], 'x'), /./),
  wrong('an unknown transfer coding', answer(['Transfer-Encoding: rot13'], 'x'), /./),
  wrong('truncated gzip data in a complete message', coded('gzip', cut(gzipSync(text))), /./),
  wrong('truncated brotli data', coded('br', cut(brotliCompressSync(text))), /./),
  wrong('truncated deflate data', coded('deflate', cut(deflateSync(text))), /./),
  wrong('a gzip label on plain text', coded('gzip', Buffer.from(text)), /./),
  wrong('gzip data followed by other data', coded('gzip', Buffer.concat([gzipSync(text), Buffer.from('more')])), /./),
  wrong('another protocol', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', /./),
  wrong('HTTP/0.9', '<p>no head at all</p>\n\r\n\r\n', /./),
  wrong('HTTP/3.0', 'HTTP/3.0 200 OK\r\n\r\n', /./),
  wrong('TLS on a plain port', Buffer.from([0x15, 3, 1, 0, 2, 2, 70, 13, 10, 13, 10]), /./),
  wrong('a two-digit status', answer([], 'x', 'HTTP/1.1 99 Odd'), /./),
  wrong(
    'a 101 that was not requested',
    answer(['Upgrade: other', 'Connection: Upgrade'], 'x', 'HTTP/1.1 101 Switching Protocols'),
    /./,
  ),
  wrong('nothing at all', '', /./),
  {
    ...wrong('a reset in the middle of the body', '', /./),
    serve: ({ socket }) => void socket.write(answer(['Content-Length: 9999'], text), () => socket.resetAndDestroy()),
  },
  {
    ...wrong('a reset instead of a response', '', /./),
    serve: ({ socket }) => void socket.resetAndDestroy(),
  },
  {
    what: 'folded lines, bare line feeds and spaces before colons',
    serve: ({ socket }) =>
      socket.end(
        'HTTP/1.1 200 OK\nX-Folded: a\r\n \u001b[2J'.replace('\u001b[2J', 'b') +
          '\r\nX-Blank : c\r\nContent-Length: 4\n\nbody',
      ),
    naive: ['believe', 'believed'],
    argv: ({ url }) => ['GET', url, '--strict'],
    code: 1,
    says: /./,
  },
  {
    what: 'a 204 with a body',
    serve: ({ socket }) =>
      socket.end('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\nConnection: close\r\n\r\n\u001b[2Jx'),
    naive: ['print', 'screen'],
    code: 0,
  },
  {
    what: 'trailers with escapes, cookies and lengths',
    serve: ({ socket }) =>
      socket.end(chunks('2\r\nok\r\n0\r\nX-T: \u009b2J\r\nSet-Cookie: a=b\r\nContent-Length: 9\r\n\r\n')),
    naive: ['print', 'screen'],
    argv: ({ url }) => ['GET', url, '-i'],
    code: 0,
  },
  {
    what: 'bytes that are not UTF-8',
    serve: ({ socket }) =>
      socket.end(
        answer(
          ['Content-Type: application/json'],
          Buffer.from([0x22, 0xff, 0xc3, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x1b, 0x5b, 0x32, 0x4a, 0x22]),
        ),
      ),
    naive: ['print', 'screen'],
    code: 0,
  },
  {
    what: 'JSON in UTF-16 that contains an escape',
    serve: ({ socket }) =>
      socket.end(answer(['Content-Type: application/json'], Buffer.from('\ufeff{"a":"\u001b[2J"}', 'utf16le'))),
    naive: ['print', 'screen'],
    code: 0,
  },
  {
    what: 'an escape after an anti-hijacking prefix',
    serve: ({ socket }) => socket.end(answer(['Content-Type: application/json'], `)]}'\n{"a":"\u001b[2J"}`)),
    naive: ['print', 'screen'],
    code: 0,
  },
]);
