/** When and after how long `--retry` retries (RFC 9110 9.2.2 and 10.2.3). */
import type { Failure } from '../../failure.js';

/** Methods safe to repeat. */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'QUERY', 'PROPFIND', 'REPORT']);

/** Statuses that may pass. */
export const transientStatuses: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

/** Whether sending twice is harmless (RFC 9110 9.2.2). @param method in upper case; unknown ones are not */
export const isIdempotent = (method: string): boolean => idempotent.has(method);

/** Whether the same request may get another status later. */
export const isTransientStatus = (status: number): boolean => transientStatuses.includes(status);

/**
 * Network failures that may pass; not those of DNS, certificates, malformed responses or proxy logins. HTTP/2 errors:
 * INTERNAL_ERROR, REFUSED_STREAM, ENHANCE_YOUR_CALM, and a connection closed before the request was processed.
 */
export const isTransientFailure = (value: Failure): boolean =>
  (value.kind === 'network' && !/^(?:ENOTFOUND|proxy_40[137])$/.test(value.code ?? '')) ||
  (value.kind === 'timeout' && value.code === 'connect') ||
  /^h2_(?:2|7|11|unprocessed)$/.test(value.code ?? '');

/** Longest Retry-After obeyed, in milliseconds; beyond it the response is final. */
export const maxRetryWaitMs = 600_000;

/** Milliseconds of a Retry-After (seconds or HTTP date); `undefined` if malformed. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Milliseconds before the n-th retry (from 1): as the server asks, else 1 s doubling up to 60 s. */
export const retryDelayMs = (retry: number, asked: number | undefined): number =>
  asked ?? Math.min(60_000, 1000 * 2 ** (retry - 1));
