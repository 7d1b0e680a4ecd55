/** The query text. */
import { memo, type ReactElement } from 'react';
import { isFragment, isOperation } from '../../../core/graphql/selection/query-document.js';
import { Block } from '../../components/block.js';
import { frame, inner } from '../../components/frame.js';
import { type Line, renderLine } from '../../components/line.js';
import type { Rect } from '../../state/layout.js';
import type { QueryState } from '../../state/query.js';
import type { Theme } from '../../theme.js';
import { textLines } from '../text-lines.js';

export interface QueryPaneProps {
  readonly query: QueryState;
  readonly rect: Rect;
  readonly focused: boolean;
  readonly editing: boolean;
  readonly theme: Theme;
}

export const QueryPane = memo(function QueryPane(props: QueryPaneProps): ReactElement {
  return <Block rect={props.rect} lines={queryLines(props)} />;
});

export function queryLines({ query, rect, focused, editing, theme }: QueryPaneProps): string[] {
  const { width, height } = inner(rect);
  const { editor, top, left, document } = query;
  const marks =
    document.problem === undefined
      ? []
      : [{ from: document.problem.offset, to: document.problem.offset + 1, role: 'error' as const }];
  const content =
    editor.doc.length === 0
      ? empty(width, theme, focused)
      : textLines(editor, { width, height, top, left, theme, active: focused, marks });
  return frame(content, {
    ...rect,
    theme,
    focused,
    title: [{ text: `2 Query${activeName(query)}`, role: focused ? 'titleFocus' : 'title' }],
    titleRight: editing ? [{ text: ' editing ', role: 'selection' }] : [],
    status: statusOf(query),
    scroll: { top, total: editor.doc.lines },
  });
}

/** `  Me (query)` */
export function activeName(query: QueryState): string {
  const node = query.active === undefined ? undefined : query.document.good.definitions[query.active];
  if (isOperation(node)) return `  ${node.name === undefined ? '' : `${node.name.value} `}(${node.operation})`;
  return isFragment(node) ? `  ${node.name.value} (fragment)` : '';
}

function statusOf({ document, editor }: QueryState): Line {
  const { problem } = document;
  if (problem !== undefined) {
    return [
      { text: `${problem.line}:${problem.column} ${problem.message.replace(/^Syntax Error: /, '')}`, role: 'error' },
    ];
  }
  const line = editor.doc.lineAt(editor.selection.main.head);
  return document.good.definitions.length === 0
    ? []
    : [{ text: `line ${line.number} of ${editor.doc.lines}`, role: 'dim' }];
}

const hints = ['Tick fields on the left with Space,', 'or press i here and type a query.', 'Ctrl-R runs it.'];

function empty(width: number, theme: Theme, focused: boolean): string[] {
  if (focused) return [];
  return ['', ...hints].map(text => renderLine([{ text: `  ${text}`, role: 'dim' }], width, theme));
}
