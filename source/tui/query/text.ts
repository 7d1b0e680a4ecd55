/** The query's text in the state, parsed, with the definition at the cursor. */

import type { DocumentKind } from '../../core/document-kind.js';
import { emptyMemory, followNames } from '../../core/graphql/builder/memory.js';
import {
  definitionAt,
  emptyDocument,
  isOperation,
  parseQuery,
  type QueryDocument,
} from '../../core/graphql/builder/text/query-document.js';
import { cursorOf, type EditorState, languageOf, select, textOf } from '../../core/text/editor.js';
import { viewOf } from '../layout.js';
import type { Action } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { QueryState } from '../model/query.js';
import type { State } from '../model/state.js';
import type { TextPane, TextPaneId } from '../model/text.js';
import { textPane, withEditor } from '../text/pane.js';
import { update } from '../update.js';

/** Initial state with the cursor at the beginning. Nothing is checked until there is a schema. */
export function startQuery(text: string, kind: DocumentKind = 'graphql'): QueryState {
  const document = kind === 'http' ? emptyDocument : parseQuery(text, emptyDocument);
  return {
    ...textPane(text, kind),
    document,
    active: definitionAt(document, 0),
    memory: emptyMemory,
    unnamed: new Set(),
    removedVariables: new Map(),
    problems: [],
    checkId: undefined,
    checkInput: { document, schema: undefined },
    parseId: undefined,
  };
}

/** Replaces the query pane, and parses the text again if it changed. The root reducer updates the tree. */
export function changed(state: State, pane: TextPane): State {
  const { query } = state;
  // The GraphQL document of a text of requests stays empty; see http-text.ts.
  if (pane.editor === query.editor || languageOf(pane.editor) === 'http')
    return { ...state, query: { ...query, ...pane } };
  const isSameText = pane.editor.doc === query.editor.doc;
  const document = isSameText ? query.document : parseQuery(textOf(pane.editor), query.document);
  return withDocument(state, { ...query, ...pane }, document);
}

/** Stores the parsed text of the query. Remembered ticks follow its names. */
function withDocument(state: State, query: QueryState, document: QueryDocument): State {
  const active = definitionAt(document, cursorOf(query.editor));
  const memory = followNames(query.memory, query.document.lastValid, document.lastValid);
  return { ...state, query: { ...query, document, active, memory, parseId: undefined } };
}

/** Length in UTF-16 code units above which a text is parsed only after a pause in typing. */
const longText = 4000;

/**
 * The pause before parsing, in milliseconds. It is longer than the interval between typed keys, because a parse costs more than
 * ten keys. For a longer text it is longer, because the next key would wait longer.
 */
const parseRestFor = (length: number): number => 160 + length / 400;

/** Like `changed`, for typed keys: a long text is drawn immediately and parsed a moment later. */
export function typed(state: State, pane: TextPane): Update<State> {
  const { query, nextId } = state;
  const isLong =
    languageOf(pane.editor) !== 'http' && pane.editor.doc.length > longText && pane.editor.doc !== query.editor.doc;
  if (!isLong)
    return update(query.parseId === undefined ? changed(state, pane) : { ...state, query: { ...query, ...pane } });
  const next = { ...state, nextId: nextId + 1, query: { ...query, ...pane, parseId: nextId } };
  return update(next, {
    kind: 'later',
    ms: parseRestFor(pane.editor.doc.length),
    action: { type: 'query/parse', id: nextId },
  });
}

/** Actions that accompany typed keys, or occur between them, and need only the text. */
const typing: ReadonlySet<Action['type']> = new Set([
  'app/key',
  'query/command',
  'query/scroll',
  'query/check',
  'variables/check',
  'drafts/saved',
  'connect/aged',
  'response/elapsed',
  'response/events',
]);

/** Parses the query text if that was postponed. */
export function withCurrentDocument(state: State, action: Action): State {
  const { query } = state;
  const { parseId } = query;
  if (parseId === undefined || typing.has(action.type)) return state;
  if (action.type === 'query/parse' && action.id !== parseId) return state;
  return withDocument(state, query, parseQuery(textOf(query.editor), query.document));
}

/** Makes the definition at the cursor the active one, after the previous one was deleted. */
export function followCursor(state: State): State {
  const { query } = state;
  const active = definitionAt(query.document, cursorOf(query.editor));
  return active === query.active ? state : { ...state, query: { ...query, active } };
}

/** Activates an operation by name, moving the cursor to it. If there is no such operation, the cursor does not move. */
export function goToOperation(state: State, name: string | undefined): State {
  const { document, active } = state.query;
  if (name === undefined || document.problem !== undefined) return state;
  const at = document.lastValid.definitions.findIndex(node => isOperation(node) && node.name?.value === name);
  return at === active ? state : goToDefinition(state, at);
}

/** Moves the cursor to the beginning of a definition, if it exists. */
export function goToDefinition(state: State, index: number | undefined): State {
  const offset = index === undefined ? undefined : state.query.document.lastValid.definitions[index]?.loc?.start;
  return offset === undefined ? state : goTo(state, offset);
}

/** Moves the cursor to an offset of the query in characters, or to its end, and scrolls to it. */
export function goTo(state: State, offset: number): State {
  const { editor } = state.query;
  return setEditor(state, 'query', select(editor, Math.min(offset, editor.doc.length)));
}

export const setPane = (state: State, id: TextPaneId, pane: TextPane): State =>
  id === 'query' ? changed(state, pane) : { ...state, variables: pane };

/** Changes the text or cursor of one of the panes and scrolls to the cursor. */
export const setEditor = (state: State, id: TextPaneId, editor: EditorState): State =>
  setPane(state, id, withEditor(state[id], editor, viewOf(state, id)));
