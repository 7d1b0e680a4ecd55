/** JSONPath as in RFC 9535, over numbers that preserve their text. */
import { readFileSync } from 'node:fs';
import { parseJsonPath, selectJson } from '../../../source/core/checks/json-path.js';
import { isFailure } from '../../../source/core/failure.js';
import { type JsonNode, jsonTree } from '../../../source/core/json/tree.js';

interface Case {
  readonly name: string;
  readonly selector: string;
  readonly document?: unknown;
  readonly result?: readonly unknown[];
  readonly results?: readonly (readonly unknown[])[];
  readonly invalid_selector?: boolean;
}

const suite = JSON.parse(readFileSync('__tests__/support/fixtures/checks/jsonpath-compliance.json', 'utf8')) as {
  readonly tests: readonly Case[];
};

/** The source texts of the values that a path selects in a JSON text. */
function selected(selector: string, text: string): readonly string[] {
  const path = parseJsonPath(selector);
  if (isFailure(path)) throw new Error(path.text);
  const tree = jsonTree(text, {});
  if (!('root' in tree)) throw new Error(tree.problem);
  return selectJson(path, tree.root).map((node: JsonNode) => text.slice(node.from, node.to));
}

test('the compliance suite is complete', () => {
  expect(suite.tests.length).toBe(687);
});

test.each(suite.tests.map(each => [each.name, each] as const))('compliance: %s', (_, each) => {
  if (each.invalid_selector) {
    expect(parseJsonPath(each.selector)).toMatchObject({ kind: 'usage' });
    return;
  }
  const found = selected(each.selector, JSON.stringify(each.document)).map(text => JSON.parse(text));
  expect(each.results ?? [each.result]).toContainEqual(found);
});

test('numbers are compared by their digits, not as doubles', () => {
  const text = '[{"id":12345678901234567890},{"id":12345678901234567891},{"id":1.0},{"id":1e400}]';
  expect(selected('$[?@.id == 12345678901234567891].id', text)).toEqual(['12345678901234567891']);
  expect(selected('$[?@.id > 12345678901234567890].id', text)).toEqual(['12345678901234567891', '1e400']);
  expect(selected('$[?@.id == 1].id', text)).toEqual(['1.0']);
});

test('a document with a hundred thousand levels can be traversed', () => {
  const depth = 100_000;
  expect(selected('$..a', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toHaveLength(depth);
});

test.each([
  ['names like those of every object', '$.__proto__', '{"__proto__":1}', ['1']],
  ['no name that the document does not have', '$.constructor', '{}', []],
  ['of a name that comes twice the last value', '$.a', '{"a":1,"a":2}', ['2']],
  ['members in the order of the text', '$.*', '{"b":1,"10":2,"2":3}', ['1', '2', '3']],
  ['characters beyond the first plane as one', '$[?length(@) == 1]', '["😀","ab"]', ['"😀"']],
  ['three conditions', '$[?@.a && @.b && @.c].a', '[{"a":1,"b":1},{"a":2,"b":1,"c":1}]', ['2']],
])('selects %s', (_, path, text, wanted) => {
  expect(selected(path, text)).toEqual(wanted);
});
