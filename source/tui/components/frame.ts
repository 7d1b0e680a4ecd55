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
  const { horizontal } = box;
  const side = (left: string, right: string, line: Line, more: Line = []): string => {
    const space = width - 2;
    const rightWidth = more.length === 0 ? 0 : Math.min(lineWidth(more), Math.max(0, space - 4));
    const wanted =
      line.length === 0 ? 0 : Math.min(lineWidth(line), Math.max(0, space - 4 - (rightWidth > 0 ? rightWidth + 1 : 0)));
    // Blanks left over from truncation at a word become part of the border.
    const drawn = wanted > 0 ? renderLine(line, wanted, theme) : '';
    const kept = drawn.trimEnd();
    const text = wanted > 0 ? ` ${kept} ` : '';
    const end = rightWidth > 0 ? renderLine(more, rightWidth, theme) : '';
    const fill = Math.max(
      0,
      space - 1 - (wanted > 0 ? wanted - (drawn.length - kept.length) + 2 : 0) - rightWidth - (rightWidth > 0 ? 1 : 0),
    );
    const tail = rightWidth > 0 ? styled(horizontal, style) : '';
    return (
      styled(left + horizontal, style) +
      text +
      styled(horizontal.repeat(fill), style) +
      end +
      tail +
      styled(right, style)
    );
  };
  const rows = height - 2;
  const bar = scrollBar(rows, options.scroll);
  const vertical = styled(box.vertical, style);
  const padding = ' '.repeat(options.air ?? 0);
  const blank = ' '.repeat(width - 2 - 2 * padding.length);
  const lines = [side(box.topLeft, box.topRight, options.title, options.titleRight)];
  for (let row = 0; row < rows; row++) {
    const mark = options.gutter?.get(row);
    const left = mark === undefined ? vertical : renderLine([mark], 1, theme);
    lines.push(
      left + padding + (content[row] ?? blank) + padding + (bar(row) ? styled(glyphs.thumb, style) : vertical),
    );
  }
  lines.push(side(box.bottomLeft, box.bottomRight, options.status ?? []));
  return lines;
}

/** The rows of the scroll bar's thumb. */
function scrollBar(rows: number, scroll: FrameOptions['scroll']): (row: number) => boolean {
  if (scroll === undefined || scroll.total <= rows || rows < 2) return () => false;
  const size = Math.max(1, Math.round((rows * rows) / scroll.total));
  const from = Math.round((scroll.top / Math.max(1, scroll.total - rows)) * (rows - size));
  return row => row >= from && row < from + size;
}
