/** The query's text in the state: parsed, with the definition the cursor is in. */
import { emptyMemory, followNames } from '../../core/graphql/builder/memory.js';
import { definitionAt, emptyDocument, parseQuery } from '../../core/graphql/builder/text/query-document.js';
import { cursorOf, select, textOf } from '../../core/text/editor.js';
import { viewOf } from '../layout.js';
import type { QueryState } from '../model/query.js';
import type { State } from '../model/state.js';
import type { TextPane } from '../model/text.js';
import { textPane, withEditor } from '../text/pane.js';

/** The cursor is at the beginning; nothing is checked until there is a schema. */
export function startQuery(text: string): QueryState {
  const document = parseQuery(text, emptyDocument);
  return {
    ...textPane(text, 'graphql'),
    document,
    active: definitionAt(document, 0),
    memory: emptyMemory,
    aside: new Map(),
    problems: [],
    checkId: undefined,
    seen: { document, schema: undefined },
  };
}

/** The state with another query pane, parsed again if the text changed. The root reducer makes the tree follow. */
export function changed(state: State, pane: TextPane): State {
  const { query } = state;
  if (pane.editor === query.editor) return { ...state, query: { ...query, ...pane } };
  const sameText = pane.editor.doc === query.editor.doc;
  const document = sameText ? query.document : parseQuery(textOf(pane.editor), query.document);
  const active = definitionAt(document, cursorOf(pane.editor));
  const memory = followNames(query.memory, query.document.good, document.good);
  return { ...state, query: { ...query, ...pane, document, active, memory } };
}

/** Makes the definition under the cursor the active one, after the previous one was deleted. */
export function followCursor(state: State): State {
  const { query } = state;
  const active = definitionAt(query.document, cursorOf(query.editor));
  return active === query.active ? state : { ...state, query: { ...query, active } };
}

/** Moves the cursor to an offset of the query, in characters, or to its end, and scrolls there. */
export function goTo(state: State, offset: number): State {
  const { query } = state;
  const editor = select(query.editor, Math.min(offset, query.editor.doc.length));
  return changed(state, withEditor(query, editor, viewOf(state, 'query')));
}
