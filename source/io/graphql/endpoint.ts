/** Combines everything the user specified about a server into the endpoint that introspection, operations and streams share. */
import type { GraphqlCommand } from '../../core/command.js';
import { forOtherOrigin } from '../../core/credentials/request-credentials.js';
import { type Failure, isFailure } from '../../core/failure.js';
import type { AuthOptions } from '../../core/options.js';
import { buildHeaders, defaultHeaders } from '../../core/request/headers.js';
import { readUrl } from '../../core/request/read-url.js';
import type { Credentials } from '../../core/request/spec.js';
import type { Environment } from '../../environment.js';
import { readHeaderOptions } from '../header-options.js';
import type { HeldToken, TokenCredentials } from '../oauth/held-token.js';
import type { LoginUi } from '../oauth/login/login-ui.js';
import { resolveCredentials } from '../secrets.js';
import type { Endpoint } from './transport.js';

type EndpointFlags = Pick<GraphqlCommand, 'auth' | 'headers' | 'network'> &
  Partial<Pick<GraphqlCommand, 'subscriptionProtocol' | 'hidden'>>;

export interface EndpointOptions {
  /** Prompts for a login. Absent (`--curl`, `--dry-run`) if no token may be fetched and no prompt shown. */
  readonly ui?: LoginUi;
  /** Time spent on a login counts against `--timeout`, because the command makes a single run. */
  readonly oneRun?: true;
  /** False to leave a secret empty if it needs a prompt. */
  readonly ask?: boolean;
  /**
   * Store that shares the token among endpoints with the same login: returns the value stored under a key, or stores the result
   * of `hold`.
   */
  readonly shared?: (key: string, hold: () => Promise<HeldToken | Failure>) => Promise<HeldToken | Failure>;
}

/**
 * Returns the endpoint for a URL named by a flag, with the identity that is configured for it; otherwise with the command's
 * identity at the same origin, otherwise without credentials.
 * @param optionsFor reads the identity's credentials
 */
export async function endpointElsewhere(
  url: string,
  command: EndpointFlags & Pick<GraphqlCommand, 'url' | 'elsewhere'>,
  environment: Environment,
  optionsFor: (auth: AuthOptions) => EndpointOptions | Promise<EndpointOptions>,
): Promise<Endpoint | Failure> {
  const own = command.elsewhere?.get(url);
  const isHome = command.url !== undefined && readUrl(command.url)?.origin === readUrl(url)?.origin;
  const flags = own ?? (isHome ? command : { ...command, auth: { apiKeys: [] } });
  const endpoint = await readEndpoint(url, flags, environment, await optionsFor(flags.auth));
  return own || isHome || isFailure(endpoint) ? endpoint : forOtherOrigin(endpoint);
}

/** Reads secrets and header files, and obtains an OAuth token if needed. */
export async function readEndpoint(
  url: string,
  flags: EndpointFlags,
  environment: Environment,
  options: EndpointOptions = {},
): Promise<Endpoint | Failure> {
  const headers = await readHeaderOptions(flags.headers, environment);
  if (isFailure(headers)) return headers;
  const credentials = await resolveCredentials(flags.auth, environment, { ask: options.ask ?? true });
  if (isFailure(credentials)) return credentials;
  const own = buildHeaders(headers);
  const plain: Endpoint = {
    url,
    // Only lines set by the user: defaults differ between transports.
    headers: own.headers.filter(line => !defaultHeaders.includes(line)),
    removed: own.removed,
    credentials,
    network: flags.network,
    hidden: flags.hidden,
    streams: flags.subscriptionProtocol,
  };
  const { oauth2 } = flags.auth;
  const { ui } = options;
  if (!oauth2 || !ui) return plain;
  const { holdToken } = await import('../oauth/held-token.js');
  const { tokenKey } = await import('../token-store.js');
  const began = environment.monotonic();
  const hold = () => holdToken(oauth2, flags.network, environment, ui);
  const held = await (options.shared ? options.shared(tokenKey(oauth2), hold) : hold());
  if (isFailure(held)) return held;
  const spentMs = environment.monotonic() - began;
  const withToken = (token: TokenCredentials): Credentials => ({ ...credentials, ...token });
  return {
    ...plain,
    get credentials() {
      return withToken(held.credentials);
    },
    get account() {
      return held.account;
    },
    identity: tokenKey(oauth2),
    spentMs: options.oneRun ? spentMs : undefined,
    async renew() {
      const token = await held.again();
      return isFailure(token) ? token : withToken(token);
    },
    async renewRefused(named, refused, stepUp) {
      const renewed = await held.renew(named, refused, stepUp);
      return renewed === undefined || isFailure(renewed) ? renewed : withToken(renewed);
    },
    login: () => held.login,
    tokenHasExpired: () => held.isWorn(),
  };
}
