/** The rows of a description: tags, their operations, and the parameters, bodies and responses below them. */
import { counted } from '../../../core/counted.js';
import type { Entry } from '../../../core/http-file/document.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import type { Description, Operation } from '../../../core/openapi/document/types.js';
import type { Filled } from '../../../core/openapi/edit/json.js';
import type { Ticking } from '../../../core/openapi/edit/tick-target.js';
import { titleOf } from '../../../core/openapi/look-up.js';
import { entriesByOperation } from '../../../core/openapi/operations-in-text.js';
import { cursorOf, textOf } from '../../../core/text/editor.js';
import type { ConnectState } from '../../model/connect.js';
import type { SchemaState } from '../../model/schema.js';
import type { State } from '../../model/state.js';
import type { Doc } from '../../model/text.js';
import type { Grouping, Row, RowSource } from '../../model/tree.js';
import { httpFileOf, serverOf } from '../../query/http-text.js';
import { groupRow } from '../tree/row.js';
import { type Group, operationKey, operationOfRow, treeOf } from './groups.js';
import { partsOf } from './part-rows.js';

/** The roots, and the children of each expanded row. */
export function shownRows(source: RowSource, open: SchemaState['open']): readonly Row[] {
  const rows: Row[] = [];
  const walk = (row: Row): void => {
    rows.push(row);
    if (open.has(row.key)) for (const child of source.below(row)) walk(child);
  };
  for (const root of source.roots()) walk(root);
  return rows;
}

/** The children that a row creates itself, once, because a search looks for its matches below the same rows with each letter. */
export const ownChildren = memoizeWeak((row: Row): readonly Row[] => row.children?.() ?? []);

/** All rows of the tree. Rows of a request in the text include its values. */
export const apiSource = (
  state: Pick<State, 'connect' | 'query' | 'schema' | 'grouping'>,
  description: Description,
): RowSource => ({
  roots: () => apiRoots(description, state.grouping, tickedIn(state.connect, description, state)),
  below(row) {
    const operation = operationOfRow(description, row);
    const ticking = operation && tickingOf(state, operation);
    return ticking === undefined ? ownChildren(row) : partsOf(description, row.key, ticking.operation, ticking);
  },
});

/**
 * The top-level rows of the tree.
 * @param ticked the operations that are in the text
 */
export const apiRoots = (description: Description, by: Grouping, ticked: ReadonlySet<Operation>): readonly Row[] =>
  treeOf(description, by).groups.map(group => tagRow(description, group, ticked));

const tickedOf = new WeakMap<ConnectState, { readonly text: Doc; readonly found: ReadonlySet<Operation> }>();

/** The operations that are in the text. */
export function tickedIn(
  connect: ConnectState,
  description: Description,
  { query }: Pick<State, 'query'>,
): ReadonlySet<Operation> {
  const text = query.editor.doc;
  const known = tickedOf.get(connect);
  if (known?.text === text) return known.found;
  const entries = entriesByOperation(description, httpFileOf(query.editor), each => serverOf(connect, each));
  const operations = new Set(entries.keys());
  tickedOf.set(connect, { text, found: operations });
  return operations;
}

const tagRow = (description: Description, { key, name, operations }: Group, ticked: ReadonlySet<Operation>): Row =>
  groupRow(key, name, counted(operations.length, 'operation'), () =>
    operations.map(each => operationRow(description, key, each, ticked.has(each))),
  );

/** Rows cached by operation and tick, because rows that stay the same object are not redrawn. */
const rowsOf = memoizeWeak((_: Operation) => new Map<string, Row>());

function operationRow(description: Description, group: string, operation: Operation, isTicked: boolean): Row {
  const cache = rowsOf(operation);
  const name = `${isTicked} ${group}`;
  const row = cache.get(name) ?? madeRow(description, operationKey(group, operation), operation, isTicked);
  cache.set(name, row);
  return row;
}

function madeRow(description: Description, key: string, operation: Operation, isTicked: boolean): Row {
  const { id, summary, deprecated } = operation;
  return {
    key,
    kind: 'field',
    depth: 1,
    name: titleOf(operation),
    mark: isTicked ? 'ticked' : 'absent',
    detail: summary || id || '',
    description: [summary, operation.description]
      .filter((each, at, all) => each !== '' && each !== all[at - 1])
      .join('\n\n'),
    deprecated: deprecated ? '' : undefined,
    children: () => partsOf(description, key, operation, undefined),
  };
}

/**
 * The text of a request that only ticks have written. Undefined if the user has edited it since.
 * @param made the request as a tick on its operation would write it now
 */
export function tickedText(
  { schema, query }: Pick<State, 'schema' | 'query'>,
  operation: Operation,
  { from, to }: Pick<Entry, 'from' | 'to'>,
  made?: string,
): string | undefined {
  const now = textOf(query.editor).slice(from, to).trimEnd();
  const known = [made, schema.editedRequests.get(titleOf(operation))?.text, ...schema.addedRequests.keys()];
  return known.find(each => each?.trimEnd() === now);
}

/** The request of an operation in the text: the request at the cursor, or the last one. Undefined if there is none. */
export function tickingOf(
  { connect, query, schema }: Pick<State, 'connect' | 'query' | 'schema'>,
  operation: Operation,
): Ticking | undefined {
  const { description } = connect;
  if (description === undefined || !tickedIn(connect, description, { query }).has(operation)) return undefined;
  const file = httpFileOf(query.editor);
  const entries = entriesByOperation(description, file, each => serverOf(connect, each)).get(operation) ?? [];
  const at = cursorOf(query.editor);
  const entry = entries.find(({ from, to }) => from <= at && at < to) ?? entries.at(-1);
  const filled: Filled = schema.editedRequests.get(titleOf(operation))?.filled ?? new Map();
  return entry && { description, operation, text: textOf(query.editor), entry, filled };
}
