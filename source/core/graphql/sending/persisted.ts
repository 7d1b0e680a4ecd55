/**
 * Supports operations that the server already knows. With automatic persisted queries (Apollo's protocol), the SHA-256 is sent
 * first, and the text only if the server asks for it. With trusted documents, an ID always replaces the text.
 */

import { createHash } from 'node:crypto';
import { printRaw, type RawObject, rawObjectIn } from '../../json/raw.js';
import type { OperationText } from '../request.js';
import type { ResultSummary } from '../response.js';
import { readErrors } from '../result-errors.js';

/** Adds the hash of the operation to its extensions, next to any others. */
export function withHash<T extends OperationText>(operation: T): T {
  const extensions: RawObject = rawObjectIn(operation.extensions ?? '{}') ?? new Map();
  const sha256Hash = createHash('sha256').update(operation.query).digest('hex');
  const persistedQuery: RawObject = new Map();
  persistedQuery.set('version', { number: '1' }).set('sha256Hash', sha256Hash);
  extensions.set('persistedQuery', persistedQuery);
  return { ...operation, extensions: printRaw(extensions) };
}

export const withoutText = <T extends OperationText>(operation: T): T => ({ ...operation, withoutText: true });

/** Meaning of the response to a hash. */
type HashOutcome =
  /** The operation was executed. */
  | 'answered'
  /** The server requests the text along with the hash. */
  | 'unknown'
  /** The server does not support hashes, so the text is sent without one. */
  | 'unsupported';

/** Error messages of servers without hash support when a request has no text. */
const noText =
  /must provide (?:a )?(?:query|document)|query.*(?:missing|required|not provided|absent)|(?:missing|no) query|unable to parse/i;

/**
 * Interprets the response to an operation that was sent as a hash only.
 * @param summary absent if the response was not a GraphQL response
 * @param status HTTP status of the response
 */
export function judgeHash(summary: ResultSummary | undefined, status: number): HashOutcome {
  // A 404 or a request for credentials would be the same response with the text.
  if (summary === undefined) return status === 400 || status === 415 || status === 422 ? 'unsupported' : 'answered';
  if (summary.data === 'present') return 'answered';
  for (const { message, code } of readErrors(summary.errors).errors) {
    if (code === 'PERSISTED_QUERY_NOT_FOUND' || message === 'PersistedQueryNotFound') return 'unknown';
    if (code === 'PERSISTED_QUERY_NOT_SUPPORTED' || message === 'PersistedQueryNotSupported') return 'unsupported';
    if (noText.test(message.slice(0, 1000))) return 'unsupported';
  }
  return 'answered';
}
