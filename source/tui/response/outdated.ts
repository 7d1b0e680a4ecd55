/** Whether what is shown is out of date: the response, or the schema. */
import { isUnfit, saysUnfit } from '../../core/graphql/schema-diff/doubt.js';
import { textOf } from '../../core/text/editor.js';
import type { ResultAction } from '../model/response-action.js';
import type { State } from '../model/state.js';
import type { Doc } from '../model/text.js';

/** Changes since the response was requested, as a sentence for the status; empty: none. */
export function outdatedWords({ response, query, variables, connect }: State): string {
  const { sent } = response;
  if (sent === undefined) return '';
  if (sent.url !== connect.url) return 'stale: other endpoint';
  if (sent.entry !== undefined) {
    if (!textOf(query.editor).includes(sent.entry)) return 'stale: request changed';
  } else if (!same(sent.query, query.editor.doc)) return 'stale: query changed';
  return same(sent.variables, variables.editor.doc) ? '' : 'stale: variables changed';
}

/** Texts that share their parts compare fast; the length settles most others. */
const same = (a: Doc, b: Doc): boolean => a === b || (a.length === b.length && a.eq(b));

/**
 * A sentence if the server and the check of the query disagree about a result of the text as it is: a sign that the schema has
 * changed since it was read. Undefined: they agree.
 */
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
