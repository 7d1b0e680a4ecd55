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
 * | how is it typed again | `../request/curl.ts` |
 */
import type { AuthOptions } from '../options.js';

/** What may identify the sender of a request. */
export type CredentialKind =
  /**
   * What the flags of authentication give. `basic`: user and password (RFC 7617), also of `user:pass@` and of a netrc file.
   * `digest`: the same, shown by hashes (RFC 7616). `aws`: a key that signs (AWS Signature Version 4).
   * `bearer`: a token that the user has (RFC 6750). `oauth2`: a token that is fetched. `apiKeys`: pairs in the query.
   */
  | keyof AuthOptions
  /** A header line whose name speaks of one: `-H`. */
  | 'header'
  /** `-b`; a cookie jar has rules of its own (RFC 6265). */
  | 'cookie'
  /** A TLS client certificate: `--cert`. */
  | 'certificate'
  /** The user of the proxy's URL: `-x`. */
  | 'proxyUser'
  /** What a WebSocket begins with: `--connection-params`. */
  | 'connectionParams';
