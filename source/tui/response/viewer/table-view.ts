/** A list of objects as rows and columns. */

import { cellsOf } from '../../../core/response/viewer/table.js';
import { cellWidth, fitCells } from '../../../core/text/cells.js';
import { type Line, lineWidth, renderLine, type Span, shownText } from '../../components/line.js';
import type { Theme } from '../../model/theme.js';
import type { BodyState, BodyTable } from '../../model/viewer.js';
import { markedLine } from './marked-line.js';
import { columnGap, columnWidths, lineOfRow, tableRow } from './table.js';

interface TableLinesOptions {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly focused: boolean;
}

/** The heading and the visible rows, at most `height` lines of exactly `width` cells. */
export function tableLines(body: BodyState, table: BodyTable, options: TableLinesOptions): string[] {
  const { width, height, theme, focused } = options;
  const cursor = tableRow(body, table);
  const widths = columnWidths(table, width);
  const top = rowLine(
    table,
    widths,
    options,
    index => table.columns[index]?.name ?? '',
    index => (index === table.column ? 'titleFocus' : 'property'),
  );
  const lines = [renderLine(goesOn(top, table, width, theme), width, theme)];
  for (let row = table.top; row < table.rows.length && lines.length < height; row++) {
    const cells = cellsOf(body.source, lineOfRow(table, row));
    const text = (index: number): string => {
      const cell = cells.get(table.columns[index]?.name ?? '');
      if (cell?.count !== undefined) return cell.text.replace('…', theme.glyphs.ellipsis);
      return cell?.text ?? '';
    };
    const line = rowLine(table, widths, options, text, index =>
      row === cursor && index === table.column ? 'match' : undefined,
    );
    lines.push(markedLine(line, width, theme, row === cursor ? (focused ? 'cursor' : 'cursorIdle') : undefined));
  }
  return lines;
}

/** Minimum visible cells of a truncated column; numbers are never truncated: part of one would be another number. */
const leastPart = 6;

/** The heading with a mark at its right end if columns are cut off there. */
function goesOn(heading: Line, table: BodyTable, width: number, theme: Theme): Line {
  // Cells alternate with the gaps between them.
  const drawn = (heading.length + 1) / 2;
  const { ellipsis } = theme.glyphs;
  const room = width - lineWidth(heading) - ellipsis.length;
  if (table.left + drawn >= table.columns.length || room < 0) return heading;
  return [...heading, { text: ' '.repeat(room) + ellipsis, role: 'dim' }];
}

function rowLine(
  table: BodyTable,
  widths: readonly number[],
  { width, theme }: TableLinesOptions,
  text: (column: number) => string,
  role: (column: number) => Span['role'],
): Line {
  const spans: Span[] = [];
  let used = 0;
  for (let index = table.left; index < table.columns.length && used < width; index++) {
    const column = table.columns[index];
    if (column === undefined) break;
    const cells = Math.min(widths[index] ?? column.width, width - used);
    if (index > table.left && cells < (widths[index] ?? 0) && (column.numeric || cells < leastPart)) break;
    const cell = fitCells(shownText(text(index)), cells, theme.glyphs.ellipsis);
    const pad = ' '.repeat(Math.max(0, cells - cellWidth(cell)));
    // Only between columns: after the last it would push that one's end out of the pane.
    if (spans.length > 0) spans.push({ text: ' '.repeat(columnGap) });
    spans.push({ text: column.numeric ? pad + cell : cell + pad, role: role(index) });
    used += cells + columnGap;
  }
  return spans;
}
