/** The shortest ways through a schema. */
import { readWayEnd } from '../../../../source/core/graphql/look-up/ways-between.js';
import { viewOf, ways } from './ways.js';

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
