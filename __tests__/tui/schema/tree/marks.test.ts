/** The tree compared with an independent parser of the text, for every fixture document that belongs to a schema. */

import { type DefinitionNode, Kind, parse, type SelectionSetNode } from 'graphql';
import { parseQuery } from '../../../../source/core/graphql/builder/text/query-document.js';
import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../../../source/core/graphql/sdl.js';
import { memoizeTexts } from '../../../../source/core/memoize-weak.js';
import type { Row } from '../../../../source/tui/model/tree.js';
import { rootRows } from '../../../../source/tui/schema/tree/flatten.js';
import { childrenOf } from '../../../../source/tui/schema/tree/row-cache.js';
import { tenthOf } from '../../../support/property.js';
import { operations, operationText, schemaText } from '../../../support/schemas.js';

const documents = operations.filter(
  each => each.schema !== null && each.expect !== 'syntax-error' && each.expect !== 'parse-only',
);
const indexOf = memoizeTexts(100, schema =>
  indexSchema(schemaFromSdl(parse(schemaText(schema.replace(/\.graphql$/, '') as 'github')))),
);

/** The paths that a definition selects, as names from the top. Fragments are expanded where they are spread. */
function selected(definition: DefinitionNode, all: readonly DefinitionNode[]): string[] {
  const found: string[] = [];
  const visit = (set: SelectionSetNode | undefined, above: string, spreads: readonly string[]): void => {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) {
        const name = `${above}/${node.name.value}`;
        found.push(name);
        for (const argument of node.arguments ?? []) found.push(`${name}(${argument.name.value}`);
        visit(node.selectionSet, name, spreads);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        const name = `${above}/on ${node.typeCondition?.name.value ?? ''}`;
        found.push(name);
        visit(node.selectionSet, name, spreads);
      } else {
        const name = `${above}/...${node.name.value}`;
        found.push(name);
        const target = all.find(each => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === node.name.value);
        if (target?.kind === Kind.FRAGMENT_DEFINITION && !spreads.includes(node.name.value)) {
          visit(target.selectionSet, name, [...spreads, node.name.value]);
        }
      }
    }
  };
  if ('selectionSet' in definition) visit(definition.selectionSet, '', []);
  return found.sort();
}

/** The same, read from the rows of the tree. */
function ticked(rows: readonly Row[], view: ReturnType<typeof indexOf>, above = ''): string[] {
  return rows.flatMap(row => {
    if (row.mark === 'absent' || row.kind === 'group') return [];
    if (row.kind === 'root') return ticked(childrenOf(view, row), view);
    if (row.kind === 'argument') return above.endsWith('@') ? [] : [`${above}(${row.name}`];
    if (row.kind === 'directive') return [];
    const name = `${above}/${row.kind === 'on' ? `on ${row.name}` : row.name}`;
    return [name, ...ticked(childrenOf(view, row), view, name)];
  });
}

test.each(tenthOf(documents).map(each => [each.file, each] as const))(
  'the tree ticks exactly what %s selects',
  (_file, entry) => {
    const text = operationText(entry);
    const view = indexOf(entry.schema ?? '');
    const { definitions } = parse(text);
    const document = parseQuery(text);
    for (const [active, definition] of definitions.entries()) {
      if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
      const rows = rootRows({ view, document, active, open: new Set(), onlyTicked: false, hideDeprecated: false });
      const wanted = definition.kind === Kind.FRAGMENT_DEFINITION ? 'fragment' : definition.operation;
      expect(
        ticked(
          rows.filter(row => row.path?.root === wanted),
          view,
        ).sort(),
      ).toEqual(selected(definition, definitions));
    }
  },
);

test('there are documents to compare with', () => {
  expect(documents.length).toBeGreaterThan(40);
});
