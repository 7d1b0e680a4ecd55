/** The rows without a description: the requests of the text. */
import type { State } from '../../model/state.js';
import type { Row } from '../../model/tree.js';
import { httpFileOf, nameOf, offsetOf } from '../../query/http-text.js';

const keyOf = (at: number): string => `request ${at}`;

export const requestRows = ({ query }: Pick<State, 'query'>): readonly Row[] =>
  httpFileOf(query.editor).entries.map((entry, at) => ({
    key: keyOf(at),
    kind: 'entry',
    depth: 0,
    name: nameOf(entry),
    mark: 'none',
    ...(entry.name === undefined ? {} : { detail: `${entry.method} ${entry.url}` }),
    ...(entry.skip === undefined ? {} : { deprecated: entry.skip }),
  }));

/** Where the request of a row begins; undefined: it is another row. */
export const requestOffset = ({ query }: Pick<State, 'query'>, row: Row): number | undefined => {
  const entry = httpFileOf(query.editor).entries.find((_, at) => keyOf(at) === row.key);
  if (entry === undefined) return undefined;
  return offsetOf(query.editor, entry);
};
