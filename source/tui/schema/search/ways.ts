/** `F`: marks a row, and searches for ways from it to another row. */
import type { Update } from '../../model/effect.js';
import type { SearchAction } from '../../model/schema.js';
import type { State } from '../../model/state.js';
import { notify, update, withNotice } from '../../update.js';
import { change, cursorRow } from '../rows.js';
import { treeSource } from '../sources.js';

/** Marks the row at the cursor as the start of ways, or searches for ways from the marked row to it. */
export function seekWays(state: State): Update<State> {
  const { from } = state.schema;
  const { ways } = treeSource(state);
  const row = cursorRow(state);
  const to = row && ways?.endOf(row);
  if (row === undefined || ways === undefined || to === undefined)
    return notify(state, `Choose ${ways?.ends ?? 'a row'}.`);
  if (from === undefined) {
    const marked = change(state, { from: { key: row.key, name: row.name, end: to } });
    return notify(marked, `From ${row.name}. Go to another row and press F to search for ways to it.`);
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
      return { type: 'search/ways-found', id, results: yield* ways.slices(from.end, to) };
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
