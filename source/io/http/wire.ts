/** One request as it goes out, whatever version of HTTP carries it. */
import type { Socket } from 'node:net';
import type { HeaderLine } from '../../core/request/spec.js';
import type { Connection } from './connection/agent.js';
import type { Route } from './connection/route.js';
import type { EmitConnectionEvent } from './connection/watch.js';
import type { OpenBody } from './upload.js';

/** What is told of an attempt while it lasts. */
export interface WireObserver {
  /** The way: addresses, TLS, the tunnel of a proxy. */
  readonly tell: EmitConnectionEvent;
  /** A connection was found or is being made. */
  socket(socket: Socket, again: boolean): void;
  /** It carries the request from now on. */
  sent(httpVersion: '1.1' | '2'): void;
  /** A head as it came. */
  head(bytes: string): void;
}

/** The request of one attempt, and the way it goes. */
export interface AttemptRequest {
  readonly method: string;
  readonly url: URL;
  /** Path and query as they are sent. */
  readonly target: string;
  /** All lines that go out, framing included. */
  readonly headers: readonly HeaderLine[];
  readonly body?: OpenBody;
  readonly connection: Connection;
  readonly connectTimeoutMs: number;
  readonly http2: boolean;
  /** An answer that breaks a rule of HTTP/1 is refused. */
  readonly strict: boolean;
  readonly place: Route;
  /** Who hears of each step; absent: nobody. */
  readonly told?: WireObserver;
}
