/**
 * The border between an operation and the wire. HTTP, WebSocket, SSE and multipart each are one `Transport`; plain mode
 * and the full screen read the same events from all of them and never learn which one spoke.
 */

import type { StepUp } from '../../core/credentials/challenges.js';
import type { Failure } from '../../core/failure.js';
import type { OperationKind } from '../../core/graphql/document.js';
import type { ResultSummary } from '../../core/graphql/response.js';
import type { NetworkOptions } from '../../core/options.js';
import type { Credentials, HeaderLine } from '../../core/request/spec.js';
import type { Secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import type { DebugLog } from '../debug-log.js';
import type { Hop, ResponseHead, SentHead, Timing } from '../http/exchange.js';
import type { send } from '../http/send.js';
import type { WireEvent } from '../http/wire-event.js';

/** One operation as the user wrote it, checked and ready to go. */
export interface Operation {
  /** What the chosen operation is: decides the method, the transport and what an end of the stream means. */
  readonly kind: OperationKind;
  /** The whole document, byte for byte as typed. */
  readonly query: string;
  /** True: the text is not sent, because the server knows it by its hash or by `documentId`. */
  readonly withoutText?: boolean;
  /** `--document-id`: the ID of a document that the server trusts. */
  readonly documentId?: string;
  /** Set when the document holds several operations or the user named one. Never empty. */
  readonly operationName?: string;
  /** JSON text of an object, sent as it stands: a 64-bit integer never passes through a JavaScript number. */
  readonly variables?: string;
  /** JSON text of an object. */
  readonly extensions?: string;
  /** Files by their place in the request, e.g. `variables.file`, `variables.files.0` (multipart request spec). */
  readonly uploads: readonly Upload[];
  /** True when the chosen operation uses `@defer` or `@stream`: the response may come in parts. */
  readonly incremental: boolean;
}

/** A file to be sent: `path` is its place in the request, `file` where it is on this machine. */
export interface Upload {
  readonly path: string;
  readonly file: string;
}

/** Where operations go and with which credentials. One for HTTP; `subscriptionUrl` may name another for streams. */
export interface Endpoint {
  /** Absolute http(s) URL (ws(s) too for subscriptions), without userinfo and without the API keys. */
  readonly url: string;
  /** The user's own header lines in order; a transport adds its defaults unless they are set or removed here. */
  readonly headers: readonly HeaderLine[];
  /** Default headers the user removed with `Name:` (lower case). */
  readonly removed: readonly string[];
  readonly credentials: Credentials;
  readonly network: NetworkOptions;
  /**
   * Who an access token stands for (client, user, scope), because the token itself changes from day to day. Used for the
   * schema cache's name only.
   */
  readonly identity?: string;
  /** What of the time of `--timeout` was spent on a login, in milliseconds. */
  readonly spentMs?: number;
  /** Credentials read or renewed anew; called before a reconnect. Absent: nothing can be renewed. */
  readonly renew?: () => Promise<Credentials | Failure>;
  /** Other credentials after a server refused these, as `Renew` has it; undefined: the refusal stands. */
  readonly renewRefused?: (
    named: boolean,
    refused?: Secret,
    stepUp?: StepUp,
  ) => Promise<Credentials | Failure | undefined>;
  /** Whether the token has run out by its own word. */
  readonly tokenIsWorn?: () => boolean;
}

/** What `run` needs beside the operation. */
export interface RunContext {
  readonly environment: Environment;
  /** Aborting ends the iteration quietly after the wire was told (`complete`, `stop`, a closed connection). */
  readonly signal: AbortSignal;
  /** Takes one line for the user (a retry, credentials left behind); it may hold untrusted text. */
  readonly note?: (text: string) => void;
  /** The HTTP engine of the caller; absent: it is loaded. */
  readonly send?: typeof send;
  /** Hears each step on the way to a response. */
  readonly tell?: (event: WireEvent) => void;
  /** Bytes of the body handed to the connection so far. */
  readonly onSent?: (bytes: number) => void;
  /** Where `runLogged` keeps what happens. */
  readonly log?: DebugLog;
}

/**
 * What happened, in order. A run that ends without a `failed` event is complete. `failed` is always the last event; an
 * expected failure never comes as an exception.
 */
export type RunEvent = HeadEvent | StateEvent | ResultEvent | FailedEvent;

/** The head of an HTTP response (also of a refused or accepted upgrade), before any result. */
export interface HeadEvent {
  readonly kind: 'head';
  readonly request: SentHead;
  readonly response: ResponseHead;
  readonly redirects: readonly Hop[];
  /** Grows while the body is read. */
  readonly timing: Timing;
  /** URL of the last hop without credentials; absent: the request's. */
  readonly url?: string;
  /** Bytes of a coded body that have come. */
  readonly received?: () => number;
}

/** What a streaming connection is doing, for a status line or standard error. */
export interface StateEvent {
  readonly kind: 'state';
  readonly state: 'connecting' | 'connected' | 'subscribed' | 'retrying' | 'closed';
  /** One line in words, e.g. `retrying 2 of 5 in 1.4 s: closed with 1006`. May hold untrusted text. */
  readonly text: string;
}

/** One GraphQL result: a whole response, an event of a subscription, or a `@defer` answer as far as it has come. */
export interface ResultEvent {
  readonly kind: 'result';
  /** JSON text of the result, as the server sent it (merged, if it came in parts). Computed when first read. */
  readonly text: string;
  /** The exact bytes of the body, if the result was a whole body. */
  readonly bytes?: Uint8Array;
  readonly summary: ResultSummary;
  /** True: a later result event replaces this one (`@defer`, `@stream`). */
  readonly partial: boolean;
  /** The part that made it what it is, as it came (`@defer`, `@stream`); empty: it was given out before. */
  readonly part?: string;
  /** A line worth telling, e.g. a media type that is no GraphQL one. */
  readonly note?: string;
}

/** Why the run ended other than well; nothing follows it. */
export interface FailedEvent {
  readonly kind: 'failed';
  readonly failure: Failure;
  /** The body of a response that is no GraphQL response, to be shown as it is. */
  readonly body?: Uint8Array;
}

/** One way to the server. */
export interface Transport {
  /** As the user knows it, e.g. `graphql-transport-ws`. */
  readonly name: string;
  /**
   * Runs one operation. Nothing is sent before the first `next()`; `return()` (leaving a `for await`) cancels. A reader that
   * stops asking stops the wire: no event is dropped, no more than one message is buffered beyond the socket's own.
   */
  run(operation: Operation, endpoint: Endpoint, context: RunContext): AsyncIterable<RunEvent>;
}
