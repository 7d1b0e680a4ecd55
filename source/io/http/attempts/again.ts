/** Failures after which the same request may be resent immediately, independently of `--retry`. */
import type { Failure } from '../../../core/failure.js';
import { isIdempotent } from '../../../core/request/again/retry.js';
import type { AttemptRequest } from '../wire.js';

/** `reconnect`: on another connection; `http1`: over HTTP/1.1. */
type Again = 'reconnect' | 'http1';

/** `again` is set if the same request may be resent immediately. */
export interface AttemptFailure extends Failure {
  readonly again?: Again;
}

/** The server processed nothing of the request (RFC 9113 8.7), or requires HTTP/1.1 (section 7). */
const byCode: Readonly<Record<string, Again>> = {
  h2_7: 'reconnect',
  h2_unprocessed: 'reconnect',
  ERR_HTTP2_GOAWAY_SESSION: 'reconnect',
  ERR_HTTP2_INVALID_SESSION: 'reconnect',
  h2_13: 'http1',
};

/** @param on the connection used for the request, absent if there was none */
export function againAfter(
  { code = '' }: Failure,
  { method }: Pick<AttemptRequest, 'method'>,
  on: { readonly version: '1.1' | '2'; readonly isReused: boolean } | undefined,
): Again | undefined {
  const explanation = byCode[code];
  if (explanation) return explanation;
  // The server had closed an idle connection, so it received nothing of this request.
  if (code !== 'ECONNRESET' || !on?.isReused) return undefined;
  // A session may have been lost in the middle of the exchange.
  return on.version === '1.1' || isIdempotent(method) ? 'reconnect' : undefined;
}
