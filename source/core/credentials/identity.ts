/** Who a server takes us for: distinguishes schemas that depend on the user. */
import { reveal } from '../secret.js';
import type { CredentialKind } from './kind.js';
import type { RequestCredentials } from './request-credentials.js';

/** Each kind's part, secrets included. */
const parts: Readonly<Record<CredentialKind, (request: RequestCredentials, account: string | undefined) => unknown>> = {
  basic: ({ credentials: { basic } }) => basic && [basic.user, reveal(basic.password)],
  digest: ({ credentials: { digest } }) => digest && [digest.user, reveal(digest.password)],
  aws: ({ credentials: { aws } }) => aws && [aws.accessKeyId, aws.scope, reveal(aws.secretAccessKey)],
  bearer: ({ credentials: { bearer } }) => bearer && reveal(bearer),
  // The token changes daily, its account does not.
  oauth2: ({ credentials: { accessToken } }, account) => account ?? (accessToken && reveal(accessToken)),
  apiKeys: ({ credentials }) => credentials.apiKeys.map(key => [key.name, reveal(key.value)]),
  // All headers: a tenant header is no credential but may select another schema.
  header: ({ headers }) => headers.map(line => [line.name.toLowerCase(), reveal(line.value)]),
  cookie: ({ network }) => network.cookies,
  certificate: ({ network }) => network.certFile,
  proxyUser: () => undefined,
  connectionParams: () => undefined,
};

/**
 * A text unique to the identity. It contains secrets: hash it, never store or show it.
 * @param account whom the access token was issued to
 */
export const identityText = (request: RequestCredentials, account: string | undefined): string =>
  JSON.stringify(Object.entries(parts).map(([kind, part]) => [kind, part(request, account) ?? null]));
