import { buildSchema } from 'graphql';
import { completeQuery } from '../../../../source/core/graphql/intelligence/complete-query.js';
import { pick, type Suggestion } from '../../../../source/core/graphql/intelligence/suggestion.js';

const schema = buildSchema(`
  directive @live(n: Int) on QUERY | FIELD
  type Query {
    user(id: ID!, kind: Kind, filter: Filter): User
    search(text: String, kinds: [Kind!]): [Result]
    hello: String
    old: Int @deprecated(reason: "Use hello.")
  }
  type Mutation { rename(name: String!): User }
  type User implements Node { id: ID! name(upper: Boolean): String kind: Kind }
  type Post implements Node { id: ID! title: String }
  interface Node { id: ID! }
  union Result = User | Post
  enum Kind { ADMIN GUEST @deprecated(reason: "Nobody is.") }
  input Filter { text: String kind: Kind not: Filter n: Int! }
`);

/** The bar marks the cursor. */
function at(text: string) {
  const offset = text.indexOf('|');
  return completeQuery(schema, text.replace('|', ''), offset);
}
const offered = (text: string): string => {
  const found = at(text);
  return found === undefined ? 'nothing' : `${found.kind}: ${found.items.map(each => each.label).join(' ')}`;
};

const userFields = 'field: id name kind __typename';

test.each([
  ['the words that begin an operation', '|', 'keyword: query mutation fragment'],
  ['… also after one', '{ hello }\n\nmu|', 'keyword: query mutation fragment'],
  ['fields of the root', '{ |', 'field: user search hello old __typename __schema __type'],
  ['fields below a field', 'query Q { user(id: 1) { n|', userFields],
  ['fields between others', '{ user(id: 1) { name\n |\n id } }', userFields],
  ['fields after an alias', '{ user(id: 1) { a: na|', userFields],
  ['fields of a mutation', 'mutation { |', 'field: rename __typename'],
  ['fields in an inline fragment', '{ search { ... on Post { | } } }', 'field: id title __typename'],
  ['fields in a fragment', 'fragment F on User { |', userFields],
  ['only __typename in a union', '{ search { | } }', 'field: __typename'],
  ['arguments, required ones first', '{ user(|', 'argument: id kind filter'],
  ['arguments that are not given yet', '{ user(kind: ADMIN, |', 'argument: id filter'],
  ['arguments before others', '{ user(| kind: ADMIN)', 'argument: id kind filter'],
  ['fields of an input, required ones first', '{ user(filter: {|', 'argument: n text kind not'],
  ['… one level deeper, after a closed one', '{ user(filter: {not: {n: 1}, |', 'argument: n text kind'],
  ['… in an input in an input', '{ user(filter: { not: { n: 1, |', 'argument: text kind not'],
  ['enum values', '{ user(kind: A|', 'value: ADMIN GUEST null'],
  ['enum values in a list', '{ search(kinds: [ADMIN, |', 'value: ADMIN GUEST'],
  ['enum values in an input', '{ user(filter: {kind: |', 'value: ADMIN GUEST null'],
  ['enum values as a default', 'query($k: Kind = |) { hello }', 'value: ADMIN GUEST null'],
  ['booleans', '{ hello @skip(if: |', 'value: true false'],
  ['variables that fit as values', 'query($id: ID!, $k: Kind) { user(id: |', 'value: $id'],
  ['matching variables after a $', 'query($id: ID!, $k: Kind) { user(kind: $|', 'variable: k'],
  ['variables that fit by their default', 'query($b: Boolean = true) { hello @skip(if: $|', 'variable: b'],
  [
    'variables of this operation only',
    'query A($a: ID!) {\n  hello\n}\nquery B($b: ID!) {\n  user(id: $|',
    'variable: b',
  ],
  ['types of a variable', 'query($id: |', 'type: ID String Int Boolean Kind Filter'],
  ['types in a list', 'query($id: [K|', 'type: ID String Int Boolean Kind Filter'],
  ['types that a condition can have', '{ search { ... on |', 'type: User Post Node Result'],
  ['types of a fragment', 'fragment F on |', 'type: Query Mutation User Post Node Result'],
  [
    'fragments that fit, and on',
    '{ search { ...F| } } fragment Foo on User { id } fragment Bar on Query { hello }',
    'fragment: on Foo',
  ],
  ['directives allowed at this position', '{ hello @|', 'directive: live include skip'],
  ['… on an operation', 'query Q @|', 'directive: live'],
  ['arguments of a directive', '{ hello @live(|', 'argument: n'],
  ['after a comment line as before it', '{ # user(\n |', 'field: user search hello old __typename __schema __type'],
  ['after a block string with braces', '{ user(id: """\n}\n""") { | } }', userFields],
])('offers %s', (_, text, wanted) => {
  expect(offered(text)).toBe(wanted);
});

test.each([
  ['in a comment', '{ # he|'],
  ['in a string', '{ user(id: "he|") }'],
  ['in a string that is not closed', '{ user(id: "he|'],
  ['in a block string', '{ user(id: """\nhe|\n""") }'],
  ['in a number', '{ user(id: 12|'],
  ['for the name of a new variable', 'query($na|'],
  ['for the name of an operation', 'query Na|'],
  ['after a complete type', 'query($id: [ID!]! |'],
  ['below a field that is unknown', '{ nope { |'],
])('offers nothing %s', (_, text) => {
  expect(offered(text)).toBe('nothing');
});

test('the replaced word begins at its start, and arguments get their colon only once', () => {
  expect(at('{ user(ki|')).toMatchObject({ from: 7 });
  const insert = (text: string): string | undefined => at(text)?.items.find(each => each.label === 'kind')?.insert;
  expect(insert('{ user(ki|')).toBe('kind: ');
  expect(insert('{ user(ki|: ADMIN)')).toBe('kind');
});

test('in a document of many megabytes, only the definition at the cursor is examined', () => {
  const many = 'query Q {\n  hello\n}\n'.repeat(100_000);
  expect(at(`${many}{ user(ki|`)).toMatchObject({ kind: 'argument', from: many.length + 7 });
  expect(at(`{ ${'hello '.repeat(100_000)} he|`)).toBeUndefined();
});

test('types, docs and deprecation are shown with the names', () => {
  const old = at('{ |')?.items.find(each => each.label === 'old');
  expect(old).toEqual({ label: 'old', insert: 'old', detail: 'Int', deprecated: 'Use hello.' });
});

describe('a typed word selects', () => {
  const items = ['totalCount', 'count', 'Count', 'account', 'cowUnitNet', 'xcount'].map(
    (label): Suggestion => ({ label, insert: label }),
  );
  const labels = (word: string, from: readonly Suggestion[] = items): string[] =>
    pick(from, word).map(each => each.label);

  test('exact names first, then prefixes, then parts of the name, then names that contain it', () => {
    expect(labels('count')).toEqual(['count', 'Count', 'totalCount', 'account', 'xcount']);
    expect(labels('Count')).toEqual(['Count', 'count', 'totalCount', 'account', 'xcount']);
  });
  test('scattered letters match only if nothing else does', () => {
    expect(labels('cwnt')).toEqual(['cowUnitNet']);
    expect(labels('zz')).toEqual([]);
  });
  test('everything in its order for an empty word', () => {
    expect(labels('')).toEqual(items.map(each => each.label));
  });
  test('deprecated names last', () => {
    const gone: Suggestion = { label: 'countAll', insert: 'countAll', deprecated: '' };
    expect(labels('count', [gone, ...items]).at(-1)).toBe('countAll');
    expect(labels('countAll', [gone, ...items])).toEqual(['countAll']);
  });
});
