/** What a run would send now. */
import type { RunRequest } from '../model/effect.js';
import type { State } from '../model/state.js';
import { startResponse } from './reduce.js';
import { run } from './run.js';

/** The request of the active operation, or why there is none, as a sentence. */
export function requestOf(state: State): RunRequest | string {
  const done = run({ ...state, response: startResponse });
  for (const effect of done.effects) if (effect.kind === 'run') return effect.operation;
  return done.state.notice?.text ?? 'There is nothing to send.';
}
