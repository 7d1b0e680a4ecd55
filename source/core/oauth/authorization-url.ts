/** The URL a person opens to log in (RFC 6749 4.1.1, RFC 7636 4.3), and the random values that belong to one login. */

/** base64url without padding (RFC 7636 appendix A). */
export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** What the authorization request says (RFC 6749 4.1.1, RFC 7636 4.3). */
export interface AuthorizationAsk {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly scope?: string;
  /** OpenID Connect Core 3.1.2.1; absent: no ID token is asked for. */
  readonly nonce?: string;
  /** S256 challenge; absent only with `--oauth2-no-pkce`. */
  readonly challenge?: string;
  /** RFC 9449 10: the key that the code is bound to. */
  readonly dpopThumbprint?: string;
  readonly params: readonly (readonly [name: string, value: string])[];
}

/** The parameters of the request. What the user gave with `--oauth2-param` never displaces one of the protocol. */
export function authorizationParameters(ask: AuthorizationAsk): readonly (readonly [name: string, value: string])[] {
  const own: [string, string][] = [
    ['response_type', 'code'],
    ['client_id', ask.clientId],
    ['redirect_uri', ask.redirectUri],
    ['state', ask.state],
  ];
  if (ask.scope !== undefined) own.push(['scope', ask.scope]);
  if (ask.nonce !== undefined) own.push(['nonce', ask.nonce]);
  if (ask.challenge !== undefined) own.push(['code_challenge', ask.challenge], ['code_challenge_method', 'S256']);
  if (ask.dpopThumbprint !== undefined) own.push(['dpop_jkt', ask.dpopThumbprint]);
  return [...own, ...ask.params];
}

/** An endpoint with parameters behind the query it already has, which is kept byte for byte (RFC 6749 3.1). */
export function withParameters(endpoint: string, parameters: readonly (readonly [string, string])[]): string {
  const url = new URL(endpoint);
  url.hash = '';
  // A string, not searchParams.set: the endpoint's own query keeps its bytes.
  const added = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]));
  const kept = url.search.replace(/^\?/, '');
  url.search = kept === '' ? added.toString() : `${kept}&${added}`;
  return url.href;
}

/** Parameters the protocol itself sets: `--oauth2-param` may not, because no parameter goes twice (RFC 6749 3.1). */
const reserved = new Set(
  'response_type client_id client_secret redirect_uri state nonce scope code code_challenge code_challenge_method code_verifier grant_type refresh_token device_code username password request request_uri dpop_jkt client_assertion client_assertion_type subject_token assertion'.split(
    ' ',
  ),
);

/** The first `--oauth2-param` name that the protocol sets itself. */
export const reservedParam = (params: readonly (readonly [string, string])[]): string | undefined =>
  params.find(([name]) => reserved.has(name))?.[0];

/**
 * The extra parameters that go to the token endpoint as well. With a login in between only those that mean something
 * there (RFC 8707 2.2, and the older `audience`): `prompt`, `login_hint` and their like were for the login page.
 */
export const tokenParams = (
  params: readonly (readonly [string, string])[],
  afterLogin: boolean,
): readonly (readonly [string, string])[] =>
  afterLogin ? params.filter(([name]) => name === 'resource' || name === 'audience') : params;
