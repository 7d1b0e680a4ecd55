/** All real documents open and save without a change, and the tree shows their content. */

import { Kind, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { isSelectionStep, parseQuery } from '../../../../source/core/graphql/builder/index.js';
import type { Row } from '../../../../source/tui/model/tree.js';
import { rootRows, type TreeInput } from '../../../../source/tui/schema/tree/flatten.js';
import { childrenOf } from '../../../../source/tui/schema/tree/row-cache.js';
import { tenthOf } from '../../../support/property.js';
import { triedOperations } from '../../../support/schemas.js';
import { contextOf, entries, layouts, operationText, schemaOf, treeOf } from './support/material.js';

const parseable = entries.filter(entry => entry.expect !== 'syntax-error');

test('opening and saving changes nothing in any of the 68 valid documents', () => {
  expect(parseable).toHaveLength(68);
  for (const entry of parseable) {
    const text = operationText(entry);
    const document = parseQuery(text);
    expect(document.problem).toBeUndefined();
    expect(document.text).toBe(text);
    expect(document.lastValid.text).toBe(text);
  }
});

test('with a syntax error, the last valid tree is preserved and the position is reported', () => {
  for (const entry of entries.filter(one => one.expect === 'syntax-error')) {
    const good = parseQuery('{ a }');
    const broken = parseQuery(operationText(entry), good);
    expect(broken.lastValid).toBe(good.lastValid);
    expect(broken.problem?.line).toBeGreaterThan(0);
  }
});

/** Response key and field of every ticked row, with the type and the keys above it; fragment spreads are not entered. */
function ticked({ view }: TreeInput, rows: readonly Row[], above: string): string[] {
  const visit = (inside: readonly Row[], at: string): string[] =>
    inside.flatMap(row => {
      if (row.mark === 'absent' || !row.path?.steps.every(isSelectionStep)) return [];
      if (row.kind === 'spread') return [`${at}${row.name}`];
      const here = row.kind === 'field' ? `${at}${row.alias ?? row.name}:${row.name}/` : `${at}on ${row.name}/`;
      return [here, ...visit(childrenOf(view, row), here)];
    });
  return rows.flatMap(row => visit(childrenOf(view, row), above));
}

/** The same list, computed with graphql-js. */
function visited(text: string, schema: ReturnType<typeof schemaOf>, index: number): string[] {
  const found: string[] = [];
  const above: string[] = [''];
  const info = new TypeInfo(schema);
  const definition = parse(text).definitions[index];
  if (definition === undefined) return [];
  const push = (name: string) => {
    const here = `${above.at(-1)}${name}/`;
    found.push(here);
    above.push(here);
  };
  visit(
    definition,
    visitWithTypeInfo(info, {
      Field: {
        enter: node => push(`${node.alias?.value ?? node.name.value}:${info.getFieldDef()?.name ?? node.name.value}`),
        leave: () => void above.pop(),
      },
      InlineFragment: {
        enter: node => push(`on ${node.typeCondition?.name.value ?? ''}`),
        leave: () => void above.pop(),
      },
      FragmentSpread: node => void found.push(`${above.at(-1)}...${node.name.value}`),
    }),
  );
  return found;
}

const marked = triedOperations.filter(({ expect: outcome, schema }) => outcome !== 'syntax-error' && schema !== null);

test.each(tenthOf(marked.map(entry => [entry.file, entry] as const)))(
  'the marks of %s match graphql-js in each definition and layout',
  (_, entry) => {
    const schema = schemaOf(entry.schema as string);
    for (const layout of ['as written', 'stripped', 'cr', 'comments', 'commas']) {
      const text = (layouts[layout] as (old: string) => string)(operationText(entry));
      const { definitions } = parse(text);
      for (const [index, definition] of definitions.entries()) {
        if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
        const tree = treeOf({ ...contextOf(schema, text), active: index });
        const root = definition.kind === Kind.OPERATION_DEFINITION ? definition.operation : 'fragment';
        const rows = rootRows(tree).filter(row => row.path?.root === root);
        expect(ticked(tree, rows, '').sort()).toEqual(visited(text, schema, index).sort());
      }
    }
  },
);
