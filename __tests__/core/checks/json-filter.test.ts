import { filterJson, originOf, type PathProblem } from '../../../source/core/checks/json-filter.js';
import { jsonTree } from '../../../source/core/json/tree.js';
import { isProblem } from '../../../source/core/problem.js';
import { jsonPathText } from '../../../source/core/response/viewer/paths.js';
import { setTimeLimit } from '../../../source/core/time-limit.js';
import * as fc from '../../support/property.js';

afterEach(() => setTimeLimit(1000));

const text = '{"a": [{"n": 1.50, "first name": "x"}, {"n": 2}], "b": {"n": null}}';
function filtered(path: string, of = text) {
  const tree = jsonTree(of, {});
  if (!('root' in tree)) throw new Error('no JSON');
  return filterJson(of, tree.root, path);
}

test.each([
  ['$', text, 1],
  ['$.a[0].n', '1.50', 1],
  ['$.a[*].n', '[1.50,\n2]', 2],
  ['$.a[?@.n > 1.6].n', '[2]', 1],
  ['$.a[0]["first name"]', '"x"', 1],
  ['$..n', '[1.50,\n2,\nnull]', 3],
  ['$.nothing', '', 0],
  ['$.a[*].nothing', '', 0],
])('%s selects %s', (path, expected, count) => {
  expect(filtered(path)).toMatchObject({ text: expected, count });
});

test.each<[string, PathProblem]>([
  ['', { at: 0, problem: 'it goes on' }],
  ['$.', { at: 2, problem: 'it goes on' }],
  ['$.a.[b', { at: 4, problem: "unexpected shorthand selector '['" }],
  ['a.b', { at: 0, problem: "expected '$', found 'a'" }],
  ['$.a[?foo(@.n)]', { at: 5, problem: "no such function 'foo'" }],
  ['$.a[1:2', { at: 7, problem: 'unclosed bracketed selection' }],
])('%s is invalid, and the error has its position', (path, problem) => {
  expect(filtered(path)).toEqual(problem);
});

test('each selected value has its position in the full text', () => {
  const found = filtered('$..n');
  if (isProblem(found)) throw new Error(found.problem);
  expect(originOf(found, 0)).toBeUndefined();
  const [first = 0, second = 0] = found.pieces.map(({ at }) => at);
  expect(text.slice(originOf(found, first)).slice(0, 4)).toBe('1.50');
  expect(text.slice(originOf(found, second)).slice(0, 1)).toBe('2');
});

test('a path that multiplies its selection ends with a message', () => {
  setTimeLimit(50);
  const deep = `${'[{"a":'.repeat(150)}1${'}]'.repeat(150)}`;
  expect(filtered('$..*..*..*..*..*', deep)).toEqual({
    problem: expect.stringMatching(/more than (?:a second|32 MB)/),
  });
});

test('the path of any value, as text, selects that value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.array(fc.integer(), { minLength: 1 })), object => {
      const json = JSON.stringify(object);
      for (const [name, items] of Object.entries(object)) {
        expect(filtered(jsonPathText([name, items.length - 1]), json)).toMatchObject({ text: String(items.at(-1)) });
      }
    }),
  );
});
