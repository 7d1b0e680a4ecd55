/**
 * What follows any change of a text, a schema or a focus, whoever made it: the texts are checked again when the keys rest.
 * One place, because a text changes by typing, ticking, undo, paste, drafts and $EDITOR.
 */
import type { Step } from './effects.js';
import { orderCheck } from './query-problems.js';
import type { State } from './state.js';

export function followUp(before: State, done: Step<State>): Step<State> {
  return done.state === before ? done : orderCheck(done);
}
