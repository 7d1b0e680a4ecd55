/**
 * HTTP/2 (RFC 9113) for `--http2`: a chunk of its own. Opens the connection through the same agents as HTTP/1.1, and gives
 * got an answer that looks like one of Node's HTTP/1.1 messages. A server that only speaks HTTP/1.1 is left to that.
 */
import { EventEmitter } from 'node:events';
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { type Failure, FailureError, failure } from '../../core/failure.js';
import { reveal } from '../../core/secret.js';
import { beforeTunnel } from './connection/place.js';
import { connectTooLate, interimGuard, proxyRefusal } from './early-ends.js';
import { explain } from './errors.js';
import { goAhead, waitsForContinue } from './expect.js';
import type { Stop } from './stop.js';
import type { Phases } from './timing.js';
import { type OpenBody, pump } from './upload.js';
import type { Wire } from './wire.js';

/** What one HTTP/2 exchange is to `attempt`. */
export interface Http2Exchange {
  readonly phases: Phases;
  /** Emits `error` when the exchange breaks, as a ClientRequest does. */
  readonly request: ClientRequest;
  /** Whether anything of the body was taken from its source. */
  bodyTaken(): boolean;
  /** Sends; the head of the answer as a message. Rejects with an error of node:http2 or a `FailureError`. */
  respond(onSent?: (bytes: number) => void): Promise<IncomingMessage>;
  close(): void;
}

/** Lines that belong to HTTP/1.1 connections (RFC 9113 8.2.2); Host becomes `:authority`. */
const ofConnection = /^(?:connection|keep-alive|proxy-connection|transfer-encoding|upgrade|host)$/i;

/** CANCEL (RFC 9113 7). */
const cancel = 8;

/** Opens a connection. Undefined: the server chose HTTP/1.1. */
export async function openHttp2(
  wire: Wire,
  stop: Stop,
  clock: () => number,
): Promise<Http2Exchange | Failure | undefined> {
  const phases: Opening = {};
  let socket: TLSSocket;
  try {
    socket = await openSocket(wire, stop, phases, clock);
  } catch (error) {
    return explain(error, phases.tunnel ? wire.place : beforeTunnel(wire.place));
  }
  if (socket.alpnProtocol !== 'h2') {
    socket.destroy();
    return undefined;
  }
  const session = connect(wire.url.origin, {
    createConnection: () => socket,
    // Node's 64 KiB would make a fast line slow.
    settings: { initialWindowSize: 4 * 1024 * 1024, maxHeaderListSize: 256 * 1024, enablePush: false },
    maxHeaderListPairs: 10_000,
  });
  session.once('connect', () => {
    // A request that could not be made has ended it already.
    if (!session.destroyed) session.setLocalWindowSize(16 * 1024 * 1024);
  });
  const request = new EventEmitter() as ClientRequest;
  request.on('error', () => {});
  session.on('error', error => request.emit('error', error));
  let taken = false;
  const onTaken = (): void => {
    taken = true;
  };
  return {
    phases,
    request,
    bodyTaken: () => taken,
    respond: onSent => respond(session, wire, request, phases, clock, { onTaken, onSent }),
    close: () => session.destroy(),
  };
}

type Opening = { -readonly [key in keyof Phases]: Phases[key] } & {
  /** The proxy has answered. */
  tunnel?: true;
};

type Connecting = Agent & {
  connect?(request: EventEmitter, options: object): Promise<TLSSocket>;
  createConnection(options: object): TLSSocket;
};

/** A TLS connection whose handshake is done, by the agent that HTTP/1.1 would use. */
async function openSocket(wire: Wire, stop: Stop, phases: Opening, clock: () => number): Promise<TLSSocket> {
  const { url, connection } = wire;
  const agent = connection.agent as Connecting;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const givenUp = new AbortController();
  const options = {
    ...connection.options,
    host,
    port: Number(url.port || 443),
    ...(isIP(host) ? {} : { servername: host }),
    ALPNProtocols: ['h2', 'http/1.1'],
    secureEndpoint: true,
    givenUp: givenUp.signal,
  };
  const events = new EventEmitter();
  let socket: TLSSocket | undefined;
  return new Promise((resolve, reject) => {
    const end = (error?: unknown): void => {
      clearTimeout(timer);
      forget();
      if (error === undefined && socket) {
        resolve(socket);
        return;
      }
      socket?.destroy();
      givenUp.abort();
      reject(error);
    };
    const timer = setTimeout(() => end(new FailureError(connectTooLate(wire))), wire.connectTimeoutMs);
    const forget = stop.onStop(why => queueMicrotask(() => end(new FailureError(why))));
    events.once('proxyConnect', ({ statusCode = 0, statusText = '' }) => {
      phases.tunnel = true;
      const refused = proxyRefusal(wire, statusCode, statusText);
      if (refused) end(new FailureError(refused));
    });
    const watch = (opened: TLSSocket): void => {
      socket = opened;
      opened.once('error', end);
      opened.once('close', () => end(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
      opened.once('lookup', () => {
        phases.dns = clock();
      });
      opened.once('connect', () => {
        phases.connect = clock();
      });
      opened.once('secureConnect', () => {
        phases.tls = clock();
        end();
      });
    };
    if (agent.connect) agent.connect(events, options).then(watch, end);
    else watch(agent.createConnection(options));
  });
}

async function respond(
  session: ClientHttp2Session,
  wire: Wire,
  request: ClientRequest,
  phases: { firstByte?: number },
  clock: () => number,
  hear: { onTaken(): void; onSent: ((bytes: number) => void) | undefined },
): Promise<IncomingMessage> {
  const stream = session.request(headersOf(wire), { endStream: wire.body === undefined });
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      reject(error);
      request.emit('error', error);
      session.destroy();
    };
    const interim = interimGuard(why => fail(new FailureError(why)));
    stream.on('headers', interim);
    stream.on('error', (error: NodeJS.ErrnoException) => {
      fail(error.code === 'ERR_HTTP2_STREAM_ERROR' ? streamClosed(stream) : error);
    });
    session.on('error', fail);
    stream.once('close', () => {
      reject(streamClosed(stream));
      session.close();
    });
    stream.once('response', (headers, _flags, raw?: string[]) => {
      phases.firstByte = clock();
      resolve(messageOf(stream, headers, raw ?? []));
    });
    stream.once('end', () => {
      // A server that has answered and does not want the rest of the body must not keep us sending.
      if (!stream.writableFinished) setImmediate(() => stream.writableFinished || stream.close(cancel));
    });
    if (wire.body) upload(wire, wire.body, stream, hear).catch(fail);
  });
}

async function upload(
  wire: Wire,
  body: OpenBody,
  stream: ClientHttp2Stream,
  hear: { onTaken(): void; onSent: ((bytes: number) => void) | undefined },
): Promise<void> {
  // Not ended: the answer would be for a body that is empty.
  if (waitsForContinue(wire) && !(await goAhead(stream))) return body.close();
  hear.onTaken();
  await pump(body, stream, hear.onSent);
  stream.end();
}

function headersOf(wire: Wire): Record<string, string | string[]> {
  const { url } = wire;
  const host = wire.headers.find(line => line.name.toLowerCase() === 'host');
  const headers: Record<string, string | string[]> = {
    ':method': wire.method,
    ':scheme': 'https',
    ':authority': host ? reveal(host.value) : url.host,
    ':path': `${url.pathname}${url.search}`,
  };
  for (const line of wire.headers) {
    if (ofConnection.test(line.name)) continue;
    const name = line.name.toLowerCase();
    const text = Buffer.from(reveal(line.value), 'utf8').toString('latin1');
    headers[name] = headers[name] === undefined ? text : [headers[name], text].flat();
  }
  return headers;
}

/** The parts of an IncomingMessage that got and the engine read. */
function messageOf(stream: ClientHttp2Stream, headers: IncomingHttpHeaders, raw: string[]): IncomingMessage {
  const pairs =
    raw.length > 0
      ? raw
      : Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().flatMap(one => [name, String(one)]));
  const rawHeaders = pairs.filter((_, at) => !pairs[at - (at % 2)]?.startsWith(':'));
  const distinct: Record<string, string[]> = Object.create(null);
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    distinct[name] = [...(distinct[name] ?? []), rawHeaders[at + 1] ?? ''];
  }
  const message = new Readable({
    highWaterMark: 1024 * 1024,
    read: () => stream.resume(),
    destroy(error, callback) {
      if (!stream.closed) stream.close(error ? cancel : 0);
      callback(error);
    },
  });
  const fields = {
    statusCode: Number(headers[':status']),
    statusMessage: '',
    httpVersion: '2',
    rawHeaders,
    headers: Object.fromEntries(Object.entries(distinct).map(([name, values]) => [name, values.join(', ')])),
    headersDistinct: distinct,
    complete: false,
  };
  Object.assign(message, fields);
  stream.on('data', (chunk: Buffer) => {
    if (!message.push(chunk)) stream.pause();
  });
  stream.once('end', () => {
    // A stream that was reset ends as well; only its code tells.
    if (stream.rstCode !== 0 || stream.aborted) return;
    (message as unknown as IncomingMessage).complete = true;
    message.push(null);
  });
  stream.once('close', () => {
    if (!(message as unknown as IncomingMessage).complete) message.destroy(streamClosed(stream));
  });
  return message as unknown as IncomingMessage;
}

/** RFC 9113 7: what an error code means. */
const codes: Readonly<Record<number, string>> = {
  1: 'it met an error of the protocol',
  2: 'it met an error of its own',
  3: 'too much was sent at once',
  7: 'it refused the request',
  11: 'it was asked for too much',
  12: 'the connection is not safe enough for it',
  13: 'it wants HTTP/1.1 for this: leave --http2 out',
};

function streamClosed(stream: ClientHttp2Stream): Error {
  const { rstCode = 0 } = stream;
  // 8 (CANCEL) is also what Node reports for a connection that is gone.
  if (rstCode === 0 || rstCode === 8) return Object.assign(new Error('closed'), { code: 'ECONNRESET' });
  const words = codes[rstCode] ?? `its code is ${rstCode}`;
  return new FailureError(
    failure('protocol', `The server broke the HTTP/2 exchange off: ${words}.`, {
      code: `h2_${rstCode}`,
      hint: 'Try without --http2.',
    }),
  );
}
