/**
 * The one live token of a process: whoever sends a request takes what is held now, and what one of them renewed is what the
 * next one sends. Renewals that are wanted at the same time are one.
 */
import type { StepUp } from '../../core/credentials/challenges.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { accountOf } from '../../core/oauth/status-lines.js';
import type { NetworkOptions, OAuth2Options } from '../../core/options.js';
import type { Credentials } from '../../core/request/spec.js';
import { reveal, type Secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import type { LoginUi } from './login/login-ui.js';
import {
  type ObtainedToken,
  obtainToken,
  renewToken,
  stepUpToken,
  type TokenOverrides,
  tokenCredentials,
} from './token.js';

/** The token as credentials of a request. */
export type TokenCredentials = Pick<Credentials, 'accessToken' | 'proof'>;

/** The token that is held. */
export interface HeldToken {
  /** Credentials of a request that begins now. */
  readonly credentials: TokenCredentials;
  /** Who logged in, as the ID token says now. Untrusted text, for display alone. */
  readonly account: string | undefined;
  /** Whether the token has run out by its own word. */
  isWorn(): boolean;
  /**
   * After a server refused a token; as `renewToken` has it.
   * @param named whether the server said that the token is the reason
   * @param refused what was sent; another than the one that is held was renewed meanwhile
   * @param stepUp how the person has to log in anew (RFC 9470)
   */
  renew(named: boolean, refused?: Secret, stepUp?: StepUp): Promise<TokenCredentials | Failure | undefined>;
  /** The kept token if it is good, else another: for a connection that is made anew. */
  again(): Promise<TokenCredentials | Failure>;
}

/** For a token that no API takes. */
const noAccess = (): Failure =>
  failure('login', 'The server issued something that is not an access token (token_type N_A, RFC 8693 2.2.1).', {
    hint: 'apiclient auth token with the same flags prints it; --oauth2-param requested_token_type=… asks for another kind.',
  });

/** Gets a token and holds it. Failures as `obtainToken` has them. */
export async function holdToken(
  options: OAuth2Options,
  network: NetworkOptions,
  environment: Environment,
  ui: LoginUi,
  wishes: TokenOverrides = {},
): Promise<HeldToken | Failure> {
  const first = await obtainToken(options, network, environment, ui, wishes);
  if (isFailure(first)) return first;
  if (first.notAccess) return noAccess();
  let token: ObtainedToken = first;
  let credentials = await tokenCredentials(first, environment);
  let renewing: Promise<TokenCredentials | Failure | undefined> | undefined;
  const take = async (found: ObtainedToken | Failure | undefined): Promise<TokenCredentials | Failure | undefined> => {
    if (found === undefined || isFailure(found)) return found;
    token = found;
    credentials = await tokenCredentials(found, environment);
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
    isWorn: () => token.expiresAt !== undefined && environment.now() >= token.expiresAt,
    async renew(named, refused, stepUp) {
      if (refused !== undefined && reveal(refused) !== reveal(token.token)) return credentials;
      if (stepUp) return alone(() => stepUpToken(options, network, environment, ui, stepUp, wishes));
      return alone(() => renewToken(options, network, environment, ui, { ...token, named }, wishes));
    },
    async again() {
      return (await alone(() => obtainToken(options, network, environment, ui, wishes))) ?? credentials;
    },
  };
}
