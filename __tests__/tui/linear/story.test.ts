/** The work of an hour as scripts, on two schemas whose root types have other names and on a description. All output is compared. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buildSchema, graphqlSync } from 'graphql';
import { main } from '../../../source/main.js';
import { testEnvironment } from '../../support/servers/graphql.js';
import { closeServers, httpServer, type TestServer } from '../../support/servers/http-server.js';
import { demoForTests } from '../demo.js';

const demo = demoForTests();
afterEach(closeServers);

/** A GraphQL server without resolvers: values are properties of the root. */
function serve(sdl: string, rootValue: object, token?: string): Promise<TestServer> {
  const schema = buildSchema(sdl);
  return httpServer((response, { body, headers }) => {
    response.setHeader('Content-Type', 'application/json');
    if (token !== undefined && headers.authorization !== `Bearer ${token}`) {
      response.statusCode = 401;
      response.end('{"errors": [{"message": "Log in first."}]}');
      return;
    }
    const { query: source, variables: variableValues } = JSON.parse(body.toString());
    response.end(JSON.stringify(graphqlSync({ schema, source, variableValues, rootValue })));
  });
}

/** Types lines. Returns the printed lines in order without bodies, which other tests compare, the exit code, and the folder. */
async function typed(argv: readonly string[], input: string, variables: Record<string, string> = {}) {
  const environment = testEnvironment({ variables });
  const stdin = Readable.from([input], { objectMode: false });
  const both = { ...environment, stdin, stderr: environment.stdout } as typeof environment;
  const code = await main([...argv, '--linear', '--keep-going'], both);
  const printed = environment
    .out()
    .replaceAll(/\d[\d.,]* (?:ms|s)\b/g, 'TIME')
    .replaceAll(/\d[\d.,]* (?:B|kB)\b/g, 'SIZE')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/^(?:Loading the .* from the server\.|Looking for .*|.*Found OpenAPI .*|\s*(?:".*|[{}[\]],?))\n/gm, '');
  return { code, printed, home: environment.home };
}

const museums = `schema { query: query_root mutation: mutation_root }
  type query_root { museums(city: City, limit: Int = 10): [Museum!]! }
  type mutation_root { rename(id: ID!, name: String!): Museum }
  "A house with a collection."
  type Museum { id: ID!, name: String!, city: City, works(first: Int): [Work!]! }
  type Work { title: String!, year: Int, inventory: Float! }
  enum City { DELFT ROME }`;

const works = [
  { title: 'View', year: 1660, inventory: 1234567890123456 },
  { title: 'Loom', year: null, inventory: 9.5 },
];
const hall = { id: 'm1', name: 'Hall', city: 'DELFT', works };
const museumValues = { museums: () => [hall, { ...hall, id: 'm2', name: 'Annex', works: [] }], rename: () => hall };

test('a schema with query_root: find, tick, arguments, an error, run, read, table, undo, save', async () => {
  const { url } = await serve(museums, museumValues);
  const { code, printed, home } = await typed(
    ['graphql', url],
    `search year
describe Museum
tick museums.works.titel
tick museums.works.title
tick museums.works.year
tick query_root.museums.works.inventory
set museums(city:) = PARIS
set museums(city:) = delft
query
brief
query: { museums { name }
run
query next problem
undo
run
summary
into
into
into
into
where
table
right
right
down
where
out
find loom
find annex
tick mutation_root.rename(id: "m1", name: "Hall").name
save as
hall.graphql
status
help read
`,
  );
  expect(printed).toBe(`apiclient in line mode. Type help for a list of commands.
Schema loaded: 10 types.
Query (query_root), open, 1 field, level 1
Match 1 of 1: Query, museums, works, year. year: Int, not ticked, level 4.
Museum:
A house with a collection.
Museum, open, type, level 2
No field titel below works. Did you mean museums.works.title?
Ticked museums.works.title: String!. Query: query { museums { works { title } } }.
Ticked museums.works.year: Int. Query: query { museums { works { title year } } }.
Ticked museums.works.inventory: Float!. Query: query { museums { works { title year inventory } } }.
city is one of DELFT, ROME, null.
city: City, argument, enum, level 3
Ticked museums(city: DELFT): City. Query: query { museums(city: DELFT) { works { title year inventory } } }.
query {
  museums(city: DELFT) {
    works {
      title
      year
      inventory
brief for this script.
Query replaced, not valid in line 1.
Line 1, column 19: Expected Name, found the end of the text. Alt-S: send anyway.
Line 1, column 18: Expected Name, found the end of the text.
Query changed, 5 fields.
Running the query.
Response: 200 - TIME - SIZE
Response: 200 - TIME - SIZE, 23 lines.
top level: object of 1
data: object of 1
data.museums: list of 2, each with works
data: object of 1
museums: list of 2
item 1 of 2: object of 1
works: list of 2
data.museums[0], object of 1, works: list of 2.
Table of 2 rows, 3 columns: title, year, inventory.
row 1 of 2, title View
row 1 of 2, year 1660
row 1 of 2, inventory 1234567890123456
row 2 of 2, inventory 9.5
data.museums[0].works, table, row 2 of 2, inventory 9.5.
inventory: 9.5
Match 1 of 1.
title: Loom
No annex in the response.
Ticked mutation_root.rename(id: "m1", name: "Hall").name.
Two operations need different names: Museums and Rename.
Query changed, 7 fields.
Save as: also saves variables as name.variables.json.
Now Museums.graphql. Type it, or back.
Saved hall.graphql.
Connected to http://HOST, 10 types.
Nothing is running.
Query: 7 fields.
Variables: empty.
Response: 200 - TIME - SIZE.
read [LINE]: print the response from a line, 100 lines at a time
`);
  expect(code).toBe(2);
  expect(readFileSync(path.join(home, 'hall.graphql'), 'utf8')).toContain('mutation Rename');
});

const shop = `schema { query: Questions mutation: Changes subscription: News }
  type Questions { node(id: ID!): Node, me: User }
  type Changes { buy(order: Order!): User }
  type News { price: Int }
  interface Node { id: ID! }
  type User implements Node { id: ID!, name: String!, broken: String }
  input Order { title: String!, count: Int = 1 }`;

const ada = { __typename: 'User', id: 'u1', name: 'Ada', broken: new Error('This field fails.') };
const shopValues = {
  node: ada,
  me: ada,
  buy: ({ order }: { order: { title: string } }) => ({ ...ada, name: order.title }),
};

test('a schema with Questions, Changes and News: log in, variables, an error in the data, an input object, lists', async () => {
  const { url } = await serve(shop, shopValues, 'secret');
  const { code, printed } = await typed(
    ['graphql', url, '-B', 'env:TOKEN'],
    `tick questions.me.name
tick me.broken
run
next error
out
where
untick me.broken
run
headers and auth
filter session
1 now
run
new tab
tick changes.buy(order: {title:})
query
set changes.buy(order: {count:}) = many
set changes.buy(order: {count:}) = 3
tick changes.buy.name
variables {"x": 1
variables: {"x": 1
run
variables: {}
run
variables: {"title": "lamp = light"}
run
find lamp
previous tab
next tab
nonsense
go to response
down
out
`,
    { TOKEN: 'secret' },
  );
  expect(printed).toBe(`apiclient in line mode. Type help for a list of commands.
Schema loaded: 10 types.
Query (Questions), open, 2 fields, level 1
Ticked me.name: String!. Query: query { me { name } }.
Ticked me.broken: String. Query: query { me { name broken } }.
Running the query.
Error: This field fails.
Response: 200 - TIME - SIZE - partial data
broken: null
error 1 of 1: This field fails.
me: name Ada
data, object of 1, me: name Ada.
Unticked me.broken: String. Query: query { me { name } }.
Running the query.
Response: 200 - TIME - SIZE
Headers and auth:
1. Login: Bearer ••••
2. Persisted queries: off
3. Document ID: none
4. Extensions: none
5. Connection payload: login and headers
6. Session: none
Type a number, or back.
Also: add header, on/off N, delete N, Bearer, Basic, API key, OAuth.
This list cannot be filtered.
Not in this list: 1 now. Type a number, or back.
Running the query.
Response: 200 - TIME - SIZE
Tab 2 of 2: new.
Ticked mutation.buy(order: {title: $title}): String!. Needs $title: String!. Query: mutation ($title: String!) { buy(order: { title: $title }) { id } }.
mutation ($title: String!) {
  buy(order: { title: $title }) {
    id
Int cannot represent non-integer value: many
count: Int, argument, level 4
Ticked mutation.buy(order: {title: $title, count: 3}): Int. Needs $title: String!. Query: mutation ($title: String!) { buy(order: { title: $title, count: 3 }) { id } }.
Ticked mutation.buy(order: {title: $title, count: 3}).name: String!. Needs $title: String!. Query: mutation ($title: String!) { buy(order: { title: $title, count: 3 }) { id name } }.
Variables: {"x": 1
Unchanged.
Failed: Variables, line 1, column 8: The variables are not JSON: the text ends where a comma or } is expected.
Needs $title: String!. Variables: {}.
Running the mutation.
Error: Variable "$title" of required type "String!" was not provided.
Response: 200 - TIME - SIZE - 1 error, no data
Variables: {"title": "lamp = light"}
Running the mutation.
Response: 200 - TIME - SIZE
Match 1 of 1.
name: lamp = light
Tab 1 of 2: me.
Tab 2 of 2: buy.
Unknown command nonsense. Type help.
Done: go to response.
End of data.buy, object of 2.
buy: id u1
`);
  // The code of the first failure: an error in the data.
  expect(code).toBe(9);
});

test('a description: find, describe, tick, set, run, read, an error, a typed request, save', async () => {
  const { code, printed, home } = await typed(
    ['openapi', demo.url],
    `search one book
tick GET /books limit
set limit = x
set GET /books limit = 1
run
summary
into
down
into
into
down
where
go getBook
tick
set getBook id = 99
set getBook idd = 9
brief
run
request:
GET ${demo.url}/authors

.
run
table
save as
mine.http
status
`,
  );
  expect(printed).toBe(`apiclient in line mode. Type help for a list of commands.
Description loaded: 10 operations.
books, open, 6 operations, level 1
Match 1 of 6: books, GET /books/{id}. GET /books/{id}, not ticked, open, One book, level 2.
Ticked limit. Request: ### listBooks GET http://HOST/books?limit=100 Accept: application/json.
It is a string, not an integer.
limit, argument, value 1, ticked, integer, query, level 3. Request: ### listBooks GET http://HOST/books?limit=1 Accept: application/json.
Running the request.
Response: 200 - TIME - SIZE - matches description
Response: 200 - TIME - SIZE - matches description, 19 lines.
top level: object of 3
total: 8
books: list of 1, each with id, title, author, genre, published, price, tags, rating
next: /books?limit=1&page=2
total: 8
books: list of 1
item 1 of 1: id 1
id: 1
title: Pride and Prejudice
books[0], object of 8, title: Pride and Prejudice.
GET /books/{id}, not ticked, open, One book, level 2
Ticked GET /books/{id}. Request: ### listBooks GET http://HOST/books?limit=1 Accept: application/json ### getBook GET http://HOST/books/{{id}} Accept: application/json. Variables: { "id": 1 }.
id, required argument, value {{id}}, ticked, integer, path, required, level 3. Variables: { "id": 99 }.
No field idd below GET /books/{id}. Did you mean getBook id?
Type set: before a value that contains an equals sign.
brief for this script.
Running the request.
Response: 404 - TIME - SIZE - matches description
Type the request. End with a line with only a dot.
Request replaced, 1 request.
Running the request.
Response: 200 - TIME - SIZE - matches description
Table of 6 rows, 4 columns: id, name, born, country.
row 1 of 6, id 1
Save as: also saves variables as name.variables.json.
Now requests.http. Type it, or back.
Saved mine.http and mine.variables.json.
Connected to http://HOST, 10 operations.
Nothing is running.
Request: 1 request.
Variables: set.
Response: 200 - TIME - SIZE - matches description.
`);
  expect(code).toBe(2);
  expect(existsSync(path.join(home, 'mine.http'))).toBe(true);
});
