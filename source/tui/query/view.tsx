import { memo, type ReactElement } from 'react';
import { isFragment, isOperation } from '../../core/graphql/builder/text/query-document.js';
import { cellWidth } from '../../core/text/cells.js';
import { languageOf } from '../../core/text/editor.js';
import { wrapText } from '../../core/text/wrap.js';
import { Block } from '../components/block.js';
import { frame, inner } from '../components/frame.js';
import { keyOf } from '../components/key-labels.js';
import { type Line, renderLine, type Span } from '../components/line.js';
import type { Rect } from '../model/layout.js';
import type { QueryState } from '../model/query.js';
import type { Binding, DocumentKind } from '../model/state.js';
import type { Theme } from '../model/theme.js';
import { kindWords } from '../screen-words.js';
import { findLine, findMarks, markedLine } from '../text/find-line.js';
import { extent, shownRows } from '../text/pane.js';
import { problemGutter, problemRanges, problemStatus, visible } from '../text/problem-marks.js';
import { textLines } from '../text/view.js';
import { entryWords } from './http-text.js';
import { problemsIn } from './problems.js';

interface QueryPaneProps {
  /** Absent: GraphQL. */
  readonly kind?: DocumentKind;
  readonly query: QueryState;
  /** For the hints of an empty pane. */
  readonly bindings: readonly Binding[];
  readonly rect: Rect;
  readonly focused: boolean;
  readonly editing: boolean;
  readonly theme: Theme;
  readonly wrap: boolean;
  /** True if there is a schema to check against. */
  readonly checks: boolean;
  /** There will be no schema: nothing can be ticked. */
  readonly bare?: boolean;
}

export const QueryPane = memo(function QueryPane(props: QueryPaneProps): ReactElement {
  return <Block rect={props.rect} lines={queryLines(props)} />;
});

/** The pane with its frame, `rect.height` lines of `rect.width` cells. */
export function queryLines({
  kind = 'graphql',
  query,
  bindings,
  rect,
  focused,
  editing,
  theme,
  wrap,
  checks,
  bare,
}: QueryPaneProps): string[] {
  const view = { ...inner(rect), wrap };
  const { width } = view;
  const { editor } = query;
  const problems = problemsIn(query);
  const rows = shownRows(query, view);
  const content =
    editor.doc.length === 0
      ? empty(kind, bindings, width, theme, focused, editing, bare)
      : textLines(query, {
          view,
          theme,
          active: focused,
          marks: [...problemRanges(problems, rows), ...findMarks(query, ...visible(rows))],
        });
  return frame(content, {
    ...rect,
    theme,
    focused,
    title: [{ text: titleOf(query, kind, width - (editing ? 16 : 4)), role: focused ? 'titleFocus' : 'title' }],
    titleRight: editing ? [{ text: ' editing ', role: 'selection' }] : [],
    status:
      findLine(query, width, theme) ??
      markedLine(query, width, theme, problemStatus(problems, editor, verdict(query, checks, theme))),
    scroll: extent(query, view),
    gutter: problemGutter(problems, rows, theme),
  });
}

/** The kind of the active operation comes first in a narrow pane: its name is not truncated for it. */
function titleOf(query: QueryState, kind: DocumentKind, room: number): string {
  const whole = `2 ${kindWords[kind].panes.query}${activeName(query)}`;
  return cellWidth(whole) <= room ? whole : whole.replace(/ *\(\w+\)$/, '');
}

/** `  Me (query)`; of an HTTP document `  getBook (1 of 3)`. */
export function activeName(query: QueryState): string {
  if (languageOf(query.editor) === 'http') return entryWords(query.editor);
  const node = query.active === undefined ? undefined : query.document.lastValid.definitions[query.active];
  if (isOperation(node)) return `  ${node.name === undefined ? '' : `${node.name.value} `}(${node.operation})`;
  return isFragment(node) ? `  ${node.name.value} (fragment)` : '';
}

/** The status of a text without known problems. */
function verdict({ document, checkId, editor }: QueryState, checks: boolean, theme: Theme): Line {
  if (document.lastValid.definitions.length === 0 && languageOf(editor) !== 'http') return [];
  const line = editor.doc.lineAt(editor.selection.main.head);
  const place: Span = { text: `line ${line.number} of ${editor.doc.lines}`, role: 'dim' };
  // Unknown until it is checked.
  if (!checks || checkId !== undefined) return [place];
  return [place, { text: ` ${theme.glyphs.dot} `, role: 'dim' }, { text: 'valid', role: 'ok' }];
}

function empty(
  kind: DocumentKind,
  bindings: readonly Binding[],
  width: number,
  theme: Theme,
  focused: boolean,
  editing: boolean,
  bare = false,
): string[] {
  if (editing) return [];
  const key = (id: string): string => keyOf(bindings, id);
  const { panes, ticked, typed } = kindWords[kind];
  const tree = `${key('focus.number.schema')} goes to the ${kind === 'http' ? panes.schema : 'schema'}, where ${key('schema.tick')} ticks ${ticked}.`;
  const begins = `${key('query.edit')} begins to type a ${typed}`;
  const hints = focused
    ? bare
      ? [`${begins}.`]
      : [`${begins},`, tree]
    : [
        `Tick ${ticked} on the left with ${key('schema.tick')}, or press ${key('focus.number.query')}, then ${key('query.edit')}, and type a ${typed}.`,
        `${key('run')} runs it.`,
      ];
  return hints
    .flatMap(text => wrapText(text, Math.max(1, width - 2)))
    .map(text => renderLine([{ text: ` ${text}`, role: 'dim' }], width, theme));
}
