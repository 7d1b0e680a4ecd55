/** A request that is ready to send, with its credentials. `core/request/` builds it, and `io/http/` sends it. */

import type { Failure } from '../failure.js';
import type { Hint } from '../hint.js';
import type { NetworkOptions } from '../options.js';
import type { Secret } from '../secret.js';

/** Content codings of `--compress`. */
export const bodyCodings = ['gzip', 'br', 'zstd', 'deflate'] as const;
export type BodyCoding = (typeof bodyCodings)[number];

/** A header line with its name as the user typed it. */
export interface HeaderLine {
  readonly name: string;
  readonly value: string | Secret;
  /** True to drop the line on a cross-origin redirect, regardless of its name. */
  readonly isBound?: true;
}

/** Credentials after all sources have been read. They belong to the origin of the first URL. */
export interface Credentials {
  readonly basic?: { readonly user: string; readonly password: Secret };
  /** Credentials for `--digest`. */
  readonly digest?: { readonly user: string; readonly password: Secret; readonly signer: Signer };
  /** Credentials for `--aws-sigv4`. `scope` is as given. */
  readonly aws?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: Secret;
    readonly scope: string;
    readonly signer: Signer;
  };
  readonly bearer?: Secret;
  /** OAuth 2.0 access token, which `io/oauth/` renews after a 401. */
  readonly accessToken?: Secret;
  /** DPoP proof for the access token (RFC 9449). Absent for a Bearer token. */
  readonly proof?: Signer;
  readonly apiKeys: readonly {
    readonly name: string;
    readonly value: Secret;
  }[];
}

/** Source of a body's bytes, which determines whether it can be sent again. */
export type BodySpec =
  /** In memory, so it can be sent again. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** From a file. It can be sent again unless it has `begun`, as a FIFO or device has. */
  | { readonly kind: 'file'; readonly path: string; readonly begun?: BegunBody }
  /** From standard input, sent once. 307/308, retries and a second attempt after a 401 are rejected. */
  | { readonly kind: 'stdin'; readonly begun?: BegunBody }
  /** Pieces in sequence (several `-d`, multipart). It can be sent again if each piece can. */
  | { readonly kind: 'sequence'; readonly pieces: readonly BodySpec[] };

/** A partly read body: its beginning in memory, and the rest as a stream. Sent once. */
export interface BegunBody {
  readonly head: Uint8Array;
  /** The rest after `head`. It can be read once. */
  readonly rest: AsyncIterable<Uint8Array>;
  /** Total number of bytes including `head`; absent if unknown. */
  readonly length?: number;
  close(): Promise<void>;
}

/** Returns true if the method may change something: all except the safe methods of RFC 9110 9.2.1 and QUERY. */
export const isUnsafe = (method: string): boolean => !/^(?:GET|HEAD|OPTIONS|TRACE|QUERY)$/.test(method);

/** A request after reading its secrets. Files of its body have not been opened yet. */
export interface RequestSpec {
  readonly method: string;
  /** Absolute URL as typed, without userinfo and API keys. */
  readonly url: string;
  /** The user's header lines and the defaults, in order, without credentials and cookies. */
  readonly headers: readonly HeaderLine[];
  /** Lower-case names of default headers that the user removed with `Name:`. */
  readonly removed: readonly string[];
  readonly body?: BodySpec;
  /** Content coding that is applied when the request is sent. */
  readonly compress?: BodyCoding;
  readonly credentials: Credentials;
  readonly network: NetworkOptions;
  /** Secrets in the URL and body, which are hidden whenever the request is described. */
  readonly hidden?: readonly Secret[] | undefined;
}

/** A request that is about to be sent, as passed to a `Signer`. */
export interface UnsignedRequest {
  readonly method: string;
  /** URL with API keys and without a fragment. For a WebSocket, it has an http(s) scheme. */
  readonly url: URL;
  /** Path and query of the request line. */
  readonly target: string;
  /** All lines that are sent except the signer's own, including `Host`, cookies and framing. */
  readonly headers: readonly HeaderLine[];
  /** A `replayable` body may be read for hashing. Standard input is left to the sender. */
  readonly body?: BodySpec;
}

/** The parts of a response's head that a signer may use. Untrusted text. */
export interface SignerFeedback {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/**
 * Creates credentials for each request from its method, URL, headers or body: DPoP (RFC 9449), Digest (RFC 7616), AWS Signature
 * Version 4. The sender (`io/http/`, the WebSocket upgrade) signs last and passes every response's head back. A signer
 * remembers nonces and challenges, so one signer is used for all requests of a run.
 */
export interface Signer {
  /**
   * Returns header lines that authenticate the request and replace lines of the same name. Called for every attempt, and for
   * every redirect to the same origin. A failure ends the exchange.
   */
  sign(request: UnsignedRequest): Promise<readonly HeaderLine[] | Failure>;
  /**
   * Reads the head of a response to a signed request. Returns true if signing again may help (a challenge, a nonce). The
   * request is then repeated a few times if its body can be.
   * @param note receives a line for the user, possibly with untrusted text
   */
  readResponse(request: UnsignedRequest, response: SignerFeedback, note: (text: Hint) => void): boolean;
}
