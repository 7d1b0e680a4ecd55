import { once } from 'node:events';
import { validateSchema } from 'graphql';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { demoSchema } from '../../source/demo/graphql/schema.js';
import { type Demo, startDemo } from '../../source/demo/start.js';

let demo: Demo;
beforeAll(async () => {
  demo = (await startDemo({ port: 0 })) as Demo;
});
afterAll(() => demo.close());

interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string; readonly path?: readonly unknown[] }[];
}

async function answerText(query: string, variables?: unknown, token?: string): Promise<string> {
  const response = await fetch(demo.graphqlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query, variables }),
  });
  return response.text();
}

const run = async (query: string, variables?: unknown, token?: string): Promise<Answer> =>
  JSON.parse(await answerText(query, variables, token));

test('the schema is valid', () => {
  expect(validateSchema(demoSchema())).toEqual([]);
});

test('all digits of 64-bit numbers are preserved', async () => {
  expect(await answerText('{ a: book(id: 2) { printed } b: book(id: "book:7") { printed } }')).toBe(
    '{"data":{"a":{"printed":9007199254740993},"b":{"printed":9223372036854775807}}}',
  );
});

test.each([
  ['{ author(by: { id: 3 }) { name } }', { author: { name: 'Charles Darwin' } }],
  ['{ author(by: { book: "4" }) { name } }', { author: { name: 'Charles Darwin' } }],
  ['{ author(by: { name: "Mary Shelley" }) { books { title } } }', { author: { books: [{ title: 'Frankenstein' }] } }],
  [
    '{ search(text: "emily") { __typename ... on Author { name } } }',
    { search: [{ __typename: 'Author', name: 'Emily Dickinson' }] },
  ],
  ['{ node(id: "book:2") { __typename id } }', { node: { __typename: 'Book', id: 'book:2' } }],
  ['{ node(id: "book:99") { id } }', { node: null }],
  ['{ bestseller { title isbn } }', { bestseller: { title: 'Pride and Prejudice', isbn: null } }],
  ['{ book(id: 1) { price(currency: USD) } }', { book: { price: 9.71 } }],
  [
    '{ books(filter: { genres: [TRAVEL], published: { from: "1850-01-01" } }) { total nodes { title } } }',
    { books: { total: 1, nodes: [{ title: 'Unbeaten Tracks in Japan' }] } },
  ],
  [
    '{ books(filter: { not: { genres: [NOVEL, SCIENCE, TRAVEL] } }) { nodes { genre } } }',
    { books: { nodes: [{ genre: 'POETRY' }] } },
  ],
  [
    '{ books(sort: { by: PRICE, descending: true }, first: 1) { nodes { title } } }',
    { books: { nodes: [{ title: 'On the Origin of Species' }] } },
  ],
])('%s', async (query, data) => {
  expect(await run(query)).toEqual({ data });
});

test('the cursor of each page leads to the next, until the last', async () => {
  const query = 'query Page($after: String) { books(first: 3, after: $after) { next nodes { id } } }';
  const ids: string[] = [];
  let after: string | null | undefined;
  do {
    const { books } = (await run(query, { after })).data as { books: { next: string | null; nodes: { id: string }[] } };
    ids.push(...books.nodes.map(({ id }) => id));
    after = books.next;
  } while (after);
  expect(new Set(ids).size).toBe(8);
});

test('a query returns a value changed by a mutation', async () => {
  const before = (await run('{ book(id: 5) { ratings } }')).data as { book: { ratings: number[] } };
  await run('mutation { rateBook(id: 5, stars: 2) { id } }');
  expect(await run('{ book(id: 5) { ratings } }')).toEqual({
    data: { book: { ratings: [...before.book.ratings, 2] } },
  });
});

test('without a token only the fields that require it are null', async () => {
  const { data, errors } = await run('{ me { name } authors { name } }');
  expect(data).toMatchObject({ me: null, authors: expect.arrayContaining([{ name: 'Jane Austen' }]) });
  expect(errors).toMatchObject([{ path: ['me'], message: 'Bearer token required: -B demo-token' }]);
  expect(await run('{ me { name } }', undefined, 'demo-token')).toEqual({ data: { me: { name: 'Ada' } } });
});

test('an order accepts nested inputs and exactly one delivery method', async () => {
  const query = 'mutation($input: OrderInput!) { placeOrder(input: $input) { total delivery lines { copies } } }';
  const post = { name: 'Ada', street: 'Main Street 1', town: 'Cork', country: 'Ireland' };
  const placed = await run(query, { input: { lines: [{ bookId: 1, copies: 2 }], delivery: { post } } }, 'demo-token');
  expect(placed).toEqual({ data: { placeOrder: { total: 17.98, delivery: { post }, lines: [{ copies: 2 }] } } });
  const both = { lines: [], delivery: { post, pickUpAt: 'noon' } };
  expect((await run(query, { input: both }, 'demo-token')).errors?.[0]?.message).toMatch(/[Ee]xactly one/);
});

test('an invalid date is rejected', async () => {
  const query = '{ books(filter: { published: { from: "yesterday" } }) { total } }';
  expect((await run(query)).errors?.[0]?.message).toContain('A date must look like 1813-01-28.');
});

test('subscriptions over WebSocket count and report new books; the token can be in connection_init', async () => {
  const client = createClient({
    url: demo.graphqlUrl.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { headers: { Authorization: 'Bearer demo-token' } },
  });
  const counted: unknown[] = [];
  for await (const { data } of client.iterate({ query: 'subscription { ticks(count: 3, every: 1) { number } }' }))
    counted.push(data);
  expect(counted).toEqual([1, 2, 3].map(number => ({ ticks: { number } })));

  const heard = client.iterate({ query: 'subscription { bookAdded(genre: POETRY) { title printed } }' });
  const first = heard.next();
  // The response to a query on the same socket arrives after the subscription was set up.
  for await (const { data } of client.iterate({ query: '{ me { name } request { transport } }' }))
    expect(data).toEqual({ me: { name: 'Ada' }, request: { transport: 'WEBSOCKET' } });
  await run('mutation { addBook(input: { title: "Verses", authorId: 4, genre: POETRY }) { id } }');
  expect((await first).value).toEqual({ data: { bookAdded: { title: 'Verses', printed: 0 } } });
  await client.dispose();
});

test('the server closes at once, with code 1001 even for a client that does not respond', async () => {
  const own = (await startDemo({ port: 0 })) as Demo;
  const client = new WebSocket(own.graphqlUrl.replace('http', 'ws'), 'graphql-transport-ws');
  await once(client, 'open');
  client.pause();
  await own.close();
  client.resume();
  expect((await once(client, 'close'))[0]).toBe(1001);
});
