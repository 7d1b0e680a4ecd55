/** The query text, which is the single source of truth. Typing, ticks, paste and format are transactions on its editor. */
import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { runText } from '../../core/text/commands.js';
import { cursorOf, type EditorState, edit, replaceText, select, textOf } from '../../core/text/editor.js';
import { viewOf } from '../layout.js';
import type { Update } from '../model/effect.js';
import type { QueryAction } from '../model/query.js';
import type { State } from '../model/state.js';
import { clickText } from '../text/clicks.js';
import { scrollPane, withEditor } from '../text/pane.js';
import { update } from '../update.js';
import { reduceCompletion } from './completion/reduce.js';
import { withArgumentsMoved, withVariablesUndone } from './edits.js';
import { reduceFindText } from './find/reduce.js';
import { checkQuery, formatted, nextProblem, openProblems } from './problems.js';
import { askRename, goToSymbol, renameSymbol } from './symbols.js';
import { changed, goTo, goToOperation, setEditor, typed } from './text.js';

/** An outdated check is ignored. */
function reduceQuery(state: State, action: QueryAction): Update<State> {
  const view = viewOf(state, 'query');
  const { query } = state;
  switch (action.type) {
    case 'query/command': {
      const { command } = action;
      const editor = command.do === 'insert' ? leaveEmptyBraces(query.editor, command.text) : query.editor;
      const next = typed(state, withEditor(query, runText(editor, command, view), view));
      return next.state.query.editor === query.editor
        ? update(state)
        : update(withVariablesUndone(next.state), ...next.effects);
    }
    case 'query/edited':
      return update(edited(state, action.text));
    case 'query/click':
      return clickText(state, 'query', action, changed);
    case 'query/scroll':
      return update({ ...state, query: { ...query, ...scrollPane(query, action.by, view) } });
    case 'query/parse':
      // The root reducer has parsed the text, as before any action except typing.
      return update(state);
    case 'query/check':
      return checkQuery(state, action.id);
    case 'query/go':
      return update(goTo(state, action.offset));
    case 'query/problem':
      return update(nextProblem(state, action.by));
    case 'query/problems':
      return update(openProblems(state));
    case 'query/describe': {
      const { schema } = state.connect;
      if (schema === undefined) return update(state);
      return update(state, { kind: 'describe', schema, text: textOf(query.editor), offset: cursorOf(query.editor) });
    }
    case 'query/format':
      return update(formatted(state));
    case 'query/ask-rename':
      return askRename(state, action.pane);
    case 'query/rename':
      return update(renameSymbol(state, action.pane, action.name));
    case 'query/definition':
      return update(goToSymbol(state, action.pane));
    case 'query/arguments':
      return update(withArgumentsMoved(state));
  }
}

/** Replaces the text. The active operation stays active if one with its name still exists. */
function edited(state: State, text: string): State {
  const { query } = state;
  const name = operationAt(query.document, query.active)?.name?.value;
  const next = setEditor(state, 'query', replaceText(query.editor, text));
  return goToOperation(next, name);
}

/** Number of characters inspected on each side of the cursor. */
const maxInspected = 200;

/**
 * The editor in which to insert text typed inside the empty brackets of a completed field. An argument or a directive goes before
 * the braces, and a typed bracket replaces its pair, since none of these is valid inside (GraphQL specification 2.5).
 */
function leaveEmptyBraces(editor: EditorState, typed: string): EditorState {
  if (!/^[{(@]$/.test(typed) || editor.selection.ranges.length > 1 || !editor.selection.main.empty) return editor;
  const at = cursorOf(editor);
  const before = editor.sliceDoc(Math.max(0, at - maxInspected), at);
  const after = editor.sliceDoc(at, at + maxInspected);
  const open = /[\w)]([ \t]*)\{\s*$/.exec(before);
  const close = /^\s*\}/.exec(after);
  if (typed === '(' && before.endsWith('(') && after.startsWith(')')) return withoutRange(editor, at - 1, at + 1);
  if (open !== null && close !== null) {
    const name = at - (open[0].length - 1);
    if (typed !== '{') return select(editor, name);
    return withoutRange(editor, name + (open[1] ?? '').length, at + close[0].length);
  }
  const ahead = /^[ \t]*\{\s*\}/.exec(after);
  return typed === '{' && ahead !== null ? withoutRange(editor, at, at + ahead[0].length) : editor;
}

const withoutRange = (editor: EditorState, from: number, to: number): EditorState =>
  edit(editor, { changes: { from, to }, selection: { anchor: from } });

export const queryReducers = { query: reduceQuery, completion: reduceCompletion, find: reduceFindText };
