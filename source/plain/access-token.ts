/** The `--oauth2` token of a plain request. Loaded only if the flag is given. */

import { type Failure, isFailure } from '../core/failure.js';
import { isUsable, type StoredToken } from '../core/oauth/stored-token.js';
import type { AuthOptions, NetworkOptions, OAuth2Options, OutputOptions } from '../core/options.js';
import type { Credentials } from '../core/request/spec.js';
import { secret } from '../core/secret.js';
import type { Environment } from '../environment.js';
import { openDebugLog } from '../io/debug-log.js';
import type { SendOptions } from '../io/http/send.js';
import { otherProof, readProof } from '../io/oauth/client/proof.js';
import { sentToken } from '../io/oauth/context.js';
import { holdToken } from '../io/oauth/held-token.js';
import { lineLoginUi } from '../io/oauth/login/line-login.js';
import { tokenCredentials, withStoredScope } from '../io/oauth/token.js';
import { readSecret } from '../io/secrets.js';
import { readToken, tokenKey } from '../io/token-store.js';

/** The flags that a token depends on, for requests and GraphQL operations. */
interface TokenCommand {
  readonly auth: AuthOptions;
  readonly network: NetworkOptions;
  readonly output: OutputOptions;
}

export interface AuthorizedRequest extends Pick<SendOptions, 'renew' | 'login' | 'since'> {
  /** Current credentials, because a token may have been renewed. */
  readonly credentials: Credentials;
}

/**
 * Adds the access token, logging in if necessary. `--curl` and `--dry-run` fetch nothing and use the cached token or a
 * placeholder.
 */
export async function authorizeRequest(
  { auth, network, output }: TokenCommand,
  credentials: Credentials,
  environment: Environment,
): Promise<AuthorizedRequest | Failure> {
  if (auth.oauth2 === undefined) return { credentials };
  const options = await withStoredScope(auth.oauth2, environment);
  const since = environment.monotonic();
  const ui = lineLoginUi(environment, output);
  if (output.curl || output.dryRun) {
    const usable = await usableToken(options, network, environment, text => ui.note(text));
    if (usable?.dpopKey && output.curl)
      ui.note('The token is bound to a key (DPoP), so curl cannot create the proof it requires.');
    const sent = usable && sentToken({ ...usable, token: usable.accessToken }, options, environment.now());
    const shown = sent === undefined || isFailure(sent) ? { token: secret('ACCESS_TOKEN') } : sent;
    return { credentials: { ...credentials, ...(await tokenCredentials(shown, environment)) } };
  }
  // A bad log file must fail before any login.
  const log = openDebugLog(output.debugLog, environment);
  if (isFailure(log)) return log;
  log.close();
  const held = await holdToken(options, network, environment, ui, { since });
  if (isFailure(held)) return held;
  return {
    get credentials() {
      return { ...credentials, ...held.credentials };
    },
    since,
    login: () => held.login,
    renew: (named, refused, stepUp) => held.renew(named, refused, stepUp),
  };
}

/** Returns the cached token if it is valid and was issued to the same client. */
async function usableToken(
  options: OAuth2Options,
  network: NetworkOptions,
  environment: Environment,
  note: (text: string) => void,
): Promise<StoredToken | undefined> {
  const stored = options.cache ? await readToken(environment, tokenKey(options), note) : undefined;
  if (stored === undefined) return undefined;
  const proof = await readProof(options, network, environment, readSecret);
  if (isFailure(proof) || otherProof(stored, proof).length > 0) return undefined;
  return isUsable(stored, environment.now()) ? stored : undefined;
}
