/** Looking at a description: its operations in a list that typing narrows, and the docs of a row. */
import { describeOperation } from '../../../core/openapi/describe.js';
import type { Description } from '../../../core/openapi/document/types.js';
import { titleOf } from '../../../core/openapi/look-up.js';
import type { Update } from '../../model/effect.js';
import type { State } from '../../model/state.js';
import type { Row } from '../../model/tree.js';
import { choice, openOverlay } from '../../overlays/open.js';
import { update, withNotice } from '../../update.js';
import { keysOf, operationOfRow } from './rows.js';

/** `/`: all operations; Enter goes to the row. */
export function searchOperations(state: State): Update<State> {
  const { description } = state.connect;
  if (description === undefined) return update(withNotice(state, 'There is no description to search yet.'));
  const options = description.operations.map(operation => {
    const { key, above } = keysOf(operation);
    const { id = '', summary } = operation;
    return {
      label: titleOf(operation),
      detail: [id, summary].filter(Boolean).join('  '),
      action: { type: 'schema/reveal', key, open: [above] } as const,
    };
  });
  const focused: State = { ...state, focus: 'schema', editing: false, overlays: [] };
  return openOverlay(focused, choice('Operations', options));
}

/** The docs of an operation, else what the row says. */
export function apiDocs(description: Description, row: Row): string {
  const operation = operationOfRow(description, row);
  if (operation !== undefined) return describeOperation(description, operation);
  return [row.detail, row.description].filter(Boolean).join('\n\n') || 'The description says nothing more of it.';
}
