/** What an edit of the builder means for the variables: promoted literals move their value there. */

import { editMembers } from '../../core/graphql/intelligence/json-edit.js';
import { jsonObject } from '../../core/graphql/intelligence/json-tree.js';
import type { Edit } from '../../core/graphql/selection/outcome.js';
import { replaceText, textOf } from '../../core/text/editor.js';
import { type State, viewOf } from './state.js';
import { withEditor } from './text-pane.js';

/**
 * Adds the values an edit knows, and takes out those of variables it removed; all else stays as it was typed. Text that is no
 * JSON object is left alone.
 */
export function addVariables(state: State, outcome: Edit): State {
  const values = outcome.added.flatMap(({ name, json }) => (json === undefined ? [] : [[name, json] as const]));
  if (values.length === 0 && outcome.removed.length === 0) return state;
  const text = textOf(state.variables.editor);
  const edited = editMembers(text, outcome.removed, values);
  if (edited === undefined || edited === text) return state;
  const editor = replaceText(state.variables.editor, edited);
  return { ...state, variables: withEditor(state.variables, editor, viewOf(state, 'variables')) };
}

/** JSON text of a variable's value in the variables pane; undefined if it has none. */
export function variableJson(state: State, name: string): string | undefined {
  const text = textOf(state.variables.editor);
  const member = jsonObject(text)?.members.findLast(each => each.name === name);
  return member && text.slice(member.value.from, member.value.to);
}
