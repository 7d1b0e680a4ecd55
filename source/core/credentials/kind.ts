/**
 * Every kind of credential there is. The files beside this one answer a question each, in a table over this union: a kind
 * that is added here does not compile before all of them know of it.
 *
 * | question | file |
 * | --- | --- |
 * | which flag gives it, was one given, where are its secrets read from, may a person be asked | `given.ts` |
 * | how may it stand in the configuration file | `configured.ts` |
 * | does a request carry one, as what, and where may it go | `cargo.ts` |
 * | for whom does a server take us | `identity.ts` |
 * | does this header carry one, and what of its value is shown | `header.ts` |
 * | how is it named to a person | `words.ts` |
 */
export type CredentialKind =
  /** User and password (RFC 7617): `-u`, `user:pass@` of a URL, a netrc file. */
  | 'basic'
  /** A token that the user has (RFC 6750): `-B`. */
  | 'bearer'
  /** A token that is fetched: `--oauth2`. */
  | 'oauth2'
  /** A pair in the query of the URL: `-K`. */
  | 'apiKey'
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
