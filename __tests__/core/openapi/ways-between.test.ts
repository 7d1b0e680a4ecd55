/** Chains of operations that hand on IDs. */
import { readCallEnd, resourceOf } from '../../../source/core/openapi/ways-between.js';
import { describeText } from '../../support/fixtures/descriptions.js';
import { ways } from './ways.js';

const list = (name: string): object => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } });
const returns = (schema: object): object => ({
  responses: { 200: { description: '', content: { 'application/json': { schema } } } },
});
const takes = (name: string, place = 'path', type = 'string'): object => ({
  name,
  in: place,
  required: place === 'path',
  schema: { type },
});
const object = (properties: object): object => ({ type: 'object', properties });
const text = { type: 'string' };
const number = { type: 'integer' };

const shop = describeText(
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/customers': { get: { ...returns(object({ data: list('CustomerResponse') })) } },
      '/customers/{customerId}/orders': { get: { parameters: [takes('customerId')], ...returns(list('Order')) } },
      '/orders/{id}': {
        get: { parameters: [takes('id'), takes('shop', 'query')], ...returns({ $ref: '#/components/schemas/Order' }) },
        delete: { parameters: [takes('id')], ...returns({ $ref: '#/components/schemas/Order' }) },
      },
      '/products/{product_id}': {
        get: { parameters: [takes('product_id')], ...returns({ $ref: '#/components/schemas/Product' }) },
      },
      '/repos/{repo}/stars': { get: { parameters: [takes('repo')], ...returns(list('Star')) } },
      '/repositories': { get: returns(list('Repository')) },
    },
    components: {
      schemas: {
        CustomerResponse: object({ id: text }),
        Order: object({ id: text, lines: { type: 'array', items: object({ productId: text, count: number }) } }),
        Product: object({ id: text, price: number }),
        Repository: object({ id: number, name: text }),
        Star: object({ at: text }),
      },
    },
  }),
);

test('an operation returns an ID that the next one takes', () => {
  expect(ways(shop, 'Customer', 'Product')).toEqual([
    'GET /customers/{customerId}/orders (customerId) → GET /products/{product_id} (product_id = lines.productId)',
    'GET /customers/{customerId}/orders (customerId) → GET /orders/{id} (id = id) → GET /products/{product_id} (product_id = lines.productId)',
  ]);
});

test('without a start the ways begin at operations that take no ID', () => {
  expect(ways(shop, undefined, 'orders')[0]).toBe(
    'GET /customers → GET /customers/{customerId}/orders (customerId = data.id)',
  );
});

test('an operation can be an end, and a removal is only the last call', () => {
  expect(ways(shop, 'GET /customers', 'DELETE /orders/{id}')).toEqual([
    'GET /customers → GET /customers/{customerId}/orders (customerId = data.id) → DELETE /orders/{id} (id = id)',
  ]);
});

test('a name in a path takes the name of the resource, not its number', () => {
  expect(ways(shop, undefined, 'Star')).toEqual(['GET /repositories → GET /repos/{repo}/stars (repo = name)']);
});

test('resources are the same in every form of their name', () => {
  for (const name of ['Order', 'orders', 'OrderResponse', 'v1.order', 'order_list'])
    expect(resourceOf(name)).toBe('order');
  expect(resourceOf('repositories')).toBe('repo');
  expect(readCallEnd(shop, 'Invoice')).toBeUndefined();
});
