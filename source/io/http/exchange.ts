/** What one HTTP exchange gives back; shared by plain mode, token requests, GraphQL and the full screen. */
import type { Readable } from 'node:stream';
import type { HeaderLine } from '../../core/request/spec.js';
import type { Irregularity } from '../../core/response/http1/irregular.js';
import type { Secret } from '../../core/secret.js';

/** Phases in milliseconds since the request began; absent when the phase did not happen (reused socket, no TLS). */
export interface Timing {
  readonly dnsMs?: number;
  readonly connectMs?: number;
  readonly tlsMs?: number;
  readonly firstByteMs?: number;
  /** Set when the body has ended. */
  totalMs?: number;
}

/** One request as it went over the wire (secrets masked by their type). */
export interface SentHead {
  readonly method: string;
  /** Request target's full URL; query values of API keys are masked. */
  readonly shownUrl: string;
  readonly httpVersion: string;
  readonly headers: readonly HeaderLine[];
  /** What of the credentials stands in no header as it is: API keys, the password. */
  readonly secrets?: readonly Secret[];
}

/** The head of an answer, whatever version of HTTP carried it. */
export interface ResponseHead {
  readonly httpVersion: string;
  readonly status: number;
  /** Reason phrase, raw: foreign text. */
  readonly reason: string;
  /** Header lines in order and case as received: foreign text. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** What of the answer was read although it breaks a rule of HTTP/1; grows while a body in chunks is read. */
  readonly irregularities?: readonly Irregularity[];
}

/** A request and the redirect that answered it. */
export interface Hop {
  readonly request: SentHead;
  readonly response: ResponseHead;
}

/** The last answer of an exchange. Its body must be read or destroyed, or the connection stays open. */
export interface HttpResponse extends ResponseHead {
  readonly request: SentHead;
  /** URL of the last hop without credentials. */
  readonly url: string;
  /** Redirects that were followed before this answer. */
  readonly redirects: readonly Hop[];
  /**
   * The body after content decoding, as a byte stream with backpressure. It errors with a `FailureError` when the body is
   * truncated, mislabelled, too large or too late; it never ends early in silence.
   */
  readonly body: Readable;
  /** Content-Length of the encoded body, if known. */
  readonly length?: number;
  /** Bytes of the encoded body that have come; absent: none is undone, what is read is what came. */
  readonly received?: () => number;
  readonly timing: Timing;
}

/** First value of a header, by name without regard to case. */
export function headerOf(head: ResponseHead, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return head.headers.find(([key]) => key.toLowerCase() === wanted)?.[1];
}
