/** What a changed identity means for the schema, once the boxes it was changed in are closed. */

import type { Effect, Step } from '../model/effect.js';
import type { State } from '../model/state.js';
import { step } from '../step.js';
import { isLoading } from './load.js';
import { reduceConnect } from './reduce.js';

/** Without a schema the server is asked again by itself; one that is there stays until somebody wants it anew. */
export function followIdentity(done: Step<State>): Step<State> {
  const { state } = done;
  const { connect, identity } = state;
  if (!identity.changed || state.overlays.length > 0) return done;
  const settled = { ...state, identity: { ...identity, changed: false } };
  if (connect.phase === 'asking' || connect.source?.from !== 'endpoint') return { ...done, state: settled };
  if (connect.index !== undefined) {
    const text = 'From the next request on. The schema stays as it was read: R reads it anew.';
    return { ...done, state: { ...settled, notice: state.notice ?? { text, tone: 'info' } } };
  }
  const old: readonly Effect[] =
    isLoading(connect) && connect.loadId !== undefined ? [{ kind: 'cancel', id: connect.loadId }] : [];
  const again = reduceConnect(settled, { type: 'connect/retry' });
  return step(again.state, ...done.effects, ...old, ...again.effects);
}
