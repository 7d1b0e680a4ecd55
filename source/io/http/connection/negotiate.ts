/**
 * The version of HTTP that the server of an https URL picks (ALPN, RFC 7301). Each server is asked once: its session of
 * HTTP/2 is shared, and one that speaks HTTP/1.1 gets the rest through the agent's own pool.
 */
import type { Agent } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Failure } from '../../../core/failure.js';
import { explain } from '../errors.js';
import type { Http2Server } from '../http2/exchange.js';
import type { Stop } from '../stop.js';
import type { AttemptRequest } from '../wire.js';
import { type Opening, openSocket } from './open-secure.js';
import { routeBeforeTunnel } from './route.js';

export interface Negotiated {
  readonly phases: Opening;
  /** Absent: the server speaks HTTP/1.1. */
  readonly http2?: Http2Server;
  /** A connection made just now, for HTTP/1.1. */
  readonly socket?: TLSSocket;
}

interface Server {
  http2?: Http2Server;
  speaksHttp1?: true;
  /** Resolves when somebody else's handshake has ended, well or not. */
  asking?: Promise<void>;
}

const servers = new WeakMap<Agent, Map<string, Server>>();

function serverOf({ connection: { agent }, url: { origin } }: AttemptRequest): Server {
  const known = servers.get(agent) ?? new Map<string, Server>();
  servers.set(agent, known);
  const server = known.get(origin) ?? {};
  known.set(origin, server);
  return server;
}

/** A connection, or the one there is. A failure says why there is none; nothing was sent. */
export async function negotiate(wire: AttemptRequest, stop: Stop, clock: () => number): Promise<Negotiated | Failure> {
  const server = serverOf(wire);
  // Once: where the first handshake failed, the others do not fail one after another.
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
    // The others keep to the server's limit of streams, so they wait for it.
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
