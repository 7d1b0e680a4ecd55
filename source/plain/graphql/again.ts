/** Repeats one operation: `--paginate` page by page, `--every` at intervals. Each result is one line. */
import { setTimeout as wait } from 'node:timers/promises';
import type { GraphqlCommand } from '../../core/command.js';
import { type Failure, failure } from '../../core/failure.js';
import { nextPage, withCursor } from '../../core/graphql/sending/pages.js';
import type { RunEvent } from '../../io/graphql/transport.js';
import type { WrittenOperation } from './operation.js';

export type Send = (operation: WrittenOperation['operation']) => AsyncIterable<RunEvent>;

/** The events of all runs. With `--every`, a failed run is reported and the next follows. Ends quietly on abort. */
export async function* runAgain(
  send: Send,
  { operation }: WrittenOperation,
  { paginate, maxPages, everyMs }: GraphqlCommand['again'],
  signal: AbortSignal,
  onFailure: (found: Failure) => void,
): AsyncGenerator<RunEvent> {
  const once = paginate ? () => pages(send, operation, maxPages) : () => send(operation);
  if (everyMs === undefined) {
    yield* once();
    return;
  }
  while (!signal.aborted) {
    for await (const event of once()) {
      // A watched server may be down for a while.
      if (event.kind !== 'failed') yield event;
      else if (!signal.aborted) onFailure(event.failure);
    }
    if (signal.aborted) return;
    await wait(everyMs, undefined, { signal }).catch(() => {});
  }
}

async function* pages(
  send: Send,
  operation: WrittenOperation['operation'],
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<RunEvent> {
  let next = operation;
  let before: string | undefined;
  for (let page = 1; ; page++) {
    let text: string | undefined;
    for await (const event of send(next)) {
      yield event;
      if (event.kind === 'failed') return;
      if (event.kind === 'result' && !event.partial) text = event.summary.data === 'present' ? event.text : undefined;
    }
    // Without data there is no cursor; the errors have been reported.
    if (text === undefined) return;
    const found = nextPage(text);
    if (found.kind === 'unknown') {
      yield { kind: 'failed', failure: unknown(found.why) };
      return;
    }
    if (found.kind === 'last' || page >= most) return;
    if (found.cursor === before) {
      const hint = 'The variable $endCursor may not reach the field: books(after: $endCursor)';
      yield {
        kind: 'failed',
        failure: failure('protocol', 'The server gave the same cursor for two pages.', { hint }),
      };
      return;
    }
    before = found.cursor;
    next = { ...operation, variables: withCursor(operation.variables, found.cursor) };
  }
}

const unknown = (why: string | undefined) =>
  why === undefined
    ? failure('protocol', 'The answer says nothing of further pages.', {
        hint: '--paginate needs pageInfo { hasNextPage endCursor } in the operation.',
      })
    : failure('limit', `The pages of this answer cannot be followed: ${why}.`);
