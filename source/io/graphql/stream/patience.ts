/** How long is waited: before another connection, and for a server to end one. */
import type WebSocket from 'ws';

/** How long a server has to answer our close, in milliseconds; `ws` alone would wait for half a minute. */
const farewellMs = 1000;

/** Ends a connection whose server does not: a program that is done must not wait for it. */
export function letGo(socket: WebSocket): void {
  if (socket.readyState === socket.CLOSED) return;
  const timer = setTimeout(() => socket.terminate(), farewellMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Waits; true when the signal came first. */
export function aborted(waitMs: number, signal: AbortSignal): Promise<boolean> {
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
