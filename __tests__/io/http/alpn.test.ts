/** Selection of the HTTP version over https, and the failures that a shared session must survive. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { hintText } from '../../../source/core/hint.js';
import type { NetworkOptions } from '../../../source/core/options.js';
import { secret } from '../../../source/core/secret.js';
import { digestSigner } from '../../../source/io/http/credentials/digest.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { answered, bodyOf, plainNetwork, type RequestParts, requestFor } from '../../support/requests.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer, rawServer, sayingServer } from '../../support/servers/http-server.js';
import { closeHttp2Servers, http2Server } from '../../support/servers/http2-server.js';
import { closeProxies, httpProxy } from '../../support/servers/proxy-server.js';

const made = certificates();

afterEach(async () => {
  closeHttp2Servers();
  await closeServers();
  await closeProxies();
});

/** Options as in one run: a single object, so that connections are shared. */
const trusting = (more: Partial<NetworkOptions> = {}): NetworkOptions => ({
  ...plainNetwork,
  caFile: made.caFile,
  family: 4,
  timeoutMs: 20_000,
  ...more,
});

async function exchange(url: string, network: NetworkOptions, parts: RequestParts = {}) {
  const spec = { ...requestFor(url, parts), network };
  const notes: string[] = [];
  const response = answered(await send(spec, testEnvironment(), { onNote: text => notes.push(hintText(text)) }));
  return {
    version: response.httpVersion,
    status: response.status,
    text: String(await bodyOf(response)),
    sent: response.request,
    timing: response.timing,
    notes,
  };
}

type Either = (request: Http2ServerRequest | IncomingMessage, response: Http2ServerResponse | ServerResponse) => void;

/** Responds in either version with the received body. */
const echo: Either = (request, response) => {
  let text = '';
  request.on('data', chunk => {
    text += String(chunk);
  });
  request.on('end', () => response.end(`${request.method} ${request.url} ${text}`));
};

describe('selection by the server', () => {
  test.each([
    ['HTTP/2 and HTTP/1.1', {}, '2', ['h2']],
    ['HTTP/2 only', { allowHTTP1: false }, '2', ['h2']],
  ])('%s', async (_title, options, version, handshakes) => {
    const server = await http2Server(echo as never, options);
    const network = trusting();
    for (const body of ['one', 'two', 'three']) {
      expect(await exchange(`${server.url}/p`, network, { method: 'POST', body })).toMatchObject({
        version,
        text: `POST /p ${body}`,
        sent: { httpVersion: version },
      });
    }
    expect(server.handshakes).toEqual(handshakes);
  });

  test('HTTP/1.1 only: the connection that negotiated also carries this request and the next', async () => {
    const server = await httpServer((response, seen) => response.end(`${seen.body}`), made.server);
    let connections = 0;
    const network = trusting();
    const ports = new Set<number | undefined>();
    server.seen.length = 0;
    for (const body of ['one', 'two', 'three']) {
      const events: string[] = [];
      const spec = { ...requestFor(server.url, { method: 'POST', body }), network };
      const response = answered(await send(spec, testEnvironment(), { onEvent: ({ kind }) => void events.push(kind) }));
      expect([response.httpVersion, String(await bodyOf(response))]).toEqual(['1.1', body]);
      connections += events.filter(kind => kind === 'connected').length;
      ports.add(response.timing.tlsMs === undefined ? 0 : 1);
    }
    expect([connections, [...ports]]).toEqual([1, [1, 0]]);
  });

  test('without ALPN', async () => {
    const server = await sayingServer('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi', 'stay', made.server);
    const network = trusting();
    for (const _ of [1, 2]) expect(await exchange(server.url, network)).toMatchObject({ version: '1.1', text: 'hi' });
  });

  test('--http1.1 and --http2 are respected', async () => {
    const server = await http2Server(echo as never);
    for (const httpVersion of ['1.1', '2'] as const)
      expect(await exchange(server.url, trusting({ httpVersion }))).toMatchObject({ version: httpVersion });
    expect(server.handshakes).toEqual(['http/1.1', 'h2']);
  });

  test('through a proxy, with one tunnel for all requests', async () => {
    const [server, proxy] = [await http2Server(echo as never), await httpProxy()];
    const old = await httpServer(response => response.end('old'), made.server);
    const network = trusting({ proxy: `http://127.0.0.1:${proxy.port}` });
    for (const _ of [1, 2]) {
      expect(await exchange(server.url, network)).toMatchObject({ version: '2' });
      expect(await exchange(old.url, network)).toMatchObject({ version: '1.1', text: 'old' });
    }
    expect(proxy.asked).toEqual([`CONNECT localhost:${server.port}`, `CONNECT 127.0.0.1:${old.port}`]);
  });
});

test('simultaneous requests share a session, within the limit of the server', async () => {
  let [now, most] = [0, 0];
  const server = await http2Server(
    {
      streams(stream) {
        most = Math.max(most, ++now);
        stream.once('close', () => now--);
        stream.respond({ ':status': 200 });
        setImmediate(() => stream.end('ok'));
      },
    },
    { settings: { maxConcurrentStreams: 2 } },
  );
  const network = trusting();
  const texts = await Promise.all(Array.from({ length: 30 }, () => exchange(server.url, network)));
  expect(new Set(texts.map(({ text }) => text))).toEqual(new Set(['ok']));
  expect(server.handshakes).toEqual(['h2']);
  expect(most).toBe(2);
});

test('leaving a response ends its stream, and no other', async () => {
  const server = await http2Server({
    streams(stream, headers) {
      stream.respond({ ':status': 200 });
      if (headers[':path'] === '/endless') stream.write('data: 1\n\n');
      else stream.end('done');
    },
  });
  const network = trusting();
  const endless = answered(await send({ ...requestFor(`${server.url}/endless`), network }, testEnvironment()));
  endless.body.on('error', () => {});
  expect(await exchange(server.url, network)).toMatchObject({ text: 'done' });
  const environment = testEnvironment();
  const other = answered(await send({ ...requestFor(`${server.url}/endless`), network }, environment));
  const ended = new Promise(resolve => other.body.once('error', resolve));
  other.body.resume();
  environment.stop.abort();
  await ended;
  endless.body.destroy();
  expect(await exchange(server.url, network)).toMatchObject({ text: 'done' });
  expect(server.handshakes).toEqual(['h2']);
});

describe('features that only HTTP/1.1 has are sent over it as typed', () => {
  test.each([['Connection: close'], ['TE: gzip'], ['Upgrade: foo'], ['Keep-Alive: timeout=5']])('%s', async line => {
    const server = await http2Server(((request, response) =>
      response.end(JSON.stringify(request.rawHeaders ?? []))) as Either as never);
    const { version, text } = await exchange(server.url, trusting(), { headers: [line] });
    expect(version).toBe('1.1');
    expect(text).toContain(JSON.stringify(line.split(': ')).slice(1, -1));
  });

  test('a repeated header that HTTP/2 allows once is sent over HTTP/1.1, and rejected with --http2', async () => {
    const server = await http2Server(((request, response) =>
      response.end(JSON.stringify(request.rawHeaders))) as Either as never);
    const headers = ['Content-Type: a/b', 'Content-Type: c/d'];
    const parts = { method: 'POST', body: 'x', headers };
    const { version, text } = await exchange(server.url, trusting(), parts);
    expect([version, text.match(/"Content-Type"/g)]).toEqual(['1.1', ['"Content-Type"', '"Content-Type"']]);
    expect(
      await send({ ...requestFor(server.url, parts), network: trusting({ httpVersion: '2' }) }, testEnvironment()),
    ).toMatchObject({ kind: 'usage', text: expect.stringContaining('content-type') });
  });

  test.each(['Connection: keep-alive', 'Proxy-Connection: Keep-Alive'])(
    '"%s" has no meaning over HTTP/2, which is used',
    async line => {
      const server = await http2Server(((request, response) =>
        response.end(JSON.stringify(request.headers))) as Either as never);
      const { version, text, notes } = await exchange(server.url, trusting(), { headers: [line] });
      expect([version, notes]).toEqual(['2', []]);
      expect(text).not.toContain('connection');
    },
  );

  test.each([
    ['Connection: close', 'the Connection header'],
    ['TE: gzip', 'the TE header'],
  ])('"%s" is named in a note, and in the hint for a server that requires HTTP/2', async (line, what) => {
    const server = await http2Server(echo as never);
    const { notes } = await exchange(server.url, trusting(), { headers: [line] });
    expect(notes).toEqual([`The request is sent over HTTP/1.1: HTTP/2 cannot carry ${what}.`]);
    const only2 = await rawServer(socket => socket.destroy(), made.server);
    const parts = { headers: [line] };
    const failed = await send({ ...requestFor(only2.url, parts), network: trusting() }, testEnvironment());
    expect(failed).toMatchObject({ hint: expect.stringContaining(`If it requires HTTP/2: Remove ${what}.`) });
  });

  test('"TE: trailers" is sent over either version', async () => {
    const server = await http2Server(((request, response) =>
      response.end(String(request.headers.te))) as Either as never);
    expect(await exchange(server.url, trusting(), { headers: ['TE: trailers'] })).toMatchObject({
      version: '2',
      text: 'trailers',
    });
  });
});

describe('a server that withdraws HTTP/2', () => {
  const post = { method: 'POST', body: 'the body' };

  test.each(['stream', 'session'])(
    'HTTP_1_1_REQUIRED for the %s repeats it over HTTP/1.1 (RFC 9113, section 7)',
    async of => {
      let asked = 0;
      const server = await http2Server(((request, response) => {
        asked++;
        if (!('stream' in request)) return echo(request, response);
        if (of === 'stream') return request.stream.close(13);
        return request.stream.session?.goaway(13, 0);
      }) as Either as never);
      expect(await exchange(server.url, trusting(), post)).toMatchObject({ version: '1.1', text: 'POST / the body' });
      expect([asked, server.handshakes]).toEqual([2, ['h2', 'http/1.1']]);
    },
  );

  test('a refused stream is sent again, even a POST (section 8.7)', async () => {
    let asked = 0;
    const server = await http2Server(((request, response) => {
      if (++asked === 1 && 'stream' in request) request.stream.close(7);
      else echo(request, response);
    }) as Either as never);
    expect(await exchange(server.url, trusting(), post)).toMatchObject({ version: '2', text: 'POST / the body' });
  });

  test('requests that a GOAWAY did not process are sent on another session', async () => {
    const server = await http2Server(((request, response) => {
      // Like nginx after keepalive_requests: the fifth request of a session is the last.
      if ('stream' in request && request.stream.id === 9) request.stream.session?.goaway(0, 9);
      echo(request, response);
    }) as Either as never);
    const network = trusting();
    const all = await Promise.all(Array.from({ length: 12 }, () => exchange(server.url, network, post)));
    expect(all.map(({ version, text }) => `${version} ${text}`)).toEqual(Array(12).fill('2 POST / the body'));
    expect(server.handshakes.length).toBeGreaterThan(1);
  });

  test('GOAWAY with an error ends its requests with a clear message', async () => {
    const server = await http2Server({ streams: stream => stream.session?.goaway(11, stream.id) });
    const refused = await send({ ...requestFor(server.url), network: trusting() }, testEnvironment());
    expect(refused).toMatchObject({
      kind: 'protocol',
      text: 'The server closed the HTTP/2 connection: ENHANCE_YOUR_CALM.',
      hint: 'The server limits requests. Pass --retry N to wait and try again.',
    });
  });

  test.each([
    ['GET', {}, { text: 'GET / ' }],
    ['POST', post, { kind: 'network', code: 'ECONNRESET' }],
  ])('an idle session that fails during a request: %s', async (_method, parts, expected) => {
    let asked = 0;
    const server = await http2Server(((request, response) => {
      if (++asked === 2) for (const socket of server.sockets) socket.destroy();
      else echo(request, response);
    }) as Either as never);
    const network = trusting();
    await exchange(server.url, network, post);
    const value = await exchange(server.url, network, parts).catch(error => error);
    if ('kind' in expected) expect(String(value)).toContain('closed the connection without a response');
    else expect(value).toMatchObject(expected);
  });

  test('a session that was closed while idle is not used again', async () => {
    const server = await http2Server(echo as never);
    const network = trusting();
    await exchange(server.url, network, post);
    const closed = Promise.all(
      [...server.sockets].map(socket => new Promise(resolve => socket.once('close', resolve))),
    );
    for (const socket of server.sockets) socket.end();
    await closed;
    expect(await exchange(server.url, network, post)).toMatchObject({ text: 'POST / the body' });
    expect(server.handshakes).toEqual(['h2', 'h2']);
  });
});

test('a redirect and a Digest login stay on one session', async () => {
  const server = await http2Server(((request, response) => {
    const { authorization } = request.headers;
    if (request.url === '/go') return response.writeHead(302, { location: '/secret' }).end();
    if (authorization === undefined)
      return response.writeHead(401, { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"' }).end();
    return response.end(authorization.slice(0, 6));
  }) as Either as never);
  const network = trusting({ follow: true });
  const password = secret('p');
  const credentials = { digest: { user: 'u', password, signer: digestSigner('u', password, testEnvironment()) } };
  expect(await exchange(`${server.url}/go`, network, { credentials })).toMatchObject({ version: '2', text: 'Digest' });
  expect(server.handshakes).toEqual(['h2']);
});

test('a dead server fails all waiting requests at once, not one after another', async () => {
  const network = trusting();
  const values = await Promise.all(
    [1, 2, 3].map(() => send({ ...requestFor('https://localhost:1/'), network }, testEnvironment())),
  );
  expect(values).toMatchObject(Array(3).fill({ kind: 'network', code: 'ECONNREFUSED' }));
});

test('a server that requires a certificate is reported over HTTP/2 as over HTTP/1.1', async () => {
  const server = await http2Server(echo as never, { requestCert: true, rejectUnauthorized: true, ca: made.ca });
  for (const httpVersion of ['1.1', '2'] as const)
    expect(
      await send({ ...requestFor(server.url), network: trusting({ httpVersion }) }, testEnvironment()),
    ).toMatchObject({
      kind: 'tls',
      text: `localhost:${server.port} requires a client certificate.`,
    });
});
