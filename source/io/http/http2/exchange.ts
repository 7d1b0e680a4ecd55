/**
 * HTTP/2 (RFC 9113), in a separate chunk that is loaded when a server selects it. Gives got a response shaped like Node's
 * HTTP/1.1 messages.
 */
import { EventEmitter } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { FailureError } from '../../../core/failure.js';
import { http2Lines } from '../../../core/request/sent-head.js';
import { wireBytes } from '../../../core/request/wire-text.js';
import { reveal } from '../../../core/secret.js';
import { interimGuard } from '../early-ends.js';
import { linesOf } from '../exchange.js';
import { waitsForContinue, whenContinue } from '../expect.js';
import type { OpenPhases, Phases } from '../timing.js';
import { type OpenBody, pump } from '../upload.js';
import type { AttemptRequest } from '../wire.js';
import { errorCodes, type Progress, serverGoneAway, serverReset, sessionViolation, streamViolation } from './errors.js';
import { messageOf } from './message.js';
import { openSession, type Session } from './session.js';

/** A server that has selected HTTP/2, and its session. */
export interface Http2Server {
  readonly isOpen: boolean;
  /** Resolves with the server's settings, or when the session ends. */
  readonly settled: Promise<void>;
  exchange(wire: AttemptRequest, phases: OpenPhases, clock: () => number): Http2Exchange;
}

export interface Http2Exchange {
  readonly phases: Phases;
  /** Emits `error` when the exchange breaks, as a ClientRequest does. */
  readonly request: ClientRequest;
  /** Whether the session has been used for an exchange before. */
  readonly isReused: boolean;
  /** Whether any of the body was read from its source. */
  bodyTaken(): boolean;
  /** Sends the request and resolves with the head. Rejects with an error of node:http2 or a `FailureError`. */
  respond(onSent?: (bytes: number) => void): Promise<IncomingMessage>;
  /** Lets the message of `respond` end. Earlier, got's listeners would swallow the end of an empty body. */
  release(): void;
  /** Ends the exchange, but not the session. */
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

function exchangeOver(session: Session, wire: AttemptRequest, phases: OpenPhases, clock: () => number): Http2Exchange {
  const request = new EventEmitter() as ClientRequest;
  request.on('error', () => {});
  let taken = false;
  let closed = false;
  let stream: ClientHttp2Stream | undefined;
  let release = (): void => {};
  const released = new Promise<void>(resolve => {
    // After the read that a listener of got has scheduled.
    release = () => void setImmediate(resolve);
  });
  const close = (): void => {
    closed = true;
    stream?.close(errorCodes.cancel);
    stream?.destroy();
  };
  return {
    phases,
    request,
    isReused: session.isUsed,
    bodyTaken: () => taken,
    release,
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
        const progress = { hasHead: false, size: 0, announced: Number.NaN };
        let broken: Error | undefined;
        const reason = (error?: NodeJS.ErrnoException): Error => {
          broken ??= reasonFor(session, opened, progress, error);
          return broken;
        };
        const interim = interimGuard(why => fail(new FailureError(why)));
        opened.on('headers', (headers, _flags, raw?: string[]) => {
          wire.observer?.head(interimHead(headers, raw ?? []), '2');
          interim();
        });
        opened.on('error', (error: NodeJS.ErrnoException) => fail(reason(error)));
        opened.once('close', () => reject(reason()));
        opened.once('response', (headers, _flags, raw?: string[]) => {
          phases.firstByte = clock();
          Object.assign(progress, { hasHead: true, announced: Number(headers['content-length'] ?? Number.NaN) });
          opened.on('data', (chunk: Buffer) => {
            progress.size += chunk.length;
          });
          const isEnded = (): boolean => session.framesOf(opened).isEnded;
          resolve(messageOf(opened, headers, raw ?? [], { isEnded, reason, released }));
        });
        opened.once('end', () => {
          // If a server has responded and does not read the rest of the body, stop sending.
          if (!opened.writableFinished) setImmediate(() => opened.writableFinished || opened.close(errorCodes.cancel));
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

/** Why a stream broke, according to the frames of both sides, or to node:http2's error if they do not show it. */
function reasonFor(
  session: Session,
  stream: ClientHttp2Stream,
  progress: Progress,
  error: NodeJS.ErrnoException | undefined,
): Error {
  const { reset, dataSize } = session.framesOf(stream);
  const received = { ...progress, size: Math.max(dataSize, progress.size) };
  if (session.violation) return new FailureError(session.violation);
  if (reset?.by === 'client' && reset.code !== errorCodes.cancel)
    return new FailureError(streamViolation(reset.code, received));
  if (reset?.by === 'server') {
    // Truncated: the caller knows how much of the body has arrived.
    if (progress.hasHead && reset.code === errorCodes.none) return Object.assign(new Error('reset'), { code: 'h2_0' });
    return new FailureError(serverReset(reset.code, progress.hasHead));
  }
  const { goneAway } = session;
  const isUnprocessed = goneAway && (stream.id === undefined || stream.id > goneAway.last);
  if (goneAway && (isUnprocessed || goneAway.code !== errorCodes.none))
    return new FailureError(serverGoneAway(goneAway));
  // Node 22 reports some violations before it resets the stream.
  if (error?.code === 'ERR_HTTP2_ERROR') return new FailureError(sessionViolation(error, received));
  // Node reports a lost connection as CANCEL.
  if (!error || error.code === 'ERR_HTTP2_STREAM_ERROR')
    return Object.assign(new Error('closed'), { code: 'ECONNRESET' });
  return error;
}

async function upload(
  wire: AttemptRequest,
  body: OpenBody,
  stream: ClientHttp2Stream,
  hear: { onTaken(): void; onSent: ((bytes: number) => void) | undefined },
): Promise<void> {
  // Not ended, because that would send an empty body.
  if (waitsForContinue(wire) && !(await whenContinue(stream))) return body.close();
  hear.onTaken();
  await pump(body, stream, hear.onSent);
  stream.end();
}

/** An interim head as HTTP/1.1 would send it. @param raw alternating names and values */
function interimHead(headers: IncomingHttpHeaders, raw: readonly string[]): string {
  const lines = linesOf(raw).filter(([name]) => !name.startsWith(':'));
  return [`HTTP/2 ${headers[':status']}`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
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
