/** Which row is which after the rows were made again: where the cursor goes. */

import { clamp } from '../../layout.js';
import type { Row } from '../../model/tree.js';

/** The index of a row now, or of the nearest one beside or above it that there is; `near` is where it was. */
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

/** The key of the row above in the tree; a root's ends in `/`. */
function keyAbove(rows: readonly Row[], key: string): string | undefined {
  const cut = key.lastIndexOf('/');
  if (cut <= 0) return undefined;
  const above = key.endsWith('/') ? key.slice(0, -1) : key.slice(0, cut);
  if (above.includes('/')) return above;
  const root = `${above}/`;
  return root === key || indexOfKey(rows, root, 0) === undefined ? undefined : root;
}

/**
 * The row of the same parent that took the place of one that is gone, or the one before it. A second Space must not hit the
 * parent, which would take all of it away.
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

/** Looks from `near` in both directions: most changes leave the cursor's row where it was, or a few rows off. */
function indexOfKey(rows: readonly Row[], key: string, near: number): number | undefined {
  for (let off = 0; near - off >= 0 || near + off < rows.length; off++) {
    if (rows[near + off]?.key === key) return near + off;
    if (rows[near - off]?.key === key) return near - off;
  }
  return undefined;
}
