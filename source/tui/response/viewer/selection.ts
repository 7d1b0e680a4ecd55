/** Text selected with the mouse: positions, drawing, and the selected text. */
import { cellWidth, takeCells } from '../../../core/text/cells.js';
import type { Line } from '../../components/line.js';
import type { Theme } from '../../model/theme.js';
import type { BodyPosition, BodySelection, BodyState } from '../../model/viewer.js';
import { bodyLine } from './line.js';

/** Maximum number of cells of a line that can be selected. */
const maxCells = 1_000_000;

/** Maximum number of lines that are copied. Only visible lines can be selected. */
const maxLines = 1000;

/** The ends of a selection in the order of the text, or undefined if it is empty. */
function endsOf({ anchor, head }: BodySelection): readonly [from: BodyPosition, to: BodyPosition] | undefined {
  if (anchor.line === head.line && anchor.column === head.column) return undefined;
  const isForward = anchor.line < head.line || (anchor.line === head.line && anchor.column < head.column);
  return isForward ? [anchor, head] : [head, anchor];
}

/** The selected columns of a line. The cell under the mouse is included. */
function columnsOf(
  selection: BodySelection | undefined,
  line: number,
): readonly [from: number, to: number] | undefined {
  const ends = selection && endsOf(selection);
  if (ends === undefined || line < ends[0].line || line > ends[1].line) return undefined;
  const [from, to] = ends;
  return [line === from.line ? from.column : 0, line === to.line ? to.column + 1 : maxCells];
}

const cutCells = (text: string, from: number, to: number): string =>
  takeCells(text, to).slice(takeCells(text, from).length);

/** A drawn line with the selected part highlighted. */
export function withSelection(body: BodyState, line: number, shown: Line): Line {
  const columns = columnsOf(body.selection, line);
  if (columns === undefined) return shown;
  const [from, to] = columns.map(column => column - body.left) as [number, number];
  let at = 0;
  return shown.flatMap(span => {
    const begin = at;
    at += cellWidth(span.text);
    if (at <= from || begin >= to) return [span];
    return [
      { ...span, text: cutCells(span.text, 0, from - begin) },
      { text: cutCells(span.text, from - begin, to - begin), role: 'selection' as const },
      { ...span, text: cutCells(span.text, to - begin, maxCells) },
    ].filter(({ text }) => text !== '');
  });
}

/** The selected text as drawn, or an empty string. Untrusted text. */
export function selectedBodyText(body: BodyState, lines: readonly number[], theme: Theme): string {
  return lines
    .slice(0, maxLines)
    .flatMap(line => {
      const columns = columnsOf(body.selection, line);
      if (columns === undefined) return [];
      const text = bodyLine(body, line, { left: 0, width: maxCells, theme })
        .map(span => span.text)
        .join('');
      return [cutCells(text, ...columns)];
    })
    .join('\n');
}
