/** Completion of picks, level by level. */
import { buildSchema } from 'graphql';
import {
  completeArgument,
  completeInShell,
  completePick,
  goingOn,
} from '../../../../../source/core/graphql/builder/pick/complete.js';
import { viewOf } from '../../../../../source/core/graphql/builder/schema/schema-view.js';
import { indexSchema } from '../../../../../source/core/graphql/schema-index.js';

const view = viewOf(
  buildSchema(`
  type Query { me: User books(first: Int, filter: Filter, any: [Filter!]): Books search(text: String!, kinds: Kind): [Result!]! count: Int }
  type User { id: ID name: String Book: Int }
  type Books { nodes: [Book!]! total: Int }
  type Book { id: ID title: String author: User shelf(of: Int): Int }
  enum Kind { BOOK USER }
  input Filter { author: String kind: Kind not: Filter any: [Filter] open: Boolean }
  union Result = User | Book
  type Mutation { rate(id: ID!, hidden: Boolean): Book }
`),
);

test.each([
  ['', ['me.', 'books.', 'search.', 'count', 'mutation.', '*']],
  ['b', ['books.']],
  ['mu', ['mutation.']],
  ['mutation.', ['mutation.rate.']],
  [
    'mutation.rate.',
    ['mutation.rate.id', 'mutation.rate.title', 'mutation.rate.author.', 'mutation.rate.shelf', 'mutation.rate.*'],
  ],
  ['query.me.n', ['query.me.name']],
  ['books.', ['books.nodes.', 'books.total', 'books.*']],
  ['books(first: 3).no', ['books(first: 3).nodes.']],
  ['books(after: "a.b(").no', ['books(after: "a.b(").nodes.']],
  ['search(text: "x").', ['search(text: "x").User.', 'search(text: "x").Book.', 'search(text: "x").*']],
  ['search(text: "x").on B', ['search(text: "x").on Book.']],
  ['search(text: "x").Book.ti', ['search(text: "x").Book.title']],
  ['a: b', ['a: books.']],
  ['me.n: na', ['me.n: name']],
  ['me.__', ['me.__typename']],
  ['books(fi', []],
  ['nothing.x', []],
  ['me.name.x', []],
  ['books..', []],
] as const)('%j', (typed, expected) => expect(completePick(view, typed)).toEqual(expected));

test.each([
  ['books(fi', ['books(first: ', 'books(filter: ']],
  ['search(text: "a(", ki', ['search(text: "a(", kinds: ']],
  ['search(text: "x", ', ['search(text: "x", kinds: ']],
  ['search(kinds: B', ['search(kinds: BOOK']],
  ['search(kinds:', ['search(kinds:BOOK', 'search(kinds:USER', 'search(kinds:$kinds']],
  ['search(kinds: $', ['search(kinds: $kinds']],
  ['books(first: ', ['books(first: $first']],
  ['books(filter: ', ['books(filter: {', 'books(filter: $filter']],
  ['mutation.rate(id: 1, hid', ['mutation.rate(id: 1, hidden: ']],
  ['mutation.rate(hidden: ', ['true', 'false', '$hidden'].map(each => `mutation.rate(hidden: ${each}`)],
  ['search(text: "x").Book.shelf(', ['search(text: "x").Book.shelf(of: ']],
  ['a: books(', ['a: books(first: ', 'a: books(filter: ', 'a: books(any: ']],
  // Input objects and lists of them, at any depth.
  ['books(filter: {', ['author', 'kind', 'not', 'any', 'open'].map(each => `books(filter: {${each}: `)],
  ['books(filter: {a', ['books(filter: {author: ', 'books(filter: {any: ']],
  ['books(first: 3, filter: {author: "}{", k', ['books(first: 3, filter: {author: "}{", kind: ']],
  ['books(filter: {kind: U', ['books(filter: {kind: USER']],
  ['books(filter: {not: {author: "x", k', ['books(filter: {not: {author: "x", kind: ']],
  ['books(filter: {not: {author: "x"}, op', ['books(filter: {not: {author: "x"}, open: ']],
  ['books(filter: {any: [{author: "a"}, {kin', ['books(filter: {any: [{author: "a"}, {kind: ']],
  ['books(any: [{not: {any: [{kind: BO', ['books(any: [{not: {any: [{kind: BOOK']],
  ['books(filter: {kind: BOOK}, fi', ['books(filter: {kind: BOOK}, first: ']],
  ['mutation.rate(id: {x', []],
  ['books(filter: {nothing: {a', []],
  ['books(any: [', ['books(any: [{']],
  ['books(filter: {not: (', []],
  ['search(kinds: [B', ['search(kinds: [BOOK']],
  ['books(first: "', []],
  ['nothing(', []],
  ['books', []],
  ['books(first: 3).no', []],
] as const)('inside arguments: %j', (typed, expected) => expect(completeArgument(view, typed)).toEqual(expected));

test.each([
  ['bo', ['books.']],
  ['books(fi', ['books(first:', 'books(filter:']],
  ['books(first: 3, filter: {au', ['books(first: 3, filter: {author:']],
])('a shell adds no space after a colon: %j', (typed, expected) =>
  expect(completeInShell(view, typed)).toEqual(expected),
);

test.each([
  ['search(kinds: BOOK', ['search(kinds: BOOK)', 'search(kinds: BOOK,']],
  ['search(kinds: [BOOK', ['search(kinds: [BOOK]', 'search(kinds: [BOOK,']],
  ['books(filter: {kind: BOOK', ['books(filter: {kind: BOOK}', 'books(filter: {kind: BOOK,']],
  ['search(text: "(").User.name', []],
])('continuations of %j', (text, expected) => expect(goingOn(text)).toEqual(expected));

test('a server’s name that is invalid in GraphQL is not offered, because a shell would insert it', () => {
  const int = { kind: 'SCALAR', name: 'Int' };
  const fields = ['zed$(id)', 'zed`id`', 'zed x', 'zé', 'zebra'].map(name => ({ name, args: [], type: int }));
  const hostile = indexSchema({
    queryType: { name: 'Query' },
    types: [{ kind: 'OBJECT', name: 'Query', fields }, int],
  } as never);
  expect(completePick(hostile, 'z')).toEqual(['zebra']);
  expect(completePick(hostile, '')).toEqual(['zebra', '*']);
});
