/** The completion list at the text cursor: opens while typing, narrows with the word, and leaves all keys but its own to the text. */

import {
  pick,
  type Suggestion,
  type SuggestionKind,
  type WordBounds,
} from '../../../core/graphql/intelligence/suggestion.js';
import { cursorOf, EditorSelection, type EditorState, edit } from '../../../core/text/editor.js';
import { clamp } from '../../layout.js';
import type { Action } from '../../model/action.js';
import type { CompletionAction, CompletionList, CompletionState } from '../../model/completion.js';
import type { Update } from '../../model/effect.js';
import type { State } from '../../model/state.js';
import type { TextPaneId } from '../../model/text.js';
import { update, withNotice } from '../../update.js';
import { setEditor } from '../text.js';
import { completionRect } from './layout.js';
import { askPaths, pathSuggestions, typedPath } from './paths.js';
import { providerOf } from './providers.js';

/** The initial state. */
export const noCompletion: CompletionState = { engine: undefined, list: undefined };

const set = (state: State, list: CompletionList | undefined): State =>
  list === state.completion.list ? state : { ...state, completion: { ...state.completion, list } };

/** The text pane being edited. */
function editedPane(state: State): TextPaneId | undefined {
  const pane = state.focus;
  return state.editing && state.overlays.length === 0 && (pane === 'query' || pane === 'variables') ? pane : undefined;
}

const editorOf = (state: State, pane: TextPaneId): EditorState => state[pane].editor;

/** A notice says that there is nothing to complete, but only if the user opened the list. */
export function reduceCompletion(state: State, action: CompletionAction): Update<State> {
  const { list } = state.completion;
  switch (action.type) {
    case 'completion/ask': {
      if (list !== undefined) return update(moved(state, list, { by: 1 }));
      const path = typedPath(state);
      if (path !== undefined) return update(state, askPaths(path));
      const pane = editedPane(state);
      const missing = pane && providerOf(state, pane).missing(state);
      if (missing !== undefined) return update(withNotice(state, missing));
      const opened = open(state, undefined);
      return update(
        opened.completion.list === undefined ? withNotice(opened, 'There is nothing to suggest here.') : opened,
      );
    }
    case 'completion/paths': {
      const found = pathSuggestions(state, action.of, action.all);
      if (found === undefined) return update(state);
      const list = { ...found, pane: 'variables', shown: [], selected: 0, word: '', requested: false } as const;
      return update(set(state, narrowed(list, state.variables.editor)));
    }
    case 'completion/ready': {
      const ready = { ...state, completion: { ...state.completion, engine: action.engine } };
      // Paths come from the disk, and may be there already.
      return update(list === undefined ? started(ready) : ready);
    }
    case 'completion/move':
      return update(list === undefined ? state : moved(state, list, action));
    case 'completion/accept':
      return update(list === undefined ? state : accepted(state, { ...list, selected: action.item ?? list.selected }));
    case 'completion/close':
      return update(set(state, undefined));
  }
}

/** One up or down goes round; a page, as many as are visible, stops at the ends. */
function moved(
  state: State,
  list: CompletionList,
  { by, unit }: { readonly by: number; readonly unit?: 'page' },
): State {
  const page = (completionRect(state, list)?.height ?? 3) - 2;
  const selected =
    unit === undefined
      ? (list.selected + by + list.shown.length) % list.shown.length
      : clamp(list.selected + by * page, 0, list.shown.length - 1);
  return set(state, { ...list, selected });
}

/**
 * Opens the list at the cursor, or closes it if there is nothing to offer.
 * @param only kinds that may open automatically; undefined: all, on the user's request
 */
function open(state: State, only: readonly SuggestionKind[] | undefined): State {
  const pane = editedPane(state);
  if (pane === undefined) return set(state, undefined);
  const editor = editorOf(state, pane);
  const found = providerOf(state, pane).suggest(state);
  if (found === undefined || (only !== undefined && !only.includes(found.kind))) return set(state, undefined);
  return set(
    state,
    narrowed({ ...found, pane, shown: [], selected: 0, word: '', requested: only === undefined }, editor),
  );
}

/** The engine may arrive after the first letters: the list then opens for the word typed last. */
function started(state: State): State {
  const pane = editedPane(state);
  if (pane === undefined) return state;
  const editor = editorOf(state, pane);
  const head = cursorOf(editor);
  const before = editor.sliceDoc(Math.max(0, head - 3), head);
  const only = providerOf(state, pane).triggered(before.slice(-1), before);
  return only === undefined ? state : open(state, only);
}

/** The list for the current word; undefined if it is another word, nothing matches, or the word is complete. */
function narrowed(list: CompletionList, editor: EditorState): CompletionList | undefined {
  const head = cursorOf(editor);
  if (head < list.from || head - list.from > 200) return undefined;
  const word = editor.sliceDoc(list.from, head);
  if (!boundsOf(list).before.test(word)) return undefined;
  const shown = pick(list.items, word);
  const only = shown[0];
  if (only === undefined) return undefined;
  if (shown.length === 1 && only.insert === word && !list.requested) return undefined;
  return { ...list, shown, selected: 0, word: word.replace(/^["$@]/, '') };
}

function accepted(state: State, list: CompletionList): State {
  const item = list.shown[list.selected];
  if (item === undefined) return set(state, undefined);
  const editor = editorOf(state, list.pane);
  const word = editor.sliceDoc(list.from, cursorOf(editor));
  const done = editor.changeByRange(range => {
    const from = range.head - word.length;
    // At other cursors only the same word is replaced.
    if (editor.sliceDoc(Math.max(0, from), range.head) !== word) return { range };
    const change = { from, to: range.head + restLength(list, item, editor, range.head), insert: item.insert };
    return { changes: change, range: EditorSelection.cursor(from + item.insert.length - (item.back ?? 0)) };
  });
  const closed = set(setEditor(state, list.pane, edit(editor, done, 'input.complete')), undefined);
  // A value follows `name: `: enum values and variables are offered immediately.
  if (list.kind === 'argument' || list.kind === 'key') return open(closed, ['value']);
  // Braces and parentheses came with the field, and the cursor is inside.
  return item.back === undefined ? closed : open(closed, ['field', 'argument']);
}

/** The letters of a word, of GraphQL and of JSON. */
const words: Readonly<Record<TextPaneId, WordBounds>> = {
  query: { before: /^\w*$/, after: /^\w*/ },
  variables: { before: /^"?[^"\n]*$/, after: /^[\w.+-]*/ },
};

const boundsOf = ({ bounds, pane }: CompletionList): WordBounds => bounds ?? words[pane];

/** Length of the part of the word after the cursor. */
function restLength(list: CompletionList, item: Suggestion, editor: EditorState, head: number): number {
  const behind = editor.sliceDoc(head, Math.min(editor.doc.length, head + 200));
  // In JSON the word ends with its quote, which the suggestion includes.
  const isString = list.pane === 'variables' && item.insert.startsWith('"');
  return (isString ? /^\w*"?/ : boundsOf(list).after).exec(behind)?.[0].length ?? 0;
}

/** True if accepting the marked item would change nothing. */
export function acceptsNothing(state: State): boolean {
  const { list } = state.completion;
  const item = list?.shown[list.selected];
  if (list === undefined || item === undefined) return true;
  const editor = editorOf(state, list.pane);
  const head = cursorOf(editor);
  return editor.sliceDoc(list.from, head) === item.insert && restLength(list, item, editor, head) === 0;
}

/** After every action: typing opens or narrows the list; anything else that changes the text or the focus closes it. */
export function followCompletion(before: State, state: State, action: Action): State {
  const pane = editedPane(state);
  if (pane === undefined) return set(state, undefined);
  const editor = editorOf(state, pane);
  if (action.type.startsWith('completion/') || editor === editorOf(before, pane)) return state;
  const command = action.type === 'query/command' || action.type === 'variables/command' ? action.command : undefined;
  const typed = command?.do === 'insert' ? command.text : undefined;
  const erased = command?.do === 'erase' && command.what === 'back';
  if (typed === undefined && !erased) return set(state, undefined);
  const { list } = state.completion;
  if (list !== undefined) {
    const next = narrowed(list, editor);
    const emptied = erased && !list.requested && cursorOf(editor) <= list.from;
    if (next !== undefined && !emptied) return set(state, next);
  }
  const head = cursorOf(editor);
  const only =
    typed === undefined
      ? undefined
      : providerOf(state, pane).triggered(typed, editor.sliceDoc(Math.max(0, head - 3), head));
  return only === undefined ? set(state, undefined) : open(state, only);
}
