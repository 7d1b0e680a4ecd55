/** For whom a server takes us: what tells apart the schemas that it may show to different people. */
import { reveal } from '../secret.js';
import type { CredentialKind } from './kind.js';
import type { RequestCredentials } from './request-credentials.js';

/** Each kind's part, secrets and all; nothing where none is carried. */
const parts: Readonly<Record<CredentialKind, (cargo: RequestCredentials, account: string | undefined) => unknown>> = {
  basic: ({ credentials: { basic } }) => basic && [basic.user, reveal(basic.password)],
  digest: ({ credentials: { digest } }) => digest && [digest.user, reveal(digest.password)],
  aws: ({ credentials: { aws } }) => aws && [aws.accessKeyId, aws.scope, reveal(aws.secretAccessKey)],
  bearer: ({ credentials: { bearer } }) => bearer && reveal(bearer),
  // The token changes from day to day, for whom it was issued does not.
  oauth2: ({ credentials: { accessToken } }, account) => account ?? (accessToken && reveal(accessToken)),
  apiKeys: ({ credentials }) => credentials.apiKeys.map(key => [key.name, reveal(key.value)]),
  // All lines: a tenant's name is no credential, and its schema is another.
  header: ({ headers }) => headers.map(line => [line.name.toLowerCase(), reveal(line.value)]),
  cookie: ({ network }) => network.cookies,
  certificate: ({ network }) => network.certFile,
  proxyUser: () => undefined,
  connectionParams: () => undefined,
};

/**
 * A text that is the same for the same identity only. It holds secrets: it may be hashed, never kept or shown.
 * @param account for whom an access token was issued
 */
export const identityText = (cargo: RequestCredentials, account: string | undefined): string =>
  JSON.stringify(Object.entries(parts).map(([kind, part]) => [kind, part(cargo, account) ?? null]));
