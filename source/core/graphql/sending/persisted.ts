/**
 * Operations that a server knows already. Automatic persisted queries (Apollo's protocol): the SHA-256 goes first, the text only
 * when the server asks for it. Trusted documents: an ID goes in place of the text, always.
 */
import { createHash } from 'node:crypto';
import { isRawObject, parseRaw, printRaw, type RawObject } from '../../json/raw.js';
import type { OperationText } from '../request.js';
import type { ResultSummary } from '../response.js';
import { readErrors } from '../result-errors.js';

/** The operation with its hash in the extensions, whatever else is there. */
export function withHash<T extends OperationText>(operation: T): T {
  const read = parseRaw(operation.extensions ?? '{}');
  const extensions: RawObject = 'value' in read && isRawObject(read.value) ? read.value : new Map();
  const sha256Hash = createHash('sha256').update(operation.query).digest('hex');
  const persistedQuery: RawObject = new Map();
  persistedQuery.set('version', { number: '1' }).set('sha256Hash', sha256Hash);
  extensions.set('persistedQuery', persistedQuery);
  return { ...operation, extensions: printRaw(extensions) };
}

/** The operation without its text. */
export const withoutText = <T extends OperationText>(operation: T): T => ({ ...operation, withoutText: true });

/** Meaning of the response to a hash. */
type HashOutcome =
  /** The operation ran. */
  | 'answered'
  /** The server wants the text with the hash. */
  | 'unknown'
  /** The server knows nothing of hashes: the text goes without one. */
  | 'unsupported';

/** How servers that know no hashes complain about a request without a text. */
const noText =
  /must provide (?:a )?(?:query|document)|query.*(?:missing|required|not provided|absent)|(?:missing|no) query|unable to parse/i;

/**
 * Judges the answer to an operation that was sent as its hash alone.
 * @param summary absent: the answer was no GraphQL response
 * @param status of the HTTP answer
 */
export function judgeHash(summary: ResultSummary | undefined, status: number): HashOutcome {
  // 404 and what credentials are wanted for would answer the text in the same way.
  if (summary === undefined) return status === 400 || status === 415 || status === 422 ? 'unsupported' : 'answered';
  if (summary.data === 'present') return 'answered';
  for (const { message, code } of readErrors(summary.errors).errors) {
    if (code === 'PERSISTED_QUERY_NOT_FOUND' || message === 'PersistedQueryNotFound') return 'unknown';
    if (code === 'PERSISTED_QUERY_NOT_SUPPORTED' || message === 'PersistedQueryNotSupported') return 'unsupported';
    if (noText.test(message.slice(0, 1000))) return 'unsupported';
  }
  return 'answered';
}
