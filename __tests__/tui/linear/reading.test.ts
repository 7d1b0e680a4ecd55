/** Reading a response in line mode: positions, steps, lines, and large bodies. */
import { sourceOf } from '../../../source/core/response/viewer/source-of.js';
import {
  hereWords,
  lineAfterStep,
  linesFrom,
  positionWords,
  summaryOf,
  type WalkStep,
} from '../../../source/tui/linear/reading.js';
import type { State } from '../../../source/tui/model/state.js';
import { bodyOf } from '../../../source/tui/response/viewer/reduce.js';
import { Screen } from '../support.js';

const emma = { title: 'Emma', price: 9.5, tags: [] };
const books = { data: { books: { nodes: [emma, { id: 'x', by: { name: 'Ada' } }], total: 2, note: '' } } };

/** A reader of a text, after some steps. */
function reader(text: string, ...steps: readonly WalkStep[]) {
  let body = bodyOf(sourceOf(text));
  const stuck = steps.filter(step => {
    const line = lineAfterStep(body, step);
    if (line !== undefined) body = { ...body, cursor: line };
    return line === undefined;
  });
  const { state } = new Screen();
  const response = { ...state.response, runId: 1, shown: body };
  return { state: { ...state, focus: 'response', response } as State, stuck };
}

test.each<[WalkStep[], string, string]>([
  [[], 'top level: object of 1', 'top level: object of 1'],
  [['into', 'into'], 'books: total 2', 'data, object of 1, books: total 2'],
  [['into', 'into', 'into'], 'nodes: list of 2', 'data.books, object of 3, nodes: list of 2'],
  [['into', 'into', 'into', 'into'], 'item 1 of 2: title Emma', 'data.books.nodes, list of 2, item 1: title Emma'],
  [['into', 'into', 'into', 'into', 'down'], 'item 2 of 2: id x', 'data.books.nodes, list of 2, item 2: id x'],
  [['into', 'into', 'into', 'down', 'down'], 'note: empty text', 'data.books, object of 3, note: empty text'],
  [
    ['into', 'into', 'into', 'down', 'up', 'into', 'out'],
    'nodes: list of 2',
    'data.books, object of 3, nodes: list of 2',
  ],
  [
    ['into', 'into', 'into', 'into', 'into', 'down', 'down'],
    'tags: empty list',
    'data.books.nodes[0], object of 3, tags: empty list',
  ],
])('after %j, the value is %j', (steps, here, where) => {
  const { state, stuck } = reader(JSON.stringify(books), ...steps);
  expect([stuck, hereWords(state), positionWords(state)]).toEqual([[], here, where]);
});

test('no step leaves the text, a list or a value', () => {
  expect(reader('[1, 2]', 'up', 'down', 'out', 'into', 'up', 'down', 'down', 'into').stuck).toEqual([
    ...['up', 'down', 'out', 'up', 'down', 'into'],
  ]);
  expect(reader('one\ntwo', 'up', 'into', 'out', 'down', 'down').stuck).toEqual(['up', 'into', 'out', 'down']);
  expect(reader('', 'down', 'up', 'into', 'out').stuck).toEqual(['down', 'up', 'into', 'out']);
});

test('lines are formatted, and numbers are printed verbatim', () => {
  const text = '{"id":12345678901234567890,"price":1.50,"big":1e400,"list":[{"a":"\\u00e9"}]}';
  expect(linesFrom(sourceOf(text), 0, 100)).toEqual([
    ...['{', '  "id": 12345678901234567890,', '  "price": 1.50,', '  "big": 1e400,', '  "list": ['],
    ...['    {', '      "a": "\\u00e9"', '    }', '  ]', '}'],
  ]);
});

test('a summary has the shape with counts, and at most 20 lines', () => {
  expect(summaryOf(sourceOf(JSON.stringify(books)))).toEqual([
    ...['top level: object of 1', 'data: object of 1', 'data.books: object of 3'],
    ...[
      'data.books.nodes: list of 2, each with title, price, tags',
      'data.books.total: 2',
      'data.books.note: empty text',
    ],
  ]);
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`m${at}`, { at }]));
  expect(summaryOf(sourceOf(JSON.stringify(wide))).length).toBe(21);
  expect(summaryOf(sourceOf('[[1], 2]'))).toEqual(['top level: list of 2, first list of 1']);
  expect(summaryOf(sourceOf('a\nb'))).toEqual(['text, 2 lines']);
});
