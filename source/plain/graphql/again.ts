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
  const seen = new Set(start === undefined ? [] : [digestOf(start)]);
  let next = operation;
  for (let page = 1; ; page++) {
    let result: ResultEvent | undefined;
    for await (const event of send(next)) {
      yield event;
      if (event.kind === 'failed') return;
      if (event.kind === 'result' && !event.partial) result = event;
    }
    // Without data there is no cursor; the errors have been reported.
    if (result?.summary.data !== 'present') return;
    const found = nextPage(result.text, paging);
    if (found.kind === 'last') return;
    // Errors that removed the cursor have been reported, and determine the exit code.
    if (found.kind === 'absent' && result.summary.errors !== undefined) return;
    if (found.kind !== 'next') {
      const hint = `${page === 1 ? 'The first page is' : `The first ${page} pages are`} all that could be read.`;
      yield { kind: 'failed', failure: failure('protocol', found.problem, { hint }) };
      return;
    }
    const digest = digestOf(found.cursor);
    if (seen.has(digest)) {
      yield { kind: 'failed', failure: repeated(page, variable) };
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

const repeated = (page: number, variable: string) =>
  failure('protocol', `Page ${page} ends with the same cursor as an earlier page.`, {
    hint: `Some pages may be duplicates. The server may ignore $${variable}, or its cursors may form a loop.`,
  });
