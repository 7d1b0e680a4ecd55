/** The leaves that complete a selection. */
import { buildSchema, parse, validate } from 'graphql';
import { viewOf } from '../../../../source/core/graphql/builder/index.js';
import { leavesWords, missingLeaves, withLeaves } from '../../../../source/core/graphql/builder/missing-leaves.js';
import { parseQuery } from '../../../../source/core/graphql/builder/text/query-document.js';

const schema = buildSchema(`
  type Query { museum: Museum, rooms(first: Int): RoomConnection!, found: [Found], box: Box, needs(id: ID!): Needs }
  type Mutation { build(name: String!): Museum }
  type Museum { id: ID!, old: ID @deprecated, name: String, city: String, rooms: RoomConnection! }
  type RoomConnection { edges: [RoomEdge!]!, total: Int }
  type RoomEdge { node: Room!, cursor: String }
  type Room { id: ID!, size(unit: Unit!): Int, guard: Guard }
  type Guard { email: String, age: Int }
  type Box { weight: Int, height: Int, lid(open: Boolean!): Int }
  type Needs { only(id: ID!): Int }
  union Found = Museum | Room
  enum Unit { METRE }
`);

test.each([
  ['{ museum }', '{ museum { id name } }', 'id and name'],
  ['{ m: museum @include(if: true) }', '{ m: museum @include(if: true) { id name } }', 'id and name'],
  ['{ rooms(first: 3) }', '{ rooms(first: 3) { edges { node { id } } } }', 'edges { node { id } }'],
  ['{ found }', '{ found { __typename } }', '__typename'],
  ['{ box }', '{ box { weight height } }', 'weight and height'],
  ['{ needs(id: 1) }', '{ needs(id: 1) { __typename } }', '__typename'],
  ['mutation { build(name: "a") }', 'mutation { build(name: "a") { id name } }', 'id and name'],
  [
    '{ museum { rooms { edges { node { ...F } } } } } fragment F on Room { guard }',
    '{ museum { rooms { edges { node { ...F } } } } } fragment F on Room { guard { email age } }',
    'email and age',
  ],
  [
    '{ museum, found { ... on Room { guard } } }',
    '{ museum { id name }, found { ... on Room { guard { email age } } } }',
    'id and name to museum, email and age to guard',
  ],
])('%s becomes %s', (text, completed, words) => {
  const missing = missingLeaves(viewOf(schema), parseQuery(text).lastValid);
  expect(leavesWords(missing)).toBe(words);
  expect(withLeaves(text, missing)).toBe(completed);
  expect(validate(schema, parse(completed))).toEqual([]);
});

test.each(['{ museum { name } }', '{ unknown }', '', '{ museum { unknown } }', 'type Query { museum: Museum }'])(
  '%j lacks nothing known to the schema',
  text => {
    expect(missingLeaves(viewOf(schema), parseQuery(text).lastValid)).toEqual([]);
  },
);
