/** A request ready to be sent, and the credentials it may carry. Pure data: `core/request/` makes it, `io/http/` sends it. */
import type { NetworkOptions } from '../command.js';
import type { Secret } from '../secret.js';

/** A header line as it goes over the wire: name in the user's case. A `Secret` value prints as bullets. */
export interface HeaderLine {
  readonly name: string;
  readonly value: string | Secret;
}

/** Credentials after every source was read. They belong to the origin of the first URL. */
export interface Credentials {
  readonly basic?: { readonly user: string; readonly password: Secret };
  readonly bearer?: Secret;
  /** OAuth 2.0 access token. Renewed by `io/oauth/` when a server answers 401 `invalid_token`. */
  readonly accessToken?: Secret;
  readonly apiKeys: readonly {
    readonly name: string;
    readonly value: Secret;
  }[];
}

/** Where a body's bytes come from, and so whether they can be sent a second time. */
export type BodySpec =
  /** Held in memory: can be sent again. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Streamed from a file: can be sent again. */
  | { readonly kind: 'file'; readonly path: string }
  /** Streamed once from standard input: 307/308, retries and a second 401 attempt are refused. */
  | { readonly kind: 'stdin' }
  /** Pieces sent one after the other (several `-d`, multipart). Can be sent again if no piece is standard input. */
  | { readonly kind: 'sequence'; readonly pieces: readonly BodySpec[] };

/** One request with its secrets read; the files of its body are not opened yet. */
export interface RequestSpec {
  readonly method: string;
  /** Absolute URL as typed, without userinfo and without the API keys of `credentials`. */
  readonly url: string;
  /** The user's and default header lines, in order, without the ones made from `credentials` and cookies. */
  readonly headers: readonly HeaderLine[];
  /** Default headers the user removed with `Name:` (lower case). */
  readonly removed: readonly string[];
  readonly body?: BodySpec;
  readonly credentials: Credentials;
  readonly network: NetworkOptions;
}
