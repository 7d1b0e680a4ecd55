/** The rows of ways between operations: one row per way, and its calls below it. */
import type { Description, Operation } from '../../../core/openapi/document/types.js';
import { titleOf } from '../../../core/openapi/look-up.js';
import type { OperationMatch } from '../../../core/openapi/search.js';
import type { WayCall } from '../../../core/openapi/ways-between.js';
import type { State } from '../../model/state.js';
import type { Row, RowSource, TreePlace } from '../../model/tree.js';
import { ownChildren, tickedIn } from './rows.js';

const wayKey = (way: number): string => `way ${way}`;
const callKey = (way: number, call: number): string => `${wayKey(way)}/${call}`;

/** All rows of the ways. */
export const waySource = (
  { connect, query }: Pick<State, 'connect' | 'query'>,
  description: Description,
  ways: readonly (readonly WayCall[])[],
): RowSource => {
  const tickedOperations = tickedIn(connect, description, { query });
  return {
    roots: () => ways.map((calls, way) => wayRow(calls, way, tickedOperations)),
    below: ownChildren,
  };
};

const wayRow = (calls: readonly WayCall[], way: number, ticked: ReadonlySet<Operation>): Row => ({
  key: wayKey(way),
  kind: 'group',
  depth: 0,
  name: `Way ${way + 1}`,
  mark: 'none',
  detail: calls.length === 1 ? '1 request' : `${calls.length} requests`,
  description:
    'Each request passes an ID from its response to the next one. Press Space on a request to add it and those before it.',
  children: () => calls.map((call, nth) => callRow(call, callKey(way, nth), calls.slice(0, nth + 1), ticked)),
});

const callRow = (
  { operation, takes, needs }: WayCall,
  key: string,
  calls: readonly WayCall[],
  tickedOperations: ReadonlySet<Operation>,
): Row => {
  const passedValues = takes?.from === undefined ? [] : [`${takes.parameter} = ${takes.from}`];
  const neededValues = needs.length === 0 ? [] : [`needs ${needs.map(({ name }) => name).join(', ')}`];
  const { summary, description } = operation;
  return {
    key,
    kind: 'field',
    depth: 1,
    name: titleOf(operation),
    mark: tickedOperations.has(operation) ? 'ticked' : 'absent',
    detail: [...passedValues, ...neededValues].join('; '),
    description: [summary, description].filter(Boolean).join('\n\n'),
    ...(operation.deprecated ? { deprecated: '' } : {}),
    calls: calls.map(each => each.operation),
  };
};

/** The row of a call. */
export function callPlace(ways: readonly (readonly WayCall[])[], { way = 0, call = 0 }: OperationMatch): TreePlace {
  const calls = ways[way]?.slice(0, call + 1) ?? [];
  return { key: callKey(way, call), above: [wayKey(way)], words: calls.map(({ operation }) => titleOf(operation)) };
}
