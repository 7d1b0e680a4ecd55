/**
 * The completion list at the text cursor. It opens while typing and narrows with the word. All keys except its own go to the
 * text.
 */

import {
  pick,
  type Suggestion,
  type SuggestionKind,
  type WordBounds,
} from '../../../core/graphql/intelligence/suggestion.js';
import { cursorOf, EditorSelection, type EditorState, edit } from '../../../core/text/editor.js';
import { insertedPair } from '../../../core/text/open-pairs.js';
import { clamp } from '../../layout.js';
import type { Action } from '../../model/action.js';
import type { CompletionAction, CompletionList, CompletionState } from '../../model/completion.js';
import type { Update } from '../../model/effect.js';
import type { State } from '../../model/state.js';
import type { TextPaneId } from '../../model/text.js';
import { notify, update } from '../../update.js';
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

/** Shows a notice if there is nothing to complete, but only if the user opened the list. */
export function reduceCompletion(state: State, action: CompletionAction): Update<State> {
  const { list } = state.completion;
  switch (action.type) {
    case 'completion/ask':
      return list === undefined ? openOnRequest(state) : update(moved(state, list, { by: 1 }));
    case 'completion/paths': {
      const suggestions = pathSuggestions(state, action.of, action.all);
      if (suggestions === undefined) return update(state);
      const list = { ...suggestions, pane: 'variables', shown: [], selected: 0, word: '', requested: false } as const;
      return update(set(state, narrowed(list, state.variables.editor)));
    }
    case 'completion/ready': {
      const ready = { ...state, completion: { ...state.completion, engine: action.engine } };
      // Paths are read from disk, and may already be available.
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

function openOnRequest(state: State): Update<State> {
  const path = typedPath(state);
  if (path !== undefined) return update(state, askPaths(path));
  const pane = editedPane(state);
  const missing = pane && providerOf(state, pane).missing(state);
  if (missing !== undefined) return notify(state, missing);
  const opened = open(state, undefined);
  return opened.completion.list === undefined ? notify(opened, 'No suggestions here.') : update(opened);
}

/** Moves the selection. A single step wraps around; a page (the number of visible items) stops at the ends. */
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
 * Opens the list at the cursor, or closes it if there is nothing to suggest.
 * @param only kinds that may open automatically, or undefined for all kinds on the user's request
 */
function open(state: State, only: readonly SuggestionKind[] | undefined): State {
  const pane = editedPane(state);
  if (pane === undefined) return set(state, undefined);
  const editor = editorOf(state, pane);
  const suggestions = providerOf(state, pane).suggest(state);
  if (suggestions === undefined || (only !== undefined && !only.includes(suggestions.kind)))
    return set(state, undefined);
  return set(
    state,
    narrowed({ ...suggestions, pane, shown: [], selected: 0, word: '', requested: only === undefined }, editor),
  );
}

/** Opens the list for the last typed word if the engine becomes available after its first letters. */
function started(state: State): State {
  const pane = editedPane(state);
  const only = pane && triggeredKinds(state, pane);
  return only === undefined ? state : open(state, only);
}

/**
 * Kinds that may open automatically at the cursor.
 * @param typed the text that was typed; the character before the cursor if omitted
 */
function triggeredKinds(state: State, pane: TextPaneId, typed?: string): readonly SuggestionKind[] | undefined {
  const editor = editorOf(state, pane);
  const head = cursorOf(editor);
  const before = editor.sliceDoc(Math.max(0, head - 3), head);
  return providerOf(state, pane).triggered(typed ?? before.slice(-1), before);
}

/** The list for the current word. Undefined if it is another word, nothing matches, or the word is complete. */
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
    // Other cursors must be on the same word to be replaced.
    if (editor.sliceDoc(Math.max(0, from), range.head) !== word) return { range };
    const change = { from, to: range.head + restLength(list, item, editor, range.head), insert: item.insert };
    const inside = item.insert.length - (item.back ?? 0);
    const effects = item.back === undefined ? [] : [insertedPair(item.insert, inside, from)];
    return { changes: change, effects, range: EditorSelection.cursor(from + inside) };
  });
  const closed = set(setEditor(state, list.pane, edit(editor, done, 'input.complete')), undefined);
  // A value follows `name: `, so suggest enum values and variables immediately.
  if (list.kind === 'argument' || list.kind === 'key') return open(closed, ['value']);
  // The field brought its braces and parentheses, and the cursor is inside.
  return item.back === undefined ? closed : open(closed, ['field', 'argument']);
}

/** Letters of a word in GraphQL and in JSON. */
const words: Readonly<Record<TextPaneId, WordBounds>> = {
  query: { before: /^\w*$/, after: /^\w*/ },
  variables: { before: /^"?[^"\n]*$/, after: /^[\w.+-]*/ },
};

const boundsOf = ({ bounds, pane }: CompletionList): WordBounds => bounds ?? words[pane];

/** Length of the part of the word after the cursor. */
function restLength(list: CompletionList, item: Suggestion, editor: EditorState, head: number): number {
  const behind = editor.sliceDoc(head, Math.min(editor.doc.length, head + 200));
  // In JSON, the word ends with its quote, which is part of the suggestion.
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

/** Runs after every action. Typing opens or narrows the list; any other change of the text or the focus closes it. */
export function followCompletion(before: State, state: State, action: Action): State {
  const pane = editedPane(state);
  if (pane === undefined) return set(state, undefined);
  const editor = editorOf(state, pane);
  if (action.type.startsWith('completion/') || editor === editorOf(before, pane)) return state;
  const command = action.type === 'query/command' || action.type === 'variables/command' ? action.command : undefined;
  const typed = command?.do === 'insert' ? command.text : undefined;
  const isErasing = command?.do === 'erase' && command.what === 'back';
  if (typed === undefined && !isErasing) return set(state, undefined);
  const { list } = state.completion;
  const isEmptied = isErasing && list?.requested === false && cursorOf(editor) <= list.from;
  const next = list === undefined || isEmptied ? undefined : narrowed(list, editor);
  if (next !== undefined) return set(state, next);
  const only = typed === undefined ? undefined : triggeredKinds(state, pane, typed);
  return only === undefined ? set(state, undefined) : open(state, only);
}
