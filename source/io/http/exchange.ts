/** The result of an HTTP exchange, shared by plain mode, token requests, GraphQL and the full screen. */
import type { Readable } from 'node:stream';
import type { HeaderLine } from '../../core/request/spec.js';
import type { Irregularity } from '../../core/response/http1/irregular.js';
import type { Secret } from '../../core/secret.js';

/** Milliseconds since the request began. A phase that did not occur is absent (reused socket, no TLS). */
export interface Timing {
  readonly dnsMs?: number;
  readonly connectMs?: number;
  readonly tlsMs?: number;
  readonly firstByteMs?: number;
  /** Set when the body has ended. */
  totalMs?: number;
}

/** A request as sent, with secrets masked by their type. */
export interface SentHead {
  readonly method: string;
  /** The full URL, with API keys in the query masked. */
  readonly shownUrl: string;
  readonly httpVersion: string;
  /** Whether the proxy receives the full URL (RFC 9112 3.2.2). */
  readonly isAbsolute?: true;
  readonly headers: readonly HeaderLine[];
  /** Secrets not sent verbatim in a header; a server may still echo them. */
  readonly secrets?: readonly Secret[];
}

export interface ResponseHead {
  readonly httpVersion: string;
  readonly status: number;
  /** As received: untrusted. */
  readonly reason: string;
  /** Order and case as received: untrusted. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Tolerated violations of HTTP/1. Grows while a chunked body is read. */
  readonly irregularities?: readonly Irregularity[];
}

export interface Hop {
  readonly request: SentHead;
  readonly response: ResponseHead;
}

/** The final response. Its body must be read or destroyed; otherwise the connection stays open. */
export interface HttpResponse extends ResponseHead {
  readonly request: SentHead;
  /** URL of the last hop without credentials. */
  readonly url: string;
  readonly redirects: readonly Hop[];
  /** The decoded body. Fails with a `FailureError` if truncated, mislabelled, too large or late; never ends early unnoticed. */
  readonly body: Readable;
  /** Content-Length of the coded body, if known. */
  readonly length?: number;
  /** Bytes of the coded body received; absent without a coding. */
  readonly received?: () => number;
  /** The trailer fields (RFC 9110 6.5) as received: untrusted. Empty until the body has ended. */
  readonly trailers?: () => ResponseHead['headers'];
  readonly timing: Timing;
  /** Time on the monotonic clock that `timing` is relative to, in milliseconds. Absent for a WebSocket. */
  readonly startedAt?: number;
}

/** First value of a header; names are case-insensitive. */
export function headerOf(head: ResponseHead, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return head.headers.find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** Alternating names and values. */
export const linesOf = (raw: readonly string[]): ResponseHead['headers'] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
