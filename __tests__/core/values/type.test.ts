/** GraphQL input types and JSON Schemas as types of values: the same completions, and nothing is read before it is needed. */
import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import { variablesType } from '../../../source/core/graphql/intelligence/value-type.js';
import { schemaValueType } from '../../../source/core/openapi/value-type.js';
import { completeValue } from '../../../source/core/values/complete.js';
import { withMissingMembers } from '../../../source/core/values/fill.js';
import type { ValueType } from '../../../source/core/values/type.js';

const graphqlType = (): ValueType => {
  const schema = buildSchema(`
    type Query { a(f: Folder): Int }
    input Folder { kind: Kind!, inside: Folder, all: [Folder!], open: Boolean! }
    enum Kind { LOCAL SHARED }
  `);
  const document = parse('query ($f: Folder) { a(f: $f) }');
  return variablesType(schema, document.definitions[0] as OperationDefinitionNode);
};

const folder = {
  required: ['kind', 'open'],
  properties: {
    inside: { $ref: '#/components/schemas/Folder' },
    kind: { enum: ['LOCAL', 'SHARED'] },
    all: { type: 'array', items: { $ref: '#/components/schemas/Folder' } },
    open: { type: 'boolean' },
  },
};
const root = { components: { schemas: { Folder: folder } } };
const schemaType = (): ValueType =>
  schemaValueType(root, { properties: { f: { $ref: '#/components/schemas/Folder' } } });

const types: readonly (readonly [name: string, type: ValueType])[] = [
  ['GraphQL', graphqlType()],
  ['JSON Schema', schemaType()],
];

describe.each(types)('%s', (_, type) => {
  const labels = (text: string): readonly string[] | undefined =>
    completeValue(type, text.replace('|', ''), text.indexOf('|'), () => [])?.items.map(({ label }) => label);

  test.each([
    ['{ |', ['f']],
    ['{ "f": { "kind": "LOCAL", |', ['open', 'inside', 'all']],
    ['{ "f": { "kind": "|', ['LOCAL', 'SHARED']],
    ['{ "f": { "all": [{ "open": |', ['true', 'false']],
    ['{ "f": { "all": [{ "open": "|', undefined],
    ['{ "none": { |', undefined],
  ])('%s is completed', (text, wanted) => {
    expect(labels(text)).toEqual(wanted);
  });

  test('a recursive type is completed at any depth', () => {
    const depth = 300;
    expect(labels(`{ "f": ${'{ "inside": '.repeat(depth)}{ "open": true, |`)).toEqual(['kind', 'inside', 'all']);
  });

  test('required members are filled first, at all depths', () => {
    const filled = withMissingMembers('{ "f": { "all": [{ "open": true }] } }', type);
    expect(filled?.added).toEqual(['f.kind', 'f.open', 'f.all.kind']);
    expect(JSON.parse(filled?.text ?? '')).toMatchObject({ f: { all: [{ open: true }] } });
    const optional = withMissingMembers('{}', type);
    expect(optional?.added).toEqual(['f']);
  });
});

test('a schema is read only where the text has a value', () => {
  const reads: string[] = [];
  const noted = (name: string, schema: object): object => ({
    get properties() {
      reads.push(name);
      return schema;
    },
  });
  const type = schemaValueType({}, noted('root', { a: noted('a', { x: {} }), b: noted('b', { y: {} }) }));
  expect(type.member('a')?.member('x')).toBeDefined();
  expect(new Set(reads)).toEqual(new Set(['root', 'a']));
});
