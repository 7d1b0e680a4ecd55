/** Rows: wrapped and folded lines, as drawn and navigated. */

import { cellWidth } from '../../../source/core/text/cells.js';
import { runText } from '../../../source/core/text/commands.js';
import { createText, type EditorState, selectRange, textOf } from '../../../source/core/text/editor.js';
import { hiddenLines } from '../../../source/core/text/folds.js';
import {
  compare,
  maxScrollTop,
  rowAt,
  rowFrom,
  rowsFrom,
  rowsOfLine,
  rowText,
  type View,
} from '../../../source/core/text/rows.js';
import * as fc from '../../support/property.js';
import { at, run, shown } from './marked.js';

const view = (width: number, height = 10): View => ({ width, height, wrap: true });
const drawn = (state: EditorState, width: number): readonly string[] =>
  rowsFrom(state, { number: 1, index: 0 }, view(width, 100)).map(row => ' '.repeat(row.indent) + rowText(state, row));

test.each([
  ['at blanks', 'one two three', 8, ['one two ', 'three']],
  ['a word that does not fit is split', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
  ['below its own beginning', '    one two three', 12, ['    one two ', '    three']],
  ['but not far to the right', '          one two', 14, ['          one ', 'two']],
  ['wide characters by cells', '日本語日本語', 5, ['日本', '語日', '本語']],
  ['blanks may exceed the width', 'abcd   ef', 4, ['abcd   ', 'ef']],
  ['an empty line is a row', '', 4, ['']],
] as const)('%s', (_what, text, width, rows) => {
  expect(drawn(createText(text), width)).toEqual(rows);
});

test('for any text, its rows add up to the text, and none is wider than the view', () => {
  const any = fc.string({
    unit: fc.constantFrom('a', 'bc', ' ', '  ', '日', '\t', '👨‍👩‍👧', 'e\u0301', '\u0007', '\r\n'),
    maxLength: 60,
  });
  fc.assert(
    fc.property(any, fc.integer({ min: 4, max: 20 }), (text, width) => {
      const state = createText(text);
      let all = '';
      for (let number = 1; number <= state.doc.lines; number++) {
        const rows = rowsOfLine(state, number, view(width));
        for (const row of rows) {
          all += state.sliceDoc(row.from, row.to);
          const cells = cellWidth(
            rowText(state, row).trimEnd().replace(/\t/g, '  ').replaceAll('\u0007', '?').replaceAll('\r', '?'),
          );
          expect(cells + row.indent).toBeLessThanOrEqual(width + 1);
        }
        expect(rows.filter(row => row.last)).toHaveLength(1);
        if (number < state.doc.lines) all += '\n';
      }
      expect(all).toBe(textOf(state));
    }),
  );
});

test('up and down move by rows in the same column, or by lines without wrapping', () => {
  const text = 'on|e two three four\nx\n12345678';
  const wrapped = view(8);
  const down = (state: EditorState, how: View): EditorState => runText(state, { do: 'move', motion: 'down' }, how);
  expect(shown(down(at(text), wrapped))).toBe('one two th|ree four\nx\n12345678');
  expect(shown(down(down(down(at(text), wrapped), wrapped), wrapped))).toBe('one two three four\nx|\n12345678');
  expect(shown(down(at(text), { ...wrapped, wrap: false }))).toBe('one two three four\nx|\n12345678');
  const back = runText(down(at(text), wrapped), { do: 'move', motion: 'up' }, wrapped);
  expect(shown(back)).toBe(text);
});

test('moving up and down the same number of rows leads back, from anywhere', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a b c d e f', '', 'abcdefghijkl', '  x y z', '日本語')),
      fc.nat(60),
      fc.nat(9),
      (lines, place, by) => {
        const state = createText(lines.join('\n'));
        const row = rowAt(state, Math.min(place, state.doc.length), view(5));
        const below = rowFrom(state, row, by, view(5));
        const isEnd = compare(below, rowAt(state, state.doc.length, view(5))) === 0;
        const again = rowFrom(state, below, -by, view(5));
        expect(isEnd ? compare(again, row) <= 0 : compare(again, row) === 0).toBe(true);
        expect(rowsFrom(state, maxScrollTop(state, view(5, 4)), view(5, 4)).length).toBeLessThanOrEqual(4);
      },
    ),
  );
});

const query =
  'query A {\n  user(\n    id: 1\n  ) {\n    name\n    posts {\n      id\n    }\n  }\n  me { id }\n}\nquery B {\n  x\n}';
const lines = (state: EditorState): string => drawn(state, 80).join('\n');

test('a fold hides the lines around the cursor, and the same key opens it', () => {
  const state = run(at(query.replace('name', 'na|me')), { do: 'fold' });
  expect(lines(state)).toBe('query A {\n  user(\n    id: 1\n  ) {\n  }\n  me { id }\n}\nquery B {\n  x\n}');
  expect(shown(state)).toBe(query.replace(') {', ') {|'));
  expect(lines(run(state, { do: 'fold' }))).toBe(query);
});

test('arguments fold, too; if nothing can be folded nothing happens', () => {
  const state = run(at(query.replace('user(', 'us|er(')), { do: 'fold' });
  expect(hiddenLines(state)).toEqual([{ first: 3, last: 3 }]);
  const flat = at('{ a| }');
  expect(run(flat, { do: 'fold' })).toBe(flat);
});

test('fold all: the outermost folds, or those inside if there is only one', () => {
  const all = run(createText(query, 'graphql'), { do: 'fold-all' });
  expect(lines(all)).toBe('query A {\n}\nquery B {\n}');
  expect(lines(run(all, { do: 'fold-all' }))).toBe(query);
  expect(lines(run(createText('{\n  "a": [\n    1\n  ],\n  "b": 2\n}', 'json'), { do: 'fold-all' }))).toBe(
    '{\n  "a": [\n  ],\n  "b": 2\n}',
  );
});

test('up and down skip a fold; a change inside opens it, a change elsewhere moves it', () => {
  const state = run(at(query.replace('name', 'na|me')), { do: 'fold' });
  const below = run(state, { do: 'move', motion: 'down' });
  expect(shown(below)).toBe(query.replace('  }\n  me', '  }|\n  me'));
  const moved = run(selectRange(state, 0, 0), { do: 'paste', text: '# new\n' });
  expect(lines(moved)).toBe(`# new\n${lines(state)}`);
  const inside = state.update({ changes: { from: query.indexOf('posts'), insert: 'x ' } }).state;
  expect(lines(inside)).toBe(textOf(inside));
  expect(textOf(run(moved, { do: 'undo' }))).toBe(query);
});
