/**
 * The current token of a process, shared by all requests. When one of them renews it, the next request sends the new one.
 * Concurrent renewals are combined.
 */

import type { StepUp } from '../../core/credentials/challenges.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { hint, step } from '../../core/hint.js';
import { accountOf } from '../../core/oauth/status-lines.js';
import type { NetworkOptions, OAuth2Options } from '../../core/options.js';
import type { Credentials } from '../../core/request/spec.js';
import { reveal, type Secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import type { TokenLogin } from '../http/credentials/token-note.js';
import { sentToken } from './context.js';
import type { LoginUi } from './login/login-ui.js';
import {
  type ObtainedToken,
  obtainToken,
  renewToken,
  stepUpToken,
  type TokenOverrides,
  tokenCredentials,
  withStoredScope,
} from './token.js';

/** The token as credentials of a request. */
export type TokenCredentials = Pick<Credentials, 'accessToken' | 'proof'>;

/** The current token. */
export interface HeldToken {
  /** Credentials for a request that begins now. */
  readonly credentials: TokenCredentials;
  /** The user according to the current ID token. Untrusted text, only for display. */
  readonly account: string | undefined;
  /** The login, and the scope of the current token. */
  readonly login: TokenLogin;
  /** Whether the token's lifetime is over. */
  isWorn(): boolean;
  /**
   * Renews the token after a server rejected it, like `renewToken`.
   * @param named whether the server gave the token as the reason
   * @param refused the token that was sent; if it is not the current one, that was renewed meanwhile
   * @param stepUp how the user has to log in again (RFC 9470)
   */
  renew(named: boolean, refused?: Secret, stepUp?: StepUp): Promise<TokenCredentials | Failure | undefined>;
  /** Returns the current token if it is valid, otherwise a new one, for reconnecting. */
  again(): Promise<TokenCredentials | Failure>;
}

/** Failure for a token that no API accepts. */
const noAccess = (): Failure =>
  failure('login', 'The server issued a token that is not an access token (token_type N_A, RFC 8693 2.2.1).', {
    hint: hint`Run ${step('run', 'apiclient auth token with the same flags to print it, or request another type with --oauth2-param requested_token_type=…')}.`,
  });

/** Obtains a token and holds it. Fails like `obtainToken`. */
export async function holdToken(
  given: OAuth2Options,
  network: NetworkOptions,
  environment: Environment,
  ui: LoginUi,
  wishes: TokenOverrides = {},
): Promise<HeldToken | Failure> {
  const options = await withStoredScope(given, environment);
  const first = await obtainToken(options, network, environment, ui, wishes);
  if (isFailure(first)) return first;
  if (first.notAccess) return noAccess();
  const credentialsOf = async (found: ObtainedToken): Promise<TokenCredentials | Failure> => {
    const sent = sentToken(found, options, environment.now());
    return isFailure(sent) ? sent : tokenCredentials(sent, environment);
  };
  const begun = await credentialsOf(first);
  if (isFailure(begun)) return begun;
  let token: ObtainedToken = first;
  let credentials = begun;
  let renewing: Promise<TokenCredentials | Failure | undefined> | undefined;
  const take = async (found: ObtainedToken | Failure | undefined): Promise<TokenCredentials | Failure | undefined> => {
    if (found === undefined || isFailure(found)) return found;
    const next = await credentialsOf(found);
    if (isFailure(next)) return next;
    token = found;
    credentials = next;
    return credentials;
  };
  const alone = (begin: () => Promise<ObtainedToken | Failure | undefined>) => {
    renewing ??= begin()
      .then(take)
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  };
  return {
    get credentials() {
      return credentials;
    },
    get account() {
      return accountOf(token);
    },
    get login() {
      return { options, scope: token.scope };
    },
    isWorn: () => token.expiresAt !== undefined && environment.now() >= token.expiresAt,
    async renew(named, refused, stepUp) {
      const { accessToken } = credentials;
      if (refused !== undefined && accessToken && reveal(refused) !== reveal(accessToken)) return credentials;
      if (stepUp) return alone(() => stepUpToken(options, network, environment, ui, stepUp, wishes));
      return alone(() => renewToken(options, network, environment, ui, { ...token, named }, wishes));
    },
    async again() {
      return (await alone(() => obtainToken(options, network, environment, ui, wishes))) ?? credentials;
    },
  };
}
