/** JSONPath as in RFC 9535, over numbers that preserve their text. */
import { readFileSync } from 'node:fs';
import { parseCheck } from '../../../source/core/checks/check.js';
import { evaluateCheck } from '../../../source/core/checks/evaluate.js';
import { parseJsonPath, selectJson } from '../../../source/core/checks/json-path.js';
import { isFailure } from '../../../source/core/failure.js';
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { type JsonNode, jsonTree } from '../../../source/core/json/tree.js';

const response = {
  status: 200,
  httpVersion: '1.1',
  headers: [],
  cookies: [],
  size: 0,
  timing: {},
  url: '',
  redirects: [],
};

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

/** Cases by the beginning of their names, because hundreds of tests would take longer than their cases. */
const partOf = ({ name }: Case): string => name.split(',')[0] ?? '';
const suiteParts = [...new Set(suite.tests.map(partOf))];

test.each(suiteParts.map(part => [part, suite.tests.filter(each => partOf(each) === part)] as const))(
  'compliance: %s',
  (_, cases) => {
    for (const each of cases) {
      if (each.invalid_selector) {
        expect([each.name, parseJsonPath(each.selector)]).toMatchObject([each.name, { kind: 'usage' }]);
        continue;
      }
      const found = selected(each.selector, JSON.stringify(each.document)).map(text => JSON.parse(text));
      const results = each.results ?? [each.result];
      expect(results.map(result => [each.name, result])).toContainEqual([each.name, found]);
    }
  },
);

/** A check that passes if the path selects these values in this order. */
function checkOf(selector: string, result: readonly unknown[]): string {
  const path = parseJsonPath(selector);
  const isOne = !isFailure(path) && path.singularQuery();
  const [first] = result;
  const test = !isOne
    ? `count == ${result.length}`
    : first === undefined
      ? 'not exists'
      : `== ${JSON.stringify(first)}`;
  return `jsonpath ${JSON.stringify(selector)} ${test}`;
}

test('every case of the compliance suite can be written as # @assert, and passes', () => {
  const failed = suite.tests.flatMap(each => {
    const results = each.results ?? [each.result ?? []];
    const lines = results.map(result => checkOf(each.selector, result));
    const [entry] = parseHttpFile(
      `${lines.map(line => `# @assert ${line}\n`).join('')}GET https://a.example\n`,
    ).entries;
    const checks = (entry?.asserts ?? []).map(({ text }) => parseCheck(text));
    if (each.invalid_selector) return checks.every(isFailure) ? [] : [each.name];
    const body = JSON.stringify(each.document);
    const passes = checks.some(check => !isFailure(check) && evaluateCheck(check, { ...response, body }).ok);
    return passes ? [] : [each.name];
  });
  expect(failed).toEqual([]);
});

test('numbers are compared by their digits, not as doubles', () => {
  const text = '[{"id":12345678901234567890},{"id":12345678901234567891},{"id":1.0},{"id":1e400}]';
  expect(selected('$[?@.id == 12345678901234567891].id', text)).toEqual(['12345678901234567891']);
  expect(selected('$[?@.id > 12345678901234567890].id', text)).toEqual(['12345678901234567891', '1e400']);
  expect(selected('$[?@.id == 1].id', text)).toEqual(['1.0']);
});

test('a document with twenty thousand levels can be traversed', () => {
  const depth = 20_000;
  expect(selected('$..a', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toHaveLength(depth);
});

test.each([
  ['names of built-in properties', '$.__proto__', '{"__proto__":1}', ['1']],
  ['no name that the document does not have', '$.constructor', '{}', []],
  ['of a name that comes twice the last value', '$.a', '{"a":1,"a":2}', ['2']],
  ['members in the order of the text', '$.*', '{"b":1,"10":2,"2":3}', ['1', '2', '3']],
  ['characters beyond the first plane as one', '$[?length(@) == 1]', '["😀","ab"]', ['"😀"']],
  ['three conditions', '$[?@.a && @.b && @.c].a', '[{"a":1,"b":1},{"a":2,"b":1,"c":1}]', ['2']],
  ['one of four conditions', '$[?@.a || @.b || @.c || @.d].*', '[{"d":1},{"e":2},{"b":3}]', ['1', '3']],
  [
    'with && before ||',
    '$[?@.a || @.b && @.c && @.d || @.e].n',
    '[{"n":1,"b":1,"c":1},{"n":2,"b":1,"c":1,"d":1},{"n":3,"e":1}]',
    ['2', '3'],
  ],
  [
    'quoted words as texts',
    `$[?@ == "True" || @ == 'False' || @ == "Null"]`,
    '["True",true,false,"False",null,"Null"]',
    ['"True"', '"False"', '"Null"'],
  ],
])('selects %s', (_, path, text, wanted) => {
  expect(selected(path, text)).toEqual(wanted);
});

test.each(['$[?length(@[0,1]) > 1]', `$[?length(@["a","b"]) > 1]`, '$[?length(@[0:1]) > 1]', '$[?length(@..a) > 1]'])(
  '%s is rejected, because length needs one value',
  path => {
    expect(parseJsonPath(path)).toMatchObject({ kind: 'usage' });
  },
);
