/** An HTTP/2 session (RFC 9113) shared by several exchanges. The process waits for it only during an exchange. */
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type OutgoingHttpHeaders } from 'node:http2';
import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { type Failure, FailureError } from '../../../core/failure.js';
import { connectionViolation, errorCodes, type GoAway, interruptedBlock } from './errors.js';
import { type Frame, type FrameHeader, frameReader, frameTypes, headerReader, prefaceSize } from './frames.js';

/** Node's 64 KiB would throttle a fast connection. */
const streamWindow = 4 * 1024 * 1024;

/** For many responses that have not been read yet. */
const sessionWindow = 64 * 1024 * 1024;

/** A session without an exchange is closed after this time. */
const idleMs = 60_000;

/** Facts about a stream that only its frames show. */
export interface StreamFrames {
  /** Whether the server sent END_STREAM. */
  readonly isEnded: boolean;
  /** Bytes of DATA frames, padding included. */
  readonly dataSize: number;
  /** The first RST_STREAM in either direction. */
  readonly reset?: { readonly by: 'server' | 'client'; readonly code: number };
}

export interface Session {
  /** Whether it accepts another exchange. */
  readonly isOpen: boolean;
  /** Whether it has been used for an exchange before. */
  readonly isUsed: boolean;
  /** Resolves with the server's settings, or when the session ends. */
  readonly settled: Promise<void>;
  /** The latest GOAWAY from the server. */
  readonly goneAway: GoAway | undefined;
  /** Why apiclient closed the connection. */
  readonly violation: Failure | undefined;
  /** Throws an error of node:http2 for headers that HTTP/2 does not allow, and after the session is closed. */
  request(headers: OutgoingHttpHeaders, endStream: boolean): ClientHttp2Stream;
  framesOf(stream: ClientHttp2Stream): StreamFrames;
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

const noFrames: StreamFrames = { isEnded: false, dataSize: 0 };

export function openSession(socket: TLSSocket, origin: string): Session {
  const streams = new Map<number, Mutable<StreamFrames>>();
  let active = 0;
  let isUsed = false;
  let goneAway: GoAway | undefined;
  let violation: Failure | undefined;
  let isLongBlock = false;
  /** The stream of a header block that still lacks a CONTINUATION. */
  let openBlock: number | undefined;

  const framesOf = (id: number): Mutable<StreamFrames> => {
    const frames = streams.get(id) ?? { ...noFrames };
    streams.set(id, frames);
    return frames;
  };
  const isReset = ({ type, stream, payload }: Frame, by: 'server' | 'client'): boolean => {
    if (type !== frameTypes.reset || payload.length < 4) return false;
    framesOf(stream).reset ??= { by, code: payload.readUInt32BE(0) };
    return true;
  };
  const violate = (failure: Failure): void => {
    violation = failure;
    const error = new FailureError(failure);
    // Node 20 emits nothing and stops reading.
    setImmediate(() => session.destroy(error));
  };
  const checkBlock = ({ type, flags, stream }: FrameHeader): void => {
    const isContinuation = type === frameTypes.continuation && stream === openBlock;
    if (openBlock !== undefined && !isContinuation && !violation) violate(interruptedBlock);
    if (type === frameTypes.headers || isContinuation) openBlock = (flags & endHeaders) === 0 ? stream : undefined;
  };
  const received = (frame: Frame): void => {
    const { type, flags, stream, length } = frame;
    if (isReset(frame, 'server')) return;
    if (type === frameTypes.headers) isLongBlock = (flags & endHeaders) === 0;
    if (type === frameTypes.goaway) goneAway = goAwayOf(frame) ?? goneAway;
    if (type !== frameTypes.data && type !== frameTypes.headers) return;
    const frames = framesOf(stream);
    if (type === frameTypes.data) frames.dataSize += length;
    if ((flags & endStream) !== 0) frames.isEnded = true;
  };
  const sent = (frame: Frame): void => {
    if (isReset(frame, 'client')) return;
    const away = goAwayOf(frame);
    // After a GOAWAY from the server, or an error that node:http2 reports itself, the code adds nothing.
    if (!away || violation || away.code === errorCodes.none || away.code === errorCodes.internal) return;
    violate(connectionViolation(away.code, away.debug, isLongBlock));
  };

  const readHeaders = headerReader(checkBlock);
  const readFrames = frameReader(received);
  const session: ClientHttp2Session = connect(origin, {
    createConnection: () =>
      observedSocket(socket, {
        received(bytes) {
          readHeaders(bytes);
          readFrames(bytes);
          return !violation;
        },
        sent: frameReader(sent, prefaceSize),
      }),
    settings: { initialWindowSize: streamWindow, maxHeaderListSize: 256 * 1024, enablePush: false },
    maxHeaderListPairs: 10_000,
    maxSessionMemory: 100,
  });
  session.on('error', () => {});
  session.once('connect', () => {
    // Already destroyed if the request could not be created.
    if (!session.destroyed) session.setLocalWindowSize(sessionWindow);
  });
  // Not `session.unref`, which does not affect the connection.
  socket.unref();
  session.setTimeout(idleMs, () => {
    if (active === 0) session.close();
  });
  return {
    get isOpen() {
      return !session.closed && !session.destroyed && !violation;
    },
    get isUsed() {
      return isUsed;
    },
    get goneAway() {
      return goneAway;
    },
    get violation() {
      return violation;
    },
    settled: new Promise(resolve => {
      session.once('remoteSettings', () => resolve());
      session.once('close', resolve);
    }),
    request(headers, endStream) {
      const stream = session.request(headers, { endStream });
      if (active++ === 0) socket.ref();
      stream.once('close', () => {
        isUsed = true;
        if (--active === 0) socket.unref();
        // Later listeners still read the frames.
        setImmediate(() => streams.delete(stream.id ?? 0));
      });
      return stream;
    },
    framesOf: ({ id }) => streams.get(id ?? 0) ?? noFrames,
  };
}

/** Flag of HEADERS and DATA. */
const endStream = 1;

/** Flag of the last frame of a header block: HEADERS or CONTINUATION. */
const endHeaders = 4;

function goAwayOf({ type, payload }: Frame): GoAway | undefined {
  if (type !== frameTypes.goaway || payload.length < 8) return undefined;
  const last = payload.readUInt32BE(0) & 0x7fffffff;
  return { last, code: payload.readUInt32BE(4), debug: payload.toString('utf8', 8) };
}

interface SocketObserver {
  /**
   * Called before node:http2 reads the bytes, and returns whether it may. A frame in the middle of a header block must not
   * reach it: it leaks the block, and the process aborts when the session is collected (`current_nghttp2_memory_ == 0`).
   */
  received(bytes: Buffer): boolean;
  sent(bytes: Buffer): void;
}

/** Bytes that may be buffered in one direction. Node's 16 KiB are one TLS record. */
const highWaterMark = 256 * 1024;

/**
 * The connection as a stream for `createConnection`, with its bytes observed in both directions. node:http2 does not report its
 * own resets or, in Node 20, that it closed the connection. Destroying either destroys both.
 */
function observedSocket(socket: TLSSocket, observer: SocketObserver): Duplex {
  const outer = new Duplex({
    highWaterMark,
    read: () => socket.resume(),
    write(chunk: Buffer, _encoding, callback) {
      observer.sent(chunk);
      socket.write(chunk, callback);
    },
    writev(chunks, callback) {
      const all = Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer));
      observer.sent(all);
      socket.write(all, callback);
    },
    final: callback => void socket.end(callback),
    destroy(error, callback) {
      socket.destroy(error ?? undefined);
      callback(error);
    },
  });
  socket.on('data', (bytes: Buffer) => {
    if (!observer.received(bytes)) return;
    if (!outer.push(bytes)) socket.pause();
  });
  socket.once('end', () => outer.push(null));
  socket.once('error', error => outer.destroy(error));
  socket.once('close', () => outer.destroy());
  return outer;
}
