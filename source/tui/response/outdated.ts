/** Detection of an outdated response or schema. */
import { isUnfit, saysUnfit } from '../../core/graphql/schema-diff/doubt.js';
import { textOf } from '../../core/text/editor.js';
import type { ResultAction } from '../model/response-action.js';
import type { State } from '../model/state.js';
import type { Doc } from '../model/text.js';

/** Changes since the response was requested, as a sentence for the status. Empty if there are none. */
export function outdatedWords({ response, query, variables, connect }: State): string {
  const { sent } = response;
  if (sent === undefined) return '';
  if (sent.url !== connect.url) return 'stale: endpoint changed';
  if (sent.entry !== undefined) {
    if (!textOf(query.editor).includes(sent.entry)) return 'stale: request changed';
  } else if (!same(sent.query, query.editor.doc)) return 'stale: query changed';
  return same(sent.variables, variables.editor.doc) ? '' : 'stale: variables changed';
}

/** Compares texts quickly: shared parts are compared by reference, and most other differences show in the length. */
const same = (a: Doc, b: Doc): boolean => a === b || (a.length === b.length && a.eq(b));

/**
 * A sentence if the server and the local check disagree about the unchanged text, which suggests that the schema has changed
 * since it was fetched. Undefined if they agree.
 */
export function disagreement(state: State, { data, errors, partial }: ResultAction): string | undefined {
  const { schema } = state.connect;
  const { problem, lastValid } = state.query.document;
  if (schema === undefined || problem !== undefined || partial || /query|endpoint/.test(outdatedWords(state)))
    return undefined;
  const isRefused = data === 'absent' && errors.some(saysUnfit);
  // Other errors, such as those of a resolver or a login, do not indicate a schema change.
  if (!isRefused && data === 'absent') return undefined;
  if (isRefused === isUnfit(schema, lastValid)) return undefined;
  return isRefused
    ? 'Rejected although it matches the schema, which may have changed. Press R to reload'
    : 'The response contains fields missing from the schema, which may have changed. Press R to reload';
}
