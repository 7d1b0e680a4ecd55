/** Every kind of change between two schemas: its severity, its message, and the element. */
import { buildClientSchema, buildSchema, DirectiveLocation, introspectionFromSchema } from 'graphql';
import { viewOf } from '../../../../source/core/graphql/builder/schema/schema-view.js';
import { describe as factsOf } from '../../../../source/core/graphql/look-up/facts.js';
import { diffSchemas } from '../../../../source/core/graphql/schema-diff/diff.js';
import { countText } from '../../../../source/core/graphql/schema-diff/severity.js';

const rest = 'type Query { a: Int }';
const changed = (before: string, after: string): readonly string[] =>
  diffSchemas(buildSchema(before), buildSchema(after)).map(
    ({ severity, name, text }) => `${severity} | ${name} | ${text}`,
  );

test('built-in scalars and directives, which servers list differently, are not compared', () => {
  const listed = buildSchema(`${rest} scalar Unused`);
  const raw = introspectionFromSchema(listed);
  const types = [
    ...raw.__schema.types.map(type => (type.name === 'String' ? { ...type, description: 'Text' } : type)),
    { kind: 'SCALAR', name: 'Float' } as const,
  ];
  const directives = raw.__schema.directives
    .filter(({ name }) => name !== 'oneOf')
    .map(each => (each.name === 'deprecated' ? { ...each, locations: [DirectiveLocation.FIELD_DEFINITION] } : each));
  const server = buildClientSchema({ __schema: { ...raw.__schema, types, directives } });
  expect([diffSchemas(listed, server), diffSchemas(server, listed)]).toEqual([[], []]);
});

test.each<[before: string, after: string, ...changes: string[]]>([
  // Reported by graphql-js.
  ['type Query { a: Int b: Int }', rest, 'breaking | Query.b | Query.b was removed.'],
  [`${rest} scalar S`, rest, 'breaking | S | S was removed.'],
  [`${rest} scalar S`, `${rest} enum S { X }`, 'breaking | S | S changed from a Scalar type to an Enum type.'],
  [rest, 'type Query { a: [Int] }', 'breaking | Query.a | Query.a changed type from Int to [Int].'],
  [rest, 'type Query { a(x: Int!): Int }', 'breaking | Query.a(x:) | A required arg x on Query.a was added.'],
  ['type Query { a(x: Int): Int }', rest, 'breaking | Query.a(x:) | Query.a arg x was removed.'],
  [
    'type Query { a(x: Int): Int }',
    'type Query { a(x: Int!): Int }',
    'breaking | Query.a(x:) | Query.a arg x has changed type from Int to Int!.',
  ],
  [`${rest} enum E { X Y }`, `${rest} enum E { X }`, 'breaking | E.Y | Y was removed from enum type E.'],
  [
    `${rest} type A { a: Int } type B { b: Int } union U = A | B`,
    `${rest} type A { a: Int } type B { b: Int } union U = A`,
    'breaking | U | B was removed from union type U.',
  ],
  [
    `${rest} interface N { a: Int } type A implements N { a: Int }`,
    `${rest} interface N { a: Int } type A { a: Int }`,
    'breaking | A | A no longer implements interface N.',
  ],
  [
    `${rest} input I { a: Int }`,
    `${rest} input I { a: Int b: Int! }`,
    'breaking | I.b | A required field b on input type I was added.',
  ],
  [`${rest} directive @d on FIELD`, rest, 'breaking | @d | d was removed.'],
  [
    `${rest} directive @d(x: Int y: Int) repeatable on FIELD | QUERY`,
    `${rest} directive @d(x: Int, z: Int!) on FIELD`,
    'breaking | @d(z:) | A required arg z on directive d was added.',
    'breaking | @d(y:) | y was removed from d.',
    'breaking | @d | Repeatable flag was removed from d.',
    'breaking | @d | QUERY was removed from d.',
  ],
  [`${rest} enum E { X }`, `${rest} enum E { X Y }`, 'dangerous | E.Y | Y was added to enum type E.'],
  [
    `${rest} type A { a: Int } type B { b: Int } union U = A`,
    `${rest} type A { a: Int } type B { b: Int } union U = A | B`,
    'dangerous | U | B was added to union type U.',
  ],
  [
    `${rest} interface N { a: Int } type A { a: Int }`,
    `${rest} interface N { a: Int } type A implements N { a: Int }`,
    'dangerous | A | N added to interfaces implemented by A.',
  ],
  [
    `${rest} input I { a: Int }`,
    `${rest} input I { a: Int b: Int }`,
    'dangerous | I.b | An optional field b on input type I was added.',
  ],
  [rest, 'type Query { a(x: Int): Int }', 'dangerous | Query.a(x:) | An optional arg x on Query.a was added.'],
  [
    'type Query { a(x: Int = 1): Int }',
    'type Query { a(x: Int = 2): Int }',
    'dangerous | Query.a(x:) | Query.a arg x has changed defaultValue from 1 to 2.',
  ],
  [
    `${rest} input I { a: Int b: Int }`,
    `${rest} input I @oneOf { a: Int b: Int }`,
    'breaking | I | I takes exactly one of its fields now (@oneOf).',
  ],
  [
    `${rest} input I @oneOf { a: Int b: Int }`,
    `${rest} input I { a: Int b: Int }`,
    'safe | I | I is no longer @oneOf: its fields can be combined.',
  ],
  [
    `${rest} scalar S @specifiedBy(url: "https://a.example")`,
    `${rest} scalar S @specifiedBy(url: "https://b.example")`,
    'dangerous | S | S is specified by https://b.example now, not by https://a.example.',
  ],
  [
    `${rest} scalar S scalar T @specifiedBy(url: "https://t.example")`,
    `${rest} scalar S @specifiedBy(url: "https://s.example") scalar T`,
    'safe | S | S is specified by https://s.example now.',
    'safe | T | T is no longer specified by https://t.example.',
  ],
  [
    `"Old." schema { query: Query } ${rest}`,
    `"New." schema { query: Query } ${rest}`,
    'safe | undefined | The schema is described otherwise.',
  ],
  [
    '"Old." schema { query: Query } type Query { a: Int }',
    rest,
    'safe | undefined | The schema is described otherwise.',
  ],
  // Changes that graphql-js does not report.
  [
    'schema { query: Q mutation: M } type Q { a: Int } type M { a: Int }',
    'schema { query: Q } type Q { a: Int } type M { a: Int }',
    'breaking | M | M is no longer the mutation type.',
  ],
  [
    'schema { query: Q } type Q { a: Int } type R { a: Int }',
    'schema { query: R } type Q { a: Int } type R { a: Int }',
    'breaking | Q | Q is now R instead of the query type.',
  ],
  [
    `${rest} directive @d(x: Int) on FIELD`,
    `${rest} directive @d(x: [Int]) on FIELD`,
    'breaking | @d(x:) | @d(x:) changed type from Int to [Int].',
  ],
  [
    `${rest} directive @d(x: Int!) on FIELD`,
    `${rest} directive @d(x: Int, y: Int = 1) repeatable on FIELD | QUERY`,
    'safe | @d | @d may be repeated now.',
    'safe | @d | @d is now allowed on QUERY.',
    'safe | @d(x:) | @d(x:) changed type from Int! to Int.',
    'safe | @d(y:) | @d(y:) was added.',
  ],
  [
    `${rest} input I { a: Int! = 1 b: Int = 1 }`,
    `${rest} input I { a: Int! b: Int = 2 }`,
    'breaking | I.a | I.a changed default from 1 to none.',
    'dangerous | I.b | I.b changed default from 1 to 2.',
  ],
  [
    'type Query { a(x: Int): Int }',
    'type Query { a(x: Int = 1): Int }',
    'dangerous | Query.a(x:) | Query.a(x:) changed default from none to 1.',
  ],
  [
    'type Query { a: [Int] }',
    'type Query { a: [Int!]! }',
    'safe | Query.a | Query.a changed type from [Int] to [Int!]!.',
  ],
  [
    'type Query { a: [[Int]!] }',
    'type Query { a: [[Int!]]! }',
    'breaking | Query.a | Query.a changed type from [[Int]!] to [[Int!]]!.',
  ],
  [
    'type Query { a(x: [Int!]!): Int }',
    'type Query { a(x: [Int]): Int }',
    'safe | Query.a(x:) | Query.a(x:) changed type from [Int!]! to [Int].',
  ],
  [`${rest} input I { a: Int! }`, `${rest} input I { a: Int }`, 'safe | I.a | I.a changed type from Int! to Int.'],
  [rest, `type Query { a: Int b(x: Int!): Int }`, 'safe | Query.b | Query.b was added.'],
  [rest, `${rest} type A { a: Int }`, 'safe | A | A was added.'],
  [rest, `${rest} directive @d(x: Int!) on FIELD`, 'safe | @d | @d was added.'],
  [
    'type Query { a(x: Int): Int b: Int @deprecated(reason: "one") c: Int @deprecated }',
    'type Query { a(x: Int @deprecated(reason: "no")): Int b: Int @deprecated(reason: "two") c: Int }',
    'safe | Query.a(x:) | Query.a(x:) is deprecated now: no',
    'safe | Query.b | Query.b is deprecated for another reason: two',
    'safe | Query.c | Query.c is no longer deprecated.',
  ],
  [
    `"x" type Query { "x" a("x" b: Int): Int } "x" enum E { "x" X } "x" directive @d("x" y: Int) on FIELD`,
    `"y" type Query { "y" a("y" b: Int): Int } "y" enum E { "y" X } "y" directive @d("y" y: Int) on FIELD`,
    'safe | Query | Query is described otherwise.',
    'safe | Query.a | Query.a is described otherwise.',
    'safe | Query.a(b:) | Query.a(b:) is described otherwise.',
    'safe | E | E is described otherwise.',
    'safe | E.X | E.X is described otherwise.',
    'safe | @d | @d is described otherwise.',
    'safe | @d(y:) | @d(y:) is described otherwise.',
  ],
])('%s -> %s', (before, after, ...changes) => {
  expect(changed(before, after)).toEqual(changes);
  expect(changed(after, after)).toEqual([]);
});

test('elements that still exist can be described by the reported name', () => {
  const after = buildSchema(
    'type Query { a(x: Int = 1): Int! b: E } enum E { X } input I { y: Int } directive @d(z: Int) on FIELD',
  );
  const before = buildSchema(
    'type Query { a(x: Int): Int b: E } enum E { X @deprecated } input I { y: Int! } directive @d(z: [Int]) on FIELD',
  );
  const names = diffSchemas(before, after).map(({ name }) => name ?? '');
  expect(names).toEqual(['@d(z:)', 'Query.a(x:)', 'Query.a', 'E.X', 'I.y']);
  expect(names.map(name => factsOf(viewOf(after), name)?.facts.name)).toEqual(names);
});

test('changes are counted by severity', () => {
  const count = (before: string, after: string): string =>
    countText(diffSchemas(buildSchema(before), buildSchema(after)));
  expect(count('type Query { a: Int b: Int }', 'type Query { b(x: Int): Int c: Int }')).toBe(
    '1 breaking, 1 dangerous, 1 other changes',
  );
  expect(count(rest, 'type Query { a: Int b: Int }')).toBe('1 other change');
  expect(count(rest, rest)).toBe('');
});
