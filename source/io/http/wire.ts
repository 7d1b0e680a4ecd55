/** One request as sent, over any version of HTTP. */
import type { Socket } from 'node:net';
import type { HeaderLine } from '../../core/request/spec.js';
import type { Connection } from './connection/agent.js';
import type { Route } from './connection/route.js';
import type { EmitConnectionEvent } from './connection/watch.js';
import type { OpenBody } from './upload.js';
import type { SentFacts } from './wire-event.js';

export interface WireObserver {
  readonly onEvent: EmitConnectionEvent;
  /** Called when a connection is reused or being opened. */
  socket(socket: Socket, again: boolean): void;
  /** Called when the connection is used for the request. */
  sent(httpVersion: '1.1' | '2', facts?: SentFacts): void;
  /** @param httpVersion of the exchange; the bytes of HTTP/2 are written as HTTP/1.1 would send them */
  head(bytes: string, httpVersion?: '1.1' | '2'): void;
}

export interface AttemptRequest {
  readonly method: string;
  readonly url: URL;
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body?: OpenBody;
  readonly connection: Connection;
  readonly connectTimeoutMs: number;
  readonly offersHttp2: boolean;
  /** `--strict`: reject a response that violates HTTP/1. */
  readonly strict: boolean;
  readonly route: Route;
  readonly observer?: WireObserver;
}
