/**
 * Finds vertical runs of one character among changed cells: the sides of a box. Written from top to bottom, each cell costs two
 * bytes more than its character, and the run needs only one change of style. Written row by row, both sides need an address and
 * a style in each row. Pure.
 */
import { isPlain } from '../../core/text/cells.js';
import { type CellRow, isSameCell } from './cell-row.js';
import { address, type Pen } from './pen.js';

/** Minimum number of cells in a run. */
const shortest = 3;
/** Number of rows to skip within a run, from which a new address is shorter. */
const widestGap = 6;
/** Adjacent changed cells of a row, from which they are text and not the sides of two boxes. */
const textCells = 3;

/** Changed cells of one column that get the same character and style. */
interface Run {
  readonly column: number;
  readonly rows: number[];
  readonly text: string;
  readonly style: string;
}

/**
 * VT: moves to the same column of the next row, in every terminal since the VT100. Not a line feed, which the terminal driver
 * replaces by a carriage return and a line feed.
 */
const down = '\u000b';

/** Writes all vertical runs. Returns the rows of the screen after them. */
export function columnChanges(shown: readonly CellRow[], wanted: readonly CellRow[], pen: Pen): readonly CellRow[] {
  const rows = [...shown];
  for (const { column, rows: rowIndexes, text, style } of runsBetween(shown, wanted)) {
    let previous = rowIndexes[0] ?? 0;
    pen.write(address(previous, column));
    pen.switchTo(style);
    // Without automatic wrapping, the cursor stays in the last column.
    const isLast = column + 1 === wanted[0]?.texts.length;
    for (const row of rowIndexes) {
      if (row > previous) pen.write(`${isLast ? '' : '\b'}${down.repeat(row - previous)}`);
      pen.write(text, row, isLast ? undefined : column + 1);
      rows[row] = withCell(rows[row], column, text, style);
      previous = row;
    }
  }
  return rows;
}

/** Vertical runs, grouped by style. */
function runsBetween(shown: readonly CellRow[], wanted: readonly CellRow[]): readonly Run[] {
  const runs: Run[] = [];
  const open = new Map<number, Run>();
  for (const [row, to] of wanted.entries()) {
    const from = shown[row];
    if (from === undefined || from === to) continue;
    for (const column of sides(from, to)) {
      const [text, style] = [to.texts[column] ?? ' ', to.styles[column] ?? ''];
      const last = open.get(column);
      if (last?.text === text && last.style === style && row - (last.rows.at(-1) ?? row) <= widestGap) {
        last.rows.push(row);
        continue;
      }
      const run: Run = { column, rows: [row], text, style };
      open.set(column, run);
      runs.push(run);
    }
  }
  return runs
    .filter(({ rows }) => rows.length >= shortest)
    .sort((a, b) => (a.style < b.style ? -1 : Number(a.style > b.style)));
}

/** Columns of changed cells that have few changed neighbours and are one cell wide in every terminal. */
function sides(from: CellRow, to: CellRow): readonly number[] {
  const width = to.texts.length;
  const columns: number[] = [];
  for (let start = 0, end = 0; start < width; start = end + 1) {
    end = start;
    while (end < width && !isSameCell(from, to, end)) end += 1;
    if (end - start >= textCells) continue;
    for (let column = start; column < end; column++)
      if (isOneCell(from.texts[column]) && isOneCell(to.texts[column])) columns.push(column);
  }
  return columns;
}

const isOneCell = (text: string | undefined): boolean => text !== undefined && text !== '' && isPlain(text);

function withCell(row: CellRow | undefined, column: number, text: string, style: string): CellRow {
  return { texts: row?.texts.with(column, text) ?? [], styles: row?.styles.with(column, style) ?? [] };
}
