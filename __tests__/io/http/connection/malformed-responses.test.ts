/** Responses that violate RFC 9112, over every kind of connection: accepted with a note, or rejected. */
import { createServer as createSocketServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type Failure, isFailure } from '../../../../source/core/failure.js';
import { send } from '../../../../source/io/http/send.js';
import { testEnvironment } from '../../../support/environment.js';
import { answered, bodyFailure, bodyOf, type RequestParts, requestFor } from '../../../support/requests.js';
import { certificates } from '../../../support/servers/certificates.js';
import { closeServers, httpServer, rawServer, sayingServer } from '../../../support/servers/http-server.js';
import { closeProxies, httpProxy, socksProxy } from '../../../support/servers/proxy-server.js';

afterEach(async () => {
  await closeServers();
  await closeProxies();
});

const ok = 'HTTP/1.1 200 OK\r\n';
const odd = 'HTTP/1.1 200 OK\nX-Folded: a\n b\nX-Blank : c\nTransfer-Encoding: chunked\n\n5 \nhello\n0\n\n';

async function get(bytes: string | Uint8Array, parts: RequestParts = {}, after: 'end' | 'stay' = 'stay') {
  return send(requestFor((await sayingServer(bytes, after)).url, parts), testEnvironment());
}

/** The failure of a rejected response, in its head or in its body. */
async function refusal(bytes: string | Uint8Array, parts: RequestParts = {}): Promise<Failure> {
  const value = await get(bytes, parts, 'end');
  return isFailure(value) ? value : bodyFailure(value);
}

async function expectOdd(value: Awaited<ReturnType<typeof send>>): Promise<void> {
  const response = answered(value);
  expect((await bodyOf(response)).toString()).toBe('hello');
  expect(response.headers).toEqual([
    ['X-Folded', 'a b'],
    ['X-Blank', 'c'],
    ['Transfer-Encoding', 'chunked'],
  ]);
  expect(response.irregularities?.map(({ rule, where, byte }) => [rule, where, byte])).toEqual([
    ['RFC 9112, 2.2', 'line 1', '0x0a'],
    ['RFC 9112, 5.2', 'line 3', '0x20'],
    ['RFC 9112, 5.1', 'line 4', '0x20'],
    ['RFC 9112, 7.1.1', 'chunk 1', '0x20'],
  ]);
}

describe('an unusual response is accepted', () => {
  test('over http', async () => expectOdd(await get(odd)));

  test('over https', async () => {
    const { url } = await sayingServer(odd, 'stay', certificates().server);
    await expectOdd(await send(requestFor(url, { network: { caFile: certificates().caFile } }), testEnvironment()));
  });

  test.each(['http', 'https'])('through the tunnel of an HTTP proxy, and through SOCKS, to %s', async scheme => {
    const { server: certificate, caFile } = certificates();
    const { url } = await sayingServer(odd, 'stay', scheme === 'https' ? certificate : undefined);
    for (const proxy of [
      `http://127.0.0.1:${(await httpProxy()).port}`,
      `socks5h://127.0.0.1:${(await socksProxy()).port}`,
    ]) {
      // An http proxy reads plain http itself.
      if (scheme === 'http' && proxy.startsWith('http')) continue;
      await expectOdd(await send(requestFor(url, { network: { caFile, proxy } }), testEnvironment()));
    }
  });

  test('from a proxy that is unusual itself', async () => {
    const { port } = await sayingServer(odd, 'stay');
    const spec = requestFor('http://api.example/', { network: { proxy: `http://127.0.0.1:${port}` } });
    await expectOdd(await send(spec, testEnvironment()));
  });

  test('through a Unix socket', async () => {
    const environment = testEnvironment();
    const sockets = new Set<Socket>();
    const server: Server = createSocketServer(socket => {
      sockets.add(socket);
      socket.once('data', () => socket.write(odd));
    });
    await new Promise<void>(resolve => server.listen(path.join(environment.folder, 'api.sock'), resolve));
    await expectOdd(
      await send(requestFor('http://api.example/', { network: { unixSocket: 'api.sock' } }), environment),
    );
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  test('split into single bytes', async () => {
    const server = await rawServer(socket => {
      socket.setNoDelay(true);
      socket.once('data', () => {
        const next = (at: number): void => {
          if (at < odd.length) socket.write(odd[at] ?? '', () => setImmediate(next, at + 1));
        };
        next(0);
      });
    });
    await expectOdd(await send(requestFor(server.url), testEnvironment()));
  });

  test('after interim responses, after a redirect, and again on the same connection', async () => {
    let connections = 0;
    const server = await rawServer(socket => {
      connections++;
      socket.on('data', request => {
        if (request.toString().startsWith('GET /first')) {
          socket.write('HTTP/1.1 302 Found\nLocation: /then\nContent-Length: 2\nContent-Length: 2\n\nhi');
        } else {
          socket.write(`HTTP/1.1 103 Early Hints\nLink: </a>\n\n${odd}`);
        }
      });
    });
    const spec = requestFor(`${server.url}/first`, { network: { follow: true } });
    for (let run = 0; run < 3; run++) {
      const response = answered(await send(spec, testEnvironment()));
      expect(response.redirects[0]?.response.irregularities).toHaveLength(2);
      expect((await bodyOf(response)).toString()).toBe('hello');
      expect(response.irregularities).toHaveLength(4);
    }
    expect(connections).toBe(1);
  });

  test('responses to HEAD and with status 304 have no chunks, whatever the header', async () => {
    const head = 'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n';
    expect(await bodyOf(answered(await get(head, { method: 'HEAD' })))).toHaveLength(0);
    expect(await bodyOf(answered(await get(head.replace('200', '304'))))).toHaveLength(0);
  });
});

test('a correct response has no notes, and its connection is reused', async () => {
  const server = await httpServer(response => response.end('ok'));
  const spec = requestFor(server.url);
  for (let at = 0; at < 2; at++) {
    const response = answered(await send(spec, testEnvironment()));
    await bodyOf(response);
    expect(response.irregularities).toEqual([]);
    expect(response.timing.connectMs === undefined).toBe(at === 1);
  }
});

test('a length next to chunks: the chunks count, the length is reported, and the connection is not reused', async () => {
  let connections = 0;
  const server = await rawServer(socket => {
    connections++;
    socket.on('data', () => {
      socket.write(`${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`);
    });
  });
  const spec = requestFor(server.url);
  for (let at = 0; at < 2; at++) {
    const response = answered(await send(spec, testEnvironment()));
    expect((await bodyOf(response)).toString()).toBe('hello');
    expect(response.headers).toContainEqual(['Content-Length', '3']);
    expect(response.length).toBeUndefined();
  }
  expect(connections).toBe(2);
});

describe('--strict rejects lenient parsing', () => {
  test.each([
    ['a bare LF', 'HTTP/1.1 200 OK\r\nA: b\nContent-Length: 0\r\n\r\n', 'line 2, byte 0x0a; RFC 9112, 2.2'],
    ['a space after a size', `${ok}Transfer-Encoding: chunked\r\n\r\n5 \r\nhello\r\n0\r\n\r\n`, 'chunk 1, byte 0x20'],
    ['identity', `${ok}Transfer-Encoding: identity\r\n\r\nhello`, 'line 2, byte 0x69'],
  ])('%s', async (_, bytes, words) => {
    expect(isFailure(await refusal(bytes, { network: { strict: true } }))).toBe(true);
    expect((await refusal(bytes, { network: { strict: true } })).text).toContain(words);
    expect((await bodyOf(answered(await get(bytes, {}, 'end')))).toString()).toMatch(/^(?:hello)?$/);
  });
});

test.each([
  [
    'two lengths',
    `${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`,
    'Content-Length is 5 and 6 (line 3, byte 0x36)',
  ],
  [
    'a CR in a value',
    `${ok}X-Bad: b\rSet-Cookie: c\r\n\r\n`,
    'the value of X-Bad contains a carriage return (line 2, byte 0x0d)',
  ],
  [
    'a NUL in a trailer',
    `${ok}Transfer-Encoding: chunked\r\n\r\n0\r\nX-Bad: \0\r\n\r\n`,
    'X-Bad contains a NUL (line 1 of the trailers, byte 0x00)',
  ],
  [
    'a chunk that is too long',
    `${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nhello!\r\n0\r\n\r\n`,
    '(chunk 1, byte 0x21)',
  ],
  ['half a head', 'HTTP/1.1 200 OK\nA: b\n', 'in the middle of the response head'],
])('%s is rejected, with and without --strict', async (_, bytes, words) => {
  expect((await refusal(bytes)).text).toContain(words);
  expect(
    (await refusal(bytes.replaceAll('\n', '\r\n').replaceAll('\r\r', '\r'), { network: { strict: true } })).text,
  ).toContain(words);
});

describe('transfer codings', () => {
  const text = Buffer.from('some text that comes again and again. '.repeat(500));
  const chunked = (bytes: Buffer) => [
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n0\r\n\r\n'),
  ];
  const message = (codings: string, ...body: readonly Buffer[]) =>
    Buffer.concat([Buffer.from(`${ok}${codings}\r\n\r\n`), ...body]);

  test.each([
    ['Transfer-Encoding: gzip, chunked', chunked(gzipSync(text))],
    ['Transfer-Encoding: deflate, chunked', chunked(deflateSync(text))],
    ['Transfer-Encoding: deflate, x-gzip, chunked', chunked(gzipSync(deflateRawSync(text)))],
    ['Transfer-Encoding: gzip', [gzipSync(text)]],
    ['Content-Encoding: deflate\r\nTransfer-Encoding: gzip, chunked', chunked(gzipSync(deflateSync(text)))],
  ])('%s is decoded', async (line, body) => {
    expect(await bodyOf(answered(await get(message(line, ...body), {}, 'end')))).toEqual(text);
  });

  test('a truncated one is not a short body', async () => {
    const cut = gzipSync(text).subarray(0, 40);
    expect(await refusal(message('Transfer-Encoding: gzip', cut))).toMatchObject({ kind: 'truncated' });
  });

  test.each(['br', 'compress, chunked', 'zstd'])('%s is not passed on', async coding => {
    expect(await refusal(message(`Transfer-Encoding: ${coding}`, Buffer.from('x')))).toMatchObject({
      kind: 'protocol',
      text: `The response has an unknown transfer coding: ${coding.split(',')[0]}.`,
    });
  });
});
