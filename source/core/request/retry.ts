/** When `--retry` tries again, and after how long (RFC 9110 9.2.2 and 10.2.3). */
import type { Failure } from '../failure.js';

/** Methods that may be repeated without being asked: the idempotent ones. */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'QUERY', 'PROPFIND', 'REPORT']);
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

/** True if sending twice does no harm (RFC 9110, section 9.2.2). `method` in upper case; an unknown one is not. */
export const isIdempotent = (method: string): boolean => idempotent.has(method);

/** Answers that may be better next time. */
export const isTransientStatus = (status: number): boolean => passing.has(status);

/** Failures that may be better next time: the network's, not those of names, certificates, malformed answers or logins at a proxy. */
export const isTransientFailure = (value: Failure): boolean =>
  (value.kind === 'network' && !/^(?:ENOTFOUND|proxy_40[137])$/.test(value.code ?? '')) ||
  (value.kind === 'timeout' && value.code === 'connect');

/** A server may ask for no longer than this; beyond it the answer is taken as it is. Milliseconds. */
export const maxRetryWaitSeconds = 600_000;

/** Milliseconds a Retry-After asks for (seconds or an HTTP date); nothing if it says nothing readable. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Milliseconds before the n-th retry (from 1): what the server asks for, else 1 s doubling up to 60 s. */
export const retryDelayMs = (retry: number, asked: number | undefined): number =>
  asked ?? Math.min(60_000, 1000 * 2 ** (retry - 1));
