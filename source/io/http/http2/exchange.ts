/**
 * HTTP/2 (RFC 9113), in a chunk of its own that is loaded when a server picks it. Gives got a response shaped like Node's
 * HTTP/1.1 messages.
 */
import { EventEmitter } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { ClientHttp2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { FailureError } from '../../../core/failure.js';
import { http2Lines } from '../../../core/request/sent-head.js';
import { wireBytes } from '../../../core/request/wire-text.js';
import { reveal } from '../../../core/secret.js';
import { interimGuard } from '../early-ends.js';
import { waitsForContinue, whenContinue } from '../expect.js';
import type { Phases } from '../timing.js';
import { type OpenBody, pump } from '../upload.js';
import type { AttemptRequest } from '../wire.js';
import { brokenOff, cancel, messageOf, streamClosed } from './message.js';
import { openSession, type Session } from './session.js';

type Opening = { -readonly [key in keyof Phases]: Phases[key] };

/** A server that has picked HTTP/2, and the session with it. */
export interface Http2Server {
  readonly isOpen: boolean;
  /** Resolves with the server's settings, or when the session ends. */
  readonly settled: Promise<void>;
  exchange(wire: AttemptRequest, phases: Opening, clock: () => number): Http2Exchange;
}

export interface Http2Exchange {
  readonly phases: Phases;
  /** Emits `error` when the exchange breaks, as a ClientRequest does. */
  readonly request: ClientRequest;
  /** The session had carried an exchange before. */
  readonly isReused: boolean;
  /** Whether any of the body was taken from its source. */
  bodyTaken(): boolean;
  /** Sends the request and resolves with the head. Rejects with an error of node:http2 or a `FailureError`. */
  respond(onSent?: (bytes: number) => void): Promise<IncomingMessage>;
  /** Ends the exchange; the session stays. */
  close(): void;
}

export function http2Over(socket: TLSSocket, origin: string): Http2Server {
  const session = openSession(socket, origin);
  return {
    get isOpen() {
      return session.isOpen;
    },
    settled: session.settled,
    exchange: (wire, phases, clock) => exchangeOver(session, wire, phases, clock),
  };
}

function exchangeOver(session: Session, wire: AttemptRequest, phases: Opening, clock: () => number): Http2Exchange {
  const request = new EventEmitter() as ClientRequest;
  request.on('error', () => {});
  let taken = false;
  let closed = false;
  let stream: ClientHttp2Stream | undefined;
  const close = (): void => {
    closed = true;
    stream?.close(cancel);
    stream?.destroy();
  };
  return {
    phases,
    request,
    isReused: session.isUsed,
    bodyTaken: () => taken,
    async respond(onSent) {
      if (closed) throw new Error('closed');
      const opened = session.request(headersOf(wire), wire.body === undefined);
      stream = opened;
      return new Promise((resolve, reject) => {
        const fail = (error: unknown): void => {
          reject(error);
          request.emit('error', error);
          close();
        };
        const interim = interimGuard(why => fail(new FailureError(why)));
        opened.on('headers', interim);
        opened.on('error', (error: NodeJS.ErrnoException) => fail(told(session, opened, error)));
        opened.once('close', () => reject(streamClosed(opened)));
        opened.once('response', (headers, _flags, raw?: string[]) => {
          phases.firstByte = clock();
          resolve(messageOf(opened, headers, raw ?? []));
        });
        opened.once('end', () => {
          // A server that has responded and does not want the rest of the body must not keep us sending.
          if (!opened.writableFinished) setImmediate(() => opened.writableFinished || opened.close(cancel));
        });
        const onTaken = (): void => {
          taken = true;
        };
        if (wire.body) upload(wire, wire.body, opened, { onTaken, onSent }).catch(fail);
      });
    },
    close,
  };
}

/** The error of a stream in the words of RFC 9113; node:http2 has a name for each of its layers. */
function told(session: Session, stream: ClientHttp2Stream, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ERR_HTTP2_STREAM_ERROR') return streamClosed(stream);
  const code = error.code === 'ERR_HTTP2_SESSION_ERROR' ? session.goneAway(stream) : undefined;
  return code === undefined ? error : brokenOff(code);
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
