/**
 * Context of every step of obtaining a token. The engine is passed in, so that the chunk does not contain a second copy of got.
 */

import { type Failure, failure } from '../../core/failure.js';
import { decodeJwt } from '../../core/oauth/jwt.js';
import type { StoredToken } from '../../core/oauth/stored-token.js';
import type { NetworkOptions, OAuth2Options } from '../../core/options.js';
import { reveal, type Secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import type { send } from '../http/send.js';
import type { readSecret } from '../secrets.js';
import type { Proof } from './client/proof.js';
import type { LoginUi } from './login/login-ui.js';

/** I/O of the flows, replaceable in tests and by the full screen. */
export interface TokenTools {
  readonly send: typeof send;
  readonly readSecret: typeof readSecret;
  /** Starts a browser and returns whether one was started. Absent for the system's. */
  readonly openBrowser?: (url: string) => Promise<boolean>;
  /** Waits; rejects with the signal's reason when aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** How long an interruption waits for the response to a request that uses up a code or token, in milliseconds. */
  readonly graceMs: number;
}

/** The existing token from which a flow starts, and a name for it that reveals nothing. */
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
  /** Ends the operation: the program's signal, or the user cancelled this login. */
  readonly signal: AbortSignal;
  /** The monotonic time in milliseconds at which `--timeout` ends it; absent without a limit. */
  readonly endsAt?: number;
  /** Proof of the client's identity; absent if the cache is not searched. */
  readonly proof?: Proof;
  /** Only in flows that start from one. */
  readonly seed?: InitialToken;
}

/** A token ready to be sent, and the data needed to renew it. */
export interface ObtainedToken {
  readonly token: Secret;
  readonly refreshToken?: Secret;
  readonly idToken?: Secret;
  readonly nonceChecked?: true;
  /** It is not an access token, so no request sends it. */
  readonly notAccess?: true;
  /** The key to which it is bound (RFC 9449); absent for a Bearer token. */
  readonly dpopKey?: Secret;
  /** Milliseconds since 1970; absent if unknown. */
  readonly expiresAt?: number;
  readonly scope?: string;
  /** Whether it came from the cache, or from the server in this run. */
  readonly from: 'cache' | 'server';
}

/** A token that a server rejected. */
export type RejectedToken = ObtainedToken & {
  /** The server gave the token as the reason (RFC 6750 3.1 `invalid_token`), rather than missing permission. */
  readonly named: boolean;
};

/** Returns the token to send: the access token, or with `--oauth2-use id_token` the ID token. */
export function sentToken(
  token: Pick<ObtainedToken, 'token' | 'idToken' | 'dpopKey'>,
  { use }: Pick<OAuth2Options, 'use'>,
  now: number,
): Pick<ObtainedToken, 'token' | 'dpopKey'> | Failure {
  if (use !== 'id_token') return token;
  const { idToken } = token;
  if (idToken === undefined) {
    return failure('login', 'The server did not return an ID token (--oauth2-use id_token).', {
      hint: 'Request one with --oauth2-scope openid, and a flow in which a user logs in.',
    });
  }
  const exp = decodeJwt(reveal(idToken))?.claims.exp;
  if (typeof exp === 'number' && exp * 1000 <= now) {
    return failure('login', 'The ID token has expired, and the server returned no new one with the access token.', {
      hint: 'Log in again: apiclient auth logout, then the same command.',
    });
  }
  return { token: idToken };
}

/** The public part of a cached token. */
export const obtainedOf = (token: StoredToken, from: ObtainedToken['from']): ObtainedToken => ({
  token: token.accessToken,
  refreshToken: token.refreshToken,
  idToken: token.idToken,
  notAccess: token.notAccess,
  nonceChecked: token.nonceChecked,
  dpopKey: token.dpopKey,
  expiresAt: token.expiresAt,
  scope: token.scope,
  from,
});
