/** A text in its pane: the frame with its borders, the visible rows, and the marks of problems and matches. */
import type { TextProblem } from '../../core/graphql/intelligence/problems.js';
import { frame, hintLines, textArea } from '../components/frame.js';
import type { Line } from '../components/line.js';
import type { Rect } from '../model/layout.js';
import type { TextPane } from '../model/text.js';
import type { Role, Theme } from '../model/theme.js';
import { findLine, findMarks, markedLine } from './find-line.js';
import { extent, shownRows } from './pane.js';
import { problemGutter, problemRanges, visibleRange } from './problems.js';
import { textLines } from './view.js';

/** Place and appearance of the pane. */
export interface TextPaneLook {
  readonly rect: Rect;
  readonly focused: boolean;
  /** State of the pane for its title, such as `editing`. */
  readonly status: string;
  readonly theme: Theme;
  readonly wrap: boolean;
}

/** Texts around the text, and its problems. */
interface TextPaneContent {
  readonly title: string;
  readonly problems: readonly TextProblem[];
  /** The bottom border, unless a search line replaces it. */
  readonly verdict: Line;
  /** Ranges drawn below the marks of problems and matches. */
  readonly ranges?: readonly { readonly from: number; readonly to: number; readonly role: Role }[];
  /** Hints shown while the text is empty. Without them, the empty text is drawn, with its cursor. */
  readonly hints: readonly string[];
}

/** The pane with its frame, `rect.height` lines of `rect.width` cells. */
export function textPaneLines(pane: TextPane, look: TextPaneLook, content: TextPaneContent): string[] {
  const { rect, focused, status, theme, wrap } = look;
  const { title, problems, verdict, ranges = [], hints } = content;
  const { air, ...area } = textArea(rect);
  const view = { ...area, wrap };
  const rows = shownRows(pane, view);
  const isEmpty = pane.editor.doc.length === 0;
  const lines =
    isEmpty && hints.length > 0
      ? hints.flatMap(text => hintLines(text, { width: view.width, air }, theme))
      : textLines(pane, {
          view,
          theme,
          active: focused,
          marks: [...ranges, ...problemRanges(problems, rows), ...findMarks(pane, ...visibleRange(rows))],
        });
  return frame(lines, {
    ...rect,
    theme,
    focused,
    title: [{ text: title, role: focused ? 'titleFocus' : 'title' }],
    titleRight: status === '' ? [] : [{ text: ` ${status} `, role: 'selection' }],
    status: findLine(pane, rect.width - 2) ?? markedLine(pane, rect.width - 2, theme, verdict),
    air,
    scroll: extent(pane, view),
    gutter: problemGutter(problems, rows, theme),
  });
}
