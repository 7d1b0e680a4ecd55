/** What ends an attempt before its head is there, in the same words for HTTP/1.1 and HTTP/2. */
import { type Failure, failure, usageError } from '../../core/failure.js';
import { asksForChunks } from '../../core/request/headers.js';
import type { AttemptRequest } from './wire.js';

/** Interim answers (103 …) before the real one. */
const maxInterim = 100;

/** Counts interim answers; too many are a failure. */
export function interimGuard(fail: (why: Failure) => void): () => void {
  let seen = 0;
  return () => {
    if (++seen <= maxInterim) return;
    fail(
      failure('protocol', `The server sent more than ${maxInterim} interim answers.`, {
        hint: 'It is broken or hostile.',
      }),
    );
  };
}

/** A `protocol` failure: nothing of ours ever asks for another protocol. */
export const unrequestedUpgrade = (): Failure =>
  failure('protocol', 'The server switched to another protocol (101), which was not asked for.', {
    hint: 'WebSockets are for apiclient graphql.',
  });

/** A `usage` failure for lines that Node would refuse only in the middle of sending them. Nothing was sent. */
export function unsendableReason({ headers }: AttemptRequest): Failure | undefined {
  if (asksForChunks(headers) || !headers.some(line => /^trailer$/i.test(line.name))) return undefined;
  return usageError(
    'A Trailer header goes with a body in chunks only (RFC 9110, section 6.5).',
    'Leave it out: no trailers are sent.',
  );
}

/** A `timeout` failure: no connection within `--connect-timeout`. It names the proxy instead of the server, if there is one. */
export const connectTooLate = (wire: AttemptRequest): Failure =>
  failure(
    'timeout',
    `No connection to ${wire.place.proxy ?? wire.place.server} within ${wire.connectTimeoutMs / 1000} s.`,
    { code: 'connect', hint: 'Is the server up? --connect-timeout SECONDS sets the limit.' },
  );
