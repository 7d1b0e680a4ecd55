/**
 * Finds blocks of rows that the terminal can move (insert and delete line, VT102) instead of receiving them again, when a list
 * scrolls or expands. Moves affect entire rows, so a block only pays off if the area next to the list is similar from row to
 * row. Otherwise, writing the changed cells is cheaper and nothing is moved. Pure.
 */
import { memoizeWeak } from '../../core/memoize-weak.js';
import { type CellRow, cellRow, isSameCell } from './cell-row.js';

/** Moves rows `top` to `bottom`, inclusive, up by `by` rows, or down if it is negative. Blank rows fill the gap. */
interface Shift {
  readonly top: number;
  readonly bottom: number;
  readonly by: number;
}

/** The bytes of a move: two addresses, delete, insert. */
const moveBytes = 20;
/** Cost of a frame below which the search is not worthwhile. */
const smallBytes = 500;
/** Typical number of bytes for moving to a row, for moving to a cell further right, and for changing the colour. */
const rowBytes = 6;
const jumpBytes = 5;
const colourBytes = 5;

/** Estimated number of bytes that turn one row into another. */
function bytesBetween(from: CellRow, to: CellRow): number {
  if (from === to) return 0;
  let bytes = 0;
  let last = -1;
  let style = '';
  for (let i = 0; i < to.texts.length; i++) {
    if (isSameCell(from, to, i)) continue;
    bytes += bytes === 0 ? rowBytes : Math.min(jumpBytes, i - last - 1);
    bytes += (to.texts[i] ?? '') > '~' ? 3 : 1;
    if (to.styles[i] !== style) {
      style = to.styles[i] ?? '';
      bytes += colourBytes;
    }
    last = i;
  }
  return bytes;
}

/** The moves that make the update from `shown` to `wanted` cheapest, or none if there is no gain. They do not overlap. */
export function shiftsBetween(shown: readonly CellRow[], wanted: readonly CellRow[]): readonly Shift[] {
  const straight = wanted.map((row, i) => bytesBetween(shown[i] ?? row, row));
  if (straight.reduce((sum, bytes) => sum + bytes, 0) < smallBytes) return [];
  const blank = cellRow('', wanted[0]?.texts.length ?? 0);
  const afresh = wanted.map((row, i) => (straight[i] ?? 0) - bytesBetween(blank, row));
  let best: { readonly gain: number; readonly shifts: readonly Shift[] } = { gain: 0, shifts: [] };
  for (const by of likelySteps(shown, wanted)) {
    const moved = wanted.map((row, i) => {
      const from = shown[i + by];
      return from === undefined ? 0 : (straight[i] ?? 0) - bytesBetween(from, row);
    });
    const blocks = bestBlocks(moved, afresh, by);
    if (blocks.gain > best.gain) best = blocks;
  }
  return best.shifts;
}

/** The texts of the left and the right side of a row, cached because most rows are compared in two frames. */
const sidesOf = memoizeWeak(({ texts }: CellRow): readonly [left: string, right: string] => [
  texts.slice(0, Math.floor(texts.length / 3)).join(''),
  texts.slice(Math.floor(texts.length / 2)).join(''),
]);

/** The most likely distances by which the left or the right side moved. */
function likelySteps(shown: readonly CellRow[], wanted: readonly CellRow[]): readonly number[] {
  const votes = new Map<number, number>();
  for (const side of [0, 1] as const) {
    const places = new Map<string, number | undefined>();
    for (const [i, row] of shown.entries()) {
      const text = sidesOf(row)[side];
      // A row that occurs twice identifies nothing.
      places.set(text, places.has(text) ? undefined : i);
    }
    for (const [i, row] of wanted.entries()) {
      const by = (places.get(sidesOf(row)[side]) ?? i) - i;
      if (by !== 0) votes.set(by, (votes.get(by) ?? 0) + 1);
    }
  }
  return [...votes]
    .filter(([, count]) => count > 1)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([by]) => by);
}

/** The blocks with the greatest total gain. `moved` and `afresh` are the bytes saved by each row in a block. */
function bestBlocks(moved: readonly number[], afresh: readonly number[], by: number) {
  const height = Math.abs(by);
  const upTo: { gain: number; shifts: readonly Shift[] }[] = [{ gain: 0, shifts: [] }];
  const sums = (values: readonly number[]): readonly number[] => {
    let sum = 0;
    return [
      0,
      ...values.map(value => {
        sum += value;
        return sum;
      }),
    ];
  };
  const movedTo = sums(moved);
  const afreshTo = sums(afresh);
  const between = (to: readonly number[], from: number, end: number): number => (to[end] ?? 0) - (to[from] ?? 0);
  for (let bottom = 0; bottom < moved.length; bottom++) {
    let best = upTo[bottom] ?? { gain: 0, shifts: [] };
    for (let top = 0; top + height <= bottom; top++) {
      const gain =
        (upTo[top]?.gain ?? 0) -
        moveBytes +
        (by > 0
          ? between(movedTo, top, bottom - height + 1) + between(afreshTo, bottom - height + 1, bottom + 1)
          : between(afreshTo, top, top + height) + between(movedTo, top + height, bottom + 1));
      if (gain > best.gain) best = { gain, shifts: [...(upTo[top]?.shifts ?? []), { top, bottom, by }] };
    }
    upTo.push(best);
  }
  return upTo.at(-1) ?? { gain: 0, shifts: [] };
}

/** The rows after a move. */
export function shifted(rows: readonly CellRow[], { top, bottom, by }: Shift, blank: CellRow): CellRow[] {
  return rows.map((row, i) => {
    if (i < top || i > bottom) return row;
    const from = i + by;
    return from < top || from > bottom ? blank : (rows[from] ?? blank);
  });
}

const lines = (count: number, final: string): string => `\u001b[${count === 1 ? '' : count}${final}`;
const line = (row: number): string => `\u001b[${row + 1}H`;

/** The bytes of a move. Lines deleted at one end are inserted at the other, so that rows outside the block do not move. */
export function shiftBytes({ top, bottom, by }: Shift): string {
  const height = Math.abs(by);
  const last = bottom - height + 1;
  const [deleted, inserted] = by > 0 ? [top, last] : [last, top];
  return `${line(deleted)}${lines(height, 'M')}${line(inserted)}${lines(height, 'L')}`;
}
