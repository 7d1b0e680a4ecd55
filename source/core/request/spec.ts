/** A request ready to be sent, and the credentials it may carry: `core/request/` makes it, `io/http/` sends it. */

import type { Failure } from '../failure.js';
import type { NetworkOptions } from '../options.js';
import type { Secret } from '../secret.js';

/** A header line as it goes over the wire: name in the user's case. A `Secret` value prints as bullets. */
export interface HeaderLine {
  readonly name: string;
  readonly value: string | Secret;
}

/** Credentials after every source was read. They belong to the origin of the first URL. */
export interface Credentials {
  readonly basic?: { readonly user: string; readonly password: Secret };
  /** `--digest`. */
  readonly digest?: { readonly user: string; readonly password: Secret; readonly signer: Signer };
  /** `--aws-sigv4`; `scope` is what the flag says. */
  readonly aws?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: Secret;
    readonly scope: string;
    readonly signer: Signer;
  };
  readonly bearer?: Secret;
  /** OAuth 2.0 access token. Renewed by `io/oauth/` when a server answers 401. */
  readonly accessToken?: Secret;
  /** Shows with each request that the access token is ours (DPoP, RFC 9449); absent: a Bearer token. */
  readonly proof?: Signer;
  readonly apiKeys: readonly {
    readonly name: string;
    readonly value: Secret;
  }[];
}

/** Where a body's bytes come from, and so whether they can be sent a second time. */
export type BodySpec =
  /** Held in memory: can be sent again. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Streamed from a file: can be sent again, unless it has `begun`, as a FIFO or a device has. */
  | { readonly kind: 'file'; readonly path: string; readonly begun?: BegunBody }
  /** Streamed once from standard input: 307/308, retries and a second 401 attempt are refused. */
  | { readonly kind: 'stdin'; readonly begun?: BegunBody }
  /** Pieces sent one after the other (several `-d`, multipart). Can be sent again if each piece can. */
  | { readonly kind: 'sequence'; readonly pieces: readonly BodySpec[] };

/** A body of which more has been read than is held in memory: its beginning, and all that follows. Sent once. */
export interface BegunBody {
  readonly head: Uint8Array;
  /** What follows `head`, once. */
  readonly rest: AsyncIterable<Uint8Array>;
  /** Bytes in all, `head` included; absent when that cannot be known. */
  readonly length?: number;
  close(): Promise<void>;
}

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

/** One request as it is about to go out, for credentials that are made anew for each: see `Signer`. */
export interface UnsignedRequest {
  readonly method: string;
  /** What is requested: with API keys, without a fragment. Of a WebSocket its http(s) form. */
  readonly url: URL;
  /** Path and query as they stand in the first line of the request. */
  readonly target: string;
  /** All lines that go out but the signer's own: `Host`, cookies and framing are among them. */
  readonly headers: readonly HeaderLine[];
  /** Absent: none is sent. What is `replayable` may be read to be hashed; standard input is read once, by the sending. */
  readonly body?: BodySpec;
}

/** What of an answer's head a signer may learn from. All of it is foreign text. */
export interface SignerFeedback {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/**
 * Makes credentials anew for each request that goes out, from its method, its URL, its lines or its body: DPoP (RFC 9449),
 * Digest (RFC 7616), AWS Signature Version 4. The kind of credential names its signer in `core/credentials/request-credentials.ts`;
 * whoever sends (`io/http/`, the WebSocket upgrade) signs just before, and lets the signer read the head of every answer. It
 * may remember what servers said (nonces, challenges), so one signer serves all requests of a run.
 */
export interface Signer {
  /**
   * The lines that show who sends this request; they replace lines of the same name. Asked for everything that goes out:
   * the first try, every further one, each redirect on the same origin. A failure ends the exchange.
   */
  sign(request: UnsignedRequest): Promise<readonly HeaderLine[] | Failure>;
  /**
   * Reads the head of the answer to a request it has signed. True: signed anew, the same request may fare better (a
   * challenge, a nonce); it is then sent again if its body can be, a few times at most.
   * @param note takes a line for the user; it may hold foreign text
   */
  heard(request: UnsignedRequest, answer: SignerFeedback, note: (text: string) => void): boolean;
}
