import { textOf } from '../../core/text/editor.js';
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
