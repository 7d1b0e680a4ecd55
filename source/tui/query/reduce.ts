/** The query text: the one truth of what will be sent. Typing, ticks, paste and format are transactions on its editor. */

import type { GraphQLSchema } from 'graphql';
import { emptyMemory, type Memory } from '../../core/graphql/builder/memory.js';
import type { Edit } from '../../core/graphql/builder/outcome.js';
import {
  definitionAt,
  emptyDocument,
  parseQuery,
  type QueryDocument,
} from '../../core/graphql/builder/text/query-document.js';
import type { TextProblem } from '../../core/graphql/intelligence/problems.js';
import type { Trade } from '../../core/graphql/intelligence/variable-trade.js';
import { runText, type TextCommand } from '../../core/text/commands.js';
import { withTrade } from '../../core/text/companions.js';
import { cursorOf, edit, replaceText, textOf } from '../../core/text/editor.js';
import { type Step, step } from '../model/effect.js';
import { type State, viewOf } from '../model/state.js';
import { textChanged } from '../schema/reduce.js';
import { clickText } from '../text/clicks.js';
import { follow, scrollPane, type TextPane, textPane, withEditor } from '../text/pane.js';
import { withTradesUndone } from './edits.js';
import { checkQuery, formatted, goTo, nextProblem, openProblems } from './problems.js';

/** The text with what is known of it. */
export interface QueryState extends TextPane {
  /** The text as it was parsed; while it does not parse, its last good form. */
  readonly document: QueryDocument;
  /** Index of the definition the cursor is in: the one the tree shows and Ctrl-R runs. */
  readonly active: number | undefined;
  /** What ticking remembers beside the text. */
  readonly memory: Memory;
  /** What an untick took out of the variables, by the key of its row: it comes back with the row. */
  readonly aside: ReadonlyMap<string, Trade>;
  /** What the last check found, at its places in the text as it is now. Syntax errors are not in it: see `problemsIn`. */
  readonly problems: readonly TextProblem[];
  /** The check that is awaited; undefined: `problems` speak of this text, or there is no schema to check against. */
  readonly checkId: number | undefined;
  /** The text and schema that `problems` and `checkId` are for. */
  readonly seen: { readonly document: QueryDocument; readonly schema: GraphQLSchema | undefined };
}

export type QueryAction =
  | { readonly type: 'query/command'; readonly command: TextCommand }
  /** Comes back from $EDITOR. */
  | { readonly type: 'query/edited'; readonly text: string }
  | { readonly type: 'query/click'; readonly column: number; readonly row: number; readonly extend: boolean }
  | { readonly type: 'query/scroll'; readonly by: number }
  /** Comes on idle: checks the text against the schema, unless it has changed since. */
  | { readonly type: 'query/check'; readonly id: number }
  /** Puts the cursor on a place of the text. */
  | { readonly type: 'query/go'; readonly offset: number }
  /** The next or previous problem. */
  | { readonly type: 'query/problem'; readonly by: 1 | -1 }
  | { readonly type: 'query/problems' }
  /** Shows the docs of what is under the cursor. */
  | { readonly type: 'query/describe' }
  | { readonly type: 'query/format' };

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

/** A check that is no longer awaited changes nothing. */
export function reduceQuery(state: State, action: QueryAction): Step<State> {
  const view = viewOf(state, 'query');
  const { query } = state;
  switch (action.type) {
    case 'query/command': {
      const next = changed(state, withEditor(query, runText(query.editor, action.command, view.height), view));
      return step(next.query.editor === query.editor ? state : withTradesUndone(next));
    }
    case 'query/edited':
      return step(changed(state, withEditor(query, replaceText(query.editor, action.text), view)));
    case 'query/click':
      return clickText(state, 'query', action, changed);
    case 'query/scroll':
      return step({ ...state, query: { ...query, ...scrollPane(query, action.by, view) } });
    case 'query/check':
      return step(checkQuery(state, action.id));
    case 'query/go':
      return step(goTo(state, action.offset));
    case 'query/problem':
      return step(nextProblem(state, action.by));
    case 'query/problems':
      return step(openProblems(state));
    case 'query/describe': {
      const { schema } = state.connect;
      if (schema === undefined) return step(state);
      return step(state, { kind: 'describe', schema, text: textOf(query.editor), offset: cursorOf(query.editor) });
    }
    case 'query/format':
      return step(formatted(state));
  }
}

/** The state with another query pane: parsed again if the text changed, the tree brought up to date. */
export function changed(state: State, pane: TextPane): State {
  const { query } = state;
  if (pane.editor === query.editor) return { ...state, query: { ...query, ...pane } };
  const sameText = pane.editor.doc === query.editor.doc;
  const document = sameText ? query.document : parseQuery(textOf(pane.editor), query.document);
  const active = definitionAt(document, cursorOf(pane.editor));
  const next = { ...state, query: { ...query, ...pane, document, active } };
  return sameText && active === query.active ? next : textChanged(next);
}

/** The definition the cursor is in becomes the active one, after the one that was is gone. */
export function followCursor(state: State): State {
  const { query } = state;
  const active = definitionAt(query.document, cursorOf(query.editor));
  return active === query.active ? state : textChanged({ ...state, query: { ...query, active } });
}

/**
 * Takes over an edit of the builder as one transaction; the cursor goes with the text, into the active definition.
 * @param trade what it does to the variables: undone and redone with it
 */
export function applyEdit(state: State, outcome: Edit, trade?: Trade): State {
  const { query } = state;
  const view = viewOf(state, 'query');
  const effects = trade === undefined ? [] : [withTrade.of(trade)];
  let editor = edit(query.editor, { changes: [...outcome.changes], effects }, 'input.tick');
  if (outcome.changes.length > 0) editor = editor.update({ selection: { anchor: placeOfEdit(outcome) } }).state;
  const pane = follow({ editor, top: query.top, left: query.left }, view);
  const next = {
    ...state,
    query: { ...query, ...pane, document: outcome.document, active: outcome.active, memory: outcome.memory },
  };
  return textChanged(next);
}

/**
 * Where the eye should find an edit: behind the last change in the active definition, because a selection stands behind the
 * variables it needs. The tree keeps showing this operation then.
 */
function placeOfEdit({ changes, document, active }: Edit): number {
  let shift = 0;
  let found: number | undefined;
  for (const { from, to, insert } of changes) {
    const at = from + shift + insert.length;
    shift += insert.length - (to - from);
    if (definitionAt(document, at) === active) found = at;
  }
  if (found !== undefined) return found;
  const start = active === undefined ? undefined : document.good.definitions[active]?.loc?.start;
  return start ?? changes[0]?.from ?? 0;
}
