/** Lines to print, and the reply of a command. */
import type { Action } from '../model/action.js';
import type { State } from '../model/state.js';

/** Dispatches actions and returns the state after them. */
export type DispatchAll = (...actions: readonly Action[]) => State;

/** A requested line goes to standard output; a notification (off a terminal) to standard error. */
export interface SpokenLine {
  readonly text: string;
  readonly as: 'answer' | 'word';
}

/** The reply of a command; changes of the state are announced separately. */
export interface Reply {
  readonly lines: readonly SpokenLine[];
  /** It was not executed: a script ends here. */
  readonly refused?: true;
}

/** Verbosity: `brief` leaves out what `query` and `read` print. */
export type Speech = 'brief' | 'verbose';

const as =
  (kind: SpokenLine['as']) =>
  (...texts: readonly string[]): readonly SpokenLine[] =>
    texts.map(text => ({ text, as: kind }));

export const words = as('word');
export const answers = as('answer');

/** The announced changes suffice. */
export const silent: Reply = { lines: [] };
/** A notification. */
export const tell = (...texts: readonly string[]): Reply => ({ lines: words(...texts) });
/** Requested output. */
export const answer = (...texts: readonly string[]): Reply => ({ lines: answers(...texts) });
/** Why it was not done. */
export const refuse = (...texts: readonly string[]): Reply => ({ lines: words(...texts), refused: true });
