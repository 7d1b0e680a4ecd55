/** The requests of an HTTP document to send. */
import type { Entry } from '../../core/http-file/document.js';
import { titleOf } from '../../core/openapi/look-up.js';
import { operationAt } from '../../core/openapi/operations-in-text.js';
import { isUnsafe } from '../../core/request/spec.js';
import { textOf } from '../../core/text/editor.js';
import type { EntryRequest } from '../model/effect.js';
import type { ApprovedLines } from '../model/response.js';
import type { State } from '../model/state.js';
import { entryAtCursor, httpFileOf, nameOf, placeholdersOf } from './http-text.js';

export interface EntryRun {
  readonly kind: 'request';
  readonly request: EntryRequest;
  /** True if the response is a log of messages. */
  readonly streams: boolean;
  /** Methods that may change data, for the confirmation prompt. */
  readonly unsafe: string | undefined;
  /** Unsafe operations that a search added and the user did not type. */
  readonly unnamed: readonly string[];
  /** The request as written in the text, without trailing blank lines. The full text if all requests are sent. */
  readonly entry: string;
}

/**
 * The request at the cursor, or all requests. Returns a sentence if they cannot be sent.
 * @param confirmed profiles for which the user confirmed sending requests that change data
 */
export function entryToRun(
  state: State,
  isAll = false,
  confirmed: readonly string[] = [],
  trusted?: ApprovedLines,
): EntryRun | string {
  const { connect, query, variables, files } = state;
  const file = httpFileOf(query.editor);
  const [problem] = file.problems;
  if (problem !== undefined) return `Line ${problem.line}: ${problem.text}`;
  const atCursor = entryAtCursor(query.editor);
  if (atCursor === undefined)
    return file.entries.length === 0
      ? 'No request to send. Tick an operation or type a request.'
      : 'The cursor is above the first request. Move it to the request to send.';
  const { description } = connect;
  const placeholders = placeholdersOf(state);
  const chosen = isAll ? file.entries.map((entry, at) => ({ entry, at })) : [atCursor];
  const sent = chosen.filter(({ entry }) => entry.skip === undefined);
  const unsafe = [...new Set(sent.map(({ entry }) => entry.method).filter(isUnsafe))];
  const text = textOf(query.editor);
  const entries = chosen.map(({ entry, at }) => ({
    at,
    title: nameOf(entry),
    line: `${entry.method} ${entry.url}`,
    skip: entry.skip,
    stream: entry.stream,
    isSilent: entry.body.length === 0,
    operation: description && operationAt(description, entry, placeholders),
  }));
  return {
    kind: 'request',
    request: {
      url: connect.server?.takesLogin ? connect.server.url : connect.url,
      text,
      file: files.path,
      opened: files.opened?.toString(),
      trusted,
      entries,
      isAll,
      confirmed,
      variables: textOf(variables.editor),
      description,
    },
    streams: !isAll && atCursor.entry.stream !== undefined,
    entry: isAll ? text.trimEnd() : shownEntry(text, atCursor.entry),
    unsafe: unsafe.length === 0 ? undefined : unsafe.join(', '),
    unnamed: entries.flatMap(({ operation, skip }) =>
      operation && skip === undefined && query.unnamed.has(titleOf(operation)) ? [titleOf(operation)] : [],
    ),
  };
}

/** A request as written in the text, without trailing blank lines. */
const shownEntry = (text: string, { from, to }: Entry): string => text.slice(from, to).trimEnd();
