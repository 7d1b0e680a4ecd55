/** `go` follows the names that `--find` prints. */
import { go, set, tick } from '../../../source/tui/linear/go.js';
import { Screen } from '../support.js';

const sdl = `type Query { museum: Museum books(filter: Filter, first: Int): [Book] } type Museum { name: String }
  type Book { title: String } type Mutation { rename(name: String!): Book } input Filter { author: Name } input Name { last: String }`;

test.each([
  ['museum.name', 'name'],
  ['query.museum.name', 'name'],
  ['Query.museum.name', 'name'],
  ['mutation.rename', 'rename'],
  ['mutation.rename(name:)', 'name'],
  ['books(first:)', 'first'],
  ['books(filter: {author:})', 'author'],
  ['books(filter: {author: {last:}})', 'last'],
  ['books(filter:{author:{last:}})', 'last'],
])('%s', (path, row) => {
  const screen = new Screen({ sdl });
  const reply = go(path, screen.state, (...actions) => screen.do(...actions).state);
  expect([reply.refused, screen.cursor?.name]).toEqual([undefined, row]);
});

test.each([
  ['books(filter: {nobody:})', 'No argument nobody below filter.'],
  ['museum.nam', 'No field nam below museum.'],
])('%s is reported as missing, and the cursor does not move', (path, said) => {
  const screen = new Screen({ sdl });
  const before = screen.cursor?.key;
  const reply = go(path, screen.state, (...actions) => screen.do(...actions).state);
  expect([JSON.stringify(reply).includes(said), screen.cursor?.key]).toEqual([true, before]);
});

test.each([
  ['tick title', 'query { books { title } }'],
  ['set first = 3', 'query { books(first: 3) { __typename } }'],
  ['set filter = {author: {last: "A"}}', 'query { books(filter: {author: {last: "A"}}) { __typename } }'],
])('after `go books`, `%s` refers to its row', (line, query) => {
  const screen = new Screen({ sdl });
  const act: Parameters<typeof go>[2] = (...actions) => screen.do(...actions).state;
  go('books', screen.state, act);
  const [command, rest = ''] = line.split(/ (.*)/);
  const reply = command === 'set' ? set(rest, screen.state, act, false) : tick(rest, true, screen.state, act);
  expect([reply.refused, screen.query.replace(/\s+/g, ' ').trim()]).toEqual([undefined, query]);
});

test('a name in the spelling of a type is the type, even if the current row has a field of that name', () => {
  const screen = new Screen({ sdl: `type Query { a: Shelf } type Shelf { book: Book } type Book { title: String }` });
  const act: Parameters<typeof go>[2] = (...actions) => screen.do(...actions).state;
  go('a', screen.state, act);
  go('Book', screen.state, act);
  expect(screen.cursor?.kind).toBe('type');
});

const renamed = `schema { query: query_root mutation: Changes } type query_root { museum: Museum } type Museum { name: String }
  type Changes { rename(name: String!): Museum }`;

test.each([
  ['museum.name', 'name'],
  ['query.museum.name', 'name'],
  ['query_root.museum', 'museum'],
  ['Mutation.rename(name:)', 'name'],
  ['changes.rename', 'rename'],
])('`go %s` finds the row even if the root types have other names', (path, row) => {
  const screen = new Screen({ sdl: renamed });
  const reply = go(path, screen.state, (...actions) => screen.do(...actions).state);
  expect([reply.refused, screen.cursor?.name]).toEqual([undefined, row]);
});

test('`tick` works if the query type is not called Query', () => {
  const screen = new Screen({ sdl: renamed });
  const reply = tick('museum.name', true, screen.state, (...actions) => screen.do(...actions).state);
  expect([reply.refused, screen.query.replace(/\s+/g, ' ').trim()]).toEqual([undefined, 'query { museum { name } }']);
});
