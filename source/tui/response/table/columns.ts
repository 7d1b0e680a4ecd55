/** Widths and selection of a table's columns. The first column stays when the others scroll. */
import { clamp } from '../../layout.js';
import type { BodyTable } from '../../model/viewer.js';

export const columnGap = 2;

/** Minimum width of a truncated column, as long as the table can scroll sideways. */
const usefulWidth = 12;
/** Maximum width of a column in a table that scrolls sideways. */
const maxShare = 40;
/** Minimum visible cells of a truncated column. */
const minPart = 6;

/** Width of each column: its content's width, or a share of it if the screen is too small. Numbers are never truncated. */
function columnWidths({ columns, full }: BodyTable, width: number): readonly number[] {
  const isWhole = columns.map(({ name }) => full.has(name));
  const cut = (to: number): readonly number[] =>
    columns.map(({ width: need, numbers }, at) =>
      isWhole[at] === true ? need : Math.max(numbers, Math.min(need, to)),
    );
  const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each + columnGap, -columnGap);
  const widest = Math.max(usefulWidth, ...columns.map(each => each.width));
  if (sum(cut(widest)) <= width) return cut(widest);
  // Truncate the widest columns first, but not below a useful width. Beyond that, the table scrolls sideways.
  let [low, high] = [usefulWidth, widest];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sum(cut(middle)) <= width) low = middle;
    else high = middle - 1;
  }
  const widths = cut(low);
  const room = width - sum(widths);
  return room >= 0 ? widenTruncated(widths, columns, room) : cut(clamp(Math.floor(width / 4), usefulWidth, maxShare));
}

/** Gives the remaining cells to truncated columns, from the left. */
function widenTruncated(widths: readonly number[], columns: BodyTable['columns'], room: number): readonly number[] {
  let left = room;
  return widths.map((cells, at) => {
    const more = Math.min(left, Math.max(0, (columns[at]?.width ?? 0) - cells));
    left -= more;
    return cells + more;
  });
}

/** A column on the screen: its index and its width in cells. */
interface DrawnColumn {
  readonly index: number;
  readonly cells: number;
}

/** The columns from `left` on that fit after the first column. */
export function drawnColumns(table: BodyTable, width: number): readonly DrawnColumn[] {
  const { columns, left } = table;
  const widths = columnWidths(table, width);
  const drawn: DrawnColumn[] = [];
  let used = 0;
  const add = (index: number, room: number): void => {
    const cells = Math.min(widths[index] ?? 0, room);
    const least = Math.max(columns[index]?.numbers ?? 0, minPart);
    if (drawn.length > 0 && cells < (widths[index] ?? 0) && cells < least) return;
    drawn.push({ index, cells });
    used += cells + columnGap;
  };
  const kept = left === 0 ? 0 : pinnedCells(table, widths[0] ?? 0, width);
  if (kept > 0) add(0, kept);
  for (let index = left; index < columns.length && used < width; index++) {
    const before = used;
    add(index, width - used);
    if (used === before) break;
  }
  return drawn;
}

/** Width of the first column while others scroll, or 0 if it would leave no room for them. */
function pinnedCells({ columns, left }: BodyTable, need: number, width: number): number {
  const room = width - columnGap - Math.max(usefulWidth, columns[left]?.numbers ?? 0);
  const cells = Math.max(columns[0]?.numbers ?? 0, Math.min(need, room, Math.floor(width / 3)));
  return cells <= room && cells >= Math.min(need, minPart) ? cells : 0;
}

/** The `left` at which a column is fully visible, or as much of it as fits. */
export function leftFor(table: BodyTable, column: number, width: number): number {
  let left = Math.min(table.left, column);
  const widths = columnWidths(table, width);
  const isWhole = (): boolean => {
    const drawn = drawnColumns({ ...table, left }, width).find(({ index }) => index === column);
    return drawn !== undefined && drawn.cells === widths[column];
  };
  while (left < column && !isWhole()) left++;
  return left;
}
