/** `--paginate` follows the operation's paginated list to its end, and reports why it could not. */
import { main } from '../../../source/main.js';
import { closeServers, serve, testEnvironment } from '../../support/servers/graphql.js';

afterAll(closeServers);

type Variables = Readonly<Record<string, unknown>>;

/** Runs against a server whose responses depend on the variables and the number of the request. */
async function run(query: string, respond: (variables: Variables, count: number) => object, ...flags: string[]) {
  const sent: Variables[] = [];
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { variables = {} } = JSON.parse(Buffer.concat(chunks).toString());
    sent.push(variables);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(respond(variables, sent.length)));
  });
  const environment = testEnvironment();
  const code = await main(['graphql', url, '--query', query, '--paginate', '--no-validate', ...flags], environment);
  const lines = environment.out().split('\n').slice(0, -1);
  return { code, sent, pages: lines.map(line => JSON.parse(line)), err: environment.err() };
}

/** A list of `size` items, two to a page; its cursor is the number of previous items. */
function list(size: number, after: unknown = '0') {
  const at = Number(after);
  const nodes = [at + 1, at + 2].filter(each => each <= size);
  return { nodes, pageInfo: { hasNextPage: at + 2 < size, endCursor: String(at + 2) } };
}
const info = 'pageInfo { hasNextPage endCursor }';

test('the cursor belongs to the field with the argument, wherever other lists are', async () => {
  const query = `query($endCursor: String) {
    authors { nodes ${info} }
    shop { items: books(page: { after: $endCursor }) { nodes { tags { ${info} } } ...Info } }
  }
  fragment Info on Books { info: pageInfo { more: hasNextPage next: endCursor } }`;
  const { code, pages, err } = await run(query, ({ endCursor }) => {
    const { nodes, pageInfo } = list(5, endCursor);
    const inner = { tags: { pageInfo: { hasNextPage: true, endCursor: 'tag' } } };
    const items = {
      nodes: nodes.map(n => ({ n, ...inner })),
      info: { more: pageInfo.hasNextPage, next: pageInfo.endCursor },
    };
    return { data: { authors: { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'author' } }, shop: { items } } };
  });
  expect([code, err]).toEqual([0, '']);
  expect(pages.flatMap(page => page.data.shop.items.nodes.map((each: { n: number }) => each.n))).toEqual([
    1, 2, 3, 4, 5,
  ]);
});

test('another list with more pages is not followed', async () => {
  const query = `query($endCursor: String) { books(after: $endCursor) { nodes ${info} } authors { ${info} } }`;
  const { code, sent } = await run(query, ({ endCursor }) => ({
    data: { books: list(3, endCursor), authors: { pageInfo: { hasNextPage: true, endCursor: 'author' } } },
  }));
  expect([code, sent]).toEqual([0, [{}, { endCursor: '2' }]]);
});

test('backwards by $startCursor; a number stays a number', async () => {
  const query = `query($startCursor: Int) {
    books(last: 2, before: $startCursor) { pageInfo { hasNextPage hasPreviousPage startCursor } }
  }`;
  const { code, sent } = await run(query, (_, count) => ({
    data: { books: { pageInfo: { hasNextPage: true, hasPreviousPage: count < 3, startCursor: 10 - count } } },
  }));
  expect([code, sent]).toEqual([0, [{}, { startCursor: 9 }, { startCursor: 8 }]]);
});

test('a parent list is followed while it has one item; with two, no cursor is correct', async () => {
  const query = `query($endCursor: String) { nodes { books(after: $endCursor) { nodes ${info} } } }`;
  const one = await run(query, ({ endCursor }) => ({ data: { nodes: [{ books: list(4, endCursor) }] } }));
  expect([one.code, one.sent.length]).toEqual([0, 2]);
  const two = await run(query, () => ({ data: { nodes: [{ books: list(4) }, { books: list(4) }] } }));
  expect([two.code, two.sent.length, two.err]).toEqual([1, 1, expect.stringContaining('nodes has 2 items')]);
});

const books = `query($endCursor: String) { books(after: $endCursor) { nodes ${info} } }`;
const ends = (hasNextPage: unknown, endCursor: unknown) => ({
  data: { books: { pageInfo: { hasNextPage, endCursor } } },
});

test.each([
  ['no cursor for the page that follows', () => ends(true, null), 1, 'returned no cursor: books.pageInfo.endCursor'],
  ['an empty cursor', () => ends(true, ''), 1, 'returned no cursor'],
  ['a cursor that stays', () => ends(true, 'c'), 2, 'Page 2 ends with the same cursor as an earlier page.'],
  ['cursors in a circle', (_: Variables, count: number) => ends(true, `c${count % 3}`), 4, 'Page 4 ends with the same'],
  ['a null where the flag should be', () => ends(null, 'c'), 1, 'books.pageInfo.hasNextPage'],
  ['no list', () => ({ data: { books: null } }), 1, 'no books.pageInfo: books is null.'],
] as const)('%s: reported after the results, exit code 1', async (_, respond, requests, words) => {
  const { code, sent, pages, err } = await run(books, respond);
  expect([code, sent.length, pages.length, err]).toEqual([1, requests, requests, expect.stringContaining(words)]);
});

test('the initial cursor is not followed twice', async () => {
  const { code, sent, err } = await run(books, () => ends(true, 'c'), 'endCursor=c');
  expect([code, sent, err]).toEqual([1, [{ endCursor: 'c' }], expect.stringContaining('same cursor')]);
});

test.each([
  ['took the cursor away', { data: { books: null } }, 2],
  ['left no data', { data: null }, 2],
  ['left the cursor', ends(true, 'c2'), 3],
])('errors of a page that %s give exit code 9', async (_, page, requests) => {
  const { code, sent, err } = await run(books, (_variables, count) =>
    count === 2 ? { ...page, errors: [{ message: 'half' }] } : ends(count < 2, 'c1'),
  );
  expect([code, sent.length, err]).toEqual([9, requests, 'apiclient: GraphQL error: half\n']);
});

test('--max-pages reports remaining pages and how to continue; without any it is silent', async () => {
  const more = await run(books, (_, count) => ends(true, `c'${count}`), '--max-pages', '2');
  const words = `apiclient: Stopped after 2 pages (--max-pages), but more follow. Continue with 'endCursor=c'\\''2'\n`;
  expect([more.code, more.sent.length, more.err]).toEqual([0, 2, words]);
  const silent = await run(books, () => ends(true, 'c'), '--max-pages', '1', '--silent');
  expect([silent.code, silent.err]).toEqual([0, '']);
  const whole = await run(books, (_, count) => ends(count < 2, `c${count}`), '--max-pages', '2');
  expect([whole.code, whole.err]).toEqual([0, '']);
});

test.each([
  ['query($endCursor: String) { books { nodes } }', /No field uses \$endCursor/],
  [
    'query($endCursor: String) { a { books(after: $endCursor) { nodes } } }',
    /a\.books uses \$endCursor, but its pageInfo/,
  ],
  [
    `query($endCursor: String) { books(after: $endCursor) { nodes { tags { ${info} } } } }`,
    /its pageInfo is not selected/,
  ],
  [`query($endCursor: String) { books(after: $endCursor) { pageInfo { hasNextPage } } a { ${info} } }`, /pageInfo/],
  [
    `query($endCursor: String) { books(after: $endCursor) { ${info} } more: books(after: $endCursor) { ${info} } }`,
    /Two fields use \$endCursor: books and more/,
  ],
  [
    `query($endCursor: String, $startCursor: String) { a(after: $endCursor, before: $startCursor) { ${info} } }`,
    /both \$endCursor and \$startCursor/,
  ],
  [`query($endCursor: String!) { books(after: $endCursor) { ${info} } }`, /\$endCursor requires a value/],
  ['query($endCursor: String) { ...A } fragment A on Query { a { ...A } }', /No field uses/],
])('%s is rejected, and nothing is sent', async (query, words) => {
  const { code, sent, err } = await run(query, () => ({ data: {} }));
  expect([code, sent, err]).toEqual([2, [], expect.stringMatching(words)]);
});

test.each([
  [{ a: { pageInfo: { hasNextPage: true, endCursor: 'x' } } }, 1, 'same cursor'],
  [{ a: { pageInfo: { hasNextPage: false, endCursor: 'x' } }, b: { hasNextPage: false, endCursor: null } }, 0, ''],
  [{ a: { pageInfo: { hasNextPage: false, endCursor: 'x' } }, b: { hasNextPage: true, endCursor: 'y' } }, 1, '2 lists'],
  [{ a: 1 }, 1, 'no pageInfo'],
])('a document that only the server has must have a single list: %j', async (data, exit, words) => {
  const url = await serve((request, response) => {
    request
      .resume()
      .once('end', () => response.setHeader('content-type', 'application/json').end(JSON.stringify({ data })));
  });
  const environment = testEnvironment();
  const code = await main(['graphql', url, '--document-id', 'abc', '--paginate'], environment);
  expect([code, environment.err()]).toEqual([exit, expect.stringContaining(words)]);
});
