/** Find and replace in Query and Variables. While typing, the cursor moves to the first match after its original position. */
import { runText, type TextCommand } from '../../../core/text/commands.js';
import {
  createText,
  cursorOf,
  type EditorState,
  selectedText,
  selectRange,
  textOf,
} from '../../../core/text/editor.js';
import { currentMatch, type Match, matchFrom, replaceMatches } from '../../../core/text/find.js';
import { hasCursors, selectAllOf } from '../../../core/text/occurrences.js';
import { runField } from '../../components/field.js';
import { viewOf } from '../../layout.js';
import type { Update } from '../../model/effect.js';
import type { State } from '../../model/state.js';
import type { FindAction, TextFind, TextPane, TextPaneId } from '../../model/text.js';
import { findWords, foundIn } from '../../text/find-line.js';
import { isEditable, withEditor } from '../../text/pane.js';
import { notify, update, withNotice } from '../../update.js';
import { setEditor, setPane } from '../text.js';

/** The pane whose search line is being edited. */
export function findingPane(state: State): TextPaneId | undefined {
  const { focus } = state;
  return isEditable(focus) && state[focus].find?.typing !== undefined ? focus : undefined;
}

const notFound = 'No search yet. Press / to search.';

/** Shows a notice if there is no match. */
export function reduceFindText(state: State, action: FindAction): Update<State> {
  const id = state.focus;
  if (!isEditable(id)) return update(state);
  const pane = state[id];
  const { find } = pane;
  if (action.type === 'find/open') return update(open(state, id));
  if (find === undefined) return notify(state, notFound);
  switch (action.type) {
    case 'find/typed':
      return update(typed(state, id, find, action.command));
    case 'find/step':
      return update(further(state, id, find, action.by));
    case 'find/switch':
      return update(change(state, id, { ...find, typing: find.typing === 'text' ? 'replacement' : 'text' }));
    case 'find/case': {
      const exact = !(find.exact ?? textOf(find.field) !== textOf(find.field).toLowerCase());
      return update(look(change(state, id, { ...find, exact }), id));
    }
    case 'find/take': {
      const accepted = change(state, id, textOf(find.field) === '' ? undefined : { ...find, typing: undefined });
      const words = findWords(pane);
      return update(
        words === 'not found' ? withNotice(leave(state, id, find), `"${textOf(find.field)}" not found.`) : accepted,
      );
    }
    case 'find/replace':
      return update(replaceOne(state, id, find));
    case 'find/all':
      return update(find.typing === 'replacement' ? replaceAll(state, id, find) : cursorsAtAll(state, id, find));
    case 'find/leave':
      return update(leave(state, id, find));
  }
}

const change = (state: State, id: TextPaneId, find: TextFind | undefined): State =>
  setPane(state, id, { ...state[id], find });

/** Starts with the selected text or the previous search. Typing replaces it. */
function open(state: State, id: TextPaneId): State {
  const { editor, top, skip, left, find } = state[id];
  const selected = hasCursors(editor) ? '' : selectedText(editor);
  const previous = find === undefined ? '' : textOf(find.field);
  const text = selected === '' || selected.includes('\n') ? previous : selected;
  return change(state, id, {
    field: runText(createText(text), { do: 'select-all' }),
    replacement: find?.replacement ?? createText(''),
    typing: 'text',
    exact: find?.exact,
    before: { editor, top, skip, left },
  });
}

function typed(state: State, id: TextPaneId, find: TextFind, command: TextCommand): State {
  if (find.typing === 'replacement')
    return change(state, id, { ...find, replacement: runField(find.replacement, command) });
  const field = runField(find.field, command);
  const next = change(state, id, { ...find, field });
  return field.doc === find.field.doc ? next : look(next, id);
}

/** Goes to the first match after the position where the search started, or back to that position. */
function look(state: State, id: TextPaneId): State {
  const pane = state[id];
  const { find } = pane;
  if (find === undefined) return state;
  const start = find.before.editor.selection.main.from;
  const match = matchFrom(foundIn(pane), start, 1);
  return match === undefined ? setPane(state, id, { ...pane, ...back(pane, find) }) : goTo(state, id, match);
}

const goTo = (state: State, id: TextPaneId, { from, to }: Match): State =>
  setEditor(state, id, selectRange(state[id].editor, from, to));

/** The current text with the earlier cursor and scroll position. */
function back({ editor }: TextPane, { before }: TextFind): TextFind['before'] {
  const { editor: old, top, skip, left } = before;
  const { main } = old.selection;
  return { editor: old.doc === editor.doc ? old : selectRange(editor, main.anchor, main.head), top, skip, left };
}

function further(state: State, id: TextPaneId, find: TextFind, by: 1 | -1): State {
  const pane = state[id];
  const { main } = pane.editor.selection;
  const matches = foundIn(pane);
  // The match at the cursor is skipped.
  const isForward = by > 0;
  const isOnMatch = currentMatch(pane.editor, matches) >= 0;
  const match = matchFrom(matches, isForward === isOnMatch ? main.to : main.from, by);
  if (match === undefined) return withNotice(state, `"${textOf(find.field)}" not found.`);
  return goTo(state, id, match);
}

/** Replaces the text. Afterwards, Esc no longer returns to the position before the change. */
function changedText(state: State, id: TextPaneId, find: TextFind, editor: EditorState): State {
  const pane = withEditor(state[id], editor, viewOf(state, id));
  const { top, skip, left } = pane;
  return setPane(state, id, { ...pane, find: { ...find, before: { editor, top, skip, left } } });
}

function replaceOne(state: State, id: TextPaneId, find: TextFind): State {
  const { editor } = state[id];
  const match = foundIn(state[id])[currentMatch(editor, foundIn(state[id]))];
  if (match === undefined) return further(state, id, find, 1);
  const replaced = changedText(state, id, find, replaceMatches(editor, [match], textOf(find.replacement)));
  const next = matchFrom(foundIn(replaced[id]), cursorOf(replaced[id].editor), 1);
  return next === undefined ? withNotice(replaced, 'Replaced the last match.') : goTo(replaced, id, next);
}

function replaceAll(state: State, id: TextPaneId, find: TextFind): State {
  const matches = foundIn(state[id]);
  if (matches.length === 0) return withNotice(state, `"${textOf(find.field)}" not found.`);
  const editor = replaceMatches(state[id].editor, matches, textOf(find.replacement));
  const replaced = changedText(state, id, { ...find, typing: undefined }, editor);
  return withNotice(replaced, matches.length === 1 ? 'Replaced one match.' : `Replaced ${matches.length} matches.`);
}

/** Puts a cursor at each match, for overwriting them. */
function cursorsAtAll(state: State, id: TextPaneId, find: TextFind): State {
  const matches = foundIn(state[id]);
  if (matches.length === 0) return withNotice(state, `"${textOf(find.field)}" not found.`);
  const withoutFind = change({ ...state, editing: true }, id, undefined);
  return setEditor(withoutFind, id, selectAllOf(withoutFind[id].editor, matches));
}

/** Esc. While typing, it returns to where the search started; later it only ends the search. */
function leave(state: State, id: TextPaneId, find: TextFind): State {
  const pane = find.typing === undefined ? state[id] : { ...state[id], ...back(state[id], find) };
  return setPane(state, id, { ...pane, find: undefined });
}
