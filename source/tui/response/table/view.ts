/** A list of objects as rows and columns. */
import { cellsOf } from '../../../core/response/viewer/cells-of-row.js';
import { cellWidth, fitCells } from '../../../core/text/cells.js';
import { cursorRole, type Line, lineWidth, renderLine, type Span, shownText } from '../../components/line.js';
import type { Theme } from '../../model/theme.js';
import type { BodyState, BodyTable } from '../../model/viewer.js';
import type { TextRoom } from '../layout.js';
import { markedLine } from '../viewer/marked-line.js';
import { columnGap, drawnColumns } from './columns.js';
import { rowAt, rowCount, tableRow } from './table.js';

/** The heading and the visible rows, at most `height` lines of exactly `width` cells. */
export function tableLines(body: BodyState, table: BodyTable, options: TextRoom): string[] {
  const { width, height, theme, focused } = options;
  const cursor = tableRow(body, table);
  const drawn = drawnColumns(table, width);
  const line = (text: (column: string) => string, role: (index: number) => Span['role']): Line =>
    rowLine(table, drawn, theme, text, role);
  const top = line(
    name => name,
    index => (index === table.column ? 'titleFocus' : 'property'),
  );
  const isLast = drawn.at(-1)?.index === table.columns.length - 1;
  const lines = [renderLine(isLast ? top : goesOn(top, width, theme), width, theme)];
  for (let place = table.top; place < rowCount(table) && lines.length < height; place++) {
    const cells = cellsOf(body.source, table.of.rows[rowAt(table, place) ?? 0] ?? 0);
    const isHere = place === cursor;
    const row = line(
      name => cells.get(name)?.text ?? '',
      index => (isHere && index === table.column ? 'match' : undefined),
    );
    lines.push(markedLine(row, width, theme, cursorRole(isHere, focused)));
  }
  return lines;
}

/** The heading, with a mark at its right end if more columns follow. */
function goesOn(heading: Line, width: number, theme: Theme): Line {
  const { ellipsis } = theme.glyphs;
  const room = width - lineWidth(heading) - ellipsis.length;
  return room < 0 ? heading : [...heading, { text: ' '.repeat(room) + ellipsis, role: 'dim' }];
}

function rowLine(
  table: BodyTable,
  drawn: ReturnType<typeof drawnColumns>,
  theme: Theme,
  text: (column: string) => string,
  role: (column: number) => Span['role'],
): Line {
  return drawn.flatMap(({ index, cells }, at): Span[] => {
    const column = table.columns[index];
    const cell = fitCells(shownText(text(column?.name ?? '')), cells, theme.glyphs.ellipsis);
    const pad = ' '.repeat(Math.max(0, cells - cellWidth(cell)));
    const shown: Span = { text: column?.numeric === true ? pad + cell : cell + pad, role: role(index) };
    // Pad only between columns. After the last one, padding would push its end out of the pane.
    return at === 0 ? [shown] : [{ text: ' '.repeat(columnGap) }, shown];
  });
}
