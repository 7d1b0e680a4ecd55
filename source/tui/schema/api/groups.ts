/** The operations of a description in groups, by tag or by path. */
import { memoizeWeak } from '../../../core/memoize-weak.js';
import type { Description, Operation } from '../../../core/openapi/document/types.js';
import { titleOf } from '../../../core/openapi/look-up.js';
import type { State } from '../../model/state.js';
import type { Grouping, Row, TreePlace } from '../../model/tree.js';

/** Group of operations without a tag. */
const noTag = 'no tag';

export interface Group {
  readonly key: string;
  readonly name: string;
  readonly operations: readonly Operation[];
}

interface ApiTree {
  readonly groups: readonly Group[];
  readonly operations: ReadonlyMap<string, Operation>;
  /** The rows of each operation: one for each of its tags, or the row of its path. */
  readonly places: ReadonlyMap<Operation, readonly TreePlace[]>;
}

export const operationKey = (group: string, operation: Operation): string => `${group} ${titleOf(operation)}`;

const treesOf = memoizeWeak((_: Description): { [by in Grouping]?: ApiTree } => ({}));

/** Tags in the order of the description; paths in alphabetical order. */
export function treeOf(description: Description, by: Grouping): ApiTree {
  const known = treesOf(description);
  const tree = known[by] ?? madeTree(description, by);
  known[by] = tree;
  return tree;
}

function madeTree({ operations: all }: Description, by: Grouping): ApiTree {
  const groups = new Map<string, Operation[]>();
  const operations = new Map<string, Operation>();
  const places = new Map<Operation, readonly TreePlace[]>();
  const shared = by === 'path' ? sharedSteps(all) : 0;
  for (const operation of by === 'path' ? [...all].sort(byPath) : all) {
    for (const name of by === 'path' ? [pathGroup(operation, shared)] : tagsOf(operation)) {
      const list = groups.get(name);
      if (list) list.push(operation);
      else groups.set(name, [operation]);
      const key = operationKey(`${by} ${name}`, operation);
      operations.set(key, operation);
      const place = { key, above: [`${by} ${name}`], words: [name, titleOf(operation)] };
      places.set(operation, [...(places.get(operation) ?? []), place]);
    }
  }
  return {
    groups: [...groups].map(([name, operations]) => ({ key: `${by} ${name}`, name, operations })),
    operations,
    places,
  };
}

const tagsOf = ({ tags }: Operation): Iterable<string> => (tags.length === 0 ? [noTag] : new Set(tags));
function byPath(a: Operation, b: Operation): number {
  if (a.path === b.path) return 0;
  return a.path < b.path ? -1 : 1;
}
const stepsOf = ({ path }: Operation): readonly string[] => path.split('/').filter(step => step !== '');

/** Number of leading segments shared by all paths, such as `/api/v1`. Each path has at least one more. */
function sharedSteps(operations: readonly Operation[]): number {
  const [first = [], ...others] = operations.map(stepsOf);
  const differs = first.findIndex(
    (step, at) => at + 1 >= first.length || others.some(each => each[at] !== step || at + 1 >= each.length),
  );
  return Math.max(0, differs);
}

/** First segment of a path after the shared ones: `/pets` for `/pets/{petId}/toys`. */
const pathGroup = (operation: Operation, shared: number): string =>
  `/${stepsOf(operation)
    .slice(0, shared + 1)
    .join('/')}`;

/** Maximum number of operations that are shown without opening a tag. */
const maxOpened = 30;

/** Keys of the initially expanded rows. */
export const openAtFirst = (description: Description, by: Grouping): readonly string[] =>
  description.operations.length > maxOpened ? [] : treeOf(description, by).groups.map(({ key }) => key);

const groupingOf = (key: string): Grouping => (key.startsWith('path ') ? 'path' : 'tag');

/** The operation of a row, or undefined if it is another kind of row. */
export const operationOfRow = (description: Description, row: Row): Operation | undefined =>
  row.calls?.at(-1) ?? treeOf(description, groupingOf(row.key)).operations.get(row.key);

/** The operation of a row, or the one that the row is a part of. */
export const operationAtRow = (description: Description, row: Row): Operation | undefined =>
  row.part?.operation ?? operationOfRow(description, row);

/** Keys of the row of an operation, and of the row above it. */
interface OperationKeys {
  readonly key: string;
  readonly above: string;
}

export function keysOf(description: Description, operation: Operation, by: Grouping): OperationKeys {
  const above = treeOf(description, by).groups.find(({ operations }) => operations.includes(operation))?.key ?? '';
  return { key: operationKey(above, operation), above };
}

/** The rows that an operation may have, in either grouping. */
export const operationPlaces = (description: Description, operation: Operation): readonly TreePlace[] =>
  (['tag', 'path'] as const).flatMap(by => treeOf(description, by).places.get(operation) ?? []);

/**
 * Keys of the expanded rows and of the cursor's row after a change of the grouping. The cursor stays on its operation.
 * @param from the grouping of the rows
 */
export function regrouped(
  { schema, grouping }: Pick<State, 'schema' | 'grouping'>,
  description: Description,
  from: Grouping,
): { readonly open: ReadonlySet<string>; readonly cursor: string | undefined } {
  const before = treeOf(description, from);
  const open = new Set(openAtFirst(description, grouping));
  for (const key of schema.open) {
    const moved = movedKey(description, before.operations, key, grouping);
    if (moved !== undefined) open.add(moved.key).add(moved.above);
  }
  const here = schema.rows[schema.cursor]?.key ?? '';
  const moved = movedKey(description, before.operations, here, grouping);
  if (moved !== undefined) return { open: open.add(moved.above), cursor: moved.key };
  const [first] = before.groups.find(({ key }) => key === here)?.operations ?? [];
  return { open, cursor: first && keysOf(description, first, grouping).above };
}

/** The new key of an operation's row or of a row below it, or undefined for a group. */
function movedKey(
  description: Description,
  operations: ReadonlyMap<string, Operation>,
  key: string,
  to: Grouping,
): OperationKeys | undefined {
  const own = operations.has(key)
    ? key
    : [...operations.keys()].reduce(
        (longest, each) => (key.startsWith(`${each} `) && each.length > longest.length ? each : longest),
        '',
      );
  const operation = operations.get(own);
  if (operation === undefined) return undefined;
  const { key: moved, above } = keysOf(description, operation, to);
  return { key: moved + key.slice(own.length), above };
}
