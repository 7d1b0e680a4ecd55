import type { Effect, Update } from '../../model/effect.js';
import type { State } from '../../model/state.js';
import { update } from '../../update.js';

/** Reads more of a long body between frames, until all of it is read. */
export function readOn(state: State): Update<State> {
  const { shown, runId } = state.response;
  if (shown === undefined || shown.source.complete || runId === undefined) return update(state);
  const effect: Effect = { kind: 'later', ms: 1, action: { type: 'response/read', id: runId } };
  return update(state, effect);
}
