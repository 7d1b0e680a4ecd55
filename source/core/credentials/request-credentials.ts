/** Credentials of a request after they have been read: how they are sent, and to which origin. */
import type { Credentials, HeaderLine, Signer } from '../request/spec.js';
import type { Secret } from '../secret.js';
import { isAuthorization } from './header.js';
import type { RequestCredentials } from './kind.js';
import { allKinds, credentialKinds } from './kinds/all.js';

/** If several kinds set the Authorization header, the first in this list does: tokens before passwords. */
const byPrecedence = [credentialKinds.oauth2, credentialKinds.bearer, ...allKinds];

/** Returns the Authorization line, if any. Signed credentials get theirs from `signerOf`. */
export function authorizationLines(credentials: Credentials): readonly HeaderLine[] {
  for (const kind of byPrecedence) {
    const value = kind.authorization?.(credentials);
    if (value) return [{ name: 'Authorization', value }];
  }
  return [];
}

/** Returns the signer of requests with these credentials, if any. */
export function signerOf(credentials: Credentials): Signer | undefined {
  for (const kind of byPrecedence) {
    const signer = kind.signer?.(credentials);
    if (signer) return signer;
  }
  return undefined;
}

export const hasAuthorization = ({
  credentials,
  headers,
}: Pick<RequestCredentials, 'credentials' | 'headers'>): boolean =>
  allKinds.some(kind => kind.authorization?.(credentials) || kind.signer?.(credentials)) ||
  headers.some(line => isAuthorization(line.name));

/** Returns true if the request contains anything that must not be sent to every server. */
export const carriesAnyCredential = (request: RequestCredentials): boolean =>
  allKinds.some(kind => kind.isSent(request));

/** Returns the secrets that are not sent verbatim in a header. */
export const secretsOutsideHeaders = (credentials: Credentials): readonly Secret[] =>
  allKinds.flatMap(kind => kind.secretsOutsideHeaders?.(credentials) ?? []);

/**
 * Returns a text that is unique to the user from the server's point of view, and distinguishes schemas that depend on the user.
 * It contains secrets, so it must be hashed and never stored or shown.
 * @param account account the access token was issued to
 */
export const identityText = (request: RequestCredentials, account: string | undefined): string =>
  JSON.stringify(
    Object.entries(credentialKinds).map(([name, kind]) => [name, kind.identity?.(request, account) ?? null]),
  );

/** Drops everything that must not be sent to another origin. */
export function forOtherOrigin<T extends RequestCredentials>(request: T): T {
  let left = request;
  for (const kind of allKinds) left = { ...left, ...kind.dropCrossOrigin(left) };
  return left;
}
