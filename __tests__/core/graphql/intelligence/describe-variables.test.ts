import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import { describeVariables } from '../../../../source/core/graphql/intelligence/variables-at-cursor.js';

const schema = buildSchema(`
  type Query { user(id: ID!, kind: Kind, filter: Filter, kinds: [[Kind!]]): Int }
  "What one may do."
  enum Kind { "Everything." ADMIN GUEST }
  "Narrows down."
  input Filter { "Words." text: String, "The other way round." not: Filter, "Any of these." kinds: [Kind!] }
`);
const query = 'query($id: ID!, $kind: Kind, $filter: Filter, $kinds: [[Kind!]], $gone: Nope) { user(id: $id) }';
const operation = parse(query).definitions[0] as OperationDefinitionNode;

const at = (text: string) => describeVariables(schema, operation, text.replace('|', ''), text.indexOf('|'));

test.each([
  ['a variable, on its name', '{"i|d": 1}', '$id: ID!', ''],
  ['a variable, on its value', '{"id": |1}', '$id: ID!', ''],
  ['a variable, from before it', '|{\n  "id": 1\n}', '$id: ID!', ''],
  ['a variable, from its indentation', '{\n |  "kind": null\n}', '$kind: Kind', 'ADMIN'],
  ['a variable of an input type, with its fields', '{"filter": |null}', '$filter: Filter', 'text: String: Words.'],
  ['a field of an input', '{"filter": {"te|xt": ""}}', 'Filter.text: String', 'Words.'],
  ['a field far down', '{"filter": {"not": {"not": {"text": "a|b"}}}}', 'Filter.text: String', 'Words.'],
  ['between the fields of one', '{"filter": {"not": { | "text": ""}}}', 'Filter.not: Filter', 'The other way round.'],
  ['an enum value', '{"kind": "AD|MIN"}', 'Kind.ADMIN', 'Everything.'],
  ['one in lists', '{"kinds": [[], ["GUEST", "AD|MIN"]]}', 'Kind.ADMIN', 'Everything.'],
  ['one that is coerced to a list', '{"filter": {"kinds": "AD|MIN"}}', 'Kind.ADMIN', 'Everything.'],
  ['a value that is not in the enum', '{"kind": "N|O"}', '$kind: Kind', 'ADMIN: Everything.'],
])('%s', (_, text, title, words) => {
  const docs = at(text);
  expect(docs?.title).toBe(title);
  expect(docs?.text).toContain(words);
});

test.each([
  ['an unknown variable', '{"n|o": 1}'],
  ['a variable of an unknown type', '{"go|ne": 1}'],
  ['no JSON', '{"id": |'],
  ['nothing', '|'],
  ['a list', '[|1]'],
])('%s: nothing is known', (_, text) => {
  expect(at(text)).toBeUndefined();
});

test('an unknown field is reported with its parent', () => {
  expect(at('{"filter": {"x|": 1}}')?.title).toBe('$filter: Filter');
});
