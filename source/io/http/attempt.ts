/**
 * One request and the head of its response, sent by got. Redirects, credentials, retries and decoding are handled elsewhere.
 * After the head, the body is read from Node's message, because got's copy costs a third of the speed.
 */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import got from 'got';
import { type Failure, FailureError, isFailure } from '../../core/failure.js';
import type { HeaderLine } from '../../core/request/spec.js';
import { wireBytes } from '../../core/request/wire-text.js';
import { reveal } from '../../core/secret.js';
import { type AttemptFailure, againAfter } from './attempts/again.js';
import { type Negotiated, negotiate } from './connection/negotiate.js';
import { type HeadProgress, readCarefully } from './connection/read-head.js';
import { routeBeforeTunnel } from './connection/route.js';
import { connectTooLate, interimGuard, unrequestedUpgrade, unsendableReason } from './early-ends.js';
import { explain } from './errors.js';
import { waitsForContinue, whenContinue } from './expect.js';
import type { Http2Exchange } from './http2/exchange.js';
import { type GuardedMessage, guardMessage } from './message.js';
import { openRequest, type Requester } from './native-request.js';
import type { Stop } from './stop.js';
import { type Phases, watchPhases } from './timing.js';
import { pump, readEarlyResponse } from './upload.js';
import type { AttemptRequest } from './wire.js';
import type { SentFacts } from './wire-event.js';

/** got with options that are evaluated once, not for each request. */
const engine = got.extend({
  followRedirect: false,
  decompress: false,
  throwHttpErrors: false,
  strictContentLength: false,
  retry: { limit: 0 },
  // `request` opens the connection, so a server may be named `unix`.
  enableUnixSockets: true,
});

export interface AttemptResponse {
  readonly message: IncomingMessage;
  readonly guarded: GuardedMessage;
  /** The reason phrase as sent; got invents one if the server sent none. */
  readonly reason: string;
  /** Absent for HTTP/2, whose framing is unambiguous. */
  readonly reading?: HeadProgress;
  readonly phases: Phases;
  /** Whether any of the body was read from its source. If not, even standard input can be sent again. */
  readonly bodyTaken: boolean;
  /** Ends the exchange. The socket is closed unless the response was read to its end. */
  close(): void;
}

/** Resolves when the head has arrived. */
export async function attempt(
  wire: AttemptRequest,
  stop: Stop,
  clock: () => number,
  onSent?: (bytes: number) => void,
): Promise<AttemptResponse | AttemptFailure> {
  const requester: Requester = wire.url.protocol === 'https:' ? (await import('node:https')).request : httpRequest;
  const negotiated: Negotiated | Failure = wire.offersHttp2 ? await negotiate(wire, stop, clock) : { phases: {} };
  if (isFailure(negotiated)) return negotiated;
  const http2 = negotiated.http2?.exchange(wire, negotiated.phases, clock);
  const refused = stop.failure ?? (http2 ? undefined : unsendableReason(wire));
  if (refused) {
    negotiated.socket?.destroy();
    return refused;
  }
  if (http2) wire.observer?.sent('2', sentFacts(wire));
  return new Promise(resolve => {
    let ended = false;
    let native: ClientRequest | undefined;
    let reading: HeadProgress | undefined;
    let phases: Phases | undefined;
    let reason = '';
    let route = routeBeforeTunnel(wire.route);
    let bodyTaken = false;
    // Only a tunnel listens for it.
    const givenUp = wire.route.proxy === undefined ? undefined : new AbortController();
    const finish = (value: AttemptResponse | Failure): void => {
      if (ended) return;
      ended = true;
      forget();
      resolve(value);
    };
    const fail = (error: unknown): void => {
      if (ended) return;
      const explained = explain(error, route);
      const isReused = http2 ? http2.isReused : native?.reusedSocket === true;
      const again = againAfter(explained, wire, { version: http2 ? '2' : '1.1', isReused });
      finish(again ? Object.assign(explained, { again }) : explained);
      stream.destroy();
      native?.destroy();
      http2?.close();
      givenUp?.abort();
    };
    const stream = engine.stream(wire.url, {
      method: wire.method as 'GET',
      allowGetBody: wire.body !== undefined,
      // Even an empty upload: otherwise got would wait forever for the end of a POST without one.
      ...(wire.body !== undefined || !/^(?:GET|HEAD)$/.test(wire.method) ? { body: whenAsked(upload) } : {}),
      request: () => {
        if (http2) return respondWith(http2, fail, onSent);
        native = openRequest(requester, wire, {
          givenUp: givenUp?.signal,
          opened: negotiated.socket,
          onEvent: wire.observer?.onEvent,
          onTunnel() {
            route = wire.route;
          },
        });
        reading = readCarefully(native, { strict: wire.strict, onHead: wire.observer?.head });
        phases = watch(native, wire, negotiated, clock, fail);
        if (wire.body) native.once('socket', readEarlyResponse);
        native.prependOnceListener('response', message => {
          reason = message.statusMessage ?? '';
        });
        return native;
      },
    });
    const forget = stop.onStop(why => fail(new FailureError(why)));
    stream.once('error', fail);
    stream.on('error', () => {});
    stream.once('response', (message: IncomingMessage) => {
      // Without an Upgrade header Node treats a 101 as a response.
      if (message.statusCode === 101) return fail(new FailureError(unrequestedUpgrade()));
      if (http2) {
        takeOver(undefined, message);
        const guarded = guardMessage(http2.request, message);
        const { phases, close } = http2;
        http2.release();
        finish({ message, guarded, reason, phases, bodyTaken: http2.bodyTaken(), close });
      }
      if (!native || !phases || !reading) return;
      const request = native;
      takeOver(request, message);
      const guarded = guardMessage(request, message);
      finish({ message, guarded, reason, reading, phases, bodyTaken, close: () => request.destroy() });
    });

    async function upload(): Promise<void> {
      const request = native;
      if (!request || !wire.body) return;
      await connected(request, wire.url.protocol === 'https:');
      if (waitsForContinue(wire)) {
        request.flushHeaders();
        if (!(await whenContinue(request))) {
          await wire.body.close();
          // The request must not be ended here either: the server would read what follows as its body.
          return closed(request);
        }
      }
      bodyTaken = true;
      await pump(wire.body, request, onSent).catch((error: unknown) => {
        fail(error);
        request.destroy(error as Error);
      });
    }
  });
}

/** got accepts a promise of a response instead of a request. Its rejection is reported before got wraps it. */
const respondWith = (http2: Http2Exchange, fail: (error: unknown) => void, onSent?: (bytes: number) => void) =>
  http2.respond(onSent).catch((error: unknown) => {
    fail(error);
    throw error;
  }) as unknown as ClientRequest;

function sentFacts({ method, url, target, headers, connection, route }: AttemptRequest): SentFacts {
  const line = `${method} ${connection.forward ? url.origin : ''}${target} HTTP/1.1\r\n\r\n`.length;
  const size = ({ name, value }: HeaderLine): number => name.length + wireBytes(reveal(value)).length + 4;
  const headBytes = headers.reduce((sum, each) => sum + size(each), line);
  return { headBytes, proxy: route.proxy };
}

/** Watches for an early end of the attempt: no connection in time, a rejection by the proxy, an invalid response. */
function watch(
  request: ClientRequest,
  wire: AttemptRequest,
  { socket: opened, phases: begun }: Negotiated,
  clock: () => number,
  fail: (error: unknown) => void,
): Phases {
  const timer = setTimeout(() => fail(new FailureError(connectTooLate(wire))), wire.connectTimeoutMs);
  const { observer } = wire;
  request.once('socket', socket => {
    // Another connection has become available.
    if (socket !== opened) opened?.destroy();
    if (socket !== opened) observer?.socket(socket, request.reusedSocket);
  });
  const phases = watchPhases(request, wire.url.protocol === 'https:', clock, begun, () => {
    clearTimeout(timer);
    observer?.sent('1.1', sentFacts(wire));
  });
  request.once('close', () => clearTimeout(timer));
  // got wraps errors. The native one comes first, with its code and packet.
  request.prependOnceListener('error', fail);
  const interim = interimGuard(why => fail(new FailureError(why)));
  request.on('information', interim);
  request.once('upgrade', (_message, socket: Socket) => {
    socket.destroy();
    fail(new FailureError(unrequestedUpgrade()));
  });
  return phases;
}

/** Read directly: if a server responds early and disconnects, got's listeners would discard data that has arrived. */
function takeOver(request: ClientRequest | undefined, message: IncomingMessage): void {
  for (const event of ['readable', 'error', 'aborted']) message.removeAllListeners(event);
  if (!request) return;
  request.removeAllListeners('error');
  // If a server has responded and does not read the rest of the body, stop sending.
  message.once('end', () => {
    if (!request.writableFinished) setImmediate(() => request.writableFinished || request.destroy());
  });
}

/** Resolves when bytes can flow. No body is read before that, so a failed handshake can be retried. */
function connected(request: ClientRequest, secure: boolean): Promise<void> {
  return new Promise(resolve => {
    request.once('close', resolve);
    const onSocket = (socket: Socket & { readonly secureConnecting?: boolean }): void => {
      if (secure && socket.secureConnecting !== false) socket.once('secureConnect', () => resolve());
      else if (socket.connecting) socket.once('connect', () => resolve());
      else resolve();
    };
    if (request.socket) onSocket(request.socket);
    else request.once('socket', onSocket);
  });
}

const closed = (request: ClientRequest): Promise<void> =>
  request.closed ? Promise.resolve() : new Promise(resolve => request.once('close', resolve));

/** An upload for got that begins when got requests its first chunk, and yields none. */
const whenAsked = (run: () => Promise<void>): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({
    async next() {
      await run();
      return { done: true, value: undefined };
    },
  }),
});
