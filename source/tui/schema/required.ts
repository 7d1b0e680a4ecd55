/** The required values of an operation or of a field, in the order of the rows. */
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { change, cursorRow, opened, rebuild } from './rows.js';
import { treeSource } from './sources.js';
import { valueKinds } from './tree/row.js';

/** A required value, and the keys of the rows above it. */
interface RequiredValue {
  readonly row: Row;
  readonly above: readonly string[];
}

/**
 * The state with the cursor on the first required value of the operation or field at the cursor, or on the next one if the
 * cursor is on one. A field without required values yields to the one above it. Undefined if nothing is required.
 */
export function atNextRequired(state: State): State | undefined {
  const source = treeSource(state).rows(state);
  if (source === undefined) return undefined;
  const here = cursorRow(state)?.key;
  for (const owner of ownerRows(state)) {
    const values = requiredBelow(owner, row => source.below(row));
    const next = values[values.findIndex(({ row }) => row.key === here) + 1] ?? values[0];
    if (next === undefined) continue;
    const shown = rebuild(opened(state, next.above), next.row.key);
    // A mutation that a search chose is still confirmed before it is run.
    return state.schema.searchedRowKey === here ? change(shown, { searchedRowKey: next.row.key }) : shown;
  }
  return undefined;
}

/** The operations and fields to which the cursor's row belongs, innermost first. */
function ownerRows({ schema: { rows, cursor } }: State): readonly Row[] {
  const path: Row[] = [];
  for (let at = cursor; at >= 0; at--) {
    const row = rows[at];
    if (row !== undefined && row.depth < (path.at(-1)?.depth ?? Infinity)) path.push(row);
  }
  // The body of an operation is an entry.
  return path.filter(row => !valueKinds.has(row.kind) && row.kind !== 'entry');
}

/**
 * Required values below a row. A value with required members is left out in favour of its members, and members of optional
 * values count only if the value is set. A body with several media types counts once.
 */
function requiredBelow(row: Row, childrenOf: (row: Row) => readonly Row[]): readonly RequiredValue[] {
  const below = (parent: Row, keys: readonly string[]): readonly RequiredValue[] => {
    const above = [...keys, parent.key];
    const children = childrenOf(parent);
    const bodies = children.filter(({ kind, name }) => kind === 'entry' && name === 'body');
    const body = bodies.find(each => childrenOf(each).some(({ mark }) => mark === 'ticked')) ?? bodies[0];
    return children.flatMap((child): readonly RequiredValue[] => {
      if (child === body) return below(child, above);
      if (!valueKinds.has(child.kind) || (child.required !== true && child.mark === 'absent')) return [];
      const inner = below(child, above);
      return inner.length === 0 && child.required === true ? [{ row: child, above }] : inner;
    });
  };
  return below(row, []);
}
