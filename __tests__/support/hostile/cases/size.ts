/** Group B: size, depth and time. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { answer } from '../../answer.js';
import { type HostileCase, numbered } from '../case.js';

const mebibyte = 1 << 20;
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Repeats a piece up to the requested length. */
const repeated = (piece: string, count: number): Buffer => Buffer.alloc(Buffer.byteLength(piece) * count, piece);

const letters = once(() => gzipSync(Buffer.alloc(256 * mebibyte, 'a'), { level: 9 }));
const brotliLetters = once(() =>
  brotliCompressSync(Buffer.alloc(256 * mebibyte, 'a'), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
);
const numbers = once(() =>
  gzipSync(Buffer.concat([Buffer.from('['), repeated('1,', 15_000_000), Buffer.from('1]')]), { level: 1 }),
);
const inGraphql = (url: string): readonly string[] => ['graphql', url, '--query', '{ a }', '--no-validate'];

const coded = (what: string, coding: string, body: () => Buffer, more: Partial<HostileCase> = {}): HostileCase => ({
  what,
  serve: ({ socket }) => socket.end(answer([`Content-Encoding: ${coding}`, 'Content-Type: text/plain'], body())),
  naive: ['take', 'memory'],
  argv: ({ url }) => ['GET', url, '--max-size', '100k'],
  code: 1,
  says: /--max-size/,
  ...more,
});

const waiting = (what: string, more: Pick<HostileCase, 'serve'> & Partial<HostileCase>): HostileCase => ({
  what,
  naive: ['believe', 'waits'],
  argv: ({ url }) => ['GET', url, '--timeout', '0.5'],
  code: 8,
  says: /0\.5 s/,
  ...more,
});

/** Writes endlessly, as fast as the client reads. */
function pour(
  socket: {
    write(text: Buffer): boolean;
    once(event: 'drain', listener: () => void): unknown;
    readonly destroyed: boolean;
  },
  piece: Buffer,
): void {
  while (!socket.destroyed) if (!socket.write(piece)) return void socket.once('drain', () => pour(socket, piece));
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';

export const sizeCases = numbered('B', [
  coded('256 MiB of one letter, compressed to 261 kB of gzip', 'gzip', letters),
  coded('256 MiB of one letter, compressed to a few hundred bytes of brotli', 'br', brotliLetters),
  {
    what: 'a gzipped list of 15 million numbers instead of a GraphQL response',
    serve: ({ socket }) => socket.end(answer(['Content-Encoding: gzip', 'Content-Type: application/json'], numbers())),
    naive: ['take', 'memory'],
    argv: ({ url }) => inGraphql(url),
    code: 1,
    says: /GraphQL/,
  },
  {
    what: 'twelve content codings in one header',
    serve: ({ socket }) => {
      let body: Buffer = Buffer.alloc(mebibyte);
      for (let layer = 0; layer < 12; layer++) body = gzipSync(body);
      socket.end(answer([`Content-Encoding: ${Array(12).fill('gzip').join(', ')}`], body));
    },
    naive: ['believe', 'believed'],
    code: 1,
    says: /encoded 12 times/,
  },
  {
    what: 'JSON nested 100,000 deep',
    serve: ({ socket }) =>
      socket.end(answer(['Content-Type: application/json'], '['.repeat(100_000) + ']'.repeat(100_000))),
    naive: ['take', 'crashes'],
    code: 0,
  },
  {
    what: 'a GraphQL response nested 100,000 deep',
    serve: ({ socket }) =>
      socket.end(
        answer(['Content-Type: application/json'], `{"data":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`),
      ),
    naive: ['take', 'crashes'],
    argv: ({ url }) => inGraphql(url),
    code: 0,
  },
  {
    what: 'an endless body',
    serve({ socket }) {
      socket.write(`${head}\r\n`);
      pour(socket, repeated('x', 65_536));
    },
    naive: ['believe', 'waits'],
    argv: ({ url }) => ['GET', url, '--max-size', '1M'],
    code: 1,
    says: /--max-size/,
  },
  {
    what: 'endless chunks',
    serve({ socket }) {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
      pour(socket, Buffer.concat([Buffer.from('ffff\r\n'), repeated('x', 65_535), Buffer.from('\r\n')]));
    },
    naive: ['believe', 'waits'],
    argv: ({ url }) => ['GET', url, '--max-size', '1M'],
    code: 1,
    says: /--max-size/,
  },
  {
    what: 'endless headers',
    serve({ socket }) {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, repeated('X-Header: and another one, and another one\r\n', 1000));
    },
    naive: ['believe', 'waits'],
    code: 1,
    says: /head/i,
  },
  {
    what: 'a header of one megabyte',
    serve: ({ socket }) => socket.end(answer([`X-Long: ${'x'.repeat(mebibyte)}`], 'x')),
    naive: ['believe', 'believed'],
    code: 1,
    says: /head/i,
  },
  {
    what: 'a status line of one megabyte',
    serve: ({ socket }) => socket.end(answer([], 'x', `HTTP/1.1 200 ${'x'.repeat(mebibyte)}`)),
    naive: ['believe', 'believed'],
    code: 1,
    says: /head/i,
  },
  {
    what: 'endless early hints (103)',
    serve({ socket }) {
      pour(socket, repeated('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 100));
    },
    naive: ['believe', 'waits'],
    code: 1,
    says: /interim|103/i,
  },
  waiting('nothing after accepting the connection', { serve: () => {} }),
  waiting('a head that stops in the middle', { serve: ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\nX-A:') }),
  waiting('a body that stops in the middle', {
    serve: ({ socket }) => void socket.write(`${head}Content-Length: 9\r\n\r\nx`),
  }),
  waiting('a body sent one byte at a time', {
    serve({ socket }) {
      socket.write(`${head}Content-Length: 9999\r\n\r\n`);
      const drip = setInterval(() => (socket.destroyed ? clearInterval(drip) : socket.write('x')), 50);
    },
  }),
  waiting('an event stream without events', {
    serve: ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'),
    argv: ({ url }) => [
      'graphql',
      url,
      '--query',
      'subscription { a }',
      '--no-validate',
      '--subscription-protocol',
      'sse',
      '--timeout',
      '0.5',
    ],
  }),
  {
    what: 'an event whose data never ends',
    serve({ socket }) {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: next\n');
      pour(socket, repeated(`data: ${'x'.repeat(60)}\n`, 1000));
    },
    naive: ['believe', 'waits'],
    argv: ({ url }) => [
      'graphql',
      url,
      '--query',
      'subscription { a }',
      '--no-validate',
      '--subscription-protocol',
      'sse',
      '--max-size',
      '20M',
    ],
    code: 1,
    says: /larger|too|exceeds/,
  },
  {
    what: 'an event of endless empty data lines',
    serve({ socket }) {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: next\n');
      pour(socket, repeated('data:\n', 10_000));
    },
    naive: ['believe', 'waits'],
    argv: ({ url }) => [
      'graphql',
      url,
      '--query',
      'subscription { a }',
      '--no-validate',
      '--subscription-protocol',
      'sse',
      '--max-size',
      '20M',
    ],
    code: 1,
    says: /larger|too|exceeds/,
  },
  {
    what: 'a redirect to itself',
    serve: ({ socket, url }) => socket.end(answer([`Location: ${url}`], '', 'HTTP/1.1 302 Found')),
    naive: ['follow', 'endless'],
    argv: ({ url }) => ['GET', url, '-L'],
    code: 6,
    says: /redirects/,
  },
  {
    what: 'a redirect whose URL grows each time',
    serve: ({ socket, url, rest }) => socket.end(answer([`Location: ${url}${rest}/and`], '', 'HTTP/1.1 302 Found')),
    naive: ['follow', 'endless'],
    argv: ({ url }) => ['GET', url, '-L'],
    code: 6,
    says: /redirects/,
  },
  {
    what: 'a chain of slow redirects',
    serve({ socket, url, rest }) {
      setTimeout(() => socket.end(answer([`Location: ${url}${rest}/and`], '', 'HTTP/1.1 302 Found')), 100);
    },
    naive: ['follow', 'waits'],
    argv: ({ url }) => ['GET', url, '-L', '--timeout', '0.5'],
    code: 8,
    says: /0\.5 s/,
  },
  {
    what: '200,000 keys, including names of built-in properties',
    serve: ({ socket }) =>
      socket.end(
        answer(
          ['Content-Type: application/json'],
          `{"__proto__":{"a":1},"constructor":1,"toString":1,${Array.from({ length: 200_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
        ),
      ),
    naive: ['take', 'believed'],
    argv: ({ url }) => ['GET', url, '-o', 'out'],
    code: 0,
    says: /saved/i,
  },
]);
