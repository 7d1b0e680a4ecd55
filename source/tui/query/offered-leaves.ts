/** Run offers the leaves that a field without a selection lacks, once for each text. */
import { viewOf as schemaView } from '../../core/graphql/builder/index.js';
import { leavesWords, type MissingLeaves, missingLeaves } from '../../core/graphql/builder/missing-leaves.js';
import { edit } from '../../core/text/editor.js';
import { viewOf } from '../layout.js';
import type { Action } from '../model/action.js';
import type { ChoiceOverlay } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { choice } from '../overlays/open.js';
import { withEditor } from '../text/pane.js';
import { changed } from './text.js';

/** Empty without a schema, and while the text does not parse. */
function leavesIn({ query, connect }: State): readonly MissingLeaves[] {
  const { schema } = connect;
  if (schema === undefined || query.document.problem !== undefined) return [];
  return missingLeaves(schemaView(schema), query.document.lastValid);
}

/** The question before a run; undefined: nothing is missing, or this text is meant as it is. */
export function leavesOffer(state: State): ChoiceOverlay<Action> | undefined {
  const { query } = state;
  const missing = query.asIs === query.editor.doc ? [] : leavesIn(state);
  if (missing.length === 0) return undefined;
  return choice(`Add ${leavesWords(missing)}?`, [
    { label: 'Yes', detail: 'add and run; u takes them out again', action: { type: 'response/complete' } },
    { label: 'No', detail: 'run the text as it is', action: { type: 'response/run', asIs: true } },
  ]);
}

/** The offer is not repeated for this text. */
export const meantAsIs = (state: State): State => ({
  ...state,
  query: { ...state.query, asIs: state.query.editor.doc },
});

/** The text with its leaves, as one change. */
export function withOfferedLeaves(state: State): State {
  const { query } = state;
  const changes = leavesIn(state).map(({ at, leaves }) => ({ from: at, insert: ` { ${leaves} }` }));
  return changed(state, withEditor(query, edit(query.editor, { changes }, 'input.complete'), viewOf(state, 'query')));
}
