/** Results of reducers, and notices in them. */
import type { Effect, Update } from './model/effect.js';
import type { Notice, State } from './model/state.js';

/** A reducer's result: the state, and effects in the order they start. */
export const update = <S>(state: S, ...effects: Effect[]): Update<S> => ({ state, effects });

/** The state with a sentence in the status line, until the next key. */
export const withNotice = (state: State, text: string, tone: Notice['tone'] = 'info'): State => ({
  ...state,
  notice: { text, tone },
});
