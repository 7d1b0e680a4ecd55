/** The demo's secrets. They are printed in the index: they protect nothing, they only let every kind of login be tried. */
import type { DemoRequest } from './route.js';
import { HttpProblem } from './route.js';

/** The user of Basic, of the OAuth password grant and of the login pages. */
export const demoUser = 'admin';
export const demoPassword = 'secret123';
/** The bearer token that never ends; issued ones do. */
export const demoToken = 'demo-token';
/** Taken in the query or in X-API-Key, by the route that asks for it and nowhere else. */
export const demoKey = 'demo-key';

/** More tokens than the fixed one: what the demo's own token endpoint has issued. */
const issued = new Set<string>();
/** From now on the token is as good as the fixed one, in every demo of this process. */
export const allowToken = (token: string): unknown => issued.add(token);
/** Ends an issued token; one that is unknown is no error. The fixed one cannot be revoked. */
export const revokeToken = (token: string): unknown => issued.delete(token);
const isToken = (token: string): boolean => token === demoToken || issued.has(token);

/** The token of an `Authorization: Bearer` header, if it is one of ours. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return token !== undefined && isToken(token) ? token : undefined;
}

/** The user name of good Basic credentials. */
export function requireBasic(request: DemoRequest): string {
  const encoded = /^Basic +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1];
  const words = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  if (words !== `${demoUser}:${demoPassword}`)
    throw new HttpProblem(401, `Basic credentials are asked for here: -u ${demoUser}:${demoPassword}`, {
      'WWW-Authenticate': 'Basic realm="apiclient demo", charset="UTF-8"',
    });
  return demoUser;
}

/** Throws a 401 without a good token; `invalid_token` only where one was sent (RFC 6750 3.1). */
export function requireBearer(request: DemoRequest): void {
  const authorization = request.header('authorization');
  if (bearerOf(authorization) !== undefined) return;
  const error = authorization === undefined ? '' : ', error="invalid_token"';
  throw new HttpProblem(401, `A bearer token is asked for here: -B ${demoToken}`, {
    'WWW-Authenticate': `Bearer realm="apiclient demo"${error}`,
  });
}

/** The key may stand in the query (`-K api_key=…`) or in the header X-API-Key. */
export function requireKey(request: DemoRequest): void {
  const key = request.url.searchParams.get('api_key') ?? request.header('x-api-key');
  if (key !== demoKey) throw new HttpProblem(403, `An API key is asked for here: -K api_key=${demoKey}`);
}
