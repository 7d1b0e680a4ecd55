import {
  foldsOf,
  isFolded,
  lineOfRow,
  reveal,
  rowCount,
  rowOf,
  unfoldLine,
  visibleLine,
} from '../../../../source/core/response/viewer/folds.js';
import { JsonLines } from '../../../../source/core/response/viewer/json-lines.js';
import * as fc from '../../../support/property.js';

const source = new JsonLines(
  JSON.stringify(Array.from({ length: 12 }, (_, n) => ({ n, list: [[n], { deep: [n, {}] }] }))),
);
source.advance(Number.POSITIVE_INFINITY);
const openings = Array.from({ length: source.known }, (_, line) => line).filter(line => source.kind(line) === 'open');
const some = fc.subarray(openings);

/** The rows by a naive rule: a folded opening line represents all lines up to its partner. */
function shown(lines: readonly number[]): number[] {
  const rows: number[] = [];
  for (let line = 0; line < source.known; ) {
    rows.push(line);
    line = lines.includes(line) ? source.partner(line) + 1 : line + 1;
  }
  return rows;
}

test('rows and lines map to each other, however folds are nested', () => {
  fc.assert(
    fc.property(some, lines => {
      const folds = foldsOf(source, lines);
      const rows = shown(lines);
      expect(rowCount(source, folds)).toBe(rows.length);
      expect(rows.map((_, row) => lineOfRow(folds, row))).toEqual(rows);
      expect(rows.map(line => rowOf(folds, line))).toEqual(rows.map((_, row) => row));
      for (let line = 0; line < source.known; line++) {
        const seen = rows.findLast(each => each <= line && (each === line || source.partner(each) >= line));
        expect(visibleLine(folds, line)).toBe(seen);
      }
    }),
  );
});

test('a revealed line is on the screen, and other folds stay closed', () => {
  fc.assert(
    fc.property(some, fc.nat(source.known - 1), (lines, line) => {
      const folds = reveal(source, foldsOf(source, lines), line);
      expect(shown(folds.lines)).toContain(line);
      const around = lines.filter(from => from < line && source.partner(from) >= line);
      expect(folds.lines).toEqual(lines.filter(each => !around.includes(each)));
    }),
  );
});

test('unfolding restores the folds inside', () => {
  fc.assert(
    fc.property(some, lines => {
      const [outer] = lines;
      if (outer === undefined) return;
      const folds = unfoldLine(source, foldsOf(source, lines), outer);
      expect(isFolded(folds, outer)).toBe(false);
      expect(folds.lines).toEqual(lines.slice(1));
    }),
  );
});
