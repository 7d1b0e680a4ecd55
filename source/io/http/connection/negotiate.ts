/**
 * Negotiates the HTTP version with the server of an https URL (ALPN, RFC 7301), once per server. An HTTP/2 session is shared;
 * for HTTP/1.1, further connections come from the agent's pool.
 */
import { EventEmitter } from 'node:events';
import type { Agent } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { type Failure, FailureError } from '../../../core/failure.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import { connectTooLate } from '../early-ends.js';
import { explain } from '../errors.js';
import type { Http2Server } from '../http2/exchange.js';
import type { Stop } from '../stop.js';
import type { OpenPhases } from '../timing.js';
import type { AttemptRequest } from '../wire.js';
import { hostPortOf, serverNameOf } from './reroute.js';
import { routeBeforeTunnel } from './route.js';

export interface Negotiated {
  readonly phases: Opening;
  /** Absent if the server uses HTTP/1.1. */
  readonly http2?: Http2Server;
  /** A newly opened connection, for HTTP/1.1. */
  readonly socket?: TLSSocket;
}

interface Server {
  http2?: Http2Server;
  speaksHttp1?: true;
  /** Resolves when another request's handshake has ended, successfully or not. */
  asking?: Promise<void>;
}

const serversOf = memoizeWeak((_: Agent) => new Map<string, Server>());

function serverOf({ connection: { agent }, url: { origin } }: AttemptRequest): Server {
  const cache = serversOf(agent);
  const server = cache.get(origin) ?? {};
  cache.set(origin, server);
  return server;
}

/** Returns a new or existing connection. A failure explains why there is none; nothing has been sent. */
export async function negotiate(wire: AttemptRequest, stop: Stop, clock: () => number): Promise<Negotiated | Failure> {
  const server = serverOf(wire);
  // Once: if the first handshake fails, the waiting requests do not fail one after another.
  if (server.asking && !server.speaksHttp1) await firstOf(server.asking, stop);
  if (stop.failure) return stop.failure;
  if (server.http2?.isOpen) {
    wire.observer?.onEvent({ kind: 'again' });
    return { phases: {}, http2: server.http2 };
  }
  if (server.speaksHttp1) return { phases: {} };
  const phases: Opening = {};
  let answered = (): void => {};
  server.asking = new Promise(resolve => {
    answered = resolve;
  });
  try {
    const socket = await openSocket(wire, stop, phases, clock);
    if (socket.alpnProtocol !== 'h2') {
      server.speaksHttp1 = true;
      return { phases, socket };
    }
    const { http2Over } = await import('../http2/exchange.js');
    const http2 = http2Over(socket, wire.url.origin);
    server.http2 = http2;
    // The others respect the server's limit of streams, so they wait for it.
    server.asking = http2.settled;
    return { phases, http2 };
  } catch (error) {
    return explain(error, phases.tunnel ? wire.route : routeBeforeTunnel(wire.route));
  } finally {
    if (server.http2) server.http2.settled.then(answered);
    else answered();
  }
}

function firstOf(asking: Promise<void>, stop: Stop): Promise<void> {
  return new Promise(resolve => {
    const forget = stop.onStop(() => resolve());
    asking.then(() => {
      forget();
      resolve();
    });
  });
}

type Opening = OpenPhases & {
  /** Whether the proxy has opened its tunnel. */
  tunnel?: true;
};

type Connecting = Agent & {
  connect?(request: EventEmitter, options: object): Promise<TLSSocket>;
  createConnection(options: object, callback: (error: Error | null, socket?: TLSSocket) => void): TLSSocket | undefined;
};

/** Connects with the agent that HTTP/1.1 would use. Resolves after the handshake. */
async function openSocket(wire: AttemptRequest, stop: Stop, phases: Opening, clock: () => number): Promise<TLSSocket> {
  const { url, connection } = wire;
  const agent = connection.agent as Connecting;
  const givenUp = new AbortController();
  const options = {
    ...connection.options,
    ...hostPortOf(url),
    ...serverNameOf(url),
    ALPNProtocols: ['h2', 'http/1.1'],
    secureEndpoint: true,
    givenUp: givenUp.signal,
    onEvent: wire.observer?.onEvent,
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
