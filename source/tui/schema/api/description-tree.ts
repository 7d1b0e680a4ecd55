/** The tree of an OpenAPI description. */
import { counted } from '../../../core/counted.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import { describeOperation } from '../../../core/openapi/describe.js';
import type { Description } from '../../../core/openapi/document/types.js';
import { titleOf } from '../../../core/openapi/look-up.js';
import { searchOperations } from '../../../core/openapi/search.js';
import { type SchemaUse, usesOf } from '../../../core/openapi/uses.js';
import { callSlices, resourceOf, resultsOfCalls, type WayCall } from '../../../core/openapi/ways-between.js';
import type { Synonyms } from '../../../core/search/synonyms.js';
import { httpTarget } from '../../../core/seen/openapi.js';
import { seenValues } from '../../../core/seen/values.js';
import type { TreeResults } from '../../model/schema.js';
import type { Row } from '../../model/tree.js';
import { operationResults } from '../search/found.js';
import { isTypeEnd, plainDescription, type TreeSource, type TreeWays } from '../source.js';
import { operationAtRow, operationOfRow, operationPlaces } from './groups.js';
import { keysOfUse, partPlaces } from './part-rows.js';
import { regrouped } from './regrouped.js';
import { requestTree } from './requests.js';
import { apiSource, shownRows, tickedIn, tickingOf } from './rows.js';
import { callPlace, waySource } from './way-rows.js';

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
    if (operation !== undefined) return { operation };
    return row.kind === 'group' ? { resource: resourceOf(row.name) } : undefined;
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
