/** Variable numbers as literals: 1.0 is an integer in JSON, but not an Int in a query. */
import { buildSchema, parseValue } from 'graphql';
import { viewOf } from '../../../../source/core/graphql/builder/index.js';
import { literalOf } from '../../../../source/core/graphql/builder/text/literal.js';
import type { TypeRef } from '../../../../source/core/graphql/schema-types.js';

const schema = buildSchema('type Query { a(n: Int, f: Float, l: [Int]): Int }');
const ref = (name: string, marks = ''): TypeRef => ({
  text: marks === 'L' ? `[${name}]` : name,
  name,
  required: false,
  marks,
});

test.each([
  ['1.0', ref('Int'), '1', 'IntValue'],
  ['1e2', ref('Int'), '100', 'IntValue'],
  ['1e2', ref('Float'), '1e2', 'FloatValue'],
  ['[1.0, 2e1]', ref('Int', 'L'), '[1, 20]', 'ListValue'],
  ['1.5', ref('Int'), '1.5', 'FloatValue'],
])('%s as %j is %s', (json, type, literal, kind) => {
  expect(literalOf(viewOf(schema), json, type)).toBe(literal);
  expect(parseValue(literal).kind).toBe(kind);
});
