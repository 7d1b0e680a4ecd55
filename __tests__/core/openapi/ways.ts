import type { Description } from '../../../source/core/openapi/document/types.js';
import { titleOf } from '../../../source/core/openapi/look-up.js';
import { callsBetween, readCallEnd } from '../../../source/core/openapi/ways-between.js';

/** The ways as text: the parameter that takes an ID and the property that returned it in parentheses, then what is needed. */
export function ways(description: Description, from: string | undefined, to: string): readonly string[] {
  const start = from === undefined ? undefined : readCallEnd(description, from);
  const end = readCallEnd(description, to);
  if (end === undefined || (from !== undefined && start === undefined)) throw new Error('An end is unknown.');
  return callsBetween(description, start, end).ways.map(way =>
    way
      .map(({ operation, takes: id, needs }) => {
        const taken = id === undefined ? '' : ` (${id.parameter}${id.from === undefined ? '' : ` = ${id.from}`})`;
        return [titleOf(operation) + taken, ...needs.map(({ name }) => name)].join(' ');
      })
      .join(' → '),
  );
}
