/** Fields narrower than their text: the caret stays next to its character. */
import { cellWidth } from '../../../source/core/text/cells.js';
import { createText, edit } from '../../../source/core/text/editor.js';
import { fieldLine, fieldWindow } from '../../../source/tui/components/field.js';

const text = 'a漢字漢字漢字漢字b';

const drawn = (anchor: number, width: number, head = anchor) => {
  const field = edit(createText(text, 'plain'), { selection: { anchor, head } }, 'select');
  return { line: fieldLine(field, width).map(span => span.text), ...fieldWindow(field, width) };
};

test.each([
  [text.length, 9, ' 字漢字b', 8],
  [8, 9, '字漢字漢 ', 8],
  [1, 9, 'a漢字漢字', 1],
  [1, 8, 'a漢字漢 ', 1],
])('with the caret at %d, a field of %d cells shows %j', (caret, width, shown, cursor) => {
  const { line, cursor: at } = drawn(caret, width);
  expect([line.join(''), at]).toEqual([shown, cursor]);
});

test('half of a wide character at either edge is a blank, wherever the caret is', () => {
  for (let width = 2; width < 20; width++) {
    for (let caret = 0; caret <= text.length; caret++) {
      const { line, left, cursor } = drawn(caret, width);
      const shown = line.join('');
      const columns = cellWidth(text);
      expect(cellWidth(shown)).toBe(Math.max(1, Math.min(width, columns - left)));
      // The text before the caret fills the cells before it.
      const before = text.slice(0, caret);
      expect(cursor).toBe(cellWidth(before) - left);
    }
  }
});

test('the selection of a scrolled field begins at its first visible cell', () => {
  const { line } = drawn(0, 9, text.length);
  expect(line[0]).toBe('');
  expect(line.slice(1).join('')).toBe(drawn(text.length, 9).line.join(''));
});
