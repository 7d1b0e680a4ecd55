/** Loads texts from a file or the history. One undo of the query takes both back. */

import { emptyMemory } from '../../core/graphql/builder/memory.js';
import { withCompanion } from '../../core/text/companion-history.js';
import { replaceText, textOf } from '../../core/text/editor.js';
import { viewOf } from '../layout.js';
import type { State } from '../model/state.js';
import { changed, goTo, goToOperation } from '../query/text.js';
import { withEditor } from '../text/pane.js';

/**
 * Replaces both texts. What unticking remembered belonged to the old ones, and is forgotten.
 * The cursor goes to the operation that was chosen, else to the beginning: near where it was is nothing anybody chose.
 * @param variables undefined: they stay
 * @param operation the name of the operation that was chosen
 */
export function loadTexts(state: State, query: string, variables?: string, operation?: string): State {
  const before = textOf(state.variables.editor);
  const after = variables ?? before;
  const effects = after === before ? [] : [withCompanion.of({ before, after, gone: [], come: [] })];
  const editor = replaceText(state.query.editor, query, effects);
  const loaded = changed(state, withEditor(state.query, editor, viewOf(state, 'query')));
  const next = goToOperation(goTo(loaded, 0), operation);
  return {
    ...next,
    query: { ...next.query, memory: emptyMemory, unnamed: new Set(), aside: new Map() },
    variables: withEditor(next.variables, replaceText(next.variables.editor, after), viewOf(state, 'variables')),
  };
}
