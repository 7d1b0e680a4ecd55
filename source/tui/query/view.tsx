import { memo, type ReactElement } from 'react';
import type { DocumentKind } from '../../core/document-kind.js';
import { isFragment, isOperation } from '../../core/graphql/builder/text/query-document.js';
import { cellWidth } from '../../core/text/cells.js';
import { languageOf } from '../../core/text/editor.js';
import { Block } from '../components/block.js';
import { frame, hintLines, textArea } from '../components/frame.js';
import { keyOf } from '../components/key-labels.js';
import type { Line, Span } from '../components/line.js';
import type { Rect } from '../model/layout.js';
import type { QueryState } from '../model/query.js';
import type { Binding } from '../model/state.js';
import type { Theme } from '../model/theme.js';
import { kindWords } from '../screen-words.js';
import { findLine, findMarks, markedLine } from '../text/find-line.js';
import { extent, shownRows } from '../text/pane.js';
import { problemGutter, problemRanges, problemStatus, visibleRange } from '../text/problems.js';
import { textLines } from '../text/view.js';
import { entryWords } from './http-text.js';
import { problemsIn } from './problems.js';

interface QueryPaneProps {
  /** Kind of the document; GraphQL if omitted. */
  readonly kind?: DocumentKind;
  readonly query: QueryState;
  /** Bindings for the hints of an empty pane. */
  readonly bindings: readonly Binding[];
  readonly rect: Rect;
  readonly focused: boolean;
  /** State of the pane for its title, such as `editing`. */
  readonly status: string;
  readonly theme: Theme;
  readonly wrap: boolean;
  /** True if there is a schema to check against. */
  readonly checks: boolean;
  /** True if there will be no schema, so nothing can be ticked. */
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
  status,
  theme,
  wrap,
  checks,
  bare,
}: QueryPaneProps): string[] {
  const { air, ...area } = textArea(rect);
  const view = { ...area, wrap };
  const { width } = view;
  const { editor } = query;
  const problems = problemsIn(query);
  const rows = shownRows(query, view);
  const content =
    editor.doc.length === 0
      ? empty(kind, bindings, { width, air }, theme, focused, status === 'editing', bare)
      : textLines(query, {
          view,
          theme,
          active: focused,
          marks: [...problemRanges(problems, rows), ...findMarks(query, ...visibleRange(rows))],
        });
  return frame(content, {
    ...rect,
    theme,
    focused,
    title: [
      {
        text: titleOf(query, kind, rect.width - (status === '' ? 6 : status.length + 11)),
        role: focused ? 'titleFocus' : 'title',
      },
    ],
    titleRight: status === '' ? [] : [{ text: ` ${status} `, role: 'selection' }],
    status:
      findLine(query, rect.width - 2) ??
      markedLine(query, rect.width - 2, theme, problemStatus(problems, editor, verdict(query, checks, theme))),
    air,
    scroll: extent(query, view),
    gutter: problemGutter(problems, rows, theme),
  });
}

/**
 * Puts the kind of the active operation first in a narrow pane, so that the name is
 * truncated instead.
 */
function titleOf(query: QueryState, kind: DocumentKind, room: number): string {
  const title = `2 ${kindWords[kind].panes.query}${activeName(query)}`;
  return cellWidth(title) <= room ? title : title.replace(/ *\(\w+\)$/, '');
}

/** Title of the active operation: `  Me (query)`, or `  getBook (1 of 3)` for an HTTP document. */
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
  // Unknown until the text is checked.
  if (!checks || checkId !== undefined || editor.doc.length === 0) return [place];
  return [place, { text: ` ${theme.glyphs.dot} `, role: 'dim' }, { text: 'valid', role: 'ok' }];
}

function empty(
  kind: DocumentKind,
  bindings: readonly Binding[],
  area: { readonly width: number; readonly air: number },
  theme: Theme,
  focused: boolean,
  editing: boolean,
  bare = false,
): readonly string[] {
  if (editing) return [];
  const key = (id: string): string => keyOf(bindings, id);
  const { panes, ticked, typed } = kindWords[kind];
  const tree = `press ${key('focus.number.schema')} to go to the ${kind === 'http' ? panes.schema : 'schema'}, then ${key('schema.tick')} to tick ${ticked}.`;
  const begins = `Press ${key('query.edit')} to type a ${typed}`;
  const elsewhere = [
    `Press ${key('schema.tick')} on the left to tick ${ticked}, or ${key('focus.number.query')} and ${key('query.edit')} to type a ${typed}.`,
    `Press ${key('run')} to run it.`,
  ];
  const here = bare ? [`${begins}.`] : [`${begins}, or`, tree];
  const hints = focused ? here : elsewhere;
  return hints.flatMap(text => hintLines(text, area, theme));
}
