/** Before a run, suggests leaves for fields without a selection, once for each text. */
import { viewOf as schemaView } from '../../core/graphql/builder/index.js';
import { leavesWords, type MissingLeaves, missingLeaves } from '../../core/graphql/builder/missing-leaves.js';
import { edit } from '../../core/text/editor.js';
import type { Action } from '../model/action.js';
import type { ChoiceOverlay } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { choice } from '../overlays/open.js';
import { setEditor } from './text.js';

/** Empty without a schema or while the text does not parse. */
function leavesIn({ query, connect }: State): readonly MissingLeaves[] {
  const { schema } = connect;
  if (schema === undefined || query.document.problem !== undefined) return [];
  return missingLeaves(schemaView(schema), query.document.lastValid);
}

/** The prompt before a run. Undefined if no leaves are missing or the user has declined them for this text. */
export function leavesOffer(state: State): ChoiceOverlay<Action> | undefined {
  const { query } = state;
  const missing = query.declinedDoc === query.editor.doc ? [] : leavesIn(state);
  if (missing.length === 0) return undefined;
  return choice(`Add ${leavesWords(missing)}?`, [
    { label: 'Yes', detail: 'add and run (u: undo)', action: { type: 'response/complete' } },
    { label: 'No', detail: 'run unchanged', action: { type: 'response/run', asIs: true } },
  ]);
}

/** Remembers not to suggest leaves for this text again. */
export const withLeavesDeclined = (state: State): State => ({
  ...state,
  query: { ...state.query, declinedDoc: state.query.editor.doc },
});

/** Adds the leaves to the text as one change. */
export function withOfferedLeaves(state: State): State {
  const { query } = state;
  const changes = leavesIn(state).map(({ at, leaves }) => ({ from: at, insert: ` { ${leaves} }` }));
  return setEditor(state, 'query', edit(query.editor, { changes }, 'input.complete'));
}
