import { wrapText } from '../../core/text/wrap.js';
import { airIn } from '../layout.js';
import type { Theme } from '../model/theme.js';
import { type Line, lineWidth, renderLine, type Span, styled } from './line.js';

/** Width and height include the frame, in cells. The title is in the top border, and `status` in the bottom one. */
interface FrameOptions {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  /** True to draw heavy borders in the focus colour. Overlays always have them. */
  readonly focused: boolean;
  readonly title: Line;
  /** Text at the right end of the top border. */
  readonly titleRight?: Line;
  readonly status?: Line;
  /** Blank columns on each side of the content, which becomes narrower by the same amount. */
  readonly air?: number;
  readonly scroll?: { readonly top: number; readonly total: number };
  /** Marks in the left border, one cell each, by row of the content. */
  readonly gutter?: ReadonlyMap<number, Span>;
}

export const inner = (rect: {
  readonly width: number;
  readonly height: number;
}): { width: number; height: number } => ({
  width: Math.max(0, rect.width - 2),
  height: Math.max(0, rect.height - 2),
});

/** Like `inner`, for a text with padding. */
export const textArea = (rect: {
  readonly width: number;
  readonly height: number;
}): { width: number; height: number; air: number } => {
  const { width, height } = inner(rect);
  const air = airIn(rect);
  return { width: Math.max(0, width - 2 * air), height, air };
};

/** The hint of an empty pane. It has a blank next to the border, with or without padding. */
export function hintLines(
  text: string,
  { width, air }: { readonly width: number; readonly air: number },
  theme: Theme,
): readonly string[] {
  const lead = ' '.repeat(1 - air);
  return wrapText(text, Math.max(1, width - 2 * lead.length)).map(line =>
    renderLine([{ text: lead + line, role: 'dim' }], width, theme),
  );
}

/**
 * The frame with its content as `height` lines of exactly `width` cells.
 * @param content lines already rendered to the inner width; missing lines are blank
 */
export function frame(content: readonly string[], options: FrameOptions): string[] {
  const { width, height, theme, focused } = options;
  if (width < 2 || height < 2) return Array.from({ length: height }, () => ' '.repeat(width));
  const { glyphs, styles } = theme;
  const box = focused ? glyphs.focusBox : glyphs.box;
  const style = styles[focused ? 'borderFocus' : 'border'];
  const border = (left: string, right: string, title: Line, end: Line = []): string => {
    const endText = borderEnd(end, width - 6, theme, styled(box.horizontal, style));
    const titleText = borderTitle(title, width - 6 - endText.cells, theme);
    const fill = Math.max(0, width - 3 - titleText.cells - endText.cells);
    const line = styled(left + box.horizontal, style) + titleText.text + styled(box.horizontal.repeat(fill), style);
    return line + endText.text + styled(right, style);
  };
  const rows = height - 2;
  const bar = scrollBar(rows, options.scroll);
  const vertical = styled(box.vertical, style);
  const padding = ' '.repeat(options.air ?? 0);
  const blank = ' '.repeat(width - 2 - 2 * padding.length);
  const lines = [border(box.topLeft, box.topRight, options.title, options.titleRight)];
  for (let row = 0; row < rows; row++) {
    const mark = options.gutter?.get(row);
    const left = mark === undefined ? vertical : renderLine([mark], 1, theme);
    lines.push(
      left + padding + (content[row] ?? blank) + padding + (bar(row) ? styled(glyphs.thumb, style) : vertical),
    );
  }
  lines.push(border(box.bottomLeft, box.bottomRight, options.status ?? []));
  return lines;
}

/** A text in a border, and its number of cells. */
interface BorderText {
  readonly text: string;
  readonly cells: number;
}

/** Blanks left over from truncation at a word become part of the border. */
function borderTitle(line: Line, room: number, theme: Theme): BorderText {
  const width = Math.min(lineWidth(line), room);
  if (width <= 0) return { text: '', cells: 0 };
  const drawn = renderLine(line, width, theme);
  const text = drawn.trimEnd();
  return { text: ` ${text} `, cells: width - (drawn.length - text.length) + 2 };
}

/** @param corner piece of the border between the text and the corner */
function borderEnd(line: Line, room: number, theme: Theme, corner: string): BorderText {
  const width = Math.min(lineWidth(line), room);
  if (width <= 0) return { text: '', cells: 0 };
  return { text: renderLine(line, width, theme) + corner, cells: width + 1 };
}

/** The rows of the scroll bar's thumb. */
function scrollBar(rows: number, scroll: FrameOptions['scroll']): (row: number) => boolean {
  if (scroll === undefined || scroll.total <= rows || rows < 2) return () => false;
  const size = Math.max(1, Math.round((rows * rows) / scroll.total));
  const from = Math.round((scroll.top / Math.max(1, scroll.total - rows)) * (rows - size));
  return row => row >= from && row < from + size;
}
