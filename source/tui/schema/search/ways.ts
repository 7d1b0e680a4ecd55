/** `F`: marks a row, and searches for ways from it to another row. */
import type { Update } from '../../model/effect.js';
import type { SearchAction } from '../../model/schema.js';
import type { State } from '../../model/state.js';
import { notify, update, withNotice } from '../../update.js';
import { change, cursorRow } from '../rows.js';
import { treeSource } from '../sources.js';

/** Marks the row at the cursor as the start of ways, or searches for ways from the marked row to it. */
export function markOrSearchWays(state: State): Update<State> {
  const { wayStart } = state.schema;
  const { ways } = treeSource(state);
  const row = cursorRow(state);
  const to = row && ways?.endOf(row);
  if (row === undefined || ways === undefined || to === undefined)
    return notify(state, `Choose ${ways?.ends ?? 'a row'}.`);
  if (wayStart === undefined) {
    const marked = change(state, { wayStart: { key: row.key, name: row.name, end: to } });
    return notify(marked, `From ${row.name}. Go to another row and press F to search for ways to it.`);
  }
  const { state: stopped, effects } = stopWaySearch(change(state, { wayStart: undefined }));
  if (wayStart.key === row.key) return update(withNotice(stopped, `${row.name} is no longer the start.`), ...effects);
  const id = state.nextId;
  const pendingWays = { id, from: wayStart.name, to: row.name };
  const searching = withNotice(
    change(stopped, { pendingWays }),
    `Searching for ways from ${wayStart.name} to ${row.name}…`,
  );
  return update({ ...searching, nextId: id + 1 }, ...effects, {
    kind: 'work',
    id,
    *work(): Generator<void, SearchAction> {
      return { type: 'search/ways-found', id, results: yield* ways.slices(wayStart.end, to) };
    },
  });
}

/** Cancels the pending search for ways. */
export function stopWaySearch(state: State): Update<State> {
  const { pendingWays } = state.schema;
  if (pendingWays === undefined) return update(state);
  const stopped = withNotice(change(state, { pendingWays: undefined }), 'Stopped searching for ways.');
  return update(stopped, { kind: 'cancel', id: pendingWays.id });
}
