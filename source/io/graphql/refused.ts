/** Rejections by servers that only respond with event streams. */
import { isDeepStrictEqual } from 'node:util';
import type { HeadEvent, RunEvent } from './transport.js';

/** graphql-sse's errors for a request that neither accepts an event stream nor has a token. */
const noStream = [{ message: 'Stream not found' }];

/** Status codes of such rejections. */
export const mayWantEvents = ({ response: { status } }: HeadEvent): boolean => status === 404 || status === 406;

/**
 * Whether the operation was certainly not executed, so that even a mutation may be resent: 406, at which a server stops
 * processing (GraphQL over HTTP 6.1), and graphql-sse's 404, empty or with its own errors. A resolver's errors have a path, and
 * come with `data`.
 */
export function wantsEvents(head: HeadEvent, event: RunEvent): boolean {
  const { status } = head.response;
  if (event.kind === 'failed')
    return event.body !== undefined && (status === 406 || (status === 404 && event.body.length === 0));
  if (event.kind !== 'result' || event.summary.data !== 'absent') return false;
  return status === 406 || (status === 404 && isDeepStrictEqual(event.summary.errors, noStream));
}
