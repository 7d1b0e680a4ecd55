/** The demo's secrets, printed in the index. They protect nothing, but let users try every kind of login. */
import { freshNonce, lacksNonce, proofAlgorithm, provenKey } from './dpop.js';
import { type DemoRequest, HttpProblem } from './route.js';

/** User for Basic, the OAuth password grant and the login pages. */
export const demoUser = 'admin';
export const demoPassword = 'secret123';
/** The bearer token without expiry. */
export const demoToken = 'demo-token';
/** API key, accepted in the query or in X-API-Key, by one route only. */
export const demoKey = 'demo-key';

/** An access token of the demo's authorization server. */
interface IssuedToken {
  readonly client: string;
  /** Absent if the client acts for itself. */
  readonly user?: string;
  readonly scope?: string;
  /** The login that issued it: revoking one of a login's tokens revokes them all (RFC 7009 2.1). */
  readonly login: string;
  /** Milliseconds since 1970. */
  readonly ends: number;
  /** The thumbprint of the key to which it is bound (RFC 9449 6). */
  readonly keyThumbprint?: string;
  /** The `claims` parameter of its login (OpenID Connect Core 5.5). */
  readonly claims?: string;
}

const issued = new Map<string, IssuedToken>();

/** Accepts a token until it expires, in every demo of this process. */
export function allowToken(token: string, facts: IssuedToken): void {
  issued.set(token, facts);
  setTimeout(() => issued.delete(token), facts.ends - Date.now()).unref();
}

/** Returns an issued token if it is still accepted. */
export const issuedToken = (token: string): IssuedToken | undefined => issued.get(token);

/** Revokes all tokens of a login. */
export function revokeLogin(login: string): void {
  for (const [token, facts] of issued) if (facts.login === login) issued.delete(token);
}

/** Whether the request has a valid token and, if that is bound to a key, a proof of the key. */
export async function isSignedIn(request: Pick<DemoRequest, 'header' | 'method' | 'url'>): Promise<boolean> {
  const [, scheme = '', token = ''] = /^(Bearer|DPoP) +(\S+)$/i.exec(request.header('authorization') ?? '') ?? [];
  if (token === demoToken) return /bearer/i.test(scheme);
  const facts = issuedToken(token);
  if (facts?.keyThumbprint === undefined) return facts !== undefined && /bearer/i.test(scheme);
  return /dpop/i.test(scheme) && (await provenKey(request, token)) === facts.keyThumbprint;
}

export function requireBasic(request: DemoRequest): string {
  const encoded = /^Basic +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1];
  const userAndPassword = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  if (userAndPassword !== `${demoUser}:${demoPassword}`)
    throw new HttpProblem(401, `Basic authentication required: -u ${demoUser}:${demoPassword}`, {
      'WWW-Authenticate': 'Basic realm="apiclient demo", charset="UTF-8"',
    });
  return demoUser;
}

/**
 * The header fields of a 401 that asks for a proof with a nonce (RFC 9449 9), or undefined if the request does not need one.
 */
export function nonceChallenge(
  request: Pick<DemoRequest, 'header'>,
): Readonly<Record<'WWW-Authenticate' | 'DPoP-Nonce', string>> | undefined {
  if (!/^dpop /i.test(request.header('authorization') ?? '') || !lacksNonce(request)) return undefined;
  const challenge = `DPoP algs="${proofAlgorithm}", realm="apiclient demo", error="use_dpop_nonce"`;
  return { 'WWW-Authenticate': challenge, 'DPoP-Nonce': freshNonce() };
}

/** Throws a 401 for a proof without a nonce. */
export function requireNonce(request: DemoRequest): void {
  const headers = nonceChallenge(request);
  if (headers !== undefined)
    throw new HttpProblem(401, 'The proof must contain the nonce from the DPoP-Nonce header.', headers);
}

/** Throws a 401 without a valid token. The error is `invalid_token` only if one was sent (RFC 6750 3.1, RFC 9449 7.1). */
export async function requireToken(request: DemoRequest): Promise<void> {
  requireNonce(request);
  if (await isSignedIn(request)) return;
  const authorization = request.header('authorization');
  const error = authorization === undefined ? '' : ', error="invalid_token"';
  const isDPoP = /^dpop /i.test(authorization ?? '');
  throw new HttpProblem(401, `Bearer token required: -B ${demoToken}`, {
    'WWW-Authenticate': `${isDPoP ? `DPoP algs="${proofAlgorithm}", ` : 'Bearer '}realm="apiclient demo"${error}`,
  });
}

/** Whether the key is in the query (`-K api_key=…`) or in X-API-Key. */
export function requireKey(request: DemoRequest): void {
  const key = request.url.searchParams.get('api_key') ?? request.header('x-api-key');
  if (key !== demoKey) throw new HttpProblem(403, `API key required: -K api_key=${demoKey}`);
}
