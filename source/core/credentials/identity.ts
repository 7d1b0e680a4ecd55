/** The identity of the user from the server's point of view. It distinguishes schemas that depend on the user. */
import type { RequestCredentials } from './kind.js';
import { credentialKinds } from './kinds/all.js';

/**
 * Returns a text that is unique to the identity. It contains secrets, so it must be hashed and never stored or shown.
 * @param account account the access token was issued to
 */
export const identityText = (request: RequestCredentials, account: string | undefined): string =>
  JSON.stringify(
    Object.entries(credentialKinds).map(([name, kind]) => [name, kind.identity?.(request, account) ?? null]),
  );
