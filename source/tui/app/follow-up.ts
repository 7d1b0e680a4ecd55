/**
 * What follows any change of a text, a schema or a focus, whoever made it: the texts are checked again when the keys rest, and
 * the completion list opens, narrows or closes. One place, because a text changes by typing, ticking, undo, paste and $EDITOR.
 */
import type { Action } from '../model/action.js';
import type { Step } from '../model/effect.js';
import type { State } from '../model/state.js';
import { followCompletion } from '../query/completion/reduce.js';
import { orderCheck } from '../query/problems.js';
import { orderVariablesCheck } from '../variables/check.js';

/** The step with the completion list put right and checks ordered; the same one if the state did not change. */
export function followUp(before: State, done: Step<State>, action: Action): Step<State> {
  if (done.state === before) return done;
  const state = followCompletion(before, done.state, action);
  return orderVariablesCheck(orderCheck(state === done.state ? done : { ...done, state }));
}
