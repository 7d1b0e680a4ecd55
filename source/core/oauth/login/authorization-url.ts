/** The URL a person opens to log in (RFC 6749 4.1.1, RFC 7636 4.3), and the random values that belong to one login. */

/** base64url without padding (RFC 7636 appendix A). */
export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Parameters of the authorization request (RFC 6749 4.1.1, RFC 7636 4.3). */
interface AuthorizationRequest {
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
export function authorizationParameters(
  ask: AuthorizationRequest,
): readonly (readonly [name: string, value: string])[] {
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

/** An endpoint with parameters after the query it already has, which is kept byte for byte (RFC 6749 3.1). */
export function withParameters(endpoint: string, parameters: readonly (readonly [string, string])[]): string {
  const url = new URL(endpoint);
  url.hash = '';
  // A string, not searchParams.set: the endpoint's own query keeps its bytes.
  const added = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]));
  const kept = url.search.replace(/^\?/, '');
  url.search = kept === '' ? added.toString() : `${kept}&${added}`;
  return url.href;
}
