import { type Path, pathKey } from '../../../core/graphql/builder/schema/path.js';
import type { Row } from '../../model/tree.js';

/** A row of the query, whose key is its path. */
export const queryRow = (path: Path, depth: number, more: Omit<Row, 'key' | 'path' | 'depth'>): Row => ({
  key: pathKey(path),
  path,
  depth,
  ...more,
});

/** A read-only row at the top of the tree. */
export const groupRow = (
  key: string,
  name: string,
  detail: string,
  children: NonNullable<Row['children']>,
  description?: string,
): Row => ({ key, kind: 'group', depth: 0, name, mark: 'none', detail, description, children });

/** Kinds of rows that represent a value. */
export const valueKinds: ReadonlySet<Row['kind']> = new Set(['argument', 'input', 'choice', 'item']);

/** Concatenates rows. `concat` copies arrays, while spreading cannot pass a hundred thousand arguments. */
export function joined(parts: readonly (readonly Row[])[]): readonly Row[] {
  const filled = parts.filter(part => part.length > 0);
  if (filled.length === 1) return filled[0] as readonly Row[];
  if (filled.length < 1000) return ([] as Row[]).concat(...filled);
  const rows: Row[] = [];
  for (const part of filled) for (const row of part) rows.push(row);
  return rows;
}

/** Heading of a row: `User.posts: [Post!]!`. */
export function rowTitle(row: Row): string {
  // A part of a request shows its type as text, and whether it is required.
  const type = row.type?.text ?? (row.part === undefined ? undefined : row.detail);
  return `${ownedName(row)}${type ? `: ${type}` : ''}`;
}

function ownedName({ kind, parent, name: rowName }: Row): string {
  const name = kind === 'on' ? `... on ${rowName}` : rowName;
  if (parent === undefined) return name;
  return kind === 'argument' ? `${parent}(${name}:)` : `${parent}.${name}`;
}
