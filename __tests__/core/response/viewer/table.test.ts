import { sourceOf } from '../../../../source/core/response/viewer/source-of.js';
import { Table } from '../../../../source/core/response/viewer/table.js';
import { FilteredRows, sortedRows } from '../../../../source/core/response/viewer/table-rows.js';
import { formOfFile, tableText } from '../../../../source/core/response/viewer/table-text.js';
import * as fc from '../../../support/property.js';

/** The table of a list, with its rows read as far as needed. */
function tableOf(json: string, read = Number.POSITIVE_INFINITY): Table {
  const table = new Table(sourceOf(json, true), 0);
  table.advance(read);
  return table;
}
const all = (table: Table): number[] => table.rows.map((_, row) => row);

test.each<[name: string, row: string, columns: readonly (readonly [string, number, number])[]]>([
  [
    'numbers as written',
    '{"a": 1.50, "b": -0}',
    [
      ['a', 4, 4],
      ['b', 2, 2],
    ],
  ],
  [
    'nested values as their count, below three levels of names',
    '{"a": [1,2], "b": {"c": {"d": {"e": 1}}}}',
    [
      ['a', 3, 0],
      ['b.c.d', 5, 0],
    ],
  ],
  [
    'empty ones unchanged',
    '{"a": [], "b": {}}',
    [
      ['a', 2, 0],
      ['b', 2, 0],
    ],
  ],
  ['of a name that comes twice the first', '{"a": 1, "a": 222}', [['a', 1, 1]]],
  ['wide characters by their cells', '{"a": "日本"}', [['a', 4, 0]]],
  ['a control character by its mark', '{"a": "\\u001b"}', [['a', 1, 0]]],
])('a column is as wide as %s', (_, row, columns) => {
  expect(tableOf(`[${row}]`).columns.map(({ name, width, numbers }) => [name, width, numbers])).toEqual(columns);
});

test('numbers beyond 2^53 are sorted exactly, and null is not text', () => {
  const table = tableOf(
    '[{"n": 9007199254740993}, {"n": 9007199254740992}, {"n": null}, {"n": "null"}, {"n": 1e400}, {}]',
  );
  expect(sortedRows(table, [{ column: 'n', descending: false }])).toEqual([1, 0, 4, 3, 2, 5]);
});

test('several columns: the next one orders rows that are equal so far', () => {
  const table = tableOf('[{"a":1,"b":"y"},{"a":2,"b":"x"},{"a":1,"b":"x"},{"a":2,"b":"y"}]');
  const by = (...sorts: readonly (readonly [string, boolean])[]) =>
    sortedRows(
      table,
      sorts.map(([column, descending]) => ({ column, descending })),
    );
  expect(by(['a', false], ['b', false])).toEqual([2, 0, 1, 3]);
  expect(by(['a', true], ['b', false])).toEqual([1, 3, 2, 0]);
  expect(by(['b', true], ['a', true])).toEqual([3, 0, 1, 2]);
});

const row = fc.record({ n: fc.integer(), t: fc.string(), list: fc.array(fc.nat()) }, { requiredKeys: [] });

/** The rows that match a filter, by index. */
function matching(table: Table, words: string): readonly number[] {
  const rows = new FilteredRows(table, words, all(table));
  rows.advance(Number.POSITIVE_INFINITY);
  return rows.order;
}

test('a table is the same however much of it has been read', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), fc.nat(10), fc.string(), (rows, read, words) => {
      const json = JSON.stringify([{ first: 1 }, ...rows]);
      const [whole, part] = [tableOf(json), tableOf(json, read)];
      const sorts = [
        { column: 'n', descending: true },
        { column: 't', descending: false },
      ];
      expect(sortedRows(part, sorts)).toEqual(sortedRows(whole, sorts));
      expect(matching(part, words)).toEqual(matching(whole, words));
      part.measure(0, part.rows.length);
      part.advance(rows.length + 1);
      expect(part.columns).toEqual(whole.columns);
    }),
  );
});

test('a filter matches words of different cells in any order, but not across cells, in names or in nested values', () => {
  const table = tableOf('[{"first": "Ada", "last": "Lovelace", "tags": ["x1"]}, {"first": "Alan", "last": "Turing"}]');
  const found = (words: string) => matching(table, words);
  expect(found('love ada')).toEqual([0]);
  expect(found('dalove')).toEqual([]);
  expect(found('last')).toEqual([]);
  expect(found('x1')).toEqual([]);
  expect(found('A')).toEqual([0, 1]);
  expect(found('a')).toEqual([0, 1]);
  expect(found('Tu')).toEqual([1]);
  expect(found('TU')).toEqual([]);
});

const hostile =
  '[{"a|b": "x|y\\\\", "t": "one\\ntwo\\t\\"q\\"", "n": 1.50, "o": {"k": 1}, "z": null, "h": "<b>&amp;"}, {"n": 20}]';

test('TSV and CSV quote only what they must, and preserve numbers as written', () => {
  const table = tableOf(hostile);
  expect(tableText(table, all(table), 'csv')).toBe(
    'a|b,t,n,o.k,z,h\r\nx|y\\,"one\ntwo\t""q""",1.50,1,,<b>&amp;\r\n,,20,,,\r\n',
  );
  expect(tableText(table, [1], 'tsv')).toBe('a|b\tt\tn\to.k\tz\th\n\t\t20\t\t\t\n');
});

test('Markdown escapes characters that would end a cell, and aligns numbers to the right', () => {
  const table = tableOf(hostile);
  expect(tableText(table, all(table), 'markdown').split('\n')).toEqual([
    '| a\\|b   | t              |    n | o.k | z   | h               |',
    '| ------ | -------------- | ---: | --: | --- | --------------- |',
    '| x\\|y\\\\ | one<br>two␉"q" | 1.50 |   1 |     | &lt;b>&amp;amp; |',
    '|        |                |   20 |     |     |                 |',
    '',
  ]);
});

test('the file name determines the format', () => {
  expect(['a.csv', 'a.TSV', 'b/c.md', 'a.json', 'csv'].map(formOfFile)).toEqual([
    'csv',
    'tsv',
    'markdown',
    undefined,
    undefined,
  ]);
});

test('a filter typed letter by letter in slices finds the same rows as at once', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1 }),
      fc.stringMatching(/^[a-c1-9 ]{0,4}$/),
      fc.nat(400),
      (rows, words, cost) => {
        const table = tableOf(JSON.stringify([{ first: 1 }, ...rows]));
        let before: FilteredRows | undefined;
        for (let length = 0; length <= words.length; length++) {
          before = new FilteredRows(table, words.slice(0, length), all(table), before);
          before.advance(cost);
        }
        before?.advance(Number.POSITIVE_INFINITY);
        expect(before?.order).toEqual(matching(table, words));
        expect(all(table).map(each => before?.has(each))).toEqual(
          all(table).map(each => matching(table, words).includes(each)),
        );
      },
    ),
  );
});
