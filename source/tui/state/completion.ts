/** The small list at the text cursor: opens as one types, narrows with the word, and never takes a key from the text but its own. */
import type { OperationDefinitionNode } from 'graphql';
import {
  pick,
  type Suggestion,
  type SuggestionKind,
  type Suggestions,
} from '../../core/graphql/intelligence/suggestion.js';
import { cursorOf, type EditorState, edit, textOf } from '../../core/text/editor.js';
import type { Action } from './actions.js';
import { type Effect, type Step, step } from './effects.js';
import { clamp } from './layout.js';
import { changed } from './query.js';
import { type State, viewOf } from './state.js';
import { withEditor } from './text-pane.js';

export type TextPaneId = 'query' | 'variables';

export interface CompletionState {
  /** The answer that is awaited. */
  readonly awaited: number | undefined;
  /** What may open by itself; undefined: anything. */
  readonly only: readonly SuggestionKind[] | undefined;
  readonly list: CompletionList | undefined;
}

export interface CompletionList extends Suggestions {
  readonly pane: TextPaneId;
  /** What the word picks, best first; never empty. */
  readonly shown: readonly Suggestion[];
  readonly selected: number;
  /** True once the user moved in the list: then Enter accepts too. */
  readonly moved: boolean;
  /** True if the user asked for the list: it stays when the word is empty. */
  readonly asked: boolean;
}

export type CompletionAction =
  /** Ctrl-N or Ctrl-Space. */
  | { readonly type: 'completion/ask' }
  | { readonly type: 'completion/answer'; readonly id: number; readonly found: Suggestions | undefined }
  | { readonly type: 'completion/move'; readonly by: number }
  | { readonly type: 'completion/accept' }
  | { readonly type: 'completion/close' };

export const noCompletion: CompletionState = { awaited: undefined, only: undefined, list: undefined };

const set = (state: State, completion: CompletionState): State => ({ ...state, completion });

/** The text pane that is typed into. */
export function editedPane(state: State): TextPaneId | undefined {
  const pane = state.focus;
  return state.editing && state.overlays.length === 0 && (pane === 'query' || pane === 'variables') ? pane : undefined;
}

const editorOf = (state: State, pane: TextPaneId): EditorState => state[pane].editor;

export function reduceCompletion(state: State, action: CompletionAction): Step<State> {
  const { list } = state.completion;
  switch (action.type) {
    case 'completion/ask': {
      if (list !== undefined) return step(moved(state, list, 1));
      if (state.connect.schema === undefined) {
        return step({ ...state, notice: { text: 'There is no schema to complete from.', tone: 'info' } });
      }
      return order(state, undefined);
    }
    case 'completion/answer':
      return step(answered(state, action.id, action.found));
    case 'completion/move':
      return step(list === undefined ? state : moved(state, list, action.by));
    case 'completion/accept':
      return list === undefined ? step(state) : accepted(state, list);
    case 'completion/close':
      return step(set(state, noCompletion));
  }
}

function moved(state: State, list: CompletionList, by: number): State {
  const selected =
    Math.abs(by) === 1
      ? (list.selected + by + list.shown.length) % list.shown.length
      : clamp(list.selected + by, 0, list.shown.length - 1);
  return set(state, { ...state.completion, list: { ...list, selected, moved: true } });
}

/** Asks for the suggestions at the cursor. The schema is needed to answer; without one nothing is asked. */
function order(state: State, only: readonly SuggestionKind[] | undefined): Step<State> {
  const pane = editedPane(state);
  const { schema } = state.connect;
  if (pane === undefined || schema === undefined) return step(set(state, noCompletion));
  const id = state.nextId;
  const editor = editorOf(state, pane);
  const effect: Effect = {
    kind: 'complete',
    id,
    pane,
    schema,
    text: textOf(editor),
    offset: cursorOf(editor),
    operation: activeOperation(state),
  };
  return step({ ...state, nextId: id + 1, completion: { awaited: id, only, list: undefined } }, effect);
}

/** The operation that Ctrl-R would run, in its last form that parsed. */
export function activeOperation({ query }: State): OperationDefinitionNode | undefined {
  const node = query.active === undefined ? undefined : query.document.good.definitions[query.active];
  return node?.kind === 'OperationDefinition' ? node : undefined;
}

function answered(state: State, id: number, found: Suggestions | undefined): State {
  const { awaited, only } = state.completion;
  if (id !== awaited) return state;
  const pane = editedPane(state);
  const asked = only === undefined;
  const closed = set(state, noCompletion);
  if (pane === undefined) return closed;
  if (found === undefined || (only !== undefined && !only.includes(found.kind))) {
    return asked && found === undefined
      ? { ...closed, notice: { text: 'Nothing is known for this place.', tone: 'info' } }
      : closed;
  }
  const list = narrowed({ ...found, pane, shown: [], selected: 0, moved: false, asked }, editorOf(state, pane));
  return list === undefined ? closed : set(state, { awaited: undefined, only: undefined, list });
}

/** What may stand between the beginning of the word and the cursor. */
const wordOf: Readonly<Record<TextPaneId, RegExp>> = { query: /^\w*$/, variables: /^"?[^"\n]*$/ };

/** The list for the word as it is now; undefined if the word is another one, or nothing fits, or it is complete. */
function narrowed(list: CompletionList, editor: EditorState): CompletionList | undefined {
  const head = cursorOf(editor);
  if (head < list.from || head - list.from > 200) return undefined;
  const word = editor.sliceDoc(list.from, head);
  if (!wordOf[list.pane].test(word)) return undefined;
  const shown = pick(list.items, word);
  const only = shown[0];
  if (only === undefined) return undefined;
  if (shown.length === 1 && only.insert === word && !list.asked) return undefined;
  return { ...list, shown, selected: 0, moved: false };
}

function accepted(state: State, list: CompletionList): Step<State> {
  const item = list.shown[list.selected];
  if (item === undefined) return step(set(state, noCompletion));
  const editor = editorOf(state, list.pane);
  const head = cursorOf(editor);
  const behind = editor.sliceDoc(head, Math.min(editor.doc.length, head + 200));
  const rest = (list.pane === 'query' ? /^\w*/ : restOfWord(item.insert)).exec(behind)?.[0].length ?? 0;
  const anchor = list.from + item.insert.length - (item.back ?? 0);
  const next = edit(
    editor,
    { changes: { from: list.from, to: head + rest, insert: item.insert }, selection: { anchor } },
    'input.complete',
  );
  const closed = set(withText(state, list.pane, next), noCompletion);
  // Behind `name: ` comes a value: those of enums and variables are offered at once.
  return list.kind === 'argument' || list.kind === 'key' ? order(closed, ['value']) : step(closed);
}

/** In JSON the rest of a word ends with its quote, which the suggestion brings along. */
const restOfWord = (insert: string): RegExp => (insert.startsWith('"') ? /^\w*"?/ : /^[\w.+-]*/);

function withText(state: State, pane: TextPaneId, editor: EditorState): State {
  const view = viewOf(state, pane);
  return pane === 'query'
    ? changed(state, withEditor(state.query, editor, view))
    : { ...state, variables: { ...state.variables, ...withEditor(state.variables, editor, view) } };
}

const anything: readonly SuggestionKind[] = [
  'keyword',
  'field',
  'argument',
  'value',
  'variable',
  'type',
  'fragment',
  'directive',
  'key',
];

/** What typing a text may open. */
function triggered(typed: string, before: string): readonly SuggestionKind[] | undefined {
  if (/^[A-Za-z_$@"]$/.test(typed)) return anything;
  if (typed === '.') return before.endsWith('...') ? anything : undefined;
  if (typed === '(') return ['argument'];
  if (typed === ' ' || typed === ':' || typed === '[') return ['value', 'type'];
  return undefined;
}

/** After every action: typing opens or narrows the list, everything else that touches the text or the focus closes it. */
export function followCompletion(before: State, done: Step<State>, action: Action): Step<State> {
  const { state } = done;
  const pane = editedPane(state);
  const { awaited, list } = state.completion;
  const open = awaited !== undefined || list !== undefined;
  if (pane === undefined) return open ? { ...done, state: set(state, noCompletion) } : done;
  const editor = editorOf(state, pane);
  if (action.type.startsWith('completion/') || editor === editorOf(before, pane)) return done;
  const command = action.type === 'query/command' || action.type === 'variables/command' ? action.command : undefined;
  const typed = command?.do === 'insert' ? command.text : undefined;
  const erased = command?.do === 'erase' && command.what === 'back';
  if (typed === undefined && !erased) return open ? { ...done, state: set(state, noCompletion) } : done;
  if (list !== undefined) {
    const next = narrowed(list, editor);
    const emptied = erased && !list.asked && cursorOf(editor) <= list.from;
    if (next !== undefined && !emptied) return { ...done, state: set(state, { ...state.completion, list: next }) };
  } else if (awaited !== undefined && typed !== undefined && /^\w$/.test(typed)) {
    // The word goes on while its list is on the way.
    if (state.completion.only === undefined || state.completion.only === anything) return done;
  }
  const head = cursorOf(editor);
  const only = typed === undefined ? undefined : triggered(typed, editor.sliceDoc(Math.max(0, head - 3), head));
  if (only === undefined) return open ? { ...done, state: set(state, noCompletion) } : done;
  const ordered = order(state, only);
  return step(ordered.state, ...done.effects, ...ordered.effects);
}
