/** Who a server takes us for: distinguishes schemas that depend on the user. */
import type { RequestCredentials } from './kind.js';
import { credentialKinds } from './kinds/all.js';

/**
 * A text unique to the identity. It contains secrets: hash it, never store or show it.
 * @param account whom the access token was issued to
 */
export const identityText = (request: RequestCredentials, account: string | undefined): string =>
  JSON.stringify(
    Object.entries(credentialKinds).map(([name, kind]) => [name, kind.identity?.(request, account) ?? null]),
  );
