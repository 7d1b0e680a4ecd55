/** When `--retry` retries, and after which delay (RFC 9110 9.2.2 and 10.2.3). */
import type { Failure } from '../../failure.js';

/** Methods that are safe to repeat. */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'QUERY', 'PROPFIND', 'REPORT']);

/** Statuses that may be temporary. */
export const transientStatuses: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

/**
 * Returns true if sending a request twice is harmless (RFC 9110 9.2.2). @param method upper-case method; unknown methods are
 * not harmless
 */
export const isIdempotent = (method: string): boolean => idempotent.has(method);

/** Returns true if the same request may get another status later. */
export const isTransientStatus = (status: number): boolean => transientStatuses.includes(status);

/**
 * Returns true for network failures that may be temporary, which excludes those of DNS, certificates, malformed responses and
 * proxy logins. HTTP/2 errors that may be temporary are INTERNAL_ERROR, REFUSED_STREAM, ENHANCE_YOUR_CALM, and a connection
 * closed before the request was processed.
 */
export const isTransientFailure = (value: Failure): boolean =>
  (value.kind === 'network' && !/^(?:ENOTFOUND|proxy_40[137])$/.test(value.code ?? '')) ||
  (value.kind === 'timeout' && value.code === 'connect') ||
  /^h2_(?:2|7|11|unprocessed)$/.test(value.code ?? '');

/** Longest Retry-After to follow, in milliseconds. With a longer one, the response is final. */
export const maxRetryWaitMs = 600_000;

/** Returns the milliseconds of a Retry-After (seconds or HTTP date), or `undefined` if it is malformed. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Returns the milliseconds before the n-th retry (starting at 1): the delay requested by the server, or otherwise 1 s doubling
 * up to 60 s.
 */
export const retryDelayMs = (retry: number, asked: number | undefined): number =>
  asked ?? Math.min(60_000, 1000 * 2 ** (retry - 1));
