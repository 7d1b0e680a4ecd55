/** Picks: every form of a path, its effect on an empty and an existing text, and the error if it is wrong. */
import { buildSchema } from 'graphql';
import { applyPicks } from '../../../../../source/core/graphql/builder/pick/apply.js';

const schema = buildSchema(`
  type Query {
    me: User
    book(id: ID!): Book
    books(first: Int, after: String, filter: Filter): Books!
    search(text: String!, limit: Int): [Result!]!
    node(id: ID!): Node
    find(by: By!): Book
    count: Int
    query: Query
    writer: Mutation
  }
  type User implements Node { id: ID! name: String }
  type Books { nodes: [Book!]! total: Int }
  type Book implements Node { id: ID! title: String author: Author reviews(first: Int!): [Review!]! old: Int @deprecated }
  type Author { name: String books: Books Book: Int }
  type Review { stars: Int by: Author }
  union Result = Book | Author
  interface Node { id: ID! }
  input Filter { title: String, tags: [String!], not: Filter, year: Int! }
  input By @oneOf { id: ID isbn: String }
  type Mutation implements Writer { rateBook(id: ID!, stars: Int!): Rated purge: Int sell: Rated id: ID }
  interface Writer { purge: Int }
  type Rated { rating: Float book: Book mutation: Mutation }
  type Subscription { ticks(every: Int): Tick }
  type Tick { number: Int }
`);

/** The text, on one line unless it had several. */
const picked = (text: string, ...picks: readonly string[]): string => {
  const made = applyPicks(schema, text, picks);
  if ('problem' in made) return `${made.problem} ${made.hint}`;
  return text === '' ? made.document.text.replace(/\s+/g, ' ').trim() : made.document.text;
};

test.each([
  ['fields', ['books.nodes.title'], 'query { books { nodes { title } } }'],
  ['an object', ['books.nodes'], 'query { books { nodes { id } } }'],
  [
    'an object without id',
    ['me', 'books.nodes.author'],
    'query { me { id } books { nodes { author { __typename } } } }',
  ],
  ['an argument', ['books(first: 3).nodes.author.name'], 'query { books(first: 3) { nodes { author { name } } } }'],
  ['several', ['books(first: 3, after: "a.b)").total'], 'query { books(first: 3, after: "a.b)") { total } }'],
  ['variables', ['books(first: $n).total'], 'query ($n: Int) { books(first: $n) { total } }'],
  [
    'variables in objects and lists',
    ['books(filter: { year: $y, tags: [$t, "x"], not: { year: $y } }).total'],
    'query ($y: Int!, $t: String!) { books(filter: { year: $y, tags: [$t, "x"], not: { year: $y } }) { total } }',
  ],
  ['a choice', ['find(by: { isbn: $isbn }).title'], 'query ($isbn: String!) { find(by: { isbn: $isbn }) { title } }'],
  ['required arguments', ['book.title'], 'query ($id: ID!) { book(id: $id) { title } }'],
  [
    'required arguments of several fields',
    ['book.title', 'node.id'],
    'query ($id: ID!, $node_id: ID!) { book(id: $id) { title } node(id: $node_id) { id } }',
  ],
  [
    'in addition to given ones',
    ['search(limit: 2).Book.id'],
    'query ($text: String!) { search(text: $text, limit: 2) { ... on Book { id } } }',
  ],
  ['a possible type', ['search(text: "x").Book.title'], 'query { search(text: "x") { ... on Book { title } } }'],
  ['a type with on', ['search(text: "x").on Book.title'], 'query { search(text: "x") { ... on Book { title } } }'],
  ['a field that has the name of a type', ['book(id: 1).author.Book'], 'query { book(id: 1) { author { Book } } }'],
  ['a type of an interface', ['node(id: 1).User.name'], 'query { node(id: 1) { ... on User { name } } }'],
  [
    'an alias',
    ['best: book(id: 1).title', 'worst: book(id: 2).title'],
    'query { best: book(id: 1) { title } worst: book(id: 2) { title } }',
  ],
  ['an alias in the middle', ['book(id: 1).a: author.name'], 'query { book(id: 1) { a: author { name } } }'],
  ['all leaves', ['book(id: 1).*'], 'query { book(id: 1) { id title } }'],
  ['all leaves of the root', ['*'], 'query { count }'],
  ['to a depth', ['books.**2'], 'query { books { nodes { id title } total } }'],
  ['a mutation', ['mutation.rateBook(id: 1, stars: 5).rating'], 'mutation { rateBook(id: 1, stars: 5) { rating } }'],
  ['a subscription', ['subscription.ticks.number'], 'subscription { ticks { number } }'],
  ['a root and a field of its name', ['query.query.count'], 'query { query { count } }'],
  [
    'the same twice',
    ['books(first: 3).total', 'books(first: 3).total', 'books.*'],
    'query { books(first: 3) { total } }',
  ],
  ['more below one', ['books(first: 3).total', 'books.nodes.id'], 'query { books(first: 3) { total nodes { id } } }'],
  [
    'a meta field',
    ['book(id: 1).__typename', '__schema.__typename'],
    'query { book(id: 1) { __typename } __schema { __typename } }',
  ],
  [
    'white space and commas',
    [' books ( first : 3 ,) . nodes . title '],
    'query { books(first: 3) { nodes { title } } }',
  ],
  [
    'two roots',
    ['me.name', 'mutation.rateBook(id: 1, stars: 5).rating'],
    'query Me { me { name } } mutation RateBook { rateBook(id: 1, stars: 5) { rating } }',
  ],
] as const)('from an empty text: %s', (_, picks, after) => expect(picked('', ...picks)).toBe(after));

const own =
  '# mine\r\nquery  A { b: book( id:1 ) @skip(if: false) { title # t\r\n }  me {id} }\r\nfragment F on Book { id }\r\n';

test.each([
  ['beside', ['me.name'], own.replace('me {id}', 'me {id name}')],
  [
    'below an alias',
    ['b: book.id'],
    own.replace('# t\r\n', '# t\r\n id\r\n').replace(' id\r\n', '\t').replace('\t', '   id\r\n'),
  ],
  ['in a fragment', ['fragment F.title'], own.replace('Book { id', 'Book { id title')],
  ['a spread', ['b: book....F'], own.replace('# t\r\n', '# t\r\n   ...F\r\n')],
  ['an argument of an existing field', ['b: book(id: 2).title'], own.replace('id:1', 'id:2')],
  ['nothing new', ['b: book(id:1).title', 'me.*'], own.replace('me {id}', 'me {id name}')],
  [
    'another operation',
    ['mutation.rateBook(id: 1, stars: 5).rating'],
    `${own}\r\nmutation RateBook {\r\n  rateBook(id: 1, stars: 5) {\r\n    rating\r\n  }\r\n}\r\n`,
  ],
] as const)('into an existing text: %s', (_, picks, after) => {
  const text = picked(own, ...picks);
  if (_ === 'below an alias' || _ === 'a spread') expect(text.replace(/\s+/g, ' ')).toBe(after.replace(/\s+/g, ' '));
  else expect(text).toBe(after);
});

test.each([
  ['books.nodes.titel', 'Book has no field titel. Did you mean title?'],
  ['bokks.nodes', 'Query has no field bokks. Did you mean books?'],
  ['zzz', 'Query has no field zzz. Query has me, book, books, search, node and 4 more.'],
  ['search(text: "x").Bok', 'Result has no field Bok. Did you mean Book?'],
  ['search(text: "x").on Bok', 'The schema has no type Bok below Result. Did you mean Book?'],
  ['search(text: "x").User.id', 'Result has no field User. Result has Book, Author.'],
  ['books(frist: 3).total', 'Query.books has no argument frist. Did you mean first?'],
  ['me(id: 1).id', 'Query.me has no argument id. It takes no arguments.'],
  ['me.name.length', 'User.name is a String and has no fields. The path must end there.'],
  ['me.name.*', 'User.name is a String and has no fields. The path must end there.'],
  ['books(first: "x").total', /^books.*: Int cannot represent non-integer value: "x"/],
  ['books(first: 3.total', /^A \( has no matching \)/],
  ['books(first 3).total', /^The arguments \(first 3\) cannot be parsed: Syntax Error/],
  ['books..total', /^\.total is unexpected in books\.\.total\./],
  ['books.', /^No field after the last dot of books\./],
  ['', /^A pick is empty/],
  ['query', 'query { query { __typename } }'],
  ['me name', /^name is unexpected/],
  ['books.**', /^\*\* needs a depth/],
  ['books.*.total', /^Nothing can follow \*/],
  ['a:', /unexpected/],
  ['subscription.ticks.number.x', /has no fields/],
  ['fragment F.id', /No fragment F/],
  ['...F', /No fragment F/],
  ['subscription.*', /one field/],
  ['subscription.on Subscription.**2', /one field/],
  ['mutation.*', 'mutation.*: Each field of Mutation changes something. Tick a single field. Nothing was sent.'],
  ['mutation.**1', /changes something/],
  ['mutation.**2', /changes something/],
  ['mutation.on Mutation.*', /changes something/],
  ['mutation.Mutation.**3', /changes something/],
  ['mutation.on Writer.*', /changes something/],
  ['writer.*', /changes something/],
] as const)('%s', (pick, said) => {
  const text = picked('', pick);
  if (typeof said === 'string') expect(text.replace(/ Usage: .*/, '')).toBe(said);
  else expect(text).toMatch(said);
});

test.each([
  ['below one mutation', 'mutation.sell.*', 'mutation { sell { rating } }'],
  ['below it to a depth', 'mutation.sell.**2', 'mutation { sell { rating book { id title } } }'],
  ['below Query to a depth', 'query.**9', undefined],
  ['a type condition alone', 'mutation.on Mutation', 'mutation { ... on Mutation { __typename } }'],
])('a wildcard %s adds no other mutation to the text', (_, pick, text) => {
  const made = picked('', pick);
  if (text !== undefined) expect(made).toBe(text);
  else expect(made).toContain('books');
  expect(made).not.toMatch(/purge|writer/);
});

test('a wildcard in a fragment on Mutation is rejected, and a wildcard never adds a second mutation to a text', () => {
  expect(picked('mutation { ...F } fragment F on Mutation { sell { rating } }', 'fragment F.*')).toMatch(
    /changes something/,
  );
  expect(picked('mutation { sell { rating } }', 'mutation.*')).toMatch(/changes something/);
  const text = 'mutation { sell { rating mutation { sell { rating } } } }';
  expect(picked(text, 'mutation.sell.**4')).not.toMatch(/purge|rateBook/);
});

test('the error for two picks with different values of an argument suggests aliases', () =>
  expect(picked('', 'book(id: 1).title', 'book(id: 2).id')).toBe(
    "book(id: 2).id: another --pick sets 1 where this one sets 2. Use an alias to select the field twice: --pick 'other: book(…)…'",
  ));

test('an alias that would not merge is rejected, not changed', () =>
  expect(picked('', 'a: count', 'a: me.id')).toMatch(/^a: me\.id: Fields "a" conflict/));

test('--operation names a new operation, and selects one in a text', () => {
  const made = applyPicks(schema, '', ['me.id'], 'Mine');
  expect('document' in made && made.document.text).toBe('query Mine {\n  me {\n    id\n  }\n}\n');
  const chosen = applyPicks(schema, 'query A { me { id } } query B { me { id } }', ['count'], 'B');
  expect('document' in chosen && chosen.document.text).toBe('query A { me { id } } query B { me { id } count }');
});
