/** The visible rows: the roots, and the children of each expanded row. */

import type { SelectionSetNode } from 'graphql';
import { counted } from '../../../core/counted.js';
import { type Path, path } from '../../../core/graphql/builder/schema/path.js';
import type { SchemaView } from '../../../core/graphql/builder/schema/schema-view.js';
import { isFragment, operationAt, type QueryDocument } from '../../../core/graphql/builder/text/query-document.js';
import type { Row } from '../../model/tree.js';
import type { VariableValues } from '../../variables/values.js';
import { groupRows } from './browse-rows.js';
import { joined, queryRow } from './row.js';
import { childrenOf, forgetChanged, isPure, pieceLevels, pieceOf } from './row-cache.js';
import { selectionRows } from './selection-rows.js';

/** Everything the rows depend on. */
export interface TreeInput {
  readonly view: SchemaView;
  readonly document: QueryDocument;
  /** Index of the definition that the tree shows. */
  readonly active: number | undefined;
  /** Keys of expanded rows. */
  readonly open: ReadonlySet<string>;
  /** Hides rows that are not in the text. */
  readonly onlyTicked: boolean;
  /** Hides deprecated fields that are not in the text. */
  readonly hideDeprecated: boolean;
  /** Values of the variables. If absent, only the members of their types are shown. */
  readonly variables?: VariableValues;
  /** Keys of rows that are never hidden. */
  readonly exemptKeys?: ReadonlySet<string>;
}

const rootNames = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const;

/** The top rows: the active fragment if one is shown, the root types, Types and Directives. */
export function rootRows(input: TreeInput): readonly Row[] {
  const { view, document, active } = input;
  const definition = active === undefined ? undefined : document.lastValid.definitions[active];
  const operation = operationAt(document, active);
  const rows: Row[] = [];
  if (isFragment(definition)) {
    const typeName = definition.typeCondition.name.value;
    rows.push(
      rootRow(input, 'fragment', `fragment ${definition.name.value} on ${typeName}`, typeName, definition.selectionSet),
    );
  }
  for (const root of ['query', 'mutation', 'subscription'] as const) {
    const typeName = view.roots[root];
    if (typeName === undefined) continue;
    const set = operation?.operation === root ? operation.selectionSet : undefined;
    const name = typeName === rootNames[root] ? typeName : `${rootNames[root]} (${typeName})`;
    rows.push(rootRow(input, root, name, typeName, set));
  }
  rows.push(...groupRows(view));
  return rows;
}

function rootRow(
  input: TreeInput,
  root: 'query' | 'mutation' | 'subscription' | 'fragment',
  name: string,
  typeName: string,
  set: SelectionSetNode | undefined,
): Row {
  const { view, document } = input;
  const type = view.type(typeName);
  return queryRow(path(root), 0, {
    kind: 'root',
    name,
    typeName,
    mark: 'none',
    detail: counted(type?.fields.length ?? 0, 'field'),
    description: type?.description,
    children: () =>
      selectionRows({
        view,
        good: document.lastValid,
        typeName,
        set,
        path: path(root),
        depth: 1,
        above: [typeName],
        variables: input.variables,
      }),
  });
}

/** True for the root of the active fragment and the root of the operation that would run. */
const isActiveRoot = ({ document, active }: TreeInput, root: Path['root'] | undefined): boolean =>
  root === 'fragment' || (root !== undefined && root === operationAt(document, active)?.operation);

/** True for a row that matches the filters. */
function isShown(row: Row, input: TreeInput): boolean {
  if (input.exemptKeys?.has(row.key) === true) return true;
  if (input.onlyTicked && row.path !== undefined && row.kind !== 'root' && row.mark === 'absent') return false;
  if (input.onlyTicked && row.depth === 0) return isActiveRoot(input, row.path?.root);
  return !(input.hideDeprecated && row.deprecated !== undefined && row.mark !== 'ticked');
}

export function flatten(input: TreeInput): readonly Row[] {
  forgetChanged(input.view, input);
  return walk(rootRows(input), input, 0);
}

/**
 * Iterative, because rows may be expanded thousands of levels deep. Cached pieces nest only a few levels. Stretches without an
 * expanded row are copied in one step, so a hundred thousand collapsed rows cost little.
 */
function walk(first: readonly Row[], input: TreeInput, level: number): readonly Row[] {
  const { open, view } = input;
  const filters = input.onlyTicked || input.hideDeprecated;
  const wanted = (rows: readonly Row[]): readonly Row[] => (filters ? rows.filter(row => isShown(row, input)) : rows);
  const parts: (readonly Row[])[] = [];
  const stack = [{ rows: wanted(first), at: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const { rows, at: from } = top;
    const at = nextOpen(rows, from, open);
    const row = rows[at];
    top.at = at + 1;
    parts.push(from === 0 && row === undefined ? rows : rows.slice(from, top.at));
    if (row === undefined) {
      stack.pop();
      continue;
    }
    const below = childrenOf(view, row);
    if (level >= pieceLevels || !isPure(row)) stack.push({ rows: wanted(below), at: 0 });
    else parts.push(pieceOf(view, row, () => walk(below, input, level + 1)));
  }
  return joined(parts);
}

/** Index of the next expanded row, or the length if there is none. */
function nextOpen(rows: readonly Row[], from: number, open: ReadonlySet<string>): number {
  for (let at = from; at < rows.length; at++) {
    const row = rows[at] as Row;
    if (row.children !== undefined && open.has(row.key)) return at;
  }
  return rows.length;
}
