/** Completion inside `@oneOf`: no further member once one is set. */
import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import { completeQuery } from '../../../../source/core/graphql/intelligence/complete-query.js';
import { completeVariables } from '../../../../source/core/graphql/intelligence/variables-at-cursor.js';

const schema = buildSchema(`
  type Query { pick(by: By!, list: [By!]): String }
  input By @oneOf { id: ID, name: String, where: Where }
  input Where { city: String, zip: String }
`);

test.each([
  ['{ pick(by: {|', 'id name where'],
  ['{ pick(by: {id: 1, |', ''],
  ['{ pick(by: {| id: 1}', ''],
  ['{ pick(by: {where: {city: "a", |', 'zip'],
  ['{ pick(list: [{id: 1}, {|', 'id name where'],
])('in the query: %s', (text, names) => {
  const found = completeQuery(schema, text.replace('|', ''), text.indexOf('|'));
  expect((found?.items ?? []).map(({ label }) => label).join(' ')).toBe(names);
});

test.each([
  ['{"by": {|', 'id name where'],
  ['{"by": {"id": 1, |', ''],
  ['{"by": {| , "id": 1}}', ''],
])('in the variables: %s', (text, names) => {
  const node = parse('query ($by: By!) { pick(by: $by) }').definitions[0] as OperationDefinitionNode;
  const found = completeVariables(schema, node, text.replace('|', ''), text.indexOf('|'));
  expect((found?.items ?? []).map(({ label }) => label).join(' ')).toBe(names);
});
