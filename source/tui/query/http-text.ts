/** The text of an HTTP document, with its requests and the one at the cursor. */
import type { Entry, HttpFile } from '../../core/http-file/document.js';
import { parseHttpFile } from '../../core/http-file/parse.js';
import { entryTitle } from '../../core/masking/by-name.js';
import { memoizeWeak } from '../../core/memoize-weak.js';
import { baseOf, chooseServer } from '../../core/openapi/document/servers.js';
import type { Operation } from '../../core/openapi/document/types.js';
import { cursorOf, type EditorState, languageOf } from '../../core/text/editor.js';
import type { ConnectState } from '../model/connect.js';
import type { State } from '../model/state.js';
import type { Doc } from '../model/text.js';

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
