/** The tree during a search: every match with its ancestors expanded, and nothing else. */

import { type ChangedElement, maxResults } from '../../../core/graphql/search/index.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import { countText } from '../../../core/response/sizes.js';
import type { MatchTree, TreeResults } from '../../model/schema.js';
import type { Row, RowSource, TreePlace } from '../../model/tree.js';

/** Maximum number of matches that are shown. The rest is only counted. */
const maxShown = 200;
/**
 * Maximum total length of all row keys. A schema may nest thousands of levels, and each key contains the keys of its ancestors.
 */
const maxLetters = 2_000_000;

interface Node {
  readonly row: Row;
  /** Branches in the order of their best matches. */
  readonly below: Map<string, Node>;
  /** Index of the result, or undefined if the row only leads to one. */
  match: number | undefined;
}

/**
 * The rows of the results. Branches are ordered by their best match, so the best match is at the top.
 * @param changes set if the results are changes, in which removed elements have a row as well
 */
export function matchTree(rows: RowSource, results: TreeResults, changes?: readonly ChangedElement[]): MatchTree {
  const tops = new Map<string, Node>();
  const find = rowFinder(rows);
  let shown = 0;
  let letters = 0;
  const paths: (readonly string[])[] = [];
  const limit = Math.min(results.results.length, changes === undefined ? maxShown : maxResults);
  for (let match = 0; match < limit && letters <= maxLetters; match++) {
    const change = changes?.[match];
    const place = firstPlace(results, match, find) ?? (change && placeOfGone(results, match, change, find));
    if (place === undefined) continue;
    add(tops, place.rows, match);
    paths[match] = place.words;
    letters += place.key.length * place.rows.length;
    shown++;
  }
  const hint = changes === undefined ? results.hint : 'Run apiclient graphql --diff-schema to print all of them.';
  return listed(tops, paths, results.total - shown, hint);
}

/** Looks up a row by its key below a known row. */
type RowFinder = (above: Row | undefined, key: string) => Row | undefined;

function rowFinder(source: RowSource): RowFinder {
  const cache = new Map<Row | undefined, ReadonlyMap<string, Row>>();
  return (above, key) => {
    let rows = cache.get(above);
    if (rows === undefined) {
      rows = byKey(above === undefined ? source.roots() : source.below(above));
      cache.set(above, rows);
    }
    return rows.get(key);
  };
}

/** Cached as long as the rows are: rows that are not in the text stay the same while letters are typed. */
const byKey = memoizeWeak((rows: readonly Row[]): ReadonlyMap<string, Row> => new Map(rows.map(row => [row.key, row])));

interface MatchPlacement extends TreePlace {
  /** The rows on the path, ending with the row itself. */
  readonly rows: readonly Row[];
}

/** The first possible position of an entry that has a row, since the text may hide the best one. */
function firstPlace(results: TreeResults, match: number, find: RowFinder): MatchPlacement | undefined {
  for (const place of results.placesAt(match)) {
    const rows = rowsAt([...place.above, place.key], find);
    if (rows !== undefined) return { ...place, rows };
  }
  return undefined;
}

/** Position of a removed schema element, or undefined if its parent was removed as well. */
function placeOfGone(
  found: TreeResults,
  match: number,
  { text }: ChangedElement,
  find: RowFinder,
): MatchPlacement | undefined {
  const entry = found.entryAt(match);
  if (entry === undefined) return undefined;
  for (const location of found.placesAt(match)) {
    const rows = rowsAt(location.above, find);
    if (rows === undefined) continue;
    const name = entry.kind === 'directive' ? `@${entry.name}` : entry.name;
    const gone = { key: location.key, kind: 'gone', depth: rows.length, name, mark: 'none', detail: 'gone' } as const;
    return { ...location, rows: [...rows, { ...gone, description: text }] };
  }
  return undefined;
}

/** The chain of rows from parent to child, or undefined if one is missing. */
function rowsAt(keys: readonly string[], find: RowFinder): readonly Row[] | undefined {
  const rows: Row[] = [];
  for (const key of keys) {
    const row = find(rows.at(-1), key);
    if (row === undefined) return undefined;
    rows.push(row);
  }
  return rows;
}

function add(tops: Map<string, Node>, rows: readonly Row[], match: number): void {
  let level = tops;
  for (const [at, row] of rows.entries()) {
    let node = level.get(row.key);
    if (node === undefined) {
      node = { row, below: new Map(), match: undefined };
      level.set(row.key, node);
    }
    if (at === rows.length - 1) node.match = match;
    level = node.below;
  }
}

function listed(tops: ReadonlyMap<string, Node>, paths: MatchTree['paths'], more: number, hint: string): MatchTree {
  const rows: Row[] = [];
  const open = new Set<string>();
  const order: number[] = [];
  const matchAt = new Map<string, number>();
  const stack = [[...tops.values()].reverse()];
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    const node = level.pop();
    if (node === undefined) {
      stack.pop();
      continue;
    }
    rows.push(node.row);
    if (node.match !== undefined) {
      order.push(node.match);
      matchAt.set(node.row.key, node.match);
    }
    if (node.below.size === 0) continue;
    open.add(node.row.key);
    stack.push([...node.below.values()].reverse());
  }
  if (more > 0) rows.push(moreRow(more, hint));
  return { rows, open, order, matchAt, paths };
}

/** The last row: the number of matches that are not shown. */
const moreRow = (count: number, description: string): Row => ({
  key: 'more',
  kind: 'more',
  depth: 0,
  name: `and ${countText(count)} more`,
  mark: 'none',
  description,
});
