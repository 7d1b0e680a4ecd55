/** Loads texts from a file or the history. Undoing the query once reverts both texts. */

import { emptyMemory } from '../../core/graphql/builder/memory.js';
import { withCompanion } from '../../core/text/companion-history.js';
import { isUntouched, replaceText, textOf } from '../../core/text/editor.js';
import { viewOf } from '../layout.js';
import type { State } from '../model/state.js';
import { changed, goTo, goToOperation } from '../query/text.js';
import { withEditor } from '../text/pane.js';

/**
 * Replaces both texts and discards the stored tick state. The cursor moves to the chosen operation, or to the beginning.
 * @param variables undefined to leave them unchanged
 * @param operation name of the chosen operation
 * @param isUndoable false if the query begins the undo history
 */
export function loadTexts(
  state: State,
  query: string,
  variables?: string,
  operation?: string,
  isUndoable = true,
): State {
  const before = textOf(state.variables.editor);
  const after = variables ?? before;
  const effects = after === before ? [] : [withCompanion.of({ before, after, gone: [], come: [] })];
  const editor = replaceText(state.query.editor, query, effects, isUndoable);
  const loaded = changed(state, withEditor(state.query, editor, viewOf(state, 'query')));
  const next = goToOperation(goTo(loaded, 0), operation);
  return {
    ...next,
    query: { ...next.query, memory: emptyMemory, unnamed: new Set(), removedVariables: new Map() },
    variables: withEditor(
      next.variables,
      replaceText(next.variables.editor, after, [], isUndoable || !isUntouched(next.variables.editor)),
      viewOf(state, 'variables'),
    ),
  };
}
