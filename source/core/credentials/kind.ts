/**
 * All kinds of credentials. Each file beside this one answers one question, most with a table over this union, so that a new
 * kind does not compile until all of them cover it: `flags.ts` (given by which flag), `config.ts` (in the configuration file),
 * `request-credentials.ts` (sent as what, and to which origin), `identity.ts`, `header.ts`, `api-keys.ts` (in a URL),
 * `describe.ts`, `written-flags.ts` and `../request/curl.ts` (as flags again).
 */
import type { AuthOptions } from '../options.js';

export type CredentialKind =
  /**
   * `basic`: user and password (RFC 7617), also from `user:pass@` and netrc. `digest`: RFC 7616. `aws`: AWS Signature Version
   * 4.
   * `bearer`: a token the user has (RFC 6750). `oauth2`: a token that is fetched. `apiKeys`: pairs in the query.
   */
  | keyof AuthOptions
  /** `-H` with the name of a credential. */
  | 'header'
  /** `-b`; a cookie jar follows RFC 6265. */
  | 'cookie'
  /** `--cert`. */
  | 'certificate'
  /** User of the proxy URL (`-x`). */
  | 'proxyUser'
  /** `--connection-params` of a WebSocket. */
  | 'connectionParams';
