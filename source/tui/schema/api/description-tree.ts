/** The tree of an OpenAPI description. */
import { counted } from '../../../core/counted.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import { describeOperation } from '../../../core/openapi/describe.js';
import type { Description, Operation } from '../../../core/openapi/document/types.js';
import { titleOf } from '../../../core/openapi/look-up.js';
import { type OperationMatch, searchOperations } from '../../../core/openapi/search.js';
import { type SchemaUse, usesOf } from '../../../core/openapi/uses.js';
import { callSlices, resourceOf, resultsOfCalls, type WayCall } from '../../../core/openapi/ways-between.js';
import type { Synonyms } from '../../../core/search/synonyms.js';
import { httpTarget } from '../../../core/seen/openapi.js';
import { seenValues } from '../../../core/seen/values.js';
import type { TreeResults } from '../../model/schema.js';
import type { State } from '../../model/state.js';
import type { Row, RowSource, TreePlace } from '../../model/tree.js';
import { operationResults } from '../search/found.js';
import { isTypeEnd, plainDescription, type TreeSource, type TreeWays } from '../source.js';
import { groupRow } from '../tree/row.js';
import { operationAtRow, operationOfRow, operationPlaces, regrouped } from './groups.js';
import { keysOfUse, partPlaces } from './part-rows.js';
import { requestTree } from './requests.js';
import { apiSource, ownChildren, shownRows, tickedIn, tickingOf } from './rows.js';

export const descriptionTree = memoizeWeak(
  (description: Description): TreeSource => ({
    ...requestTree,
    of: description,
    size: counted(description.operations.length, 'operation'),
    rows(state, found) {
      const source =
        found?.ways === undefined ? apiSource(state, description) : waySource(state, description, found.ways);
      return { ...source, visible: () => shownRows(source, state.schema.open) };
    },
    ticked: state => tickedIn(state.connect, description, state).size,
    searched: () => description,
    search: ({ settings }, text) => searchDescription(description, text, settings.synonyms),
    docs: (_, row) => apiDocs(description, row),
    uses({ grouping }, row) {
      const name = row?.typeName;
      if (name === undefined) return 'This row has no named schema.';
      const options = usesOf(description, name).map(use => {
        const [key = '', ...open] = keysOfUse(description, use, grouping);
        return {
          label: titleOf(use.operation),
          detail: useWords(use),
          action: { type: 'schema/reveal', key, open } as const,
        };
      });
      return options.length === 0 ? `No operation uses ${name}.` : { name, options };
    },
    seen({ identity }, { part }) {
      const target = part && httpTarget(description.root, part.operation, part.target);
      return target === undefined ? [] : seenValues(identity.seen ?? [], target);
    },
    ways: callWays(description),
    offsetOf(state, row) {
      const operation = operationOfRow(description, row);
      return operation && tickingOf(state, operation)?.entry.from;
    },
    regrouped: (state, from) => regrouped(state, description, from),
  }),
);

export const searchDescription = (description: Description, text: string, synonyms?: Synonyms): TreeResults =>
  operationResults(searchOperations(description, text, synonyms), ({ operation, part }) =>
    part === undefined ? operationPlaces(description, operation) : partPlaces(description, operation, part),
  );

function useWords(use: SchemaUse): string {
  if (use.kind === 'response') return `response ${use.status}`;
  return use.kind === 'body' ? `body  ${use.mediaType}` : `${use.parameter.place} ${use.parameter.name}`;
}

/** The documentation of an operation, or the text of another row. */
function apiDocs(description: Description, row: Row): string {
  const operation = operationOfRow(description, row);
  if (operation !== undefined)
    return describeOperation(description, { ...operation, description: plainDescription(operation) ?? '' });
  return [row.detail, plainDescription(row)].filter(Boolean).join('\n\n') || 'No further description.';
}

const callWays = (description: Description): TreeWays => ({
  ends: 'an operation or a group of operations',
  endOf(row) {
    const operation = operationAtRow(description, row);
    if (operation !== undefined) return { kind: 'operation', operation };
    return row.kind === 'group' ? { kind: 'resource', resource: resourceOf(row.name) } : undefined;
  },
  *slices(from, to) {
    if (isTypeEnd(from) || isTypeEnd(to)) return wayResults(description, []);
    return wayResults(description, (yield* callSlices(description, from, to)).ways);
  },
});

/** The calls of the ways as results. The first one is the end of the first way. */
function wayResults(description: Description, ways: readonly (readonly WayCall[])[]): TreeResults {
  const results = operationResults(resultsOfCalls(description, ways), match => [
    callPlace(ways, match),
    ...operationPlaces(description, match.operation),
  ]);
  return { ...results, ways, first: Math.max(0, (ways[0]?.length ?? 1) - 1) };
}

const wayKey = (way: number): string => `way ${way}`;
const callKey = (way: number, call: number): string => `${wayKey(way)}/${call}`;

/** The rows of ways between operations: one row per way, and its calls below it. */
const waySource = (
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

const wayRow = (calls: readonly WayCall[], way: number, ticked: ReadonlySet<Operation>): Row =>
  groupRow(
    wayKey(way),
    `Way ${way + 1}`,
    counted(calls.length, 'request'),
    () => calls.map((call, nth) => callRow(call, callKey(way, nth), calls.slice(0, nth + 1), ticked)),
    'Each request passes an ID from its response to the next one. Press Space on a request to add it and those before it.',
  );

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
    deprecated: operation.deprecated ? '' : undefined,
    calls: calls.map(each => each.operation),
  };
};

/** The row of a call. */
function callPlace(ways: readonly (readonly WayCall[])[], { way = 0, call = 0 }: OperationMatch): TreePlace {
  const calls = ways[way]?.slice(0, call + 1) ?? [];
  return { key: callKey(way, call), above: [wayKey(way)], words: calls.map(({ operation }) => titleOf(operation)) };
}
