/** The demo's secrets, printed in the index: they protect nothing, but let every kind of login be tried. */
import type { DemoRequest } from './route.js';
import { HttpProblem } from './route.js';

/** For Basic, the OAuth password grant and the login pages. */
export const demoUser = 'admin';
export const demoPassword = 'secret123';
/** The bearer token without expiry. */
export const demoToken = 'demo-token';
/** Accepted in the query or in X-API-Key, by its own route only. */
export const demoKey = 'demo-key';

const issued = new Set<string>();
/** Accepts a token in every demo of this process. */
export const allowToken = (token: string): unknown => issued.add(token);
/** Revokes an issued token, if known; the fixed one stays. */
export const revokeToken = (token: string): unknown => issued.delete(token);
const isToken = (token: string): boolean => token === demoToken || issued.has(token);

/** The token of an `Authorization: Bearer` header, if valid. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return token !== undefined && isToken(token) ? token : undefined;
}

export function requireBasic(request: DemoRequest): string {
  const encoded = /^Basic +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1];
  const words = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  if (words !== `${demoUser}:${demoPassword}`)
    throw new HttpProblem(401, `Basic credentials are asked for here: -u ${demoUser}:${demoPassword}`, {
      'WWW-Authenticate': 'Basic realm="apiclient demo", charset="UTF-8"',
    });
  return demoUser;
}

/** Throws a 401 without a valid token; `invalid_token` only where one was sent (RFC 6750 3.1). */
export function requireBearer(request: DemoRequest): void {
  const authorization = request.header('authorization');
  if (bearerOf(authorization) !== undefined) return;
  const error = authorization === undefined ? '' : ', error="invalid_token"';
  throw new HttpProblem(401, `A bearer token is asked for here: -B ${demoToken}`, {
    'WWW-Authenticate': `Bearer realm="apiclient demo"${error}`,
  });
}

/** The key is in the query (`-K api_key=…`) or in X-API-Key. */
export function requireKey(request: DemoRequest): void {
  const key = request.url.searchParams.get('api_key') ?? request.header('x-api-key');
  if (key !== demoKey) throw new HttpProblem(403, `An API key is asked for here: -K api_key=${demoKey}`);
}
