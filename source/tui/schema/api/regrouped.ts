/** Maps the rows of a description to another grouping. */
import type { Description, Operation } from '../../../core/openapi/document/types.js';
import type { State } from '../../model/state.js';
import type { Grouping } from '../../model/tree.js';
import { keysOf, openAtFirst, treeOf } from './groups.js';

/** Keys of the expanded rows and of the cursor's row, which stays on its operation. */
interface Regrouped {
  readonly open: ReadonlySet<string>;
  readonly cursor: string | undefined;
}

/** @param from the current grouping of the rows */
export function regrouped(
  { schema, grouping }: Pick<State, 'schema' | 'grouping'>,
  description: Description,
  from: Grouping,
): Regrouped {
  const before = treeOf(description, from);
  const open = new Set(openAtFirst(description, grouping));
  for (const key of schema.open) {
    const moved = movedKey(description, before.operations, key, grouping);
    if (moved !== undefined) open.add(moved.key).add(moved.above);
  }
  const here = schema.rows[schema.cursor]?.key ?? '';
  const moved = movedKey(description, before.operations, here, grouping);
  if (moved !== undefined) return { open: open.add(moved.above), cursor: moved.key };
  const [first] = before.groups.find(({ key }) => key === here)?.operations ?? [];
  return { open, cursor: first && keysOf(description, first, grouping).above };
}

/** The new key of an operation's row or of a row below it, or undefined for a group. */
function movedKey(
  description: Description,
  operations: ReadonlyMap<string, Operation>,
  key: string,
  to: Grouping,
): { readonly key: string; readonly above: string } | undefined {
  const own = operations.has(key)
    ? key
    : [...operations.keys()].reduce(
        (longest, each) => (key.startsWith(`${each} `) && each.length > longest.length ? each : longest),
        '',
      );
  const operation = operations.get(own);
  if (operation === undefined) return undefined;
  const { key: moved, above } = keysOf(description, operation, to);
  return { key: moved + key.slice(own.length), above };
}
