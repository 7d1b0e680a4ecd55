import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLSchema,
  introspectionFromSchema,
  type OperationDefinitionNode,
  parse,
  printSchema,
} from 'graphql';
import { buildGraphqlSchema } from '../../../source/core/graphql/build-schema.js';
import { withLiterals } from '../../../source/core/graphql/default-literals.js';
import { fillVariables } from '../../../source/core/graphql/intelligence/fill-variables.js';
import { cutTypes } from '../../../source/core/graphql/introspection/completion.js';
import { diffSchemas } from '../../../source/core/graphql/schema-diff/diff.js';
import { indexSchema, textOfUse } from '../../../source/core/graphql/schema-index.js';
import type { RawSchema } from '../../../source/core/graphql/schema-types.js';
import { schemaFromSdl } from '../../../source/core/graphql/sdl.js';
import * as fc from '../../support/property.js';
import { schemaText, triedSchemas } from '../../support/schemas.js';

const introspected = (sdl: DocumentNode): RawSchema =>
  introspectionFromSchema(buildASTSchema(sdl, { assumeValidSDL: true }), {
    inputValueDeprecation: true,
    oneOf: true,
    schemaDescription: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
  }).__schema as unknown as RawSchema;

const small = `
  "The whole of it"
  schema { query: Query mutation: Change }
  type Query {
    "One user"
    user(id: ID!, old: Int = 3 @deprecated(reason: "use id")): User
    all: [[User!]!]!
    find(by: By!): Found
  }
  type Change { rename(id: ID!, name: String!): User }
  interface Node { id: ID! }
  type User implements Node { id: ID!, name: String @deprecated, colour: Colour }
  type Post implements Node { id: ID!, title: String! }
  union Found = User | Post
  enum Colour { RED, OLD @deprecated(reason: "faded") }
  input By @oneOf { id: ID, name: String }
  scalar Date @specifiedBy(url: "https://example.com/date")
`;

describe.each([
  ['introspection', () => introspected(parse(small))],
  ['SDL', () => schemaFromSdl(parse(small))],
])('a schema from %s', (_, make) => {
  const index = indexSchema(make());

  test('contains its roots, description and type names without the introspection types', () => {
    expect(index.roots).toEqual({ query: 'Query', mutation: 'Change' });
    expect(index.description).toBe('The whole of it');
    expect(index.typeNames).toEqual(expect.arrayContaining(['Query', 'User', 'By', 'Date', 'String']));
    expect(index.typeNames.filter(name => name.startsWith('__'))).toEqual([]);
  });

  test('contains types, arguments, defaults and deprecations', () => {
    expect(index.type('Query')?.fields[0]).toMatchObject({
      name: 'user',
      description: 'One user',
      type: { text: 'User', name: 'User', required: false },
      args: [
        { name: 'id', type: { text: 'ID!', required: true } },
        { name: 'old', defaultValue: '3', deprecated: 'use id' },
      ],
    });
    expect(index.type('Query')?.fields[1]?.type).toEqual({
      text: '[[User!]!]!',
      name: 'User',
      required: true,
      marks: '!L!L!',
    });
    expect(index.type('User')?.fields[1]?.deprecated).toBe('No longer supported');
    expect(index.type('Colour')?.enumValues[1]).toMatchObject({ name: 'OLD', deprecated: 'faded' });
    expect(index.type('By')?.oneOf).toBe(true);
    expect(index.type('Date')?.specifiedByUrl).toBe('https://example.com/date');
  });

  test('contains possible types and the uses of a type', () => {
    expect(index.type('Found')?.possibleTypes).toEqual(['User', 'Post']);
    expect(index.type('Node')?.possibleTypes).toEqual(['User', 'Post']);
    expect(index.usesOf('User').map(textOfUse)).toEqual(['Query.user', 'Query.all', 'Change.rename', 'union Found']);
    expect(index.usesOf('By').map(textOfUse)).toEqual(['Query.find(by:)']);
  });

  test('has no problems', () => {
    expect(index.problems()).toEqual([]);
  });
});

test.each(triedSchemas)('%s gives the same index from SDL and from introspection', name => {
  const sdl = parse(schemaText(name));
  const fromText = indexSchema(schemaFromSdl(sdl));
  const fromServer = indexSchema(introspected(sdl));
  expect(new Set(fromText.typeNames)).toEqual(new Set([...fromServer.typeNames, 'Float', 'Int', 'ID']));
  expect(fromText.roots).toEqual(fromServer.roots);
  for (const typeName of fromServer.typeNames) {
    // graphql-js has descriptions of the built-in scalars, which are not in the file.
    if (['String', 'Int', 'Float', 'Boolean', 'ID'].includes(typeName)) continue;
    const type = fromServer.type(typeName);
    const other = fromText.type(typeName);
    expect({ ...other, fields: sameOrder(other?.fields), possibleTypes: new Set(other?.possibleTypes) }).toEqual({
      ...type,
      fields: sameOrder(type?.fields),
      possibleTypes: new Set(type?.possibleTypes),
    });
  }
});

const sameOrder = <T extends { name: string; args: readonly { defaultValue?: string }[] }>(fields: readonly T[] = []) =>
  fields
    .map(field => ({
      ...field,
      args: field.args.map(arg => ({
        ...arg,
        defaultValue: arg.defaultValue && [...arg.defaultValue.replace(/[\s,]/g, '')].sort().join(''),
      })),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** All data that can be read from an index. */
function readAll(raw: RawSchema): readonly string[] {
  const index = indexSchema(raw);
  for (const name of index.typeNames) {
    index.type(name);
    index.usesOf(name);
  }
  buildGraphqlSchema(index);
  return index.problems();
}

test('an object or a list as the default of a custom scalar is printed and compared', () => {
  const sdl = `type Query {
  a(x: JSON = {n: [1, "\\"é", null], e: {}}, y: [JSON] = [{b: true}, 2], i: In): Int
}

scalar JSON

input In {
  j: JSON = {k: "v"}
}`;
  const built = (text: string): GraphQLSchema => {
    const document = parse(text);
    const schema = buildGraphqlSchema(indexSchema(schemaFromSdl(document)), document);
    if (!('schema' in schema)) throw new Error(schema.problem);
    return schema.schema;
  };
  expect(withLiterals(printSchema(built(sdl)))).toBe(sdl);
  const control = 'type Query {\n  a(x: String = "\\u00010022"): Int\n}';
  expect(withLiterals(printSchema(built(control)))).toBe(control);
  expect(diffSchemas(built(control), built(control))).toEqual([]);
  expect(diffSchemas(built(sdl), built(sdl))).toEqual([]);
  expect(diffSchemas(built(sdl), built(sdl.replace('[{b: true}, 2]', '[{b: true}]'))).map(({ text }) => text)).toEqual([
    'Query.a arg y has changed defaultValue from [{b: true}, 2] to [{b: true}].',
  ]);
  const query = parse('query ($i: In, $x: JSON) { a(i: $i, x: $x) }').definitions[0] as OperationDefinitionNode;
  expect(fillVariables(built(sdl), query, '{"i": {}}')).toMatchObject({
    text: expect.stringContaining('"x": { "n": [1, '),
  });
});

test('a directive whose locations are unknown is left out', () => {
  const { directives, ...raw } = introspected(parse('type Query { a: Int } directive @live on QUERY | FIELD'));
  const located = (list: readonly string[]): string => {
    const changed = (directives as { name: string }[]).map(each =>
      each.name === 'live' ? { ...each, locations: list } : each,
    );
    const built = buildGraphqlSchema(indexSchema({ ...raw, directives: changed } as RawSchema));
    return 'schema' in built ? printSchema(built.schema) : built.problem;
  };
  expect(located(['QUERY', 'SOMETHING'])).toMatch(/^directive @live on QUERY$/m);
  expect(located(['query'])).not.toContain('@live');
});

test.each([
  ['without a reason', { isDeprecated: true, deprecationReason: null }, '', '@deprecated'],
  ['with an empty reason', { isDeprecated: true, deprecationReason: '' }, '', '@deprecated(reason: "")'],
  [
    'only by its reason',
    { isDeprecated: undefined, deprecationReason: 'faded' },
    'faded',
    '@deprecated(reason: "faded")',
  ],
  ['not at all, but with an empty reason', { isDeprecated: false, deprecationReason: '' }, undefined, undefined],
])('a field that a server deprecates %s', (_, deprecation, reason, printed) => {
  const { types, ...raw } = introspected(parse('type Query { old: Int }')) as { types: { fields?: object[] }[] };
  const fields = (list: object[] | null | undefined): object[] | undefined =>
    list?.map(each => ({ ...each, ...deprecation }));
  const changed = {
    ...raw,
    types: types.map(type => ({ ...type, fields: fields(type.fields) })),
  } as unknown as RawSchema;
  const index = indexSchema(changed);
  const built = buildGraphqlSchema(index);
  expect(index.type('Query')?.fields[0]?.deprecated).toBe(reason);
  expect('schema' in built && /Int(?: (.*))?$/m.exec(printSchema(built.schema))?.[1]).toBe(printed);
});

const type = (more: object): object => ({ kind: 'OBJECT', name: 'A', fields: [], interfaces: [], ...more });
const query = { name: 'Query' };
const nested = (depth: number): object => {
  let node: object = { kind: 'SCALAR', name: 'String' };
  for (let i = 0; i < depth; i++) node = { kind: 'LIST', name: null, ofType: node };
  return node;
};

describe('a malformed schema is read as far as possible', () => {
  test.each<[string, object, RegExp]>([
    ['no types', { queryType: query }, /no list of types/],
    ['types: null', { queryType: query, types: null }, /no list of types/],
    ['a null among the types', { queryType: query, types: [null, type({ name: 'Query' })] }, /a type without a name/],
    [
      'a field whose type is null',
      { types: [type({ fields: [{ name: 'f', args: [], type: null }] })] },
      /type of A.f is cut off/,
    ],
    ['missing args', { types: [type({ fields: [{ name: 'f', type: nested(0) }] })] }, /A.f has no list of arguments/],
    ['fields: null', { types: [type({ fields: null })] }, /A has no list of fields/],
    ['missing interfaces', { types: [type({ interfaces: undefined })] }, /no fields/],
    ['unknown kind', { types: [type({ kind: 'THING' })] }, /no known kind/],
    [
      'unknown type name',
      { types: [type({ fields: [{ name: 'f', args: [], type: { name: 'Nope' } }] })] },
      /Nope is named but not described/,
    ],
    [
      'non-null twice',
      {
        types: [
          type({
            fields: [
              { name: 'f', args: [], type: { kind: 'NON_NULL', ofType: { kind: 'NON_NULL', ofType: nested(0) } } },
            ],
          }),
        ],
      },
      /non-null twice/,
    ],
    [
      'truncated wrappers',
      { types: [type({ fields: [{ name: 'f', args: [], type: { kind: 'LIST', ofType: null } }] })] },
      /A.f is cut off/,
    ],
    [
      'wrappers 10,000 deep',
      { types: [type({ fields: [{ name: 'f', args: [], type: nested(10_000) }] })] },
      /A.f is cut off/,
    ],
    ['a description that is a number', { types: [type({ description: 5 })] }, /description of Type A is not text/],
    [
      'a description that is an object',
      { types: [type({ description: { split: 1 } })] },
      /description of Type A is not text/,
    ],
    ['two types of one name', { types: [type({}), type({})] }, /two types named A/],
    [
      'two fields of one name',
      {
        types: [
          type({
            fields: [
              { name: 'f', args: [], type: nested(0) },
              { name: 'f', args: [], type: nested(0) },
            ],
          }),
        ],
      },
      /two fields named f/,
    ],
    ['a union of nothing', { types: [{ kind: 'UNION', name: 'U', possibleTypes: [] }] }, /Union U has no members/],
    [
      'a type named __proto__',
      { types: [type({ name: '__proto__' })], queryType: { name: '__proto__' } },
      /__proto__ has no fields/,
    ],
    [
      'a type named constructor',
      { types: [type({ name: 'constructor', fields: [{ name: 'toString', args: [], type: nested(0) }] })] },
      /no query type/,
    ],
    ['a missing root', { queryType: query, types: [] }, /root type Query is not among/],
    ['a name with control text', { types: [type({ name: 'A\u001b[2J' })] }, /has no fields/],
    [
      'an unreadable default',
      {
        types: [
          { kind: 'INPUT_OBJECT', name: 'I', inputFields: [{ name: 'i', type: { name: 'I' }, defaultValue: '{' }] },
        ],
      },
      /no query type/,
    ],
    [
      'a default 5,000 lists deep',
      {
        types: [
          {
            kind: 'INPUT_OBJECT',
            name: 'I',
            inputFields: [{ name: 'i', type: { name: 'I' }, defaultValue: '['.repeat(5000) }],
          },
        ],
      },
      /no query type/,
    ],
  ])('%s', (_, raw, problem) => {
    expect(readAll(raw as RawSchema).join('\n')).toMatch(problem);
  });

  test('any JSON at all', () => {
    fc.assert(
      fc.property(
        fc.object({
          key: fc.constantFrom('types', 'name', 'kind', 'fields', 'args', 'type', 'ofType', 'queryType', 'x'),
          maxDepth: 6,
        }),
        raw => {
          readAll(raw as RawSchema);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a real schema with any one member broken can still be built for checking, and printed', () => {
    const text = JSON.stringify(introspected(parse(small)));
    const schema = JSON.parse(text) as Record<string, unknown>;
    const places: [Record<string, unknown>, string][] = [];
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const key of Object.keys(node)) {
        places.push([node as Record<string, unknown>, key]);
        walk((node as Record<string, unknown>)[key]);
      }
    };
    walk(schema);
    fc.assert(
      fc.property(fc.nat(places.length - 1), fc.constantFrom(null, 5, 'x y', [], {}, [null]), (at, bad) => {
        const [node, key] = places[at] as [Record<string, unknown>, string];
        const good = node[key];
        node[key] = bad;
        const index = indexSchema(schema);
        index.problems();
        const built = buildGraphqlSchema(index);
        node[key] = good;
        expect(built).toHaveProperty('schema');
        if ('schema' in built) printSchema(built.schema);
      }),
      { numRuns: 200 },
    );
  });
});

test('types are fetched again for a truncated reference, not for an element that is null', () => {
  const cut = { kind: 'NON_NULL', ofType: { kind: 'LIST', ofType: null } };
  const types = [
    { name: 'Null', fields: [null, { name: 'a', args: [null, 1], type: { name: 'Int' } }], inputFields: ['a'] },
    { name: 'Cut', fields: [{ name: 'a', type: { name: 'Int' }, args: [{ name: 'b', type: cut }] }] },
  ];
  expect(cutTypes({ types })).toEqual(['Cut']);
});

test('an index can have 5,000 types, a type with 5,000 fields, a field with 1,000 arguments and names of 5,000 letters', () => {
  const many = (count: number, make: (index: number) => object) =>
    Array.from({ length: count }, (_, index) => make(index));
  const long = 'n'.repeat(5000);
  const text = { kind: 'SCALAR', name: 'String' };
  const arg = (index: number) => ({ name: `a${index}`, type: text });
  const field = (index: number) => ({ name: `f${index}`, args: [], type: text });
  const index = indexSchema({
    queryType: { name: 'Wide' },
    types: [
      text,
      type({
        name: 'Wide',
        fields: [...many(5000, field), { name: long, args: many(1000, arg), type: { name: 'T7' } }],
      }),
      ...many(5000, number => type({ name: `T${number}`, fields: [field(0)] })),
      type({ name: 't7', fields: [field(0)] }),
    ],
  });
  expect(index.typeNames).toHaveLength(5003);
  expect(index.type('Wide')?.fields.at(-1)?.args).toHaveLength(1000);
  expect(index.usesOf('T7')).toEqual([{ kind: 'field', type: 'Wide', field: long }]);
  expect(index.usesOf('t7')).toEqual([]);
  expect(index.problems()).toEqual([]);
  expect(buildGraphqlSchema(index)).toHaveProperty('schema');
});

test('a union in a union, an output field with an input type and a missing String are repaired for checking', () => {
  const index = indexSchema({
    queryType: query,
    types: [
      type({ name: 'Query', fields: [{ name: 'f', args: [], type: { kind: 'INPUT_OBJECT', name: 'I' } }] }),
      { kind: 'INPUT_OBJECT', name: 'I', inputFields: [{ name: 'a', type: { name: 'Query' } }] },
      { kind: 'UNION', name: 'U', possibleTypes: [{ name: 'V' }] },
      { kind: 'UNION', name: 'V', possibleTypes: [{ name: 'Query' }] },
    ],
  });
  const built = buildGraphqlSchema(index);
  expect(built).toMatchObject({ warnings: [expect.stringContaining('repaired')] });
});
