/** State shared by the hops of one exchange. */

import { shownUrl } from '../../core/credentials/api-keys.js';
import type { StepUp } from '../../core/credentials/challenges.js';
import type { Failure } from '../../core/failure.js';
import type { Hint } from '../../core/hint.js';
import type { Credentials, RequestSpec } from '../../core/request/spec.js';
import type { Secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import type { AttemptResponse } from './attempt.js';
import type { AttemptBudget } from './attempts/budget.js';
import type { Jar } from './cookies/jar.js';
import type { TokenLogin } from './credentials/token-note.js';
import type { Hop, ResponseHead, SentHead } from './exchange.js';
import type { Stop } from './stop.js';
import type { AttemptRequest } from './wire.js';
import type { WireEvent } from './wire-event.js';

/**
 * Returns other credentials after a server rejected some.
 * @param named whether the server gave the token as the reason (RFC 6750 3.1)
 * @param refused the access token that was sent
 * @param stepUp how the user has to log in again (RFC 9470)
 */
type Renew = (named: boolean, refused?: Secret, stepUp?: StepUp) => Promise<Partial<Credentials> | Failure | undefined>;

/** Origin of the access token. */
export interface TokenSource {
  /** Called at most once, after a 401, if the body can be sent again. If it returns undefined, the 401 is the response. */
  readonly renew?: Renew;
  /** Returns the login that provided the access token, to explain why a server rejected it. */
  readonly login?: () => TokenLogin;
}

export interface ExchangeObservers {
  /** Called for each event of every hop and attempt: addresses, certificates, heads. */
  readonly onEvent?: (event: WireEvent) => void;
  /** Called with each attempt when it is written to a connection. */
  readonly onWire?: (wire: AttemptRequest) => void;
  /** Bytes of the body passed to the connection so far. */
  readonly onSent?: (bytes: number) => void;
}

export interface ExchangeContext {
  /** The request with all credentials of its first hop. */
  readonly spec: RequestSpec;
  readonly environment: Environment;
  readonly stop: Stop;
  /** Start of the exchange on the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  /** Absent if no cookies are stored, or none has been set yet. */
  jar?: Jar;
  readonly tries: AttemptBudget;
  readonly note: (text: Hint) => void;
  readonly observers: ExchangeObservers;
  readonly token: TokenSource;
  /** Whether the access token can be renewed and has not been. */
  mayRenew: boolean;
  /** All secrets that any hop may send, masked wherever the exchange is described. */
  credentials: Credentials;
  /** Redirects followed so far. */
  readonly redirects: Hop[];
}

export interface HopResponse {
  readonly response: AttemptResponse;
  readonly head: ResponseHead;
  readonly sent: SentHead;
}

/** A URL without the exchange's credentials, for notes and failures. */
export const shown = (url: string, { credentials, spec: { hidden = [] } }: ExchangeContext): string =>
  shownUrl(url, credentials.apiKeys, hidden);

/** Drains a short body so that the connection can be reused; otherwise closes the connection. */
export async function discard({ message, close }: AttemptResponse): Promise<void> {
  const { 'content-length': length, 'transfer-encoding': coding } = message.headers;
  let left = 64 * 1024;
  if (Number(length ?? (coding === undefined ? Number.POSITIVE_INFINITY : 0)) > left) return close();
  message.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) close();
  });
  // A short body has usually arrived with its head.
  await new Promise(setImmediate);
}
