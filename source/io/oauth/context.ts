/** Context of every step of obtaining a token. The engine is passed in, so that the chunk has no second copy of got. */

import type { KeptToken } from '../../core/oauth/stored-token.js';
import type { NetworkOptions, OAuth2Options } from '../../core/options.js';
import type { Secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import type { send } from '../http/send.js';
import type { readSecret } from '../secrets.js';
import type { Proof } from './client/proof.js';
import type { LoginUi } from './login/login-ui.js';

/** I/O of the flows, replaceable in tests and by the full screen. */
export interface TokenTools {
  readonly send: typeof send;
  readonly readSecret: typeof readSecret;
  /** Starts a browser; answers whether one was started. Absent: the system's. */
  readonly openBrowser?: (url: string) => Promise<boolean>;
  /** Waits; rejects with the signal's reason when aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds for which a stop waits for the response to a request that spends something. */
  readonly graceMs: number;
}

/** The token at hand that a flow begins with, and a name for it from which nothing can be read. */
export interface InitialToken {
  readonly value: Secret;
  /** `actor_token` of a token exchange (RFC 8693 2.1). */
  readonly actor?: Secret;
  readonly mark: string;
}

/** Context of one token request. */
export interface TokenContext {
  readonly options: OAuth2Options;
  readonly network: NetworkOptions;
  readonly environment: Environment;
  readonly ui: LoginUi;
  readonly tools: TokenTools;
  /** Ends the whole undertaking: the program's own signal, or the user gave this login up. */
  readonly signal: AbortSignal;
  /** The monotonic moment in milliseconds at which `--timeout` ends it; absent: no limit is set. */
  readonly endsAt?: number;
  /** Proof of the client's identity; absent if the cache is not searched. */
  readonly proof?: Proof;
  /** Only in flows that begin with one. */
  readonly seed?: InitialToken;
}

/** A token ready to be sent, and what is needed to renew it. */
export interface ObtainedToken {
  readonly token: Secret;
  readonly refreshToken?: Secret;
  readonly idToken?: Secret;
  readonly nonceChecked?: true;
  /** It is not an access token: no request carries it. */
  readonly notAccess?: true;
  /** The key it is bound to (RFC 9449); absent: a Bearer token. */
  readonly dpopKey?: Secret;
  /** Milliseconds since 1970; absent: unknown. */
  readonly expiresAt?: number;
  readonly scope?: string;
  /** Whether it came from the cache, or from the server in this run. */
  readonly from: 'cache' | 'server';
}

/** A token that a server refused. */
export type RejectedToken = ObtainedToken & {
  /** The server said that the token is the reason (RFC 6750 3.1 `invalid_token`), not only that somebody is not allowed. */
  readonly named: boolean;
};

/** The public part of a kept token. */
export const obtainedOf = (kept: KeptToken, from: ObtainedToken['from']): ObtainedToken => ({
  token: kept.accessToken,
  refreshToken: kept.refreshToken,
  idToken: kept.idToken,
  notAccess: kept.notAccess,
  nonceChecked: kept.nonceChecked,
  dpopKey: kept.dpopKey,
  expiresAt: kept.expiresAt,
  scope: kept.scope,
  from,
});
