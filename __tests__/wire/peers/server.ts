/** The server of the rows: one path for each kind of response. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Seen } from '../../support/servers/http-server.js';

const json = '{"b": 1.0, "a": [12345678901234567890, "é"], "b": "again"}';
const zstdOfHello = Buffer.from('28b52ffd200529000068656c6c6f', 'hex');
const big = 'x'.repeat(200);
const text = '0123456789';

type Answer = (response: ServerResponse, rest: string, seen: Seen) => void;

const typed =
  (type: string | undefined, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Answer =>
  response =>
    void response.writeHead(200, { ...(type === undefined ? {} : { 'content-type': type }), ...headers }).end(body);

const coded = (coding: string, body: Uint8Array): Answer => typed('text/plain', body, { 'content-encoding': coding });

/** Sends 401 with this challenge unless the request has the credentials. */
const guarded =
  (challenge: string, isAllowed: (authorization: string, seen: Seen) => boolean): Answer =>
  (response, _, seen) => {
    if (isAllowed(seen.headers.authorization ?? '', seen)) response.end('welcome');
    else response.writeHead(401, { 'www-authenticate': challenge }).end('no entry');
  };

const md5 = (value: string): string => createHash('md5').update(value).digest('hex');

function isDigest(authorization: string, { method }: Seen): boolean {
  const part = (name: string): string => new RegExp(`\\b${name}="?([^",]+)`).exec(authorization)?.[1] ?? '';
  const key = md5('ada:there:secret');
  const wanted = md5(
    [key, part('nonce'), part('nc'), part('cnonce'), part('qop'), md5(`${method}:${part('uri')}`)].join(':'),
  );
  return part('response') === wanted;
}

/** Responses by the first segment of the path; `rest` is the remainder with the query. */
const answers: Readonly<Record<string, Answer>> = {
  json: typed('application/json', json),
  'json-lines': typed('application/x-ndjson', '{"a":1}\n{"a":2}\n'),
  'json-as-text': typed('text/plain', '{"a":{"b":1}}'),
  'json-in-html': typed('text/html', '{"a":1}'),
  'json-prefix': typed('application/json', ')]}\',\n{"a":1}'),
  'json-broken': typed('application/json', '{"a":1,'),
  'json-latin': typed('application/json; charset=iso-8859-1', Buffer.from('{"a":"\xe9"}', 'latin1')),
  'json-number': typed('application/json', '3'),
  'vendor-json': typed('application/vnd.api+json', '{"a":1}'),
  xml: typed('application/xml', '<?xml version="1.0"?><a><b c="1">x</b><b/></a>'),
  html: typed('text/html; charset=utf-8', '<!doctype html><p>é'),
  untyped: typed(undefined, '{"a":1}'),
  latin: typed('text/plain; charset=iso-8859-1', Buffer.from('caf\xe9', 'latin1')),
  big5: typed('text/plain; charset=big5', Buffer.from('a4a4a4e5', 'hex')),
  'big5-undeclared': typed('text/plain', Buffer.from('a4a4a4e5b0aeb8d5'.repeat(20), 'hex')),
  utf16: typed('text/plain; charset=utf-16le', Buffer.from('h\u00e9', 'utf16le')),
  bom: typed('application/json', '\ufeff{"a":1}'),
  'unknown-charset': typed('text/plain; charset=klingon', 'qapla'),
  image: typed('image/png', Buffer.from('89504e470d0a1a0a0000', 'hex')),
  binary: typed('application/octet-stream', Buffer.from('00ff00fe', 'hex')),
  escapes: typed('text/plain', 'a\x1b[31mred\x1b]0;title\x07'),
  gzip: coded('gzip', gzipSync('zipped')),
  'gzip-broken': coded('gzip', Buffer.from('not gzip')),
  'gzip-upper': coded('GZip', gzipSync('zipped')),
  'gzip-twice': coded('gzip, gzip', gzipSync(gzipSync('zipped twice'))),
  br: coded('br', brotliCompressSync('zipped')),
  deflate: coded('deflate', deflateSync('zipped')),
  'deflate-raw': coded('deflate', deflateRawSync('zipped')),
  zstd: coded('zstd', zstdOfHello),
  identity: coded('identity', Buffer.from('plain')),
  'unknown-coding': coded('morse', Buffer.from('... --- ...')),
  big: typed('text/plain', big),
  status: (response, rest) => {
    const status = Number.parseInt(rest, 10);
    const body = status === 204 || status === 304 ? '' : `${rest} body`;
    response.writeHead(status, status === 401 ? { 'www-authenticate': 'Basic realm="x"' } : {}).end(body);
  },
  reason: response => void response.writeHead(418, "I'm a teapot", { 'content-type': 'text/plain' }).end(),
  redirect: (response, rest) => {
    const left = Number.parseInt(rest, 10);
    response.writeHead(302, { location: left > 1 ? `/redirect/${left - 1}` : '/end' }).end('moved');
  },
  'redirect-to': (response, rest) => {
    const query = new URLSearchParams(rest.slice(rest.indexOf('?')));
    const cookie = query.get('cookie');
    response
      .writeHead(Number(query.get('status') ?? 302), {
        location: query.get('url') ?? '',
        ...(cookie === null ? {} : { 'set-cookie': cookie }),
      })
      .end();
  },
  'no-location': response => void response.writeHead(302).end('nowhere'),
  basic: guarded('Basic realm="x"', value => value === `Basic ${Buffer.from('ada:secret').toString('base64')}`),
  bearer: guarded('Bearer', value => value === 'Bearer t0ken'),
  digest: guarded('Digest realm="there", nonce="abc", qop="auth", algorithm=MD5', isDigest),
  negotiate: guarded('Negotiate', () => false),
  'set-cookie': (response, rest) => {
    const cookies = new URLSearchParams(rest.replace(/^\?/, '')).getAll('c');
    response.writeHead(200, { 'set-cookie': cookies }).end('set');
  },
  headers: response =>
    void response
      .writeHead(
        200,
        [
          ['X-Twice', 'one'],
          ['x-twice', 'two'],
          ['X-Latin', Buffer.from('é').toString('latin1')],
          ['Empty', ''],
          ['Content-Type', 'text/plain'],
        ].flat(),
      )
      .end('h'),
  file: (response, _, { headers }) => {
    const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    const common = { 'content-type': 'text/plain', etag: '"v1"', 'accept-ranges': 'bytes' };
    if (headers['if-none-match'] === '"v1"') response.writeHead(304, common).end();
    else if (from >= text.length) response.writeHead(416, { 'content-range': `bytes */${text.length}` }).end();
    else if (from > 0) {
      const range = `bytes ${from}-${text.length - 1}/${text.length}`;
      response.writeHead(206, { ...common, 'content-range': range }).end(text.slice(from));
    } else response.writeHead(200, { ...common, 'content-length': text.length }).end(text);
  },
  attachment: (response, rest) =>
    void response
      .writeHead(200, {
        'content-disposition': decodeURIComponent(rest.replace(/^\?/, '')),
        'content-type': 'text/plain',
      })
      .end('attached'),
  cut: response => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 100 });
    response.write('only this', () => response.socket?.destroy());
  },
  'cut-file': (response, rest, seen) => {
    if (seen.headers.range !== undefined) return answers.file?.(response, rest, seen);
    response.writeHead(200, { 'content-type': 'text/plain', etag: '"v1"', 'content-length': text.length });
    response.write(text.slice(0, 5), () => response.socket?.destroy());
  },
  'cut-no-range': (response, rest, seen) => {
    if (seen.headers.range === undefined) answers['cut-file']?.(response, rest, seen);
    else response.writeHead(200, { 'content-length': text.length }).end(text);
  },
  hangup: response => void response.socket?.destroy(),
  never: () => {},
  'slow-body': response => void response.writeHead(200, { 'content-type': 'text/plain' }).write('begun'),
  chunks: response => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('one\n');
    response.end('two\n');
  },
  events: typed('text/event-stream', 'data: {"a":1}\n\ndata: {"a":2}\n\n'),
  echo: (response, _, { headers, body }) =>
    void response.writeHead(200, { 'content-type': headers['content-type'] ?? 'text/plain' }).end(body),
  agent: (response, _, { headers }) => void response.end(headers['user-agent']),
  pages: (response, rest) => {
    const page = Number(rest.replace('?page=', '')) || 1;
    const link = page < 3 ? { link: `</pages?page=${page + 1}>; rel="next"` } : {};
    response.writeHead(200, { 'content-type': 'application/json', ...link }).end(`{"items":[${page}]}`);
  },
};

/** Responds to one request; unknown paths get a short text. */
export function answer(response: ServerResponse, seen: Seen): void {
  const [, name = '', rest = ''] = /^\/([\w-]*)\/?(.*)$/.exec(seen.path) ?? [];
  const found = answers[name];
  if (found) found(response, rest, seen);
  else response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
}
