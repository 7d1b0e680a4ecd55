/** What reducers answer, and what most of them say. */
import type { Effect, Step } from './model/effect.js';
import type { Notice, State } from './model/state.js';

/** What a reducer answers: the state, and effects in the order they are to begin. */
export const step = <S>(state: S, ...effects: Effect[]): Step<S> => ({ state, effects });

/** The state with a sentence in the status line, until the next key. */
export const withNotice = (state: State, text: string, tone: Notice['tone'] = 'info'): State => ({
  ...state,
  notice: { text, tone },
});
