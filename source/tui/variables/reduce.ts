/** The variables: a JSON text that is sent verbatim. */

import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { fillVariables } from '../../core/graphql/intelligence/fill-variables.js';
import { formatJson } from '../../core/graphql/intelligence/format-json.js';
import { allValues } from '../../core/http-file/captured-values.js';
import { incompleteExample } from '../../core/openapi/call/mend.js';
import { withSeenVariables } from '../../core/seen/variables.js';
import { cursorOf, type EditorState, edit, replaceText, select, textOf } from '../../core/text/editor.js';
import { viewOf } from '../layout.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import type { TextPane } from '../model/text.js';
import type { DescribedRequest, VariablesAction } from '../model/variables.js';
import { withOverlay } from '../overlays/open.js';
import { kindWords } from '../screen-words.js';
import { clickText } from '../text/clicks.js';
import { commandPane, scrollPane, withEditor } from '../text/pane.js';
import { noProblem, problemBeside, problemList } from '../text/problems.js';
import { update, withNotice } from '../update.js';
import { checkedVariables, checkNow } from './check.js';
import { listed } from './listed.js';
import { filledNames } from './names.js';

/** An outdated check is ignored. */
export function reduceVariables(state: State, action: VariablesAction): Update<State> {
  const view = viewOf(state, 'variables');
  const pane = state.variables;
  const set = (variables: TextPane): Update<State> => update(variables === pane ? state : { ...state, variables });
  switch (action.type) {
    case 'variables/command':
      return set(commandPane(pane, action.command, view));
    case 'variables/edited':
      return set(withEditor(pane, replaceText(pane.editor, action.text), view));
    case 'variables/click':
      return clickText(state, 'variables', action, (next, variables) => ({ ...next, variables }));
    case 'variables/scroll':
      return set(scrollPane(pane, action.by, view));
    case 'variables/check':
      return update(checkNow(state, action.id));
    case 'variables/go':
      return update(goTo(state, action.offset));
    case 'variables/problem': {
      const now = checkedVariables(state);
      const next = problemBeside(now.variablesCheck.report.problems, cursorOf(pane.editor), action.by);
      return update(next === undefined ? withNotice(now, noProblem) : goTo(now, next.from));
    }
    case 'variables/problems': {
      const now = checkedVariables(state);
      const list = problemList(now.variablesCheck.report.problems, pane.editor, 'variables/go');
      return update(list === undefined ? withNotice(now, noProblem) : withOverlay(now, list));
    }
    case 'variables/describe': {
      const { schema } = state.connect;
      if (schema === undefined) return update(state);
      const [text, offset] = [textOf(pane.editor), cursorOf(pane.editor)];
      return update(state, {
        kind: 'describe-variables',
        schema,
        operation: operationAt(state.query.document, state.query.active),
        text,
        offset,
      });
    }
    case 'variables/format':
      return update(formatted(state));
    case 'variables/fill':
      return update(
        action.edits
          ? { ...filled({ ...state, focus: 'variables', side: 'variables' }), editing: true }
          : filled(state),
      );
  }
}

const withText = (state: State, editor: EditorState): State => ({
  ...state,
  variables: withEditor(state.variables, editor, viewOf(state, 'variables')),
});

const goTo = (state: State, offset: number): State =>
  withText(state, select(state.variables.editor, Math.min(offset, state.variables.editor.doc.length)));

function formatted(state: State): State {
  const { editor } = state.variables;
  const text = textOf(editor);
  if (text.trim() === '') return withNotice(state, 'Nothing to format.');
  const result = formatJson(text);
  if ('problem' in result) {
    const { number } = editor.doc.lineAt(Math.min(result.offset, text.length));
    return withNotice(goTo(state, result.offset), `Not formatted: line ${number} is not valid JSON.`, 'error');
  }
  if (result.text === text) return withNotice(state, 'Already formatted.');
  return withText(state, replaceText(editor, result.text));
}

function filled(state: State): State {
  const { schema, description } = state.connect;
  const { request } = state.variablesCheck.seen;
  if (request !== undefined) return filledByDescription(state, request);
  if (description !== undefined)
    return withNotice(state, 'The cursor is not in a described request with {{names}} to fill.');
  const operation = operationAt(state.query.document, state.query.active);
  if (schema === undefined)
    return withNotice(state, `No ${kindWords[state.connect.kind].sourceName} to take values from.`);
  if (operation === undefined) return withNotice(state, 'No operation whose variables can be filled.');
  const { editor } = state.variables;
  const text = textOf(editor);
  const result = fillVariables(schema, operation, text, state.query.document.lastValid.definitions);
  if (result === undefined) return withNotice(state, 'Not filled: the variables are not a JSON object.', 'error');
  if (result.added.length === 0) return withNotice(state, 'Nothing is missing.');
  const { seen = [] } = state.identity;
  const filledText = withSeenVariables(
    schema,
    operation,
    state.query.document.lastValid.definitions,
    result.text,
    seen,
  );
  const next = withText(state, withCursor(replaceText(editor, filledText), text));
  return withNotice(next, `Added ${listed(result.added, name => name, 20)}.`);
}

/** Adds a value for each `{{name}}` of the request at the cursor that has none. */
function filledByDescription(state: State, request: DescribedRequest): State {
  const { editor } = state.variables;
  const text = textOf(editor);
  const result = filledNames(request, text, allValues(state.identity), state.identity.seen);
  if (result === undefined) return withNotice(state, 'Not filled: the variables are not a JSON object.', 'error');
  const { added, left, isIncomplete } = result;
  const words = [
    added.length === 0 ? '' : `Added ${listed(added, name => name, 20)}.`,
    left.length === 0 ? '' : `Not described: ${listed(left, name => `{{${name}}}`, 20)}. Type a value.`,
    isIncomplete ? incompleteExample : '',
  ].filter(Boolean);
  const next = added.length === 0 ? state : withText(state, withCursor(replaceText(editor, result.text), text));
  return withNotice(next, words.join(' ') || 'Nothing is missing.');
}

/** Puts the cursor into the first added value, ready for typing. */
function withCursor(editor: EditorState, before: string): EditorState {
  const text = textOf(editor);
  let at = 0;
  while (at < before.length && before[at] === text[at]) at += 1;
  const hole = /: (?:"(?=")|(?=[^\s"{[])|"(?=\w))/.exec(text.slice(at));
  return hole === null ? editor : edit(editor, { selection: { anchor: at + hole.index + hole[0].length } }, 'select');
}

export const variablesReducers = { variables: reduceVariables };
