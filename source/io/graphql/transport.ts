/** The interface of all transports: HTTP, WebSocket, SSE and multipart. Every reader gets the same events from each. */

import type { StepUp } from '../../core/credentials/challenges.js';
import type { Failure } from '../../core/failure.js';
import type { OperationKind } from '../../core/graphql/document.js';
import type { OperationText } from '../../core/graphql/request.js';
import type { ResultSummary } from '../../core/graphql/response.js';
import type { SubscriptionProtocol } from '../../core/graphql/stream/protocols.js';
import type { Hint } from '../../core/hint.js';
import type { NetworkOptions } from '../../core/options.js';
import type { Credentials, HeaderLine } from '../../core/request/spec.js';
import type { Secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import type { DebugLog } from '../debug-log.js';
import type { Jar } from '../http/cookies/jar.js';
import type { TokenLogin } from '../http/credentials/token-note.js';
import type { Hop, ResponseHead, SentHead, Timing } from '../http/exchange.js';
import type { send } from '../http/send.js';
import type { WireEvent } from '../http/wire-event.js';

/** One operation as the user wrote it, validated. */
export interface Operation extends OperationText {
  /** Decides the method, the transport and the meaning of the stream's end. */
  readonly kind: OperationKind;
  /** Files by path in the request, e.g. `variables.file`, `variables.files.0` (multipart request spec). */
  readonly uploads: readonly Upload[];
  /** The operation uses `@defer` or `@stream`, so the response may come in parts. */
  readonly incremental: boolean;
}

/** `path` is the position in the request, `file` the name on this machine. */
interface Upload {
  readonly path: string;
  readonly file: string;
}

/** URL and credentials for operations. */
export interface Endpoint extends EndpointLogin, CredentialRenewal {
  /** Absolute http(s) URL (also ws(s) for subscriptions), without user info and API keys. */
  readonly url: string;
  /** The user's header lines in order. A transport adds its defaults unless they are set or removed here. */
  readonly headers: readonly HeaderLine[];
  /** Default headers the user removed with `Name:` (lower case). */
  readonly removed: readonly string[];
  readonly credentials: Credentials;
  readonly network: NetworkOptions;
  /** Secrets in its URL and in operations, masked wherever a request is shown. */
  readonly hidden?: readonly Secret[] | undefined;
  /** `--subscription-protocol`, for a server that only responds with event streams. */
  readonly streams?: SubscriptionProtocol;
}

/** The login that provided an endpoint's credentials. */
interface EndpointLogin {
  /**
   * The holder of an access token (client, user, scope), because the token itself changes. Used only to name the cached schema.
   */
  readonly identity?: string;
  /** The logged-in user according to the current ID token. Untrusted text, only for display. */
  readonly account?: string | undefined;
  /** Part of `--timeout` spent on the login, in milliseconds. */
  readonly spentMs?: number;
  /** Returns the login that provided the token. */
  readonly login?: () => TokenLogin;
}

/** Renewal of credentials during a run. Its members are absent if nothing can be renewed. */
interface CredentialRenewal {
  /** Reads or renews the credentials, called before a reconnect. */
  readonly renew?: () => Promise<Credentials | Failure>;
  /** Returns other credentials after a server rejected these, or undefined if there are none. */
  readonly renewRefused?: (
    named: boolean,
    refused?: Secret,
    stepUp?: StepUp,
  ) => Promise<Credentials | Failure | undefined>;
  /** Whether the token's lifetime is over. */
  readonly tokenHasExpired?: () => boolean;
}

export interface RunContext extends RunObservers {
  readonly environment: Environment;
  /** Aborting notifies the server (`complete`, `stop`, a closed connection), then ends the iteration quietly. */
  readonly signal: AbortSignal;
  /** The caller's HTTP engine. If absent, it is loaded. */
  readonly send?: typeof send;
  /** The cookies of a session, also for upgrades. */
  readonly jar?: Jar;
}

interface RunObservers {
  /** Receives one line for the user (a retry, dropped credentials), which may contain untrusted text. */
  readonly note?: (text: Hint) => void;
  readonly onEvent?: (event: WireEvent) => void;
  readonly onSent?: (bytes: number) => void;
  /** Called with a 401 that new credentials did not fix. */
  readonly onRefused?: (response: ResponseHead) => void;
  readonly log?: DebugLog;
}

/** Events in order. A run without a `failed` event is complete. `failed` is always last; expected failures are never thrown. */
export type RunEvent = HeadEvent | StateEvent | ResultEvent | FailedEvent;

/** The head of an HTTP response (also of a rejected or accepted upgrade), before any result. */
export interface HeadEvent {
  readonly kind: 'head';
  readonly request: SentHead;
  readonly response: ResponseHead;
  readonly redirects: readonly Hop[];
  /** Grows while the body is read. */
  readonly timing: Timing;
  /** Time on the monotonic clock that `timing` is relative to, in milliseconds. Absent for a WebSocket. */
  readonly startedAt?: number;
  /** URL of the last hop without credentials; by default the request's. */
  readonly url?: string;
  /** Bytes received of a body with content coding. */
  readonly received?: () => number;
  /** The trailer fields as received: untrusted. Empty until the body has ended. */
  readonly trailers?: () => ResponseHead['headers'];
}

/** The state of a streaming connection, for a status line or standard error. */
export interface StateEvent {
  readonly kind: 'state';
  readonly state: 'connecting' | 'connected' | 'subscribed' | 'retrying' | 'closed';
  /** One line, e.g. `retrying 2 of 5 in 1.4 s: closed with 1006`. May contain untrusted text. */
  readonly text: string;
}

/** One GraphQL result: a complete response, an event of a subscription, or a `@defer` response so far. */
export interface ResultEvent {
  readonly kind: 'result';
  /** JSON text of the result as sent (merged, if in parts). Computed when first read. */
  readonly text: string;
  /** The exact bytes of the body, if the result is a complete body. */
  readonly bytes?: Uint8Array;
  readonly summary: ResultSummary;
  /** A later result replaces this one (`@defer`, `@stream`). */
  readonly partial: boolean;
  /** The latest part as received (`@defer`, `@stream`); empty if already emitted. */
  readonly part?: string;
  /** For the user, e.g. that the media type is not a GraphQL one. */
  readonly note?: Hint;
}

/** Always last. */
export interface FailedEvent {
  readonly kind: 'failed';
  readonly failure: Failure;
  /** A body that is not a GraphQL response, to be shown unchanged. */
  readonly body?: Uint8Array;
}

export interface Transport {
  readonly name: string;
  /**
   * Runs one operation. Nothing is sent before the first `next()`. `return()` (leaving a `for await`) cancels. Backpressure
   * reaches the network: no event is dropped, and at most one message is buffered in addition to the socket's buffer.
   */
  run(operation: Operation, endpoint: Endpoint, context: RunContext): AsyncIterable<RunEvent>;
}
