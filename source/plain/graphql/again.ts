/** Repeats one operation: `--paginate` page by page, `--every` at intervals. Each result is one line. */
import { createHash } from 'node:crypto';
import type { GraphqlCommand } from '../../core/command.js';
import { type Failure, failure } from '../../core/failure.js';
import { type Cursor, nextPage, startCursorOf, withCursor } from '../../core/graphql/sending/pages.js';
import { forward } from '../../core/graphql/sending/paging.js';
import { shellWord } from '../../core/request/shell.js';
import type { Environment } from '../../environment.js';
import type { ResultEvent, RunEvent } from '../../io/graphql/transport.js';
import type { WrittenOperation } from './operation.js';

type Send = (operation: WrittenOperation['operation']) => AsyncIterable<RunEvent>;

/** Yields the events of all runs. With `--every`, a failed run is reported and the next follows. Ends quietly on abort. */
export async function* runAgain(
  send: Send,
  written: WrittenOperation,
  { paginate, maxPages, everyMs }: GraphqlCommand['again'],
  { signal, sleep }: Pick<Environment, 'signal' | 'sleep'>,
  tells: { readonly failed: (failure: Failure) => void; readonly say: (text: string) => void },
): AsyncGenerator<RunEvent> {
  const once = paginate ? () => pages(send, written, maxPages, tells.say) : () => send(written.operation);
  if (everyMs === undefined) {
    yield* once();
    return;
  }
  while (!signal.aborted) {
    for await (const event of once()) {
      // A polled server may be down for a while.
      if (event.kind !== 'failed') yield event;
      else if (!signal.aborted) tells.failed(event.failure);
    }
    if (signal.aborted) return;
    await sleep(everyMs, signal);
  }
}

/** Yields page after page, each requested with the cursor of the previous one. Reports why a list is incomplete. */
async function* pages(
  send: Send,
  { operation, paging }: WrittenOperation,
  maxPages = Number.POSITIVE_INFINITY,
  say: (text: string) => void,
): AsyncGenerator<RunEvent> {
  const variable = (paging?.direction ?? forward).cursor;
  const start = startCursorOf(operation.variables, variable);
  const seen = new Set([start].filter(each => each !== undefined).map(digestOf));
  let next = operation;
  for (let page = 1; ; page++) {
    const result = yield* fullResult(send(next));
    if (result === undefined) return;
    const found = nextPage(result.text, paging);
    if (found.kind !== 'next') {
      // Errors that removed the cursor have been reported, and determine the exit code.
      const isExpected = found.kind === 'last' || (found.kind === 'absent' && result.summary.errors !== undefined);
      if (!isExpected) yield incomplete(page, found.problem);
      return;
    }
    const digest = digestOf(found.cursor);
    if (seen.has(digest)) {
      yield repeated(page, variable);
      return;
    }
    seen.add(digest);
    if (page >= maxPages) {
      say(`Stopped after ${page} pages (--max-pages), but more follow.${goOnWith(variable, found.cursor)}`);
      return;
    }
    next = { ...operation, variables: withCursor(operation.variables, variable, found.cursor) };
  }
}

/**
 * Yields the events of a run and returns its last full result. Returns undefined without data, because then there is no cursor
 * and the errors have been reported.
 */
async function* fullResult(events: AsyncIterable<RunEvent>): AsyncGenerator<RunEvent, ResultEvent | undefined> {
  let result: ResultEvent | undefined;
  for await (const event of events) {
    yield event;
    if (event.kind === 'failed') return undefined;
    if (event.kind === 'result' && !event.partial) result = event;
  }
  return result?.summary.data === 'present' ? result : undefined;
}

const textOf = (cursor: Cursor): string => (typeof cursor === 'string' ? cursor : cursor.number);

/** A server may send long cursors forever, so only a digest of each is stored. */
const digestOf = (cursor: Cursor): string => createHash('sha256').update(textOf(cursor)).digest('base64');

/** The longest cursor shown in a line. */
const maxShownCursor = 200;

function goOnWith(variable: string, cursor: Cursor): string {
  const text = textOf(cursor);
  if (text.length > maxShownCursor) return '';
  return ` Continue with ${shellWord(`${variable}${typeof cursor === 'string' ? '=' : ':='}${text}`)}`;
}

const incomplete = (page: number, problem: string): RunEvent => ({
  kind: 'failed',
  failure: failure('protocol', problem, {
    hint: `${page === 1 ? 'The first page is' : `The first ${page} pages are`} all that could be read.`,
  }),
});

const repeated = (page: number, variable: string): RunEvent => ({
  kind: 'failed',
  failure: failure('protocol', `Page ${page} ends with the same cursor as an earlier page.`, {
    hint: `Some pages may be duplicates. The server may ignore $${variable}, or its cursors may form a loop.`,
  }),
});
