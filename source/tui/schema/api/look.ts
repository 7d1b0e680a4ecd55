/** Commands that inspect a description: the documentation of a row, and the uses of its schema. */
import { describeOperation } from '../../../core/openapi/describe.js';
import type { Description } from '../../../core/openapi/document/types.js';
import { titleOf } from '../../../core/openapi/look-up.js';
import { type SchemaUse, usesOf } from '../../../core/openapi/uses.js';
import { plainMarkdown } from '../../../core/text/markdown.js';
import type { Update } from '../../model/effect.js';
import type { State } from '../../model/state.js';
import type { Row } from '../../model/tree.js';
import { choice, openOverlay } from '../../overlays/open.js';
import { update, withNotice } from '../../update.js';
import { operationOfRow } from './groups.js';
import { keysOfUse } from './part-rows.js';

/** `W`: lists the operations whose parameters, body or responses use the row's schema. Enter goes to one. */
export function whereSchemaUsed(state: State, description: Description, row: Row | undefined): Update<State> {
  const name = row?.typeName;
  if (name === undefined) return update(withNotice(state, 'This row has no named schema.'));
  const uses = usesOf(description, name);
  if (uses.length === 0) return update(withNotice(state, `No operation uses ${name}.`));
  const options = uses.map(use => {
    const [key = '', ...open] = keysOfUse(description, use, state.grouping);
    return {
      label: titleOf(use.operation),
      detail: useWords(use),
      action: { type: 'schema/reveal', key, open } as const,
    };
  });
  return openOverlay(state, choice(`Where ${name} is used (${uses.length})`, options));
}

/** `p`: lists the parts of the description that cannot be used, with their positions. */
export function descriptionProblems(state: State): Update<State> {
  const problems = state.connect.description?.problems ?? [];
  const text = problems.map(each => `${each.place}\n  ${each.text}`).join('\n');
  return openOverlay(state, { kind: 'text', title: `Problems of the description (${problems.length})`, text, top: 0 });
}

function useWords(use: SchemaUse): string {
  if (use.kind === 'response') return `response ${use.status}`;
  return use.kind === 'body' ? `body  ${use.mediaType}` : `${use.parameter.place} ${use.parameter.name}`;
}

/** The documentation of an operation, or the text of another row. */
export function apiDocs(description: Description, row: Row): string {
  const operation = operationOfRow(description, row);
  const prose = row.description && plainMarkdown(row.description);
  if (operation !== undefined) {
    const described = operation.description && plainMarkdown(operation.description);
    return describeOperation(description, { ...operation, description: described });
  }
  return [row.detail, prose].filter(Boolean).join('\n\n') || 'No further description.';
}
