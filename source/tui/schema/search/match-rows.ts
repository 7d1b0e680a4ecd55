/** The tree while something is searched: every match with its ancestors open, and nothing else. */

import type { Entry, Found } from '../../../core/graphql/search/index.js';
import type { MatchTree } from '../../model/schema.js';
import type { Row } from '../../model/tree.js';
import { rootRows, type TreeInput } from '../tree/flatten.js';
import { childrenOf } from '../tree/kept-rows.js';
import { type TreePlace, treePlaces } from './find-rows.js';

/** Matches that are shown; the rest is counted. */
export const mostShown = 200;
/** Letters of the keys of all rows: a schema may nest thousands of levels, and each row is named by all above it. */
const mostLetters = 2_000_000;

interface Node {
  readonly row: Row;
  /** In the order of their best matches. */
  readonly below: Map<string, Node>;
  /** Which result it is; undefined: it only leads to one. */
  match: number | undefined;
}

/** The rows of what was found. Branches stand in the order of their best match, so the best is at the top. */
export function matchTree(input: TreeInput, found: Found): MatchTree {
  const tops = new Map<string, Node>();
  const find = rowFinder(input);
  let shown = 0;
  let letters = 0;
  const ways: (readonly string[])[] = [];
  for (const [match, at] of found.results.slice(0, mostShown).entries()) {
    const entry = found.index.entries[at];
    if (entry === undefined || letters > mostLetters) break;
    const place = firstPlace(found, entry, find);
    if (place === undefined) continue;
    add(tops, place.rows, match);
    ways[match] = place.words;
    letters += place.key.length * place.rows.length;
    shown++;
  }
  return listed(tops, ways, found.total - shown);
}

/** Looks up rows by key, below one that is known. */
type RowFinder = (above: Row | undefined, key: string) => Row | undefined;

function rowFinder(input: TreeInput): RowFinder {
  const known = new Map<Row | undefined, ReadonlyMap<string, Row>>();
  return (above, key) => {
    let rows = known.get(above);
    if (rows === undefined) {
      rows = byKey(above === undefined ? rootRows(input) : childrenOf(input.view, above));
      known.set(above, rows);
    }
    return rows.get(key);
  };
}

const maps = new WeakMap<readonly Row[], ReadonlyMap<string, Row>>();

/** Kept as long as the rows are: those of what is not in the text stay the same while letters are typed. */
function byKey(rows: readonly Row[]): ReadonlyMap<string, Row> {
  let map = maps.get(rows);
  if (map === undefined) {
    map = new Map(rows.map(row => [row.key, row]));
    maps.set(rows, map);
  }
  return map;
}

interface FoundPlace extends TreePlace {
  /** The rows on the way, itself last. */
  readonly rows: readonly Row[];
}

/** The best place of an entry at which there is a row: the text may hide the first. */
function firstPlace({ index }: Found, entry: Entry, find: RowFinder): FoundPlace | undefined {
  for (const place of treePlaces(index, entry)) {
    const rows: Row[] = [];
    for (const key of [...place.above, place.key]) {
      const row = find(rows.at(-1), key);
      if (row === undefined) break;
      rows.push(row);
    }
    if (rows.length > place.above.length) return { ...place, rows };
  }
  return undefined;
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

function listed(tops: ReadonlyMap<string, Node>, ways: MatchTree['ways'], more: number): MatchTree {
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
  if (more > 0) rows.push(moreRow(more));
  return { rows, open, order, matchAt, ways };
}

/** The last row: how many are not shown. */
const moreRow = (count: number): Row => ({
  key: 'more',
  kind: 'more',
  depth: 0,
  name: `and ${grouped(count)} more`,
  mark: 'none',
  description: 'Type more letters, or one kind only: field:, type:, arg:, input:, enum:, directive:.',
});

/** `1,340` */
export const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
