/** Routes that exercise HTTP: echo, delays, statuses, redirects, encodings, streams, downloads, logins. */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { demoKey, demoPassword, demoToken, demoUser, requireBasic, requireKey, requireToken } from './credentials.js';
import { type DemoRequest, type Route, sendJson } from './route.js';

function seen(request: DemoRequest) {
  const headers = request.rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, request.rawHeaders[i + 1]]] : []));
  const isText = /^(text\/|application\/(json|.*\+json|x-www-form-urlencoded|xml))/.test(
    request.header('content-type') ?? '',
  );
  return {
    method: request.method,
    url: request.url.pathname + request.url.search,
    query: [...request.url.searchParams],
    headers,
    bodyBytes: request.body.length,
    ...(isText ? { body: request.body.toString('utf8') } : { bodyBase64: request.body.toString('base64', 0, 3000) }),
  };
}

/** Sends `count` pieces at intervals until the client disconnects. */
async function trickle(response: ServerResponse, type: string, count: number, piece: (n: number) => string) {
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  for (let n = 1; n <= count && !response.destroyed; n++) {
    response.write(piece(n));
    await wait(n < count ? 300 : 0);
  }
  response.end();
}

/** Bytes `from` to `to` of an endless pattern. */
function* pattern(from: number, to: number): Generator<Buffer> {
  const block = Buffer.alloc(1 << 16, 'The quick brown fox jumps over the lazy dog. ');
  for (let at = from; at < to; ) {
    const start = at % block.length;
    const piece = block.subarray(start, Math.min(block.length, start + to - at));
    at += piece.length;
    yield piece;
  }
}

/** Routes in the order of the index. The first match applies. */
export const protocolRoutes: readonly Route[] = [
  {
    method: '*',
    path: /^\/echo(?:\/.*)?$/,
    example: '/echo?a=1',
    does: 'the received method, headers, query and body',
    handle: (request, response) => sendJson(response, seen(request)),
  },
  {
    method: '*',
    path: /^\/status\/([2-5]\d\d)$/,
    example: '/status/418',
    does: 'any status',
    handle(_, response, [status]) {
      if (['204', '205', '304'].includes(status ?? '')) response.writeHead(Number(status)).end();
      else sendJson(response, { status: Number(status) }, Number(status));
    },
  },
  {
    method: 'GET',
    path: /^\/delay\/(\d+(?:\.\d+)?)$/,
    example: '/delay/2',
    does: 'responds after the given number of seconds (60 at most)',
    async handle(_, response, [seconds]) {
      const ended = new AbortController();
      response.once('close', () => ended.abort());
      await wait(Math.min(Number(seconds), 60) * 1000, undefined, { signal: ended.signal }).catch(() => {});
      if (!response.destroyed) sendJson(response, { waited: Number(seconds) });
    },
  },
  {
    method: '*',
    path: /^\/redirect\/(\d+)$/,
    example: '/redirect/3',
    does: 'redirects the given number of times, then to /echo; ?status=307 keeps the method',
    handle({ url }, response, [left]) {
      const n = Number(left);
      const requested = url.searchParams.get('status') ?? '302';
      const status = /^30[12378]$/.test(requested) ? Number(requested) : 302;
      response.writeHead(status, { Location: n > 1 ? `/redirect/${n - 1}?status=${status}` : '/echo' }).end();
    },
  },
  {
    method: 'GET',
    example: '/gzip',
    does: 'a compressed response',
    handle(request, response) {
      const body = gzipSync(`${JSON.stringify({ compressed: true, headers: seen(request).headers })}\n`);
      const head = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', 'Content-Length': body.length };
      response.writeHead(200, head).end(body);
    },
  },
  {
    method: 'GET',
    example: '/events',
    does: 'server-sent events, ten of them',
    handle: (_, response) =>
      trickle(response, 'text/event-stream', 10, n => `id: ${n}\nevent: tick\ndata: {"tick":${n}}\n\n`),
  },
  {
    method: 'GET',
    example: '/lines',
    does: 'a stream of JSON lines',
    handle: (_, response) => trickle(response, 'application/x-ndjson', 10, n => `{"line":${n}}\n`),
  },
  {
    method: 'GET',
    path: /^\/download\/(\d{1,10})$/,
    example: '/download/1000000',
    does: 'a file with the given number of bytes; supports ranges (-C)',
    async handle(request, response, [asked]) {
      const size = Number(asked);
      const entity = { 'Accept-Ranges': 'bytes', ETag: `"${size}"`, 'Content-Type': 'application/octet-stream' };
      const disposition = { 'Content-Disposition': `attachment; filename="demo-${size}.bin"` };
      const range = /^bytes=(\d+)-(\d*)$/.exec(request.header('range') ?? '');
      const current = (request.header('if-range') ?? entity.ETag) === entity.ETag;
      const from = range && current ? Number(range[1]) : 0;
      const to = range?.[2] && current ? Math.min(Number(range[2]) + 1, size) : size;
      if (from >= size && size > 0) {
        response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end();
        return;
      }
      response.writeHead(range && current ? 206 : 200, {
        ...entity,
        ...disposition,
        'Content-Length': to - from,
        ...(range && current ? { 'Content-Range': `bytes ${from}-${to - 1}/${size}` } : {}),
      });
      if (request.method === 'HEAD') response.end();
      else await pipeline(pattern(from, to), response);
    },
  },
  {
    method: 'GET',
    example: '/cookies?taste=sweet',
    does: 'sets each query parameter as a cookie and returns the cookies received',
    handle(request, response) {
      const cookies = [...request.url.searchParams].map(pair => pair.map(encodeURIComponent).join('='));
      if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
      sendJson(response, { sent: request.header('cookie') ?? null });
    },
  },
  {
    method: 'GET',
    example: '/private/basic',
    does: `requires Basic authentication: -u ${demoUser}:${demoPassword}`,
    handle: (request, response) => sendJson(response, { hello: requireBasic(request) }),
  },
  {
    method: 'GET',
    example: '/private/bearer',
    does: `requires a bearer token: -B ${demoToken}, or one from --oauth2`,
    async handle(request, response) {
      await requireToken(request);
      sendJson(response, { hello: 'token holder' });
    },
  },
  {
    method: 'GET',
    example: '/private/key',
    does: `requires an API key: -K api_key=${demoKey}`,
    handle(request, response) {
      requireKey(request);
      sendJson(response, { hello: 'key holder' });
    },
  },
];
