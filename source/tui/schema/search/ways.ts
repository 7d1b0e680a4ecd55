/** `F`: marks a row, and searches for ways from it to another row. */
import { isComposite } from '../../../core/graphql/builder/schema/lookups.js';
import { resultsOfWays, type WayEnd, wayBetweenSlices } from '../../../core/graphql/look-up/ways-between.js';
import type { SchemaIndex } from '../../../core/graphql/schema-types.js';
import { indexSlices } from '../../../core/graphql/search/index.js';
import type { Description } from '../../../core/openapi/document/types.js';
import { type CallEnd, callSlices, resourceOf, resultsOfCalls } from '../../../core/openapi/ways-between.js';
import type { Update } from '../../model/effect.js';
import type { SearchAction, TreeEnd, TreeResults } from '../../model/schema.js';
import type { State } from '../../model/state.js';
import type { Row } from '../../model/tree.js';
import { update, withNotice } from '../../update.js';
import { operationOfRow } from '../api/groups.js';
import { change, cursorRow } from '../rows.js';
import { areWays } from './found.js';

/** A schema or a description in which to search for ways. */
interface WayKind {
  /** Kinds of rows that can be an end. */
  readonly ends: string;
  readonly endOf: (row: Row) => TreeEnd | undefined;
  readonly slices: (from: TreeEnd, to: TreeEnd) => Generator<void, TreeResults>;
}

/** Marks the row at the cursor as the start of ways, or searches for ways from the marked row to it. */
export function seekWays(state: State): Update<State> {
  const { from } = state.schema;
  const kind = wayKindOf(state);
  const row = cursorRow(state);
  const to = row && kind?.endOf(row);
  if (row === undefined || kind === undefined || to === undefined)
    return update(withNotice(state, `Choose ${kind?.ends ?? 'a row'}.`));
  if (from === undefined) {
    const marked = change(state, { from: { key: row.key, name: row.name, end: to } });
    return update(withNotice(marked, `From ${row.name}. Go to another row and press F to search for ways to it.`));
  }
  const { state: stopped, effects } = stopSeeking(change(state, { from: undefined }));
  if (from.key === row.key) return update(withNotice(stopped, `${row.name} is no longer the start.`), ...effects);
  const id = state.nextId;
  const seeking = { id, from: from.name, to: row.name };
  const searching = withNotice(change(stopped, { seeking }), `Searching for ways from ${from.name} to ${row.name}…`);
  return update({ ...searching, nextId: id + 1 }, ...effects, {
    kind: 'work',
    id,
    *work(): Generator<void, SearchAction> {
      return { type: 'search/ways-found', id, results: yield* kind.slices(from.end, to) };
    },
  });
}

/** Cancels the pending search for ways. */
export function stopSeeking(state: State): Update<State> {
  const { seeking } = state.schema;
  if (seeking === undefined) return update(state);
  const stopped = withNotice(change(state, { seeking: undefined }), 'Stopped searching for ways.');
  return update(stopped, { kind: 'cancel', id: seeking.id });
}

/** Returns the match at the end of the first way. */
export const firstWayEnd = (results: TreeResults): number =>
  areWays(results) ? Math.max(0, (results.ways[0]?.length ?? 1) - 1) : 0;

function wayKindOf({ connect: { index, description } }: State): WayKind | undefined {
  if (index !== undefined) return typeWays(index);
  return description === undefined ? undefined : callWays(description);
}

const isCallEnd = (end: TreeEnd): end is CallEnd => 'operation' in end || 'resource' in end;

const typeWays = (view: SchemaIndex): WayKind => ({
  ends: 'a type or a field',
  endOf: row => typeEndOf(view, row),
  *slices(from, to) {
    const index = yield* indexSlices(view);
    if (isCallEnd(from) || isCallEnd(to)) return resultsOfWays(index, []);
    const isLeaf = to.field !== undefined && !isComposite(view.type(to.type));
    const { ways } = yield* wayBetweenSlices(view, from, isLeaf ? to : { type: to.type });
    return resultsOfWays(index, ways);
  },
});

/** Returns the type, root or field of a row, as an end of ways. */
function typeEndOf(view: SchemaIndex, { kind, path, name, parent, typeName }: Row): WayEnd | undefined {
  if (kind === 'type') return { type: name };
  if (path !== undefined && path.steps.length === 0) {
    const type = path.root === 'fragment' ? undefined : view.roots[path.root];
    return type === undefined ? undefined : { type };
  }
  if (kind !== 'field' || typeName === undefined || parent === undefined) return undefined;
  return { type: typeName, field: { owner: parent, name }, ...(path !== undefined && { path }) };
}

const callWays = (description: Description): WayKind => ({
  ends: 'an operation or a group of operations',
  endOf(row) {
    const operation = row.part?.operation ?? operationOfRow(description, row);
    if (operation !== undefined) return { operation };
    return row.kind === 'group' ? { resource: resourceOf(row.name) } : undefined;
  },
  *slices(from, to) {
    if (!isCallEnd(from) || !isCallEnd(to)) return resultsOfCalls(description, []);
    return resultsOfCalls(description, (yield* callSlices(description, from, to)).ways);
  },
});
