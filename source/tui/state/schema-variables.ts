/** What an edit of the builder means for the variables: promoted literals move their value there. */

import { isRawObject, memberTexts, parseRaw, printRaw, type RawObject } from '../../core/graphql/raw-json.js';
import type { Edit } from '../../core/graphql/selection/outcome.js';
import { replaceText, textOf } from '../../core/text/editor.js';
import { type State, viewOf } from './state.js';
import { withEditor } from './text-pane.js';

/** Adds the values an edit knows, and takes out those of variables it removed. Text that is no JSON object is left alone. */
export function addVariables(state: State, outcome: Edit): State {
  const values = outcome.added.filter(each => each.json !== undefined);
  if (values.length === 0 && outcome.removed.length === 0) return state;
  const text = textOf(state.variables.editor);
  const parsed = text.trim() === '' ? (new Map() as RawObject) : parsedObject(text);
  if (parsed === undefined) return state;
  let touched = false;
  for (const name of outcome.removed) touched = parsed.delete(name) || touched;
  for (const each of values) {
    const value = parseRaw(each.json ?? 'null');
    if ('problem' in value) continue;
    parsed.set(each.name, value.value);
    touched = true;
  }
  if (!touched) return state;
  const editor = replaceText(state.variables.editor, parsed.size === 0 ? '' : printRaw(parsed));
  return { ...state, variables: withEditor(state.variables, editor, viewOf(state, 'variables')) };
}

function parsedObject(text: string): RawObject | undefined {
  const parsed = parseRaw(text);
  return 'problem' in parsed || !isRawObject(parsed.value) ? undefined : parsed.value;
}

/** JSON text of a variable's value in the variables pane; undefined if it has none. */
export function variableJson(state: State, name: string): string | undefined {
  const text = textOf(state.variables.editor);
  return parsedObject(text) === undefined ? undefined : memberTexts(text)?.get(name);
}
