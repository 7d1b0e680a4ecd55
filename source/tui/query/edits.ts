/** What an edit of the builder means for the variables: promoted literals move their value there. */

import { type Path, pathKey } from '../../core/graphql/builder/index.js';
import type { Edit } from '../../core/graphql/builder/outcome.js';
import { jsonObject } from '../../core/graphql/intelligence/json-tree.js';
import { inverseOf, type Trade, traded, tradeOf } from '../../core/graphql/intelligence/variable-trade.js';
import { tradesOf } from '../../core/text/companions.js';
import { replaceText, textOf } from '../../core/text/editor.js';
import { type State, viewOf } from '../model/state.js';
import { withEditor } from '../text/pane.js';
import { applyEdit } from './reduce.js';

/**
 * Takes over an edit of the builder with all it means for the variables: the values it knows come, those of variables it
 * removed go; all else stays as it was typed. A text that is no JSON object is left alone, and refused where a value would be
 * lost by that.
 * @param row what was pressed: the values its untick took away come back with it
 * @returns the reason of a refusal
 */
export function takeEdit(state: State, outcome: Edit, row?: Path): State | string {
  // The value that was there already, chosen again: an undo of it would seem to do nothing.
  if (outcome.document.text === state.query.document.text) return state;
  const text = textOf(state.variables.editor);
  const values = outcome.added.flatMap(({ name, json }) => (json === undefined ? [] : [[name, json] as const]));
  const kept = row && state.query.aside.get(pathKey(row));
  const isBack = kept?.gone.every(([name]) => outcome.added.some(each => each.name === name)) === true;
  const trade =
    kept !== undefined && isBack && values.length === 0
      ? backInto(text, kept)
      : values.length === 0 && outcome.removed.length === 0
        ? undefined
        : tradeOf(text, outcome.removed, values);
  if (values.length > 0 && trade === undefined) {
    return 'The variables are no JSON object, so the value cannot move there. Mend them first.';
  }
  if (trade === undefined || trade.after === text) return applyEdit(state, outcome);
  const edited = applyEdit(state, outcome, trade);
  const { query } = edited;
  const aside = new Map(query.aside);
  if (outcome.removed.length > 0) aside.set(pathKey(outcome.path), trade);
  return withVariables({ ...edited, query: { ...query, aside } }, trade.after);
}

/** The values an untick took away, put back into a text that may have changed since. */
function backInto(text: string, kept: Trade): Trade {
  const back = inverseOf(kept);
  return { ...back, before: text, after: traded(text, back) };
}

/** What an undo or redo of the query means for the variables. */
export function withTradesUndone(state: State): State {
  const text = textOf(state.variables.editor);
  const after = tradesOf(state.query.editor).reduce(traded, text);
  return after === text ? state : withVariables(state, after);
}

const withVariables = (state: State, text: string): State => ({
  ...state,
  variables: withEditor(state.variables, replaceText(state.variables.editor, text), viewOf(state, 'variables')),
});

/** JSON text of a variable's value in the variables pane; undefined if it has none. */
export function variableJson(state: State, name: string): string | undefined {
  const text = textOf(state.variables.editor);
  const member = jsonObject(text)?.members.findLast(each => each.name === name);
  return member && text.slice(member.value.from, member.value.to);
}
