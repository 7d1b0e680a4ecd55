/** Finds the cursor's row again after the rows were rebuilt. */

import { clamp } from '../../layout.js';
import type { Row } from '../../model/tree.js';

/** The index of a row now, or of the nearest sibling or ancestor that exists; `near` is its old index. */
export function findRow(rows: readonly Row[], key: string | undefined, near: number): number {
  if (key === undefined) return bounded(rows, near);
  const at = indexOfKey(rows, key, near) ?? siblingAt(rows, key, near);
  if (at !== undefined) return at;
  for (let above = keyAbove(rows, key); above !== undefined; above = keyAbove(rows, above)) {
    const found = indexOfKey(rows, above, near);
    if (found !== undefined) return found;
  }
  return bounded(rows, near);
}

const bounded = (rows: readonly Row[], near: number): number => clamp(near, 0, Math.max(0, rows.length - 1));

/** The key of the parent row; a root's ends in `/`. */
function keyAbove(rows: readonly Row[], key: string): string | undefined {
  const cut = key.lastIndexOf('/');
  if (cut <= 0) return undefined;
  const above = key.endsWith('/') ? key.slice(0, -1) : key.slice(0, cut);
  if (above.includes('/')) return above;
  const root = `${above}/`;
  return root === key || indexOfKey(rows, root, 0) === undefined ? undefined : root;
}

/**
 * The sibling that took the place of a removed row, or the one before it. A second Space must not hit the parent, which
 * would remove all of it.
 */
function siblingAt(rows: readonly Row[], key: string, near: number): number | undefined {
  const parent = key.slice(0, key.lastIndexOf('/') + 1);
  if (parent === '') return undefined;
  for (let at = Math.min(near, rows.length - 1); at >= 0; at--) {
    const other = rows[at]?.key ?? '';
    if (other.startsWith(parent) && other.length > parent.length) {
      if (!other.includes('/', parent.length)) return at;
    } else if (at < near) return undefined;
  }
  return undefined;
}

/** Searches from `near` in both directions: most changes move the cursor's row by a few rows at most. */
function indexOfKey(rows: readonly Row[], key: string, near: number): number | undefined {
  for (let off = 0; near - off >= 0 || near + off < rows.length; off++) {
    if (rows[near + off]?.key === key) return near + off;
    if (rows[near - off]?.key === key) return near - off;
  }
  return undefined;
}
