/**
 * HTTP/2 (RFC 9113) for `--http2`, in a chunk of its own. Uses the same agents as HTTP/1.1 and gives got a response
 * shaped like Node's HTTP/1.1 messages. A server that chooses HTTP/1.1 gets HTTP/1.1.
 */
import { EventEmitter } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { type Failure, FailureError } from '../../../core/failure.js';
import { http2Lines } from '../../../core/request/sent-head.js';
import { wireBytes } from '../../../core/request/wire-text.js';
import { reveal } from '../../../core/secret.js';
import { routeBeforeTunnel } from '../connection/route.js';
import { interimGuard } from '../early-ends.js';
import { explain } from '../errors.js';
import { waitsForContinue, whenContinue } from '../expect.js';
import type { Stop } from '../stop.js';
import type { Phases } from '../timing.js';
import { type OpenBody, pump } from '../upload.js';
import type { AttemptRequest } from '../wire.js';
import { type Opening, openSocket } from './connection.js';
import { cancel, messageOf, streamClosed } from './message.js';

export interface Http2Exchange {
  readonly phases: Phases;
  /** Emits `error` when the exchange breaks, as a ClientRequest does. */
  readonly request: ClientRequest;
  /** Whether any of the body was taken from its source. */
  bodyTaken(): boolean;
  /** Sends the request and resolves with the head. Rejects with an error of node:http2 or a `FailureError`. */
  respond(onSent?: (bytes: number) => void): Promise<IncomingMessage>;
  close(): void;
}

/** Undefined: the server chose HTTP/1.1. */
export async function openHttp2(
  wire: AttemptRequest,
  stop: Stop,
  clock: () => number,
): Promise<Http2Exchange | Failure | undefined> {
  const phases: Opening = {};
  let socket: TLSSocket;
  try {
    socket = await openSocket(wire, stop, phases, clock);
  } catch (error) {
    return explain(error, phases.tunnel ? wire.route : routeBeforeTunnel(wire.route));
  }
  if (socket.alpnProtocol !== 'h2') {
    socket.destroy();
    return undefined;
  }
  const session = connect(wire.url.origin, {
    createConnection: () => socket,
    // Node's 64 KiB window throttles a fast line.
    settings: { initialWindowSize: 4 * 1024 * 1024, maxHeaderListSize: 256 * 1024, enablePush: false },
    maxHeaderListPairs: 10_000,
  });
  session.once('connect', () => {
    // Already destroyed if the request could not be created.
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

async function respond(
  session: ClientHttp2Session,
  wire: AttemptRequest,
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
      // A server that has responded and does not want the rest of the body must not keep us sending.
      if (!stream.writableFinished) setImmediate(() => stream.writableFinished || stream.close(cancel));
    });
    if (wire.body) upload(wire, wire.body, stream, hear).catch(fail);
  });
}

async function upload(
  wire: AttemptRequest,
  body: OpenBody,
  stream: ClientHttp2Stream,
  hear: { onTaken(): void; onSent: ((bytes: number) => void) | undefined },
): Promise<void> {
  // Not ended: that would send an empty body.
  if (waitsForContinue(wire) && !(await whenContinue(stream))) return body.close();
  hear.onTaken();
  await pump(body, stream, hear.onSent);
  stream.end();
}

function headersOf(wire: AttemptRequest): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {
    ':method': wire.method,
    ':scheme': 'https',
    ':path': wire.target,
  };
  for (const { name, value } of http2Lines(wire.headers, wire.url.host)) {
    const text = wireBytes(reveal(value));
    headers[name] = headers[name] === undefined ? text : [headers[name], text].flat();
  }
  return headers;
}
