import { ensureSyntaxTree } from '@codemirror/language';
import stringWidth from 'string-width';
import { cellWidth, clusters, fitCells, takeCells } from '../../../source/core/text/cells.js';
import { createText } from '../../../source/core/text/editor.js';
import { highlight } from '../../../source/core/text/highlight.js';
import { columnOf, offsetAt, viewCells } from '../../../source/core/text/view-lines.js';
import * as fc from '../../support/property.js';

const text = fc.string({
  unit: fc.constantFrom('a', 'é', '日', '👨‍👩‍👧', 'e\u0301', '─', '…', '🇩🇪', '한', 'ﷺ'),
  maxLength: 20,
});

test('the fast path for plain text agrees with string-width', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'ab ~é─│█▾●○↻…·✓✗›[]'), maxLength: 20 }),
      plain => cellWidth(plain) === stringWidth(plain),
    ),
  );
});

test('a truncated text is never wider than the limit and never splits a character', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 30 }), (whole, cells) => {
      const cut = takeCells(whole, cells);
      expect(cellWidth(cut)).toBeLessThanOrEqual(cells);
      expect(whole.startsWith(cut)).toBe(true);
      expect(
        [...clusters(whole)]
          .map(each => each.text)
          .join('')
          .startsWith(cut),
      ).toBe(true);
      expect(cellWidth(fitCells(whole, cells))).toBeLessThanOrEqual(cells);
    }),
  );
});

test.each(['日', 'a\u0301', '👨‍👩‍👧', '👍🏿', '🇩🇪', '한', 'क्षि'])(
  'a long text of %s has the same characters as a short one',
  unit => {
    const { segment } = Intl.Segmenter.prototype;
    const lengths: number[] = [];
    Intl.Segmenter.prototype.segment = function (part) {
      lengths.push(part.length);
      return segment.call(this, part);
    };
    try {
      for (const before of ['', 'x', 'xx', 'xxx'])
        expect([...clusters(before + unit.repeat(2000))].map(each => each.text)).toEqual([
          ...before,
          ...Array<string>(2000).fill(unit),
        ]);
      expect(Math.max(...lengths)).toBeLessThan(2000);
      const mark = '\u0301'.repeat(5000);
      expect([...clusters(`日a${mark}日`)].map(each => each.text)).toEqual(['日', `a${mark}`, '日']);
    } finally {
      Intl.Segmenter.prototype.segment = segment;
    }
  },
);

test('truncated text ends in an ellipsis, text that fits does not', () => {
  expect(fitCells('abcdef', 4)).toBe('abc…');
  expect(fitCells('abcd', 4)).toBe('abcd');
  expect(fitCells('日本語', 4)).toBe('日…');
});

test('control characters are drawn as marks and have no effect', () => {
  expect(
    viewCells('a\u001b[31m')
      .map(each => each.text)
      .join(''),
  ).toBe('a␛[31m');
  expect(viewCells('a\u202eb').map(each => each.text)).toEqual(['a', '<U+202E>', 'b']);
});

test('ten thousand marks on one letter are drawn as a few', () => {
  const [cell] = viewCells(`e${'\u0301'.repeat(10_000)}`);
  expect(cell?.text.length).toBeLessThan(50);
  expect(cell?.to).toBe(10_001);
});

test('every offset of a line has a column, and the column leads back to it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '日', '\t', '👨‍👩‍👧', '\u0007'), maxLength: 15 }), line => {
      for (const cell of viewCells(line)) expect(offsetAt(line, columnOf(line, cell.from))).toBe(cell.from);
    }),
  );
});

test('only visible lines get colours', () => {
  const state = createText('query A {\n  b(c: 1) # d\n}\n', 'graphql');
  // A frame waits only a few milliseconds for the parser; here it has unlimited time.
  ensureSyntaxTree(state, state.doc.length, 60_000);
  const second = state.doc.line(2);
  const ranges = highlight(state, second.from, second.to).map(
    each => `${each.role} ${state.sliceDoc(each.from, each.to)}`,
  );
  expect(ranges).toEqual(expect.arrayContaining(['property b', 'property c', 'number 1', 'comment # d']));
  expect(ranges.join()).not.toContain('query');
});
