/** Lines to print, and replies to commands. */
import type { Action } from '../model/action.js';
import type { State } from '../model/state.js';

/** Dispatches actions and returns the state after them. */
export type DispatchAll = (...actions: readonly Action[]) => State;

/** Replaces the text of the field of the top overlay. */
export const replaceFieldText = (text: string, act: DispatchAll): State =>
  act(
    { type: 'overlay/text', command: { do: 'select-all' } },
    { type: 'overlay/text', command: { do: 'paste', text } },
  );

/** Output. A requested line goes to standard output. A notification goes to standard error when output is not a terminal. */
export interface OutputLine {
  readonly text: string;
  readonly as: 'answer' | 'notice';
}

/** The reply to a command. State changes are announced separately. */
export interface Reply {
  readonly lines: readonly OutputLine[];
  /** Printed if nothing else is. */
  readonly otherwise?: string;
  /** True if the command was not executed, which ends a script. */
  readonly refused?: true;
  /** True if the user is to type a secret without an echo. */
  readonly asksSecret?: true;
  /** True if the command replaced a text. */
  readonly isReplaced?: true;
}

/** Verbosity. `brief` omits everything that `query` and `read` can print. */
export type Verbosity = 'brief' | 'verbose';

const as =
  (kind: OutputLine['as']) =>
  (...texts: readonly string[]): readonly OutputLine[] =>
    texts.map(text => ({ text, as: kind }));

export const notices = as('notice');
export const answers = as('answer');

/** The announced changes are sufficient as a reply. */
export const silent: Reply = { lines: [] };
/** A notification. */
export const notify = (...texts: readonly string[]): Reply => ({ lines: notices(...texts) });
/** Requested output. */
export const answer = (...texts: readonly string[]): Reply => ({ lines: answers(...texts) });
/** The reason why a command was not executed. */
export const refuse = (...texts: readonly string[]): Reply => ({ lines: notices(...texts), refused: true });
