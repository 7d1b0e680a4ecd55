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
 * cursor is on one. Undefined if nothing is required.
 */
export function atNextRequired(state: State): State | undefined {
  const source = treeSource(state).rows(state);
  const owner = ownerRow(state);
  if (source === undefined || owner === undefined) return undefined;
  const values = requiredBelow(owner, row => source.below(row));
  const here = cursorRow(state)?.key;
  const next = values[values.findIndex(({ row }) => row.key === here) + 1] ?? values[0];
  if (next === undefined) return undefined;
  const shown = rebuild(opened(state, next.above), next.row.key);
  // A mutation that a search chose is still confirmed before it is run.
  return state.schema.searchedRowKey === here ? change(shown, { searchedRowKey: next.row.key }) : shown;
}

/** The operation or field to which the cursor's row belongs. */
function ownerRow(state: State): Row | undefined {
  const { rows, cursor } = state.schema;
  let row = rows[cursor];
  for (let at = cursor - 1; at >= 0 && row !== undefined; at--) {
    // The body of an operation is an entry.
    if (!valueKinds.has(row.kind) && row.kind !== 'entry') return row;
    const above = rows[at];
    if (above !== undefined && above.depth < row.depth) row = above;
  }
  return row;
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
