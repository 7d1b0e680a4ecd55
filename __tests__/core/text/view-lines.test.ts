/** Lines as cells: a long line examined in parts is drawn as if it had been examined at once. */
import { clusters } from '../../../source/core/text/cells.js';
import { columnOf, offsetAt, viewCells, viewCellsFrom } from '../../../source/core/text/view-lines.js';
import * as fc from '../../support/property.js';

const part = fc.oneof(
  fc.nat(200).map(length => 'abc { d }'.repeat(30).slice(0, length)),
  fc.constantFrom('\t', '日本', '🙂', '\u0301', '\u200d', 'e\u0301', '👨\u200d👩', '\u0600', '\u0000', '\u202e', 'ä'),
);
const line = fc.array(part, { maxLength: 8 }).map(parts => parts.join(''));

test('a line in parts has the cells of its clusters, in order and without gaps', () => {
  fc.assert(
    fc.property(line, text => {
      const cells = viewCells(text);
      expect(cells.map(({ from, to }) => text.slice(from, to))).toEqual([...clusters(text)].map(each => each.text));
      expect(cells.slice(1).map(({ from, column }) => [from, column])).toEqual(
        cells.slice(0, -1).map(({ to, column, width }) => [to, column + width]),
      );
    }),
    { numRuns: 300 },
  );
});

test('the cells from a column on equal those of the complete line; columns and offsets match the cells', () => {
  fc.assert(
    fc.property(line, fc.nat(900), (text, column) => {
      const cells = viewCells(text);
      const shown = cells.filter(cell => cell.column + cell.width > column);
      expect([...viewCellsFrom(text, column)]).toEqual(shown);
      const [under] = shown;
      const offset =
        under === undefined ? text.length : column - under.column > under.width / 2 ? under.to : under.from;
      expect(offsetAt(text, column)).toBe(offset);
      expect(cells.map(cell => columnOf(text, cell.from))).toEqual(cells.map(cell => cell.column));
    }),
    { numRuns: 300 },
  );
});

test('of a line of a million characters only the drawn part is converted to cells', () => {
  const text = `日${'x'.repeat(1_000_000)}本y`;
  const cells = viewCellsFrom(text, 999_990);
  expect(cells.next().value).toEqual({ from: 999_989, to: 999_990, column: 999_990, width: 1, text: 'x' });
  expect(columnOf(text, 1_000_002)).toBe(1_000_004);
  expect(offsetAt(text, 1_000_004)).toBe(1_000_002);
});
