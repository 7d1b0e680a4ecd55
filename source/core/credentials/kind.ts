/**
 * Every kind of credential there is. The files beside this one answer a question each, most in a table over this union: a
 * kind that is added, here or to the options, does not compile before all of them know of it.
 *
 * | question | file |
 * | --- | --- |
 * | which flag gives it, was one given, where are its secrets read from, may a person be asked | `given.ts` |
 * | how may it stand in the configuration file | `configured.ts` |
 * | does a request carry one, as what, signed by whom, and where may it go | `cargo.ts` |
 * | for whom does a server take us | `identity.ts` |
 * | does this header carry one, and what of its value is shown | `header.ts` |
 * | how does it stand in a URL that is shown | `query.ts` |
 * | how is it named to a person | `words.ts` |
 * | how is it typed again | `../request/code/curl.ts` |
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
