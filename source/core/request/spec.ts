/** A request ready to be sent, with its credentials: built by `core/request/`, sent by `io/http/`. */

import type { Failure } from '../failure.js';
import type { NetworkOptions } from '../options.js';
import type { Secret } from '../secret.js';

/** A header line with the name in the user's case. */
export interface HeaderLine {
  readonly name: string;
  readonly value: string | Secret;
  /** Dropped on a cross-origin redirect, whatever its name. */
  readonly isBound?: true;
}

/** Credentials after every source was read. They belong to the origin of the first URL. */
export interface Credentials {
  readonly basic?: { readonly user: string; readonly password: Secret };
  /** `--digest`. */
  readonly digest?: { readonly user: string; readonly password: Secret; readonly signer: Signer };
  /** `--aws-sigv4`; `scope` as given. */
  readonly aws?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: Secret;
    readonly scope: string;
    readonly signer: Signer;
  };
  readonly bearer?: Secret;
  /** OAuth 2.0 access token, renewed by `io/oauth/` after a 401. */
  readonly accessToken?: Secret;
  /** DPoP proof of the access token (RFC 9449); absent: a Bearer token. */
  readonly proof?: Signer;
  readonly apiKeys: readonly {
    readonly name: string;
    readonly value: Secret;
  }[];
}

/** Where a body's bytes come from, which decides whether it can be sent again. */
export type BodySpec =
  /** In memory: can be sent again. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** From a file: can be sent again, unless it has `begun`, as a FIFO or device has. */
  | { readonly kind: 'file'; readonly path: string; readonly begun?: BegunBody }
  /** From standard input, once: 307/308, retries and a second 401 attempt are refused. */
  | { readonly kind: 'stdin'; readonly begun?: BegunBody }
  /** Pieces in sequence (several `-d`, multipart). Can be sent again if each piece can. */
  | { readonly kind: 'sequence'; readonly pieces: readonly BodySpec[] };

/** A partly read body: the beginning in memory, and the rest. Sent once. */
export interface BegunBody {
  readonly head: Uint8Array;
  /** The rest after `head`, readable once. */
  readonly rest: AsyncIterable<Uint8Array>;
  /** Total bytes with `head`; absent if unknown. */
  readonly length?: number;
  close(): Promise<void>;
}

/** May change something: not one of the safe methods of RFC 9110 9.2.1, nor QUERY. */
export const isUnsafe = (method: string): boolean => !/^(?:GET|HEAD|OPTIONS|TRACE|QUERY)$/.test(method);

/** A request with its secrets read; files of its body are not opened yet. */
export interface RequestSpec {
  readonly method: string;
  /** Absolute URL as typed, without userinfo and API keys. */
  readonly url: string;
  /** The user's and default header lines, in order, without credentials and cookies. */
  readonly headers: readonly HeaderLine[];
  /** Default headers the user removed with `Name:` (lower case). */
  readonly removed: readonly string[];
  readonly body?: BodySpec;
  readonly credentials: Credentials;
  readonly network: NetworkOptions;
  /** Texts of its URL and body that are hidden wherever it is described. */
  readonly hidden?: readonly Secret[] | undefined;
}

/** A request about to be sent, for a `Signer`. */
export interface UnsignedRequest {
  readonly method: string;
  /** With API keys, without a fragment. For a WebSocket the http(s) form. */
  readonly url: URL;
  /** Path and query of the request line. */
  readonly target: string;
  /** All lines sent but the signer's own, `Host`, cookies and framing included. */
  readonly headers: readonly HeaderLine[];
  /** A `replayable` body may be read to be hashed; standard input is left to the sender. */
  readonly body?: BodySpec;
}

/** The parts of a response's head a signer may use. Untrusted text. */
export interface SignerFeedback {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/**
 * Makes credentials for each request from its method, URL, headers or body: DPoP (RFC 9449), Digest (RFC 7616), AWS Signature
 * Version 4. The sender (`io/http/`, the WebSocket upgrade) signs last and passes every response's head back. A signer keeps
 * nonces and challenges, so one serves all requests of a run.
 */
export interface Signer {
  /**
   * Header lines that authenticate the request; they replace lines of the same name. Called for every attempt, and every
   * redirect on the same origin. A failure ends the exchange.
   */
  sign(request: UnsignedRequest): Promise<readonly HeaderLine[] | Failure>;
  /**
   * Reads the head of a response to a signed request. True: signing again may help (a challenge, a nonce); the request is
   * repeated a few times if its body can be.
   * @param note receives a line for the user, possibly with untrusted text
   */
  readResponse(request: UnsignedRequest, response: SignerFeedback, note: (text: string) => void): boolean;
}
