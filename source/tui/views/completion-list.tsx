/** The completion list, below the word it completes, or above where there is no room. */
import type { ReactElement } from 'react';
import type { Suggestion } from '../../core/graphql/intelligence/suggestion.js';
import { columnOf } from '../../core/text/view-lines.js';
import { Block } from '../components/block.js';
import { frame } from '../components/frame.js';
import { type Line, lineWidth, type Span, spread } from '../components/line.js';
import type { CompletionList } from '../state/completion.js';
import { clamp, type Rect } from '../state/layout.js';
import { layout, type State } from '../state/state.js';
import type { Theme } from '../theme.js';
import { cursorPlace } from './cursor.js';

/** Most rows of the list. */
const most = 8;
const widest = 64;

export function CompletionView({ state }: { state: State }): ReactElement | null {
  const { list } = state.completion;
  const rect = list === undefined ? undefined : completionRect(state, list);
  if (list === undefined || rect === undefined) return null;
  return <Block rect={rect} lines={completionLines(list, rect, state.settings.theme)} />;
}

/** Where the list is drawn: its labels begin under the word. Undefined if the cursor is not on the screen. */
export function completionRect(state: State, list: CompletionList): Rect | undefined {
  const cursor = cursorPlace(state);
  if (cursor === undefined) return undefined;
  const { screen } = layout(state);
  const { editor } = state[list.pane];
  const line = editor.doc.lineAt(list.from);
  const back = columnOf(line.text, editor.selection.main.head - line.from) - columnOf(line.text, list.from - line.from);
  const wanted = Math.max(...list.shown.slice(0, 200).map(item => lineWidth([...left(item), ...right(item)]) + 3), 18);
  const width = Math.min(wanted + 2, widest, screen.width);
  const below = screen.height - 1 - (cursor.row + 1);
  const above = cursor.row - 1;
  const rows = Math.min(most, list.shown.length);
  const under = below >= rows + 2 || below >= above;
  const height = Math.min(rows, (under ? below : above) - 2) + 2;
  if (height < 3) return undefined;
  return {
    x: clamp(cursor.column - back - 2, 0, screen.width - width),
    y: under ? cursor.row + 1 : cursor.row - height,
    width,
    height,
  };
}

export function completionLines(list: CompletionList, rect: Rect, theme: Theme): string[] {
  const height = rect.height - 2;
  const width = rect.width - 2;
  const top = clamp(list.selected - Math.floor(height / 2), 0, Math.max(0, list.shown.length - height));
  const lines = list.shown
    .slice(top, top + height)
    .map((item, row) =>
      spread(
        [{ text: ' ' }, ...left(item)],
        [...right(item), { text: ' ' }],
        width,
        theme,
        row + top === list.selected ? 'cursor' : undefined,
      ),
    );
  const chosen = list.shown[list.selected];
  return frame(lines, {
    ...rect,
    theme,
    focused: false,
    title: [],
    status: chosen === undefined ? [] : about(chosen),
    scroll: { top, total: list.shown.length },
  });
}

const left = (item: Suggestion): Line => [
  { text: item.label, role: item.deprecated === undefined ? 'property' : 'deprecated' },
];

function right(item: Suggestion): Line {
  const spans: Span[] = [];
  if (item.detail !== undefined) spans.push({ text: `  ${item.detail}`, role: 'type' });
  if (item.deprecated !== undefined) spans.push({ text: '  deprecated', role: 'dim' });
  return spans;
}

/** Why not to use it, else what it is, in the line below. */
function about(item: Suggestion): Line {
  if (item.deprecated) return [{ text: item.deprecated.trim().split('\n')[0] ?? '', role: 'warning' }];
  const first = item.description?.trim().split('\n')[0] ?? '';
  return first === '' ? [] : [{ text: first, role: 'dim' }];
}
