/** `--oauth2` and its flags -> `OAuth2Options`. */
import type { ClientAuthentication } from '../../core/oauth/client/client-auth.js';
import { callbackPort, flowOf, missingOption, type OAuth2Flow } from '../../core/oauth/flows.js';
import { malformedParam } from '../../core/oauth/params.js';
import { completeLogin } from '../../core/oauth/providers.js';
import { splitOAuth2 } from '../../core/oauth/spec.js';
import type { TokenStore } from '../../core/oauth/token-stores.js';
import { idleFlag } from '../../core/oauth/unused-flags.js';
import type { OAuth2Options, SecretSource, TokenUse } from '../../core/options.js';
import { readUrl } from '../../core/request/read-url.js';
import { type FlagName, flagTable } from '../flags.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { absoluteUrl, pair, secretSource, wholeNumber } from '../values.js';
import { path } from './network.js';

/** Login of a line without `--oauth2`. */
export interface AssumedLogin {
  /** The value of `--oauth2` to use instead. */
  readonly assumed?: string | undefined;
  /** The issuer, unless a flag names another. */
  readonly issuer?: string | undefined;
  /** The preset, unless a flag names another. */
  readonly provider?: string | undefined;
  /** True if other lines supply the login that `--oauth2-*` flags modify. */
  readonly isPartial?: boolean;
}

/**
 * If a confidential client's secret or a password is missing, it becomes a `prompt` source, which reads
 * APICLIENT_OAUTH2_CLIENT_SECRET or APICLIENT_OAUTH2_PASSWORD first.
 */
export function parseOAuth2(
  given: FlagTokens,
  errors: UsageErrors,
  { assumed, issuer, provider, isPartial = false }: AssumedLogin = {},
): OAuth2Options | undefined {
  const text = given.last('oauth2') ?? assumed;
  if (text === undefined) {
    const [stray] = flagsGiven(given);
    if (stray !== undefined && !isPartial)
      errors.add(
        `--${stray} has no effect without --oauth2.`,
        'Usage: --oauth2 FLOW:TOKEN_URL:CLIENT_ID[:CLIENT_SECRET], or a profile with one: @NAME',
      );
    return undefined;
  }
  const parts = errors.unwrap(splitOAuth2(text), { flow: 'client_credentials', clientId: 'x' });
  const { flow, tokenUrl, clientId, secret: typedSecret } = parts;
  const url = (name: FlagName): string | undefined => {
    const typed = given.last(name);
    return typed === undefined ? undefined : absoluteUrl(typed, `--${name}`, ['http', 'https'], errors);
  };
  const typed = (name: FlagName): SecretSource | undefined => {
    const value = given.last(name);
    return value === undefined ? undefined : secretSource(value, `--${name}`, errors);
  };
  const fileOf = (name: FlagName): string | undefined => {
    const value = given.last(name);
    return value === undefined ? undefined : path(value, `--${name}`, errors);
  };
  const username = given.last('oauth2-username');
  const typedOptions = {
    flow,
    tokenUrl,
    clientId,
    clientSecret: typedSecret === undefined ? undefined : clientSecretOf(typedSecret, clientId, errors),
    scope: given.last('oauth2-scope'),
    authUrl: url('oauth2-auth-url'),
    deviceUrl: url('oauth2-device-url'),
    issuer: url('oauth2-issuer') ?? issuer,
    provider: given.last('oauth2-provider') ?? provider,
    acceptIssuer: url('oauth2-accept-issuer'),
    revocationUrl: url('oauth2-revocation-url'),
    introspectionUrl: url('oauth2-introspection-url'),
    userinfoUrl: url('oauth2-userinfo-url'),
    // Other values are rejected when choices are checked.
    use: given.last('oauth2-use') as TokenUse | undefined,
    username,
    password:
      typed('oauth2-password') ??
      (flowOf(flow).user && ({ from: 'prompt', label: `Password for ${username}` } as const)),
    port: wholeNumber(given.last('oauth2-port') ?? String(callbackPort), '--oauth2-port', 65_535, errors),
    redirectUri: given.last('oauth2-redirect-uri'),
    redirectCert: fileOf('oauth2-redirect-cert'),
    redirectKey: fileOf('oauth2-redirect-key'),
    params: given.all('oauth2-param').map(param => paramOf(param, errors)),
    // Other values are rejected when choices are checked.
    clientAuth: given.last('oauth2-client-auth') as ClientAuthentication | undefined,
    clientKey: fileOf('oauth2-client-key'),
    clientAudience: given.last('oauth2-client-audience'),
    account: given.last('oauth2-account'),
    pkce: !given.on('oauth2-no-pkce'),
    browser: given.on('browser', true),
    cache: !given.on('oauth2-no-cache'),
    // Other values are rejected when choices are checked.
    store: given.last('oauth2-store') as TokenStore | undefined,
    insecureHttp: given.on('oauth2-insecure-http') || undefined,
    dpop: given.on('oauth2-dpop') || undefined,
    par: given.on('oauth2-par') || undefined,
    qr: given.on('qr') || undefined,
    subjectToken: typed('oauth2-subject-token'),
    assertion: typed('oauth2-assertion'),
    refreshToken: typed('oauth2-refresh-token'),
  };
  const options = errors.unwrap(completeLogin(typedOptions), typedOptions);
  refuseIdle(flow, given, errors);
  errors.unwrap(missingOption(options), undefined);
  return options;
}

/** A parameter. One with special syntax is validated before any login. */
function paramOf(typed: string, errors: UsageErrors): readonly [name: string, value: string] {
  const param = pair(typed, '--oauth2-param', errors);
  errors.unwrap(malformedParam(param), undefined);
  return param;
}

/** An empty one is prompted for. */
const clientSecretOf = (typed: string, clientId: string, errors: UsageErrors): SecretSource =>
  typed === '' ? { from: 'prompt', label: `Client secret of ${clientId}` } : secretSource(typed, '--oauth2', errors);

const flagsGiven = (given: FlagTokens): readonly FlagName[] =>
  flagTable.filter(({ name }) => name.startsWith('oauth2-') && given.has(name)).map(({ name }) => name);

/** Rejects flags without effect, and an invalid redirect URI. */
function refuseIdle(flow: OAuth2Flow, given: FlagTokens, errors: UsageErrors): void {
  const redirectUri = given.last('oauth2-redirect-uri');
  if (redirectUri !== undefined && readUrl(redirectUri) === undefined) {
    errors.add(
      '--oauth2-redirect-uri needs an absolute URL.',
      'Usage: --oauth2-redirect-uri http://127.0.0.1:8484/callback',
    );
  }
  const idle = idleFlag({ flow, flags: flagsGiven(given).map(name => `--${name}`), redirectUri });
  errors.unwrap(idle?.failure, undefined);
}
