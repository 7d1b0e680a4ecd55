/** The shortest ways through a schema. */
import { parse } from 'graphql';
import { pickOf } from '../../../../source/core/graphql/builder/pick/write.js';
import type { SchemaView } from '../../../../source/core/graphql/builder/schema/schema-view.js';
import { emptyDocument } from '../../../../source/core/graphql/builder/text/query-document.js';
import { readWayEnd, waysBetween } from '../../../../source/core/graphql/look-up/ways-between.js';
import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../../../source/core/graphql/sdl.js';
import { schemaText } from '../../../support/schemas.js';

const viewOf = (sdl: string): SchemaView => indexSchema(schemaFromSdl(parse(sdl)));

/** The ways as picks, with what they need after a space. */
function ways(view: SchemaView, from: string | undefined, to: string): readonly string[] {
  const start = from === undefined ? undefined : readWayEnd(view, from);
  const end = readWayEnd(view, to);
  if (end === undefined || (from !== undefined && start === undefined)) throw new Error('An end is unknown.');
  return waysBetween(view, start, end).ways.map(({ path, words, needed }) => {
    const pick = path && pickOf(view, emptyDocument.lastValid, undefined, path);
    const needs = needed.map(each => `${each.field}(${each.arguments.map(({ name }) => name).join(', ')})`);
    return [pick ?? words.join('.'), ...needs].join(' ');
  });
}

const shop = viewOf(`
  type Query { customer(id: ID!): Customer  product(id: ID!, shop: ID!): Product  node(id: ID!): Node  me: Customer }
  type Mutation { buy(input: Purchase!): Receipt }
  interface Node { id: ID }
  type Customer implements Node { id: ID  orders(first: Int): Orders  friend: Customer  old: Product @deprecated }
  type Orders { nodes: [Order]  edges: [Edge] }
  type Edge { node: Order }
  type Order implements Node { id: ID  customer: Customer  lines(page: Int!): [Line!]  payment: Payment }
  type Line { product: Product!  amount: Int }
  type Product implements Node { id: ID  price: Money }
  type Money { amount: Int }
  union Payment = Card | Cash
  type Card { number: String }
  type Cash { money: Money }
  type Receipt { paid: Money  query: Query  stamp: Stamp }
  type Stamp { text: String }
  type Lost { product: Product }
  input Purchase { wish: Wish }
  input Wish { text: String }
`);

test('ways are paths for --pick with the required arguments; deprecated fields come last', () => {
  expect(ways(shop, 'Customer', 'Product').slice(0, 2)).toEqual([
    'me.old',
    'me.orders.nodes.lines.product lines(page)',
  ]);
  expect(ways(shop, undefined, 'Product')[0]).toBe('product product(id, shop)');
});

test('without a start the ways begin at Query, and at Mutation only if Query has none', () => {
  expect(ways(shop, undefined, 'Money')[0]).toBe('product.price product(id, shop)');
  expect(ways(shop, undefined, 'Stamp')).toEqual(['mutation.buy.stamp buy(input)']);
});

test('`nodes` and `edges.node` are one way', () => {
  const found = ways(shop, 'Customer', 'Order');
  expect(found.filter(each => each.includes('edges'))).toEqual([]);
  expect(found[0]).toBe('me.orders.nodes');
});

test('ends can be fields and paths, and the typed path is preserved', () => {
  expect(ways(shop, 'customer.friend', 'Product.price')[0]).toMatch(/^customer\.friend\./);
  expect(ways(shop, 'Order', 'Order.payment')[0]).toBe('node.Order.payment node(id)');
  expect(ways(shop, 'order', 'CARD')).toEqual(['node.Order.payment.Card node(id)']);
  expect(readWayEnd(shop, 'nothing')).toBeUndefined();
});

test('a type that no root leads to starts its ways itself', () => {
  expect(ways(shop, 'Lost', 'Money')).toEqual(['Lost.product.price']);
});

test('an input type is reached through arguments', () => {
  expect(ways(shop, undefined, 'Wish')).toEqual(['mutation.buy(input: {wish:})']);
});

test('ways never pass a root type', () => {
  expect(ways(shop, 'Receipt', 'Product')).toEqual([]);
});

test('on GitHub the relations that people know come first', () => {
  const github = viewOf(schemaText('github'));
  expect(ways(github, 'User', 'Repository').slice(0, 2)).toEqual([
    'viewer.repository repository(name)',
    'viewer.repositories.nodes',
  ]);
  expect(ways(github, 'Repository.issues', 'User.email')[0]).toMatch(/issues\.nodes\.assignees\.nodes\.email/);
  for (const from of ['User', 'Organization', 'Issue', 'Query']) {
    for (const to of ['Commit', 'Label', 'Reaction', 'Node', 'IssueFilters', 'AddStarPayload']) {
      const start = readWayEnd(github, from);
      const end = readWayEnd(github, to);
      const found = end && waysBetween(github, start, end);
      expect(found?.isCut).toBe(false);
      expect(found?.ways.length).toBeLessThanOrEqual(10);
    }
  }
});

test('a related object is nearer than one that some value of many types may be', () => {
  const types = Array.from({ length: 12 }, (_, at) => `Type${at}`);
  const view = viewOf(`
    type Query { me: Customer }
    type Customer { metafield: Metafield  orders: Orders }
    type Metafield { reference: Any }
    union Any = Product | ${types.join(' | ')}
    ${types.map(name => `type ${name} { id: ID }`).join('\n')}
    type Orders { nodes: [Order] }
    type Order { lines: Lines }
    type Lines { nodes: [Line] }
    type Line { variant: Variant }
    type Variant { product: Product }
    type Product { id: ID }
  `);
  expect(ways(view, 'Customer', 'Product')).toEqual([
    'me.orders.nodes.lines.nodes.variant.product',
    'me.metafield.reference.Product',
  ]);
});
