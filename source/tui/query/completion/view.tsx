/** The completion list, drawn below the word or, without enough room, above it. */

import type { ReactElement } from 'react';
import type { Suggestion } from '../../../core/graphql/intelligence/suggestion.js';
import { Block } from '../../components/block.js';
import { frame } from '../../components/frame.js';
import type { Line } from '../../components/line.js';
import { firstShown, type ListRow, listRow } from '../../components/list.js';
import type { CompletionList } from '../../model/completion.js';
import type { Rect } from '../../model/layout.js';
import type { State } from '../../model/state.js';
import type { Theme } from '../../model/theme.js';
import { aboutItem, completionRect } from './layout.js';

export function CompletionView({ state }: { state: State }): ReactElement | null {
  const { list } = state.completion;
  const rect = list === undefined ? undefined : completionRect(state, list);
  if (list === undefined || rect === undefined) return null;
  return <Block rect={rect} lines={completionLines(list, rect, state.settings.theme)} />;
}

/** The list with its frame in `rect.height` lines. The bottom border describes the selected item. */
export function completionLines(list: CompletionList, rect: Rect, theme: Theme): string[] {
  const height = rect.height - 2;
  const width = rect.width - 2;
  const top = firstShown(list.selected, list.shown.length, height);
  const { word } = list;
  const lines = list.shown
    .slice(top, top + height)
    .map((item, row) =>
      listRow(rowOf(item), { width, theme, typed: word, cells: 0, isSelected: row + top === list.selected }),
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

const rowOf = ({ label, detail, deprecated }: Suggestion): ListRow => ({
  name: label,
  role: deprecated === undefined ? 'property' : 'deprecated',
  right: [
    ...(detail === undefined ? [] : [{ text: `  ${detail}`, role: 'type' as const }]),
    ...(deprecated === undefined ? [] : [{ text: '  deprecated', role: 'dim' as const }]),
    { text: ' ' },
  ],
});

/** Deprecation or description of the item, in one line. */
function about(item: Suggestion): Line {
  const text = aboutItem(item);
  return text === '' ? [] : [{ text, role: item.deprecated ? 'warning' : 'dim' }];
}
