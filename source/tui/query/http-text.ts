/** The text of an HTTP document, with its requests and the one at the cursor. */
import type { Entry, HttpFile } from '../../core/http-file/document.js';
import { parseHttpFile } from '../../core/http-file/parse.js';
import { entryTitle } from '../../core/masking/by-name.js';
import { memoizeWeak } from '../../core/memoize-weak.js';
import { baseOf, chooseServer } from '../../core/openapi/document/servers.js';
import type { Operation } from '../../core/openapi/document/types.js';
import { operationAt } from '../../core/openapi/operations-in-text.js';
import { cursorOf, type EditorState, languageOf, textOf } from '../../core/text/editor.js';
import type { ConnectState } from '../model/connect.js';
import type { State } from '../model/state.js';
import type { Doc } from '../model/text.js';
import type { DescribedRequest } from '../model/variables.js';

/** True if the tab's document is a text of requests. */
export const isHttp = ({ connect }: Pick<State, 'connect'>): boolean => connect.kind === 'http';

const fileOf = memoizeWeak((doc: Doc): HttpFile => parseHttpFile(doc.toString()));

/** The requests of a text, parsed once. */
export const httpFileOf = ({ doc }: EditorState): HttpFile => fileOf(doc);

/** The request at the cursor, with its index. A single request counts wherever the cursor is. */
export function entryAtCursor(editor: EditorState): { readonly entry: Entry; readonly at: number } | undefined {
  const { entries } = httpFileOf(editor);
  const offset = cursorOf(editor);
  const at = entries.length === 1 ? 0 : entries.findLastIndex(({ from }) => from <= offset);
  const entry = entries[at];
  return entry && { entry, at };
}

/** Line breaks between a text and a request after it. */
export function gapAfter(text: string): string {
  if (text === '' || text.endsWith('\n\n')) return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
}

/** The offset of the request line, which follows the comments above it. */
export const offsetOf = ({ doc }: EditorState, { line }: Pick<Entry, 'line'>): number =>
  doc.line(Math.min(line, doc.lines)).from;

/** Title of the request: `  getBook (2 of 3)`. Empty for a GraphQL text. */
export function entryWords(editor: EditorState): string {
  if (languageOf(editor) !== 'http') return '';
  const entry = entryAtCursor(editor);
  if (entry === undefined) return '';
  const { length } = httpFileOf(editor).entries;
  return `  ${nameOf(entry.entry)}${length > 1 ? ` (${entry.at + 1} of ${length})` : ''}`;
}

/** The request's name, or its request line without secrets, since it is copied and stored. */
export const nameOf = entryTitle;

/** The server of an operation, or undefined if the description has none. */
export function serverOf({ url, description, server }: ConnectState, operation: Operation): string | undefined {
  if (description === undefined) return undefined;
  // An operation or a path may define separate servers.
  if (server !== undefined && operation.servers === description.servers) return server.url;
  return chooseServer(description, operation, url === '' ? undefined : baseOf(url, description));
}

/** The server of the description, or undefined if it has no operations. */
export function serverHere(connect: ConnectState): string | undefined {
  const [first] = connect.description?.operations ?? [];
  return first && serverOf(connect, first);
}

/** The server and the values of the text's variables, with which the URL of a request is matched with an operation. */
export const placeholdersOf = ({ connect, query }: Pick<State, 'connect' | 'query'>) => ({
  server: serverHere(connect),
  values: new Map(httpFileOf(query.editor).variables.map(({ name, text }) => [name, text])),
});

const describedByEntry = new WeakMap<
  Entry,
  { readonly of: ConnectState; readonly found: DescribedRequest | undefined }
>();

/**
 * Undefined if there is no request or the description does not contain it. The same object until the request or the description
 * changes.
 */
export function describedRequest(state: Pick<State, 'settings' | 'connect' | 'query'>): DescribedRequest | undefined {
  const { connect, query } = state;
  const { description } = connect;
  if (!isHttp(state) || description === undefined) return undefined;
  const entry = entryAtCursor(query.editor)?.entry;
  if (entry === undefined) return undefined;
  const before = describedByEntry.get(entry);
  if (
    before !== undefined &&
    before.of.description === description &&
    before.of.url === connect.url &&
    before.of.server === connect.server
  )
    return before.found;
  const file = httpFileOf(query.editor);
  const operation = operationAt(description, entry, placeholdersOf(state));
  const text = textOf(query.editor);
  const described = operation && { file, ticking: { description, operation, text, entry, filled: new Map() } };
  describedByEntry.set(entry, { of: connect, found: described });
  return described;
}
