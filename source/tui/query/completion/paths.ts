/** Completes file paths in the variables after `"@` if an operation takes files. */
import { operationAt } from '../../../core/graphql/builder/text/query-document.js';
import type { Suggestions } from '../../../core/graphql/intelligence/suggestion.js';
import { filePlaces } from '../../../core/graphql/intelligence/variable-files.js';
import { cursorOf } from '../../../core/text/editor.js';
import type { Action } from '../../model/action.js';
import type { Effect, Update } from '../../model/effect.js';
import type { State } from '../../model/state.js';
import { update } from '../../update.js';

/** Maximum length of a path to complete. */
const maxPathLength = 4096;

/** The path before the cursor, or undefined if none is being typed. */
export function typedPath(state: State): string | undefined {
  if (state.focus !== 'variables' || !state.editing || state.overlays.length > 0) return undefined;
  const { editor } = state.variables;
  const head = cursorOf(editor);
  const line = editor.sliceDoc(Math.max(editor.doc.lineAt(head).from, head - maxPathLength), head);
  const path = /"@([^"\\]*)$/.exec(line)?.[1];
  if (path === undefined) return undefined;
  const { query, connect } = state;
  const places = filePlaces(operationAt(query.document, query.active), name => connect.index?.type(name));
  return places.length === 0 ? undefined : path;
}

export const askPaths = (text: string): Effect => ({ kind: 'list-paths', text });

/** Completions of the last component of the path. Undefined if something else has been typed meanwhile. */
export function pathSuggestions(state: State, of: string, all: readonly string[]): Suggestions | undefined {
  if (typedPath(state) !== of) return undefined;
  const cut = of.lastIndexOf('/') + 1;
  const from = cursorOf(state.variables.editor) - (of.length - cut);
  const items = all.map(path => ({ label: path.slice(cut), insert: path.slice(cut) }));
  return items.length === 0 ? undefined : { kind: 'value', from, items };
}

/** Reads the folder when the user starts a path or its next component. */
export function followPaths(before: State, done: Update<State>, action: Action): Update<State> {
  const { state } = done;
  const { editor } = state.variables;
  if (editor === before.variables.editor) return done;
  const isTyped = action.type === 'variables/command' && action.command.do === 'insert';
  if (!isTyped && action.type !== 'completion/accept') return done;
  const head = cursorOf(editor);
  const path = /[@/]/.test(editor.sliceDoc(Math.max(0, head - 1), head)) ? typedPath(state) : undefined;
  return path === undefined ? done : update(state, ...done.effects, askPaths(path));
}
