/** The server and the check of the query disagree: a sign that the schema has changed since it was read. */
import { isUnfit, saysUnfit } from '../../core/graphql/schema-diff/doubt.js';
import type { ResultAction } from '../model/response-action.js';
import type { State } from '../model/state.js';
import { outdatedWords } from './outdated.js';

/** The sentence about a result of the text as it is; undefined: they agree. */
export function disagreement(state: State, { data, errors, partial }: ResultAction): string | undefined {
  const { schema } = state.connect;
  const { problem, lastValid } = state.query.document;
  if (schema === undefined || problem !== undefined || partial || /query|endpoint/.test(outdatedWords(state)))
    return undefined;
  const isRefused = data === 'absent' && errors.some(saysUnfit);
  // Other errors, of a resolver or of a login, say nothing about the schema.
  if (!isRefused && data === 'absent') return undefined;
  if (isRefused === isUnfit(schema, lastValid)) return undefined;
  return isRefused
    ? 'The server refuses what its schema here allows: the schema may have changed: R'
    : 'The server answers what its schema here does not have: the schema may have changed: R';
}
