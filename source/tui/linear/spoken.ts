/** Lines that are said, and what a command replies with. */
import type { Action } from '../model/action.js';
import type { State } from '../model/state.js';

/** Dispatches actions and returns the state after them. */
export type DispatchAll = (...actions: readonly Action[]) => State;

/** A line on standard output where it was asked for, on standard error (off a terminal) where it only tells what happened. */
export interface SpokenLine {
  readonly text: string;
  readonly as: 'answer' | 'word';
}

/** What a command says by itself; changes of the state are announced without it. */
export interface Reply {
  readonly said: readonly SpokenLine[];
  /** It was not carried out: a script ends here. */
  readonly refused?: true;
}

/** How much is said: `brief` leaves out what `query` and `read` would tell. */
export type Speech = 'brief' | 'verbose';

const as =
  (kind: SpokenLine['as']) =>
  (...texts: readonly string[]): readonly SpokenLine[] =>
    texts.map(text => ({ text, as: kind }));

export const words = as('word');
export const answers = as('answer');

/** The changes speak for themselves. */
export const silent: Reply = { said: [] };
/** What happened. */
export const tell = (...texts: readonly string[]): Reply => ({ said: words(...texts) });
/** What was asked for. */
export const answer = (...texts: readonly string[]): Reply => ({ said: answers(...texts) });
/** Why it was not done. */
export const refuse = (...texts: readonly string[]): Reply => ({ said: words(...texts), refused: true });
