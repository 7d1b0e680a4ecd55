/**
 * Applies edits of the builder to the query and the variables. The value of a literal that became a variable moves to the
 * variables.
 */
import type { Edit } from '../../core/graphql/builder/edit-result.js';
import { argumentsToVariables, type Path, parentOf, pathKey } from '../../core/graphql/builder/index.js';
import { definitionAt } from '../../core/graphql/builder/text/query-document.js';
import {
  applyVariablesChange,
  inverseOf,
  membersOf,
  type VariablesChange,
  variablesChangeOf,
} from '../../core/graphql/intelligence/variables-change.js';
import type { Change } from '../../core/text/changes.js';
import { companionsOf, withCompanion } from '../../core/text/companion-history.js';
import { edit, replaceText, textOf } from '../../core/text/editor.js';
import { viewOf } from '../layout.js';
import type { State } from '../model/state.js';
import { follow } from '../text/pane.js';
import { withNotice } from '../update.js';
import { setEditor } from './text.js';

/**
 * Applies an edit of the builder and its effect on the variables. Known values are added, the values of removed variables are
 * removed, and everything else stays as typed. A text that is not a JSON object is left unchanged; the edit is refused if it
 * would lose a value.
 * @param row the row on which the key was pressed, to restore values that its unticking removed
 * @returns the reason if the edit is refused
 */
export function takeEdit(state: State, outcome: Edit, row?: Path): State | string {
  // The same value was chosen again. An undo step without effect would be confusing.
  if (outcome.document.text === state.query.document.text) return state;
  const text = textOf(state.variables.editor);
  const values = outcome.added.flatMap(({ name, json }) => (json === undefined ? [] : [[name, json] as const]));
  const restorable = row && values.length === 0 ? restorableValue(state, row, outcome) : undefined;
  const isChange = values.length > 0 || outcome.removed.length > 0;
  const moved = isChange ? variablesChangeOf(text, outcome.removed, values) : undefined;
  const variablesChange = restorable === undefined ? moved : backInto(text, restorable);
  if (values.length > 0 && variablesChange === undefined) {
    return 'The variables are not a JSON object, so the value cannot be moved there. Correct them first.';
  }
  if (variablesChange === undefined || variablesChange.after === text) return applyEdit(state, outcome);
  const edited = applyEdit(state, outcome, variablesChange);
  const { query } = edited;
  const removedVariables = new Map(query.removedVariables);
  if (outcome.removed.length > 0) {
    // Another row below the same field may restore variables removed with this row.
    for (let at = outcome.path; at.steps.length > 0; at = parentOf(at))
      removedVariables.set(pathKey(at), variablesChange);
  }
  return withVariables({ ...edited, query: { ...query, removedVariables } }, variablesChange.after);
}

/** Turns all literal arguments of the active operation into variables. A notice reports how many, or why there are none. */
export function withArgumentsMoved(state: State): State {
  const { connect, query } = state;
  if (connect.schema === undefined)
    return withNotice(state, connect.schemaProblem ?? 'Schema is still loading…', 'error');
  const { document, active, memory } = query;
  const outcome = argumentsToVariables({ document, schema: connect.schema, active, memory });
  const edited = outcome.ok ? takeEdit(state, outcome) : outcome.reason;
  return typeof edited === 'string' ? withNotice(state, edited, 'error') : edited;
}

/** Values removed by unticking the row or an ancestor, for variables that exist again. */
function restorableValue({ query }: State, row: Path, { added }: Edit): VariablesChange | undefined {
  const back = new Set(added.map(({ name }) => name));
  for (let at = row; at.steps.length > 0; at = parentOf(at)) {
    const variablesChange = query.removedVariables.get(pathKey(at));
    if (variablesChange?.gone.every(([name]) => back.has(name))) return variablesChange;
  }
  return undefined;
}

/** Restores these values in a text that may have changed since. */
function backInto(text: string, change: VariablesChange): VariablesChange {
  const back = inverseOf(change);
  return { ...back, before: text, after: applyVariablesChange(text, back) };
}

/** Reverts or repeats the effect of an edit on the variables, for undo and redo. */
export function withVariablesUndone(state: State): State {
  const text = textOf(state.variables.editor);
  const after = companionsOf(state.query.editor).reduce(applyVariablesChange, text);
  return after === text ? state : withVariables(state, after);
}

/**
 * Edits the text and the variables, as one undo step.
 * @param cursor new position of the cursor, or undefined to leave it where it is
 */
export function takeText(
  state: State,
  changes: Change | readonly Change[],
  cursor: number | undefined,
  variablesChange: VariablesChange | undefined,
): State {
  const effects = companionOf(variablesChange);
  const selection = cursor === undefined ? undefined : { anchor: cursor };
  const edited = edit(state.query.editor, { changes, effects, selection }, 'input.tick');
  const next = setEditor(state, 'query', edited);
  return variablesChange === undefined ? next : withVariables(next, variablesChange.after);
}

/** Replaces the text of the variables as a step of the query's undo history, for an edit of a value in the tree. */
export function takeVariables(state: State, text: string, name: string): State {
  const before = textOf(state.variables.editor);
  if (before === text) return state;
  const variablesChange: VariablesChange = {
    before,
    after: text,
    gone: membersOf(before, [name]),
    come: membersOf(text, [name]),
  };
  const editor = edit(state.query.editor, { effects: [withCompanion.of(variablesChange)] }, 'input.tick');
  return withVariables({ ...state, query: { ...state.query, editor } }, text);
}

const companionOf = (change: VariablesChange | undefined) => (change === undefined ? [] : [withCompanion.of(change)]);

const withVariables = (state: State, text: string): State =>
  setEditor(state, 'variables', replaceText(state.variables.editor, text));

/**
 * Applies an edit of the builder as one transaction. The cursor moves to the active definition.
 * @param variablesChange effect on the variables, undone and redone with the edit
 */
function applyEdit(state: State, outcome: Edit, variablesChange?: VariablesChange): State {
  const { query } = state;
  const view = viewOf(state, 'query');
  const effects = companionOf(variablesChange);
  const noticed = outcome.note === undefined ? state : withNotice(state, outcome.note);
  let editor = edit(query.editor, { changes: [...outcome.changes], effects }, 'input.tick');
  if (outcome.changes.length > 0) editor = editor.update({ selection: { anchor: placeOfEdit(outcome) } }).state;
  const pane = follow({ editor, top: query.top, skip: query.skip, left: query.left }, view);
  const { document, active, memory } = outcome;
  return { ...noticed, query: { ...query, ...pane, document, active, memory } };
}

/**
 * The position to show after an edit: the end of the last change in the active definition, since a selection follows the
 * variables it needs. The tree then still shows this operation.
 */
function placeOfEdit({ changes, document, active }: Edit): number {
  let shift = 0;
  let position: number | undefined;
  for (const { from, to, insert } of changes) {
    const at = from + shift + insert.length;
    shift += insert.length - (to - from);
    if (definitionAt(document, at) === active) position = at;
  }
  if (position !== undefined) return position;
  const start = active === undefined ? undefined : document.lastValid.definitions[active]?.loc?.start;
  return start ?? changes[0]?.from ?? 0;
}
