/** Builds the URL that a user opens to log in (RFC 6749 4.1.1, RFC 7636 4.3), and the random values of a login. */

/** Encodes base64url without padding (RFC 7636 appendix A). */
export const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** Parameters of the authorization request (RFC 6749 4.1.1, RFC 7636 4.3). */
interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly scope?: string;
  /** OpenID Connect Core 3.1.2.1; absent if no ID token is requested. */
  readonly nonce?: string;
  /** S256 challenge; absent only with `--oauth2-no-pkce`. */
  readonly challenge?: string;
  /** Thumbprint of the key that the code is bound to (RFC 9449 10). */
  readonly dpopThumbprint?: string;
  readonly params: readonly (readonly [name: string, value: string])[];
}

/** Returns the parameters of the request. Values of `--oauth2-param` never replace a protocol parameter. */
export function authorizationParameters(
  ask: AuthorizationRequest,
): readonly (readonly [name: string, value: string])[] {
  const params: [string, string][] = [
    ['response_type', 'code'],
    ['client_id', ask.clientId],
    ['redirect_uri', ask.redirectUri],
    ['state', ask.state],
  ];
  if (ask.scope !== undefined) params.push(['scope', ask.scope]);
  if (ask.nonce !== undefined) params.push(['nonce', ask.nonce]);
  if (ask.challenge !== undefined) params.push(['code_challenge', ask.challenge], ['code_challenge_method', 'S256']);
  if (ask.dpopThumbprint !== undefined) params.push(['dpop_jkt', ask.dpopThumbprint]);
  return [...params, ...ask.params];
}

/** Appends parameters to an endpoint. Its existing query is preserved byte for byte (RFC 6749 3.1). */
export function withParameters(endpoint: string, parameters: readonly (readonly [string, string])[]): string {
  const url = new URL(endpoint);
  url.hash = '';
  // Append as text instead of using searchParams.set, so that the endpoint's own query is preserved byte for byte.
  const added = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]));
  const query = url.search.replace(/^\?/, '');
  url.search = query === '' ? added.toString() : `${query}&${added}`;
  return url.href;
}
