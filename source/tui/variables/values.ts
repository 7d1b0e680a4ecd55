/** The values of variables in the pane's text. */
import { jsonObject } from '../../core/json/tree.js';
import { textOf } from '../../core/text/editor.js';
import type { State } from '../model/state.js';

/** JSON text of a variable's value in the variables pane; undefined if it has none. */
export function variableJson(state: State, name: string): string | undefined {
  const text = textOf(state.variables.editor);
  const member = jsonObject(text)?.members.findLast(each => each.name === name);
  return member && text.slice(member.value.from, member.value.to);
}
