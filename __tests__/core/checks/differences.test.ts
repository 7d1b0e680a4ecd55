import { jsonDifferences } from '../../../source/core/checks/differences.js';
import { sameJson } from '../../../source/core/checks/json-values.js';
import { type JsonNode, jsonTree } from '../../../source/core/json/tree.js';
import * as fc from '../../support/property.js';

function tree(text: string): JsonNode {
  const read = jsonTree(text);
  if ('problem' in read) throw new Error(read.problem);
  return read.root;
}

/** Each difference as a line: its kind, its path, and the two texts. */
function differences(from: string, to: string): readonly string[] {
  const text = (whole: string, node: JsonNode) => whole.slice(node.from, node.to);
  return [...jsonDifferences(tree(from), tree(to))].map(each =>
    [
      each.kind,
      each.path.join('.'),
      'from' in each ? text(from, each.from) : '',
      'to' in each ? text(to, each.to) : '',
    ].join(' '),
  );
}

test.each([
  ['{"a":1,"b":2}', '{"b":2.0,"a":1e0}', []],
  ['1', '2', ['changed  1 2']],
  ['{"a":1}', '{"a":"1"}', ['changed a 1 "1"']],
  ['{"a":1,"b":2}', '{"b":2,"c":3}', ['removed a 1 ', 'added c  3']],
  ['[1,2,3]', '[0,1,2,3]', ['added 0  0']],
  ['[1,2,3]', '[1,3]', ['removed 1 2 ']],
  ['[1,1]', '[1,1,1]', ['added 2  1']],
  ['{"a":[{"b":1},{"b":2}]}', '{"a":[{"b":1},{"b":3}]}', ['changed a.1.b 2 3']],
  ['12345678901234567890', '12345678901234567891', ['changed  12345678901234567890 12345678901234567891']],
  ['{"__proto__":1}', '{}', ['removed __proto__ 1 ']],
  ['null', '{}', ['changed  null {}']],
])('%s compared with %s', (from, to, expected) => {
  expect(differences(from, to)).toEqual(expected);
});

test('there is a difference exactly if two values are not the same', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (a, b) => {
      const [from, to] = [JSON.stringify(a), JSON.stringify(b)];
      expect(differences(from, from)).toEqual([]);
      expect(differences(from, to).length === 0).toBe(sameJson(tree(from), tree(to)));
      expect(differences(from, to)).toHaveLength(differences(to, from).length);
    }),
  );
});

test('nesting depth is limited only by memory', () => {
  const deep = (value: number) => `${'['.repeat(3000)}${value}${']'.repeat(3000)}`;
  expect(differences(deep(1), deep(2))).toHaveLength(1);
});

test('an array or object with any number of different items is compared', () => {
  // More than a function takes arguments.
  const numbers = Array.from({ length: 130_000 }, (_, at) => at + 1);
  expect(differences(`[${numbers}]`, '[]')).toHaveLength(130_000);
  expect(differences(`{${numbers.map(number => `"${number}":1`)}}`, '{}')).toHaveLength(130_000);
});
