/** Timers of a connection: backoff, keep-alive and closing. */
import type WebSocket from 'ws';
import type { OpenSocket } from './socket.js';

/** How long a server has to respond to our close, in milliseconds; `ws` would wait for half a minute. */
const closeTimeoutMs = 1000;

/** The same while messages are still printed: those sent before the response may be on the way. */
export const lastMessagesMs = 5000;

/** Terminates a connection that the server does not close in time, so that a finished program does not wait for it. */
export function releaseSocket(socket: WebSocket, timeoutMs = closeTimeoutMs): void {
  if (socket.readyState === socket.CLOSED) return;
  const timer = setTimeout(() => socket.terminate(), timeoutMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Pings a server that has been silent for `silenceMs` (RFC 6455 5.5.2, so in either protocol), and terminates the connection
 * after the same time again. Nothing else closes a dead connection.
 */
export function watchConnection(
  { socket, received }: Pick<OpenSocket, 'socket' | 'received'>,
  silenceMs: number,
): { lost(): boolean; stop(): void } {
  let before = received();
  let pinged = false;
  let lost = false;
  const timer = setInterval(() => {
    // Bytes rather than messages, because one large message may take long. Silence does not count while we
    // have not yet read what arrived.
    const now = received();
    if (now !== before || socket.isPaused) {
      before = now;
      pinged = false;
    } else if (!pinged) {
      pinged = true;
      if (socket.readyState === socket.OPEN) socket.ping();
    } else {
      lost = true;
      socket.terminate();
    }
  }, silenceMs);
  timer.unref();
  return { lost: () => lost, stop: () => clearInterval(timer) };
}

/**
 * Answers pings with the payload of the latest one (RFC 6455 5.5.3), one pong at a time: `ws` ends a connection with more than
 * 60 pending pongs.
 */
export function answerPings(socket: WebSocket): void {
  let latest: Buffer | undefined;
  let isAnswering = false;
  const answer = (): void => {
    const payload = latest;
    latest = undefined;
    isAnswering = payload !== undefined && socket.readyState === socket.OPEN;
    if (payload && isAnswering) socket.pong(payload, true, answer);
  };
  socket.on('ping', payload => {
    latest = payload;
    if (!isAnswering) answer();
  });
}

/** Waits. Returns true if the signal came first. */
export function whenAborted(waitMs: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(true);
  return new Promise(resolve => {
    const onAbort = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve(false);
    }, waitMs);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
