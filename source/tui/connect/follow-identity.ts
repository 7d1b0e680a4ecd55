/** Applies changed credentials to the schema after the overlays in which they were changed are closed. */

import type { Effect, Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { kindWords } from '../screen-words.js';
import { update } from '../update.js';
import { hasSchema, isLoading } from './load.js';
import { reduceConnect } from './reduce.js';

/** Requests the schema again if there is none. An existing schema stays until the user reloads it. */
export function followIdentity(done: Update<State>): Update<State> {
  const { state } = done;
  const { connect, identity } = state;
  if (!identity.changed || state.overlays.length > 0) return done;
  const settled = { ...state, identity: { ...identity, changed: false } };
  if (connect.phase === 'asking' || connect.source?.from !== 'endpoint') return { ...done, state: settled };
  if (hasSchema(connect)) {
    const { sourceName } = kindWords[state.connect.kind];
    const text = `Applies from the next request. Press R to reload the ${sourceName}.`;
    return { ...done, state: { ...settled, notice: state.notice ?? { text, tone: 'info' } } };
  }
  const old: readonly Effect[] =
    isLoading(connect) && connect.loadId !== undefined ? [{ kind: 'cancel', id: connect.loadId }] : [];
  const again = reduceConnect(settled, { type: 'connect/retry' });
  return update(again.state, ...done.effects, ...old, ...again.effects);
}
