/** Refusals by servers that answer with event streams and nothing else. */
import { isDeepStrictEqual } from 'node:util';
import type { HeadEvent, RunEvent } from './transport.js';

/** The errors of graphql-sse for a request without a token that asks for no event stream. */
const noStream = [{ message: 'Stream not found' }];

/** Statuses of such refusals. */
export const mayWantEvents = ({ response: { status } }: HeadEvent): boolean => status === 404 || status === 406;

/**
 * Refusals that leave no doubt that nothing was executed, so that even a mutation may be sent again: 406, at which a server
 * stops processing (GraphQL over HTTP 6.1), and graphql-sse's 404, with nothing in it or with its own words. Errors of a
 * resolver have a path, and `data` beside them.
 */
export function wantsEvents(head: HeadEvent, event: RunEvent): boolean {
  const { status } = head.response;
  if (event.kind === 'failed')
    return event.body !== undefined && (status === 406 || (status === 404 && event.body.length === 0));
  if (event.kind !== 'result' || event.summary.data !== 'absent') return false;
  return status === 406 || (status === 404 && isDeepStrictEqual(event.summary.errors, noStream));
}
