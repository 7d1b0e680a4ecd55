/** Results of reducers, their notices, and the tab they apply to. */
import type { Effect, Update } from './model/effect.js';
import type { Notice, State } from './model/state.js';

/** Builds a reducer's result: the state, and effects in the order in which to start them. */
export const update = <S>(state: S, ...effects: Effect[]): Update<S> => ({ state, effects });

/** Adds a sentence to the status line, until the next key. */
export const withNotice = (state: State, text: string, tone: Notice['tone'] = 'info'): State => ({
  ...state,
  notice: { text, tone },
});

/** Builds a result that only adds a sentence to the status line. */
export const notify = (state: State, text: string): Update<State> => update(withNotice(state, text));

/** Builds a result that only explains why nothing was done. */
export const refuse = (state: State, text: string): Update<State> => update(withNotice(state, text, 'error'));

/** ID of the active tab. */
export const activeTabId = ({ tabs }: Pick<State, 'tabs'>): number => tabs.all[tabs.at]?.id ?? 0;
