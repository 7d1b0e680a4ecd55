/** Loads texts from a file or the history. Undoing the query once reverts both texts. */

import { emptyMemory } from '../../core/graphql/builder/memory.js';
import { withCompanion } from '../../core/text/companion-history.js';
import { isUntouched, replaceText, textOf } from '../../core/text/editor.js';
import type { State } from '../model/state.js';
import { goTo, goToOperation, setEditor } from '../query/text.js';

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
  const loaded = setEditor(state, 'query', editor);
  const { query: pane, ...next } = goToOperation(goTo(loaded, 0), operation);
  return setEditor(
    { ...next, query: { ...pane, memory: emptyMemory, unnamed: new Set(), removedVariables: new Map() } },
    'variables',
    replaceText(next.variables.editor, after, [], isUndoable || !isUntouched(next.variables.editor)),
  );
}
