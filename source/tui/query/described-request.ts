/** The request at the cursor of an HTTP document, with the operation it calls. */
import type { Entry } from '../../core/http-file/document.js';
import { operationAt } from '../../core/openapi/operations-in-text.js';
import { textOf } from '../../core/text/editor.js';
import type { ConnectState } from '../model/connect.js';
import type { State } from '../model/state.js';
import type { DescribedRequest } from '../model/variables.js';
import { entryAtCursor, httpFileOf, isHttp, serverOf } from './http-text.js';

const cache = new WeakMap<Entry, { readonly of: ConnectState; readonly found: DescribedRequest | undefined }>();

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
  const before = cache.get(entry);
  if (
    before !== undefined &&
    before.of.description === description &&
    before.of.url === connect.url &&
    before.of.server === connect.server
  )
    return before.found;
  const file = httpFileOf(query.editor);
  const [first] = description.operations;
  const values = new Map(file.variables.map(each => [each.name, each.text]));
  const operation = operationAt(description, entry, { server: first && serverOf(connect, first), values });
  const text = textOf(query.editor);
  const described = operation && { file, ticking: { description, operation, text, entry, filled: new Map() } };
  cache.set(entry, { of: connect, found: described });
  return described;
}
