/** A TLS connection on which the server has selected the HTTP version (ALPN, RFC 7301). */
import { EventEmitter } from 'node:events';
import type { Agent } from 'node:http';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { FailureError } from '../../../core/failure.js';
import { connectTooLate } from '../early-ends.js';
import type { Stop } from '../stop.js';
import type { Phases } from '../timing.js';
import type { AttemptRequest } from '../wire.js';

export type Opening = { -readonly [key in keyof Phases]: Phases[key] } & {
  /** Whether the proxy has opened its tunnel. */
  tunnel?: true;
};

type Connecting = Agent & {
  connect?(request: EventEmitter, options: object): Promise<TLSSocket>;
  createConnection(options: object, callback: (error: Error | null, socket?: TLSSocket) => void): TLSSocket | undefined;
};

/** Connects with the agent that HTTP/1.1 would use. Resolves after the handshake. */
export async function openSocket(
  wire: AttemptRequest,
  stop: Stop,
  phases: Opening,
  clock: () => number,
): Promise<TLSSocket> {
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
    ...(wire.observer ? { onEvent: wire.observer.onEvent } : {}),
    onTunnel() {
      phases.tunnel = true;
    },
  };
  let socket: TLSSocket | undefined;
  return new Promise((resolve, reject) => {
    const end = (error?: unknown): void => {
      clearTimeout(timer);
      forget();
      socket?.removeListener('error', end);
      socket?.removeListener('close', closed);
      // Errors before the exchange listens are thrown.
      socket?.on('error', () => {});
      if (error === undefined && socket) {
        resolve(socket);
        return;
      }
      socket?.destroy();
      givenUp.abort();
      reject(error);
    };
    const closed = (): void => end(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    const timer = setTimeout(() => end(new FailureError(connectTooLate(wire))), wire.connectTimeoutMs);
    const forget = stop.onStop(why => queueMicrotask(() => end(new FailureError(why))));
    const watch = (opened: TLSSocket): void => {
      socket = opened;
      wire.observer?.socket(opened, false);
      opened.once('error', end);
      opened.once('close', closed);
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
    if (agent.connect) {
      agent.connect(new EventEmitter(), options).then(watch, end);
      return;
    }
    // A tunnelling agent calls back later.
    const made = agent.createConnection(options, (error, later) => (later ? watch(later) : end(error)));
    if (made) watch(made);
  });
}
