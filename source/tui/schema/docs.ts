import type { Row } from '../model/tree.js';

/** Heading of a row: `User.posts: [Post!]!`. */
export function rowTitle(row: Row): string {
  const owner = row.parent === undefined ? '' : row.kind === 'argument' ? `${row.parent}(` : `${row.parent}.`;
  const close = row.parent !== undefined && row.kind === 'argument' ? ':)' : '';
  const name = row.kind === 'on' ? `... on ${row.name}` : row.name;
  // A part of a request shows its type as text, and whether it is required.
  const type = row.type?.text ?? (row.part === undefined ? undefined : row.detail);
  return `${owner}${name}${close}${type ? `: ${type}` : ''}`;
}
