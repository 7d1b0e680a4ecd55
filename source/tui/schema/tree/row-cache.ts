/**
 * Cache of rows. Rows that are not in the text depend only on the schema. They are created once, and everything expanded below
 * them is stored as one piece, so that the cost of a key depends on the size of its change, not on the number of expanded rows.
 */

import type { SchemaView } from '../../../core/graphql/builder/schema/schema-view.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import type { Row } from '../../model/tree.js';

/** Everything that determines the rows below a row that is not in the text. */
interface RowFilter {
  readonly open: ReadonlySet<string>;
  readonly onlyTicked: boolean;
  readonly hideDeprecated: boolean;
  readonly exemptKeys?: ReadonlySet<string>;
}

interface CachedRows {
  /** Their parent row. Another type under the same key (an edited fragment) makes them stale. */
  readonly of: Row;
  readonly rows: readonly Row[];
}

interface RowCache {
  /** Rows of fields that are not in the text, by position. */
  readonly absent: Map<string, readonly Row[]>;
  readonly children: Map<string, CachedRows>;
  readonly pieces: Map<string, CachedRows>;
  /** The filter for which the pieces were created. */
  by: RowFilter | undefined;
}

const maxChildren = 20_000;
const maxPlaces = 200;
/** Number of ancestors whose pieces include a row's expanded rows. Storing them in all ancestors would be quadratic. */
export const pieceLevels = 4;

const memoryOf = memoizeWeak(
  (_: SchemaView): RowCache => ({ absent: new Map(), children: new Map(), pieces: new Map(), by: undefined }),
);

/** True for a row that does not depend on the text. */
export const isPure = (row: Row): boolean => row.mark === 'absent' || row.path === undefined;

const fits = (rows: CachedRows | undefined, row: Row): rows is CachedRows =>
  rows !== undefined && rows.of.typeName === row.typeName && rows.of.parent === row.parent;

export function childrenOf(view: SchemaView, row: Row): readonly Row[] {
  if (row.children === undefined) return [];
  if (!isPure(row)) return row.children();
  const { children } = memoryOf(view);
  const kept = children.get(row.key);
  if (fits(kept, row)) return kept.rows;
  if (children.size >= maxChildren) children.clear();
  const rows = row.children();
  children.set(row.key, { of: row, rows });
  return rows;
}

/**
 * Rows of all fields of a type as if none were in the text, below a row that is. A tick among thousands of fields then
 * recreates only one row. `place` identifies everything they depend on.
 */
export function absentRows(view: SchemaView, place: string, make: () => readonly Row[]): readonly Row[] {
  const { absent } = memoryOf(view);
  let rows = absent.get(place);
  if (rows === undefined) {
    if (absent.size >= maxPlaces) absent.clear();
    rows = make();
    absent.set(place, rows);
  }
  return rows;
}

/** All expanded rows below a pure row, from the cache or created by `make`. Call `forgetChanged` first. */
export function pieceOf(view: SchemaView, row: Row, make: () => readonly Row[]): readonly Row[] {
  const { pieces } = memoryOf(view);
  const kept = pieces.get(row.key);
  if (fits(kept, row)) return kept.rows;
  const rows = make();
  pieces.set(row.key, { of: row, rows });
  return rows;
}

/** Drops the pieces in which a row was expanded or collapsed since the last call. */
export function forgetChanged(view: SchemaView, now: RowFilter): void {
  const memory = memoryOf(view);
  const { by, pieces } = memory;
  memory.by = now;
  if (
    by === undefined ||
    by.onlyTicked !== now.onlyTicked ||
    by.hideDeprecated !== now.hideDeprecated ||
    by.exemptKeys !== now.exemptKeys
  ) {
    pieces.clear();
    return;
  }
  if (by.open === now.open) return;
  const changed = [...onlyIn(by.open, now.open), ...onlyIn(now.open, by.open)];
  if (changed.length > 200) pieces.clear();
  for (const key of changed) {
    // A row's key begins with the keys of all its ancestors.
    for (let end = key.length; end > 0; end = key.lastIndexOf('/', end - 1)) pieces.delete(key.slice(0, end));
  }
}

function onlyIn(all: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  const keys: string[] = [];
  for (const key of all) if (!other.has(key)) keys.push(key);
  return keys;
}
