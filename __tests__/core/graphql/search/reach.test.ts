import {
  buildSchema,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInputObjectType,
  isListType,
  isNonNullType,
  parse,
} from 'graphql';
import type { Path } from '../../../../source/core/graphql/builder/schema/path.js';
import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../../../source/core/graphql/sdl.js';
import {
  resultPaths,
  routesOf,
  routeTo,
  searchIndexOf,
  textOfResult,
} from '../../../../source/core/graphql/search/index.js';
import { maxRouteDepth } from '../../../../source/core/graphql/search/routes.js';
import { memoizeTexts } from '../../../../source/core/memoize-weak.js';
import { type SchemaName, schemaText, triedSchemas } from '../../../support/schemas.js';

const viewOf = (sdl: string) => indexSchema(schemaFromSdl(parse(sdl)));

/** Distance of each type in rows, computed naively: root by root, breadth first, over graphql-js's schema. */
function waves(schema: GraphQLSchema): Map<string, number> {
  const roots = [schema.getQueryType(), schema.getSubscriptionType(), schema.getMutationType()].filter(
    root => root != null,
  );
  const all = new Map(roots.map(root => [root.name, 0]));
  for (const root of roots) {
    const found = wavesFrom(schema, root, all);
    for (const [type, level] of found) if (!all.has(type)) all.set(type, level);
  }
  return all;
}

/** Distances from one root, without known types. */
function wavesFrom(
  schema: GraphQLSchema,
  root: GraphQLObjectType,
  known: ReadonlyMap<string, number>,
): Map<string, number> {
  const levels = new Map<string, number>();
  let wave = new Map<GraphQLNamedType, number>([[root, 0]]);
  for (let level = 0; wave.size > 0; level++) {
    const later = new Map<GraphQLNamedType, number>();
    for (const [type, at] of wave) {
      if (type !== root && known.has(type.name)) continue;
      if ((levels.get(type.name) ?? Number.POSITIVE_INFINITY) <= at) continue;
      if (at > level) {
        later.set(type, Math.min(at, later.get(type) ?? at));
        continue;
      }
      levels.set(type.name, at);
      const meet = (next: GraphQLNamedType, by: number): void => {
        later.set(next, Math.min(at + by, later.get(next) ?? Number.POSITIVE_INFINITY));
      };
      if (isAbstractType(type)) for (const possible of schema.getPossibleTypes(type)) meet(possible, 1);
      if (isInputObjectType(type) || 'getFields' in type) {
        for (const field of Object.values(type.getFields())) {
          const target = getNamedType(field.type);
          const bare = isNonNullType(field.type) ? field.type.ofType : field.type;
          if (isInputObjectType(type) && isInputObjectType(target) && !isListType(bare)) meet(target, 1);
          if (isCompositeType(target)) meet(target, 1);
          for (const arg of 'args' in field ? field.args : []) {
            const inside = isNonNullType(arg.type) ? arg.type.ofType : arg.type;
            if (isInputObjectType(inside)) meet(inside, 2);
          }
        }
      }
    }
    wave = later;
  }
  return levels;
}

describe.each(triedSchemas)('%s', (name: SchemaName) => {
  const text = schemaText(name);
  const view = viewOf(text);
  const reach = routesOf(view);
  const levels = waves(buildSchema(text, { assumeValidSDL: true }));

  test('the distance of every type equals that of a breadth-first search, and unreachable types have none', () => {
    const ours = view.typeNames.map(type => [type, reach.get(type)?.levels]);
    expect(ours).toEqual(view.typeNames.map(type => [type, levels.get(type)]));
  });

  test('every path leads step by step from its root to the type', () => {
    const ends = [...reach.keys()].map(type => {
      const way = routeTo(reach, type);
      return [way && endOf(view, way), way?.steps.length];
    });
    expect(ends).toEqual([...reach.keys()].map(type => [type, levels.get(type)]));
  });
});

/** The type that contains the rows below a path. */
function endOf(view: ReturnType<typeof viewOf>, { root, steps }: Path): string | undefined {
  let at = root === 'fragment' ? undefined : view.roots[root];
  let args: readonly { readonly name: string; readonly type: { readonly name: string } }[] = [];
  for (const step of steps) {
    const type = view.type(at ?? '');
    if (step.kind === 'field') {
      const field = type?.fields.find(each => each.name === step.name);
      args = field?.args ?? [];
      at = field?.type.name;
    } else if (step.kind === 'on') at = type?.possibleTypes.find(each => each === step.type);
    else if (step.kind === 'argument') at = args.find(each => each.name === step.name)?.type.name;
    else if (step.kind === 'input') at = type?.inputFields.find(each => each.name === step.name)?.type.name;
    else at = undefined;
  }
  return at;
}

const indexOf = memoizeTexts(1, (sdl: string) => searchIndexOf(viewOf(sdl)));

const wayIn = (sdl: string, owner: string, name: string): string => {
  const index = indexOf(sdl);
  const entry = index.entries.find(each => each.owner === owner && each.name === name);
  if (entry === undefined) throw new Error(`There is no ${owner}.${name}.`);
  return textOfResult(resultPaths(index, entry)).join(' › ');
};

test.each<[why: string, sdl: string, owner: string, name: string, way: string]>([
  ['the shorter way', 'type Query { a: A b: B } type A { b: B } type B { x: Int }', 'B', 'x', 'Query › b › x'],
  [
    'Query before Mutation where both are as short',
    'type Query { a: A } type Mutation { m: A } type A { x: Int }',
    'A',
    'x',
    'Query › a › x',
  ],
  [
    'Query where Mutation and Subscription are shorter',
    'type Query { b: B } type B { a: A } type Mutation { m: A } type Subscription { s: A } type A { x: Int }',
    'A',
    'x',
    'Query › b › a › x',
  ],
  [
    'Subscription if Mutation is shorter and Query does not reach it',
    'type Query { q: Int } type Mutation { m: A } type Subscription { b: B } type B { a: A } type A { x: Int }',
    'A',
    'x',
    'Subscription › b › a › x',
  ],
  [
    'Mutation if nothing else reaches it',
    'type Query { q: Int } type Mutation { m: A } type A { x: Int }',
    'A',
    'x',
    'Mutation › m › x',
  ],
  [
    'a field of Mutation is one, though Query has a field of that type',
    'type Query { writer: Mutation } type Mutation { m: A } type A { x: Int }',
    'A',
    'x',
    'Mutation › m › x',
  ],
  [
    'Query though the payload of a mutation has it, too',
    'type Query { a: A } type Mutation { m: Payload } type Payload { query: Query } type A { x: Int }',
    'A',
    'x',
    'Query › a › x',
  ],
  [
    'input fields by an argument of a query before one of a mutation',
    'type Query { b: B } type B { a(f: F): Int } type Mutation { m(f: F): Int } input F { x: Int }',
    'F',
    'x',
    'Query › b › a › (f:) › x',
  ],
  [
    'no type condition where a field is as short',
    'type Query { n: N b: B } interface N { id: ID } type A implements N { id: ID x: Int } type B { a: A }',
    'A',
    'x',
    'Query › b › a › x',
  ],
  [
    'paths that are not deprecated',
    'type Query { old: A @deprecated new: A } type A { x: Int }',
    'A',
    'x',
    'Query › new › x',
  ],
  ['fewer required arguments', 'type Query { a(id: ID!): A b: A } type A { x: Int }', 'A', 'x', 'Query › b › x'],
  ['members of a union', 'type Query { u: U } union U = A type A { x: Int }', 'A', 'x', 'Query › u › … on A › x'],
  [
    'input fields by their argument',
    'type Query { a(f: F): Int } input F { g: G } input G { x: Int }',
    'G',
    'x',
    'Query › a › (f:) › g › x',
  ],
  [
    'input fields in lists only below Types, because a list has no rows before it has items',
    'type Query { a(f: [F]): Int } input F { x: Int }',
    'F',
    'x',
    'Types › F › x',
  ],
  ['what no root reaches below Types', 'type Query { a: Int } type Lone { x: Int }', 'Lone', 'x', 'Types › Lone › x'],
  ['enum values below Types', 'type Query { a: E } enum E { X }', 'E', 'X', 'Types › E › X'],
  ['arguments', 'type Query { a: A } type A { f(first: Int): Int }', 'A', 'first', 'Query › a › f › (first:)'],
  [
    'arguments of directives',
    'type Query { a: Int } directive @cost(weight: Int) on FIELD',
    '@cost',
    'weight',
    'Directives › cost › weight',
  ],
])('%s', (_, sdl, owner, name, way) => {
  expect(wayIn(sdl, owner, name)).toBe(way);
});

test('a chain of a thousand types is traversed, and deeper types are found below Types', () => {
  const types = Array.from({ length: 1000 }, (_, at) => `type T${at} { next: T${at + 1} x${at}: Int }`);
  const sdl = `type Query { t: T0 } ${types.join(' ')} type T1000 { x: Int }`;
  expect(wayIn(sdl, 'T10', 'x10').split(' › ')).toHaveLength(13);
  expect(wayIn(sdl, 'T999', 'x999')).toBe('Types › T999 › x999');
  const deep = wayIn(sdl, `T${maxRouteDepth - 1}`, `x${maxRouteDepth - 1}`);
  expect(deep.split(' › ')).toHaveLength(maxRouteDepth + 2);
});

test('types reachable from Query are never shown below Mutation, however far they are', () => {
  const types = Array.from({ length: 1000 }, (_, at) => `type T${at} { next: T${at + 1} }`);
  const sdl = `type Query { t: T0 } ${types.join(' ')} type T1000 { x: Int } type Mutation { m: T1000 }`;
  expect(wayIn(sdl, 'T1000', 'x')).toBe('Types › T1000 › x');
});

test('JavaScript keywords and names of thousands of letters are ordinary names', () => {
  const long = 'x'.repeat(5000);
  const raw = {
    queryType: { name: '__proto__' },
    types: [
      {
        kind: 'OBJECT',
        name: '__proto__',
        fields: [{ name: 'constructor', args: [], type: { kind: 'OBJECT', name: long } }],
      },
      { kind: 'OBJECT', name: long, fields: [{ name: long, args: [], type: { kind: 'OBJECT', name: 'toString' } }] },
      {
        kind: 'OBJECT',
        name: 'toString',
        fields: [{ name: 'valueOf', args: [], type: { kind: 'SCALAR', name: 'Int' } }],
      },
    ],
  };
  const index = searchIndexOf(indexSchema(JSON.parse(JSON.stringify(raw))));
  const entry = index.entries.find(each => each.name === 'valueOf');
  expect(entry && textOfResult(resultPaths(index, entry))).toEqual(['Query', 'constructor', long, 'valueOf']);
});
