/**
 * The schema tree: rows made when they are opened, an indexable list of the open ones, and marks from the text.
 *
 * The reducer keeps a `Tree`: `createTree(view)`, `withText(tree, document.good, active)` after each change of the text,
 * `openRow`/`closeRow` by index. A view draws `rowsBetween(tree, first, height)` with `markOf(tree.source, row)` for each.
 */
export { childRows, rootRows } from './children.js';
export * from './marks.js';
export * from './row.js';
export type { RowSource } from './row-shape.js';
export * from './tree.js';
