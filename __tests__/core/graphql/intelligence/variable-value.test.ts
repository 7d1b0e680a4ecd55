/** Values set by path in the variables JSON. */
import { buildSchema } from 'graphql';
import { withValue } from '../../../../source/core/graphql/intelligence/variable-value.js';

const schema = buildSchema(`
  directive @oneOf on INPUT_OBJECT
  input Choice @oneOf { a: Int b: Int }
  input Holder { choices: [Choice!] }
  type Query { pick(choices: [Choice!], holder: Holder): Int }
`);

test.each([
  ['a list', '{"v": [{"a": 1}]}', '[Choice!]', [1], { v: [{ a: 1 }, { b: 2 }] }],
  [
    'a list in an object',
    '{"v": {"choices": [{"a": 1}]}}',
    'Holder',
    ['choices', 1],
    { v: { choices: [{ a: 1 }, { b: 2 }] } },
  ],
  ['a single object', '{"v": {"a": 1}}', 'Choice', ['b'], { v: { b: 2 } }],
] as const)(
  'a @oneOf object is added to %s, and replaces only the other member of the same object',
  (_, text, type, steps, set) => {
    const json = steps.at(-1) === 'b' ? '2' : '{"b": 2}';
    expect(JSON.parse(withValue(schema, text, { variable: 'v', type, steps }, json) ?? '')).toEqual(set);
  },
);
