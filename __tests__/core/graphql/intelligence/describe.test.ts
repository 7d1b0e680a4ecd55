import { buildSchema } from 'graphql';
import { describeAt } from '../../../../source/core/graphql/intelligence/describe.js';

const schema = buildSchema(`
  "Asks the server to hurry."
  directive @live("How often." n: Int) on QUERY | FIELD
  type Query {
    "One user."
    user("Which one." id: ID!, kind: Kind, filter: Filter): User
    old: Int @deprecated(reason: "Use hello.")
  }
  "A person."
  type User { id: ID! }
  "What one may do."
  enum Kind { "Everything." ADMIN GUEST }
  "Narrows down."
  input Filter { "Words." text: String }
`);

const at = (text: string) => describeAt(schema, text.replace('|', ''), text.indexOf('|'));

test.each([
  ['a field', '{ us|er(id: 1) { id } }', 'Query.user: User', 'One user.'],
  ['a field with an alias, from either name', '{ m|e: user(id: 1) { id } }', 'Query.user: User', 'One user.'],
  ['a field after its alias', '{ me: user|(id: 1) { id } }', 'Query.user: User', 'One user.'],
  ['an argument', '{ user(i|d: 1) { id } }', 'user(id: ID!)', 'Which one.'],
  ['an enum value', '{ user(kind: AD|MIN) { id } }', 'Kind.ADMIN', 'Everything.'],
  ['a field of an input', '{ user(filter: {te|xt: ""}) { id } }', 'text: String', 'Words.'],
  ['a type', 'fragment F on Us|er { id }', 'User', 'A person.'],
  ['the type of a variable', 'query($k: Ki|nd) { old }', 'Kind', 'What one may do.'],
  ['a variable', 'query($k: Kind!) { user(kind: $|k) { id } }', '$k: Kind!', 'What one may do.'],
  ['a directive', '{ old @li|ve }', '@live(n: Int)', 'Asks the server to hurry.'],
  ['a fragment', '{ user(id: 1) { ...F| } } fragment F on User { id }', 'fragment F on User', 'A person.'],
])('describes %s', (_, text, title, words) => {
  const docs = at(text);
  expect(docs?.title).toBe(title);
  expect(docs?.text).toContain(words);
});

test('shows deprecation with its reason, and lists the values of an enum', () => {
  expect(at('{ o|ld }')?.text).toContain('Deprecated: Use hello.');
  expect(at('query($k: Ki|nd) { old }')?.text).toContain('ADMIN: Everything.\nGUEST');
});

test.each([
  ['between words', '{ | }'],
  ['in a comment', '# us|er\n{ old }'],
  ['on an unknown field', '{ no|pe }'],
])('knows nothing %s', (_, text) => {
  expect(at(text)).toBeUndefined();
});
