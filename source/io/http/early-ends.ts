/** Failures before the head of a response, shared by HTTP/1.1 and HTTP/2. */
import { type Failure, failure, usageError } from '../../core/failure.js';
import { asksForChunks } from '../../core/request/headers.js';
import type { AttemptRequest } from './wire.js';

/** 103 and other interim responses, before the final one. */
const maxInterim = 100;

export function interimGuard(fail: (why: Failure) => void): () => void {
  let seen = 0;
  return () => {
    if (++seen <= maxInterim) return;
    fail(
      failure('protocol', `The server sent more than ${maxInterim} interim responses.`, {
        hint: 'The server is broken or hostile.',
      }),
    );
  };
}

/** Returns a `protocol` failure: we never request an upgrade. */
export const unrequestedUpgrade = (): Failure =>
  failure('protocol', 'The server switched to another protocol (101), which was not requested.', {
    hint: 'To use a WebSocket, run apiclient ws URL.',
  });

/** Returns a `usage` failure for lines that Node would reject in the middle of sending. Nothing has been sent. */
export function unsendableReason({ headers }: AttemptRequest): Failure | undefined {
  if (asksForChunks(headers) || !headers.some(line => /^trailer$/i.test(line.name))) return undefined;
  return usageError(
    'A Trailer header requires a chunked body (RFC 9110, section 6.5).',
    'Remove it. Trailers are not sent.',
  );
}

/** Returns a `timeout` failure: no connection within `--connect-timeout`. Names the proxy, if there is one. */
export const connectTooLate = (wire: AttemptRequest): Failure =>
  failure(
    'timeout',
    `No connection to ${wire.route.proxy ?? wire.route.server} within ${wire.connectTimeoutMs / 1000} s.`,
    { code: 'connect', hint: 'Is the server up? Pass --connect-timeout SECONDS to change the limit.' },
  );
