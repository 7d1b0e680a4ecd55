/** `--pick … --paginate` adds pagination to the operation and follows it. */
import { buildSchema } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { main } from '../../../source/main.js';
import { closeServers, serve, testEnvironment } from '../../support/servers/graphql.js';

afterAll(closeServers);

const args = 'first: Int, after: String, last: Int, before: String';
const schema = buildSchema(`
  input Page { after: String }
  type Query { paged(page: Page): Books, sized(first: Int!, after: String): Books, books(${args}, genre: String): Books!, old(before: ID): Books, plain: [Book!]!, shelves: [Shelf!]!, shelf(id: ID!): Shelf, me: Named }
  type Mutation { books(${args}): Books! }
  interface Named { name: String }
  type Shelf implements Named { name: String, books(${args}): Books! }
  type Books { nodes: [Book!]!, pageInfo: PageInfo!, total: Int }
  type Book { id: ID!, title: String, similar(${args}): Books }
  type PageInfo { hasNextPage: Boolean!, hasPreviousPage: Boolean!, startCursor: String, endCursor: String }
`);

interface PageArgs {
  readonly first?: number;
  readonly after?: string;
  readonly last?: number;
  readonly before?: string;
}
const ids = Array.from({ length: 250 }, (_, index) => String(index + 1));
function books({ first, after, last, before }: PageArgs) {
  const from = Number(after ?? 0);
  const to = Number(before ?? 251) - 1;
  const [start, end] = last === undefined ? [from, Math.min(from + (first ?? 1), to)] : [Math.max(to - last, from), to];
  return {
    nodes: ids.slice(start, end).map(id => ({ id })),
    pageInfo: { hasNextPage: end < 250, hasPreviousPage: start > 0, startCursor: `${start + 1}`, endCursor: `${end}` },
  };
}

let count = 0;
let url: string;
beforeAll(async () => {
  const handler = createHandler({ schema, rootValue: { books, shelf: { books } }, onOperation: () => void count++ });
  url = await serve(handler);
});

async function run(...flags: string[]) {
  const environment = testEnvironment();
  const code = await main(['graphql', url, ...flags], environment);
  return { code, out: environment.out(), err: environment.err() };
}
const picks = (...texts: string[]) => texts.flatMap(each => ['--pick', each]);
const printed = async (...texts: string[]) => (await run(...picks(...texts), '--paginate', '--print-query')).out;

test('each item once, to the last', async () => {
  const { code, out, err } = await run(...picks('books.nodes.id'), '--paginate');
  const pages = out
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line).data.books.nodes.map((each: { id: string }) => each.id));
  expect([code, err, pages.map(page => page.length), pages.flat()]).toEqual([0, '', [100, 100, 50], ids]);
});

test('backwards with last', async () => {
  const { out } = await run(...picks('books(last: 120).nodes.id'), '--paginate');
  const pages = out
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line).data.books.nodes.map((each: { id: string }) => each.id));
  expect([pages.map(page => page.length), pages.reverse().flat()]).toEqual([[120, 120, 10], ids]);
});

test('the operation is printed, and typed arguments are preserved', async () => {
  expect(await printed('books.nodes.id')).toBe(`query ($endCursor: String) {
  books(first: 100, after: $endCursor) {
    nodes {
      id
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`);
  const own = await printed('mine: books(first: 7, genre: "a").nodes.id');
  expect(own).toMatch(/mine: books\(first: 7, genre: "a", after: \$endCursor\)/);
  expect(await printed('old.nodes.id')).toMatch(
    /\(\$startCursor: ID\)[\s\S]*old\(before: \$startCursor\)[\s\S]*hasPreviousPage\s+startCursor/,
  );
  expect(await printed('me.Shelf.books.nodes.id')).toMatch(
    /\.\.\. on Shelf \{\s+books\(first: 100, after: \$endCursor\)/,
  );
  const marked = await printed('books.nodes.id', 'other: books(after: $endCursor).nodes.title');
  expect(marked).toMatch(
    / books \{\s+nodes \{\s+id\s+\}\s+\}\s+other: books\(after: \$endCursor, first: 100\) \{[\s\S]*pageInfo/,
  );
});

test('a list inside list items stays at its first page, which is reported', async () => {
  const flags = ['--paginate', '--print-query'];
  const { out: nested, err } = await run(...picks('books.nodes.similar.nodes.id'), ...flags);
  expect(err).toBe('apiclient: Only the first page of each similar below the list nodes is fetched.\n');
  expect(nested.match(/pageInfo/g)).toHaveLength(1);
  expect(nested).toMatch(/^ {2}books\(first: 100, after: \$endCursor\)/m);
});

test('a text with pagination is unchanged, whatever its arguments look like', async () => {
  const query = 'query($endCursor: String) { paged(page: {after: $endCursor}) { pageInfo { hasNextPage endCursor } } }';
  const { out } = await run('--query', query, ...picks('paged.total'), '--paginate', '--print-query');
  expect(out.trimEnd()).toBe(query.replace('endCursor } }', 'endCursor } total }'));
});

test('a required page size becomes a variable, and is requested before anything is sent', async () => {
  expect(await printed('sized.nodes.id')).toMatch(/sized\(first: \$first, after: \$endCursor\)/);
  const { code, err } = await run(...picks('sized.nodes.id'), '--paginate');
  expect([code, err]).toEqual([2, expect.stringContaining('$first')]);
});

test.each([
  [['plain.id'], /None of the picked fields has pages/],
  [['shelves.books.nodes.id'], /books is below the list shelves/],
  [['books.nodes.id', 'shelf(id: 1).books.nodes.id'], /Two of the picked fields have pages: books and shelf\.books/],
  [['books.nodes.id', 'other: books.nodes.id'], /Two of the picked fields have pages: books and other: books/],
  [['mutation.books.nodes.id'], /--paginate cannot be used with a mutation/],
])('%j is rejected, and only the schema is requested', async (texts, words) => {
  const before = count;
  const { code, err } = await run(...picks(...texts), '--paginate');
  expect([code, err]).toEqual([2, expect.stringMatching(words)]);
  // Each run has a separate folder, so that the schema is fetched.
  expect(count - before).toBe(1);
});
