/**
 * The open rows of the schema tree, as an immutable tree with sizes: row 50,000 is found, opened or closed by walking down from
 * the top, so 100,000 open rows move as fast as 100. Opening makes the rows of one node only; a new text remakes the rows of nodes
 * that are in it, and shares all others.
 */

import { emptyDocument, type ParsedText } from '../selection/query-document.js';
import { resolve } from '../selection/resolve.js';
import type { SchemaView } from '../selection/schema-view.js';
import { childRows, rootRows } from './children.js';
import type { Row } from './row.js';
import type { RowSource } from './row-shape.js';

interface Branch {
  readonly row: Row;
  readonly open: boolean;
  /** Made when first opened; kept when closed, so that opening again restores what was open below. */
  readonly children: readonly Branch[] | undefined;
  /** `starts[i]`: visible rows before child i; one more entry holds their sum. */
  readonly starts: readonly number[];
  /** Visible rows, itself included. */
  readonly size: number;
}

export interface Tree {
  readonly source: RowSource;
  readonly tops: Omit<Branch, 'row'>;
}

/** A row with its place in the list. */
export interface VisibleRow {
  readonly row: Row;
  readonly index: number;
  readonly open: boolean;
}

export interface TreeOptions {
  readonly onlyTicked?: boolean;
  readonly deprecated?: boolean;
}

/** The tree with all roots closed. The view may be a `SchemaIndex` straight from the introspection. */
export function createTree(view: SchemaView, parsed: ParsedText = emptyDocument.good, active?: number): Tree {
  const source: RowSource = { view, parsed, active, onlyTicked: false, deprecated: true };
  return { source, tops: withChildren(rootRows(source).map(closed), true) };
}

const closed = (row: Row): Branch => ({ row, open: false, children: undefined, starts: [0], size: 1 });

function withChildren(children: readonly Branch[], open: boolean): Omit<Branch, 'row'> {
  const starts: number[] = [0];
  let sum = 0;
  for (const child of children) {
    sum += child.size;
    starts.push(sum);
  }
  return { open, children, starts, size: open ? 1 + sum : 1 };
}

/** How many rows are to be seen. */
export const rowCount = (tree: Tree): number => tree.tops.starts.at(-1) ?? 0;

/** The row at an index; undefined outside. */
export const rowAt = (tree: Tree, index: number): VisibleRow | undefined => rowsBetween(tree, index, 1)[0];

/** Up to `count` rows from an index on. */
export function rowsBetween(tree: Tree, from: number, count: number): readonly VisibleRow[] {
  const rows: VisibleRow[] = [];
  collect(tree.tops, 0, Math.max(0, from), Math.max(0, from) + count, rows);
  return rows;
}

function collect(branch: Omit<Branch, 'row'>, base: number, from: number, to: number, rows: VisibleRow[]): void {
  if (!branch.open || branch.children === undefined) return;
  for (let at = childIndex(branch, from - base); at < branch.children.length; at++) {
    const child = branch.children[at] as Branch;
    const index = base + (branch.starts[at] as number);
    if (index >= to) return;
    if (index >= from) rows.push({ row: child.row, index, open: child.open });
    collect(child, index + 1, from, to, rows);
  }
}

/** The child that holds the offset (0 = the first row below the branch). */
function childIndex(branch: Omit<Branch, 'row'>, offset: number): number {
  let low = 0;
  let high = (branch.children?.length ?? 0) - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((branch.starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Positions from the top down to the row at an index. */
function trailTo(tree: Tree, index: number): readonly number[] {
  if (index < 0 || index >= rowCount(tree)) return [];
  const trail: number[] = [];
  let branch: Omit<Branch, 'row'> = tree.tops;
  let offset = index;
  for (;;) {
    const at = childIndex(branch, offset);
    trail.push(at);
    offset -= branch.starts[at] as number;
    if (offset === 0) return trail;
    offset--;
    branch = branch.children?.[at] as Branch;
  }
}

/** The index of the row above, one level up; undefined at the top. */
export function parentIndex(tree: Tree, index: number): number | undefined {
  const trail = trailTo(tree, index);
  return trail.length < 2 ? undefined : indexOfTrail(tree, trail.slice(0, -1));
}

function indexOfTrail(tree: Tree, trail: readonly number[]): number {
  let branch: Omit<Branch, 'row'> = tree.tops;
  let index = -1;
  for (const at of trail) {
    index += 1 + (branch.starts[at] as number);
    branch = branch.children?.[at] as Branch;
  }
  return index;
}

/** The index of a row by its id; undefined if it is not to be seen. */
export function indexOfRow(tree: Tree, id: string): number | undefined {
  const trail = trailOf(tree, id);
  return trail && indexOfTrail(tree, trail);
}

function trailOf(tree: Tree, id: string): readonly number[] | undefined {
  const trail: number[] = [];
  let branch: Omit<Branch, 'row'> = tree.tops;
  for (;;) {
    if (!branch.open) return undefined;
    const at: number = (branch.children ?? []).findIndex(child => isOnTheWay(child.row, id));
    if (at < 0) return undefined;
    trail.push(at);
    const child: Branch = branch.children?.[at] as Branch;
    if (child.row.id === id) return trail;
    branch = child;
  }
}

const isOnTheWay = (row: Row, id: string): boolean => id === row.id || id.startsWith(`${row.id}/`);

/** Opens the row at an index; what was open below it is open again. */
export const openRow = (tree: Tree, index: number): Tree => setOpen(tree, trailTo(tree, index), true);

/** Closes the row at an index. */
export const closeRow = (tree: Tree, index: number): Tree => setOpen(tree, trailTo(tree, index), false);

function setOpen(tree: Tree, trail: readonly number[], open: boolean): Tree {
  if (trail.length === 0) return tree;
  const tops = change(tree.tops, trail, branch => {
    if (branch.open === open || (open && !branch.row.canOpen)) return branch;
    const children = branch.children ?? childRows(tree.source, branch.row).map(closed);
    return { row: branch.row, ...withChildren(children, open) };
  });
  return { ...tree, tops };
}

function change<T extends Omit<Branch, 'row'>>(
  branch: T,
  trail: readonly number[],
  edit: (branch: Branch) => Branch,
): T {
  const [at, ...rest] = trail;
  const children = [...(branch.children ?? [])];
  const child = children[at as number] as Branch;
  children[at as number] = rest.length === 0 ? edit(child) : change(child, rest, edit);
  return { ...branch, ...withChildren(children, branch.open) };
}

/** Opens all ancestors of a row, by its id; the tree stays as it is where there is no such row. */
export function revealRow(tree: Tree, id: string): { readonly tree: Tree; readonly index: number | undefined } {
  let shown = tree;
  for (let at = id.indexOf('/'); at >= 0; at = id.indexOf('/', at + 1)) {
    const index = indexOfRow(shown, id.slice(0, at));
    if (index !== undefined) shown = openRow(shown, index);
  }
  const index = indexOfRow(shown, id);
  return index === undefined ? { tree, index } : { tree: shown, index };
}

/** The tree for a new text or another active definition: only nodes that are in the old or the new text are looked at again. */
export function withText(tree: Tree, parsed: ParsedText, active: number | undefined): Tree {
  if (tree.source.parsed === parsed && tree.source.active === active) return tree;
  return remade(tree, { ...tree.source, parsed, active }, false);
}

/** The tree with other rows shown: only what is ticked, or without what is deprecated. */
export const withOptions = (tree: Tree, options: TreeOptions): Tree =>
  remade(tree, { ...tree.source, ...options }, true);

/** The tree over another view of the same endpoint (a refreshed schema), open where it was. */
export const withView = (tree: Tree, view: SchemaView): Tree => remade(tree, { ...tree.source, view }, true);

function remade(tree: Tree, source: RowSource, all: boolean): Tree {
  const renew = (rows: readonly Row[], before: readonly Branch[] | undefined): readonly Branch[] => {
    const known = new Map(before?.map(branch => [branch.row.id, branch]));
    return rows.map(row => {
      const old = known.get(row.id);
      if (old === undefined) return closed(row);
      if (old.children === undefined) return { ...old, row };
      if (!all && !isIn(tree.source, old.row) && !isIn(source, row)) return { ...old, row };
      return { row, ...withChildren(renew(childRows(source, row), old.children), old.open) };
    });
  };
  return { source, tops: withChildren(renew(rootRows(source), tree.tops.children), true) };
}

/** True if the rows below may depend on the text. */
function isIn({ view, parsed, active }: RowSource, row: Row): boolean {
  if (row.path === undefined) return false;
  const { levels, start } = resolve(view, parsed, active, row.path);
  const last = levels.at(-1);
  return last ? last.node !== undefined : start !== undefined;
}
