/** A session of HTTP/2 (RFC 9113) that several exchanges share. It holds the process only while one lasts. */
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type OutgoingHttpHeaders } from 'node:http2';
import type { TLSSocket } from 'node:tls';

/** Node's 64 KiB would throttle a fast line. */
const streamWindow = 4 * 1024 * 1024;

/** For many responses of which none is read yet. */
const sessionWindow = 64 * 1024 * 1024;

/** A session without an exchange is closed after this. */
const idleMs = 60_000;

export interface Session {
  /** Takes another exchange. */
  readonly isOpen: boolean;
  /** Has carried an exchange before. */
  readonly isUsed: boolean;
  /** Resolves with the server's settings, or when the session ends. */
  readonly settled: Promise<void>;
  /** Throws an error of node:http2 for headers that HTTP/2 cannot carry, and once the session is closed. */
  request(headers: OutgoingHttpHeaders, endStream: boolean): ClientHttp2Stream;
  /** The code of the server's GOAWAY that ended this stream; 7 (REFUSED_STREAM) if it was not processed. */
  goneAway(stream: ClientHttp2Stream): number | undefined;
}

export function openSession(socket: TLSSocket, origin: string): Session {
  const session: ClientHttp2Session = connect(origin, {
    createConnection: () => socket,
    settings: { initialWindowSize: streamWindow, maxHeaderListSize: 256 * 1024, enablePush: false },
    maxHeaderListPairs: 10_000,
    maxSessionMemory: 100,
  });
  let active = 0;
  let isUsed = false;
  let away: { readonly code: number; readonly last: number } | undefined;
  session.on('error', () => {});
  session.once('connect', () => {
    // Already destroyed if the request could not be created.
    if (!session.destroyed) session.setLocalWindowSize(sessionWindow);
  });
  session.once('goaway', (code, last) => {
    away = { code, last };
  });
  session.unref();
  session.setTimeout(idleMs, () => {
    if (active === 0) session.close();
  });
  return {
    get isOpen() {
      return !session.closed && !session.destroyed;
    },
    get isUsed() {
      return isUsed;
    },
    settled: new Promise(resolve => {
      session.once('remoteSettings', () => resolve());
      session.once('close', resolve);
    }),
    request(headers, endStream) {
      const stream = session.request(headers, { endStream });
      if (active++ === 0) session.ref();
      stream.once('close', () => {
        isUsed = true;
        if (--active === 0) session.unref();
      });
      return stream;
    },
    goneAway: ({ id }) => {
      if (!away) return undefined;
      return id === undefined || id > away.last ? refused : away.code;
    },
  };
}

/** REFUSED_STREAM: the server did nothing of the request (RFC 9113, section 8.7). */
const refused = 7;
