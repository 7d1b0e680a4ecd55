/** The docs of a row of a description. */
import { describeOperation } from '../../../core/openapi/describe.js';
import type { Description } from '../../../core/openapi/document/types.js';
import type { Row } from '../../model/tree.js';
import { operationOfRow } from './rows.js';

/** The docs of an operation, else what the row says. */
export function apiDocs(description: Description, row: Row): string {
  const operation = operationOfRow(description, row);
  if (operation !== undefined) return describeOperation(description, operation);
  return [row.detail, row.description].filter(Boolean).join('\n\n') || 'The description says nothing more of it.';
}
