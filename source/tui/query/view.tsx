import { memo, type ReactElement } from 'react';
import type { DocumentKind } from '../../core/document-kind.js';
import { isFragment, isOperation } from '../../core/graphql/builder/text/query-document.js';
import { cellWidth } from '../../core/text/cells.js';
import { languageOf } from '../../core/text/editor.js';
import { Block } from '../components/block.js';
import { keyOf } from '../components/key-labels.js';
import type { Line, Span } from '../components/line.js';
import type { QueryState } from '../model/query.js';
import type { Binding } from '../model/state.js';
import type { Theme } from '../model/theme.js';
import { kindWords } from '../screen-words.js';
import { type TextPaneLook, textPaneLines } from '../text/pane-view.js';
import { problemStatus } from '../text/problems.js';
import { entryWords } from './http-text.js';
import { problemsIn } from './problems.js';

interface QueryPaneProps extends TextPaneLook {
  /** Kind of the document; GraphQL if omitted. */
  readonly kind?: DocumentKind;
  readonly query: QueryState;
  /** Bindings for the hints of an empty pane. */
  readonly bindings: readonly Binding[];
  /** True if there is a schema to check against. */
  readonly checks: boolean;
  /** True if there will be no schema, so nothing can be ticked. */
  readonly bare?: boolean;
}

export const QueryPane = memo(function QueryPane(props: QueryPaneProps): ReactElement {
  return <Block rect={props.rect} lines={queryLines(props)} />;
});

/** The pane with its frame, `rect.height` lines of `rect.width` cells. */
export function queryLines(props: QueryPaneProps): string[] {
  const { kind = 'graphql', query, checks, theme, status, rect } = props;
  const problems = problemsIn(query);
  return textPaneLines(query, props, {
    title: titleOf(query, kind, rect.width - (status === '' ? 6 : status.length + 11)),
    problems,
    verdict: problemStatus(problems, query.editor, verdict(query, checks, theme)),
    hints: status === 'editing' ? [] : hintsOf(props, kind),
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

/** Hints of an empty pane: how to tick and how to type. */
function hintsOf({ bindings, focused, bare = false }: QueryPaneProps, kind: DocumentKind): readonly string[] {
  const key = (id: string): string => keyOf(bindings, id);
  const { panes, ticked, typed } = kindWords[kind];
  if (!focused)
    return [
      `Press ${key('schema.tick')} on the left to tick ${ticked}, or ${key('focus.number.query')} and ${key('query.edit')} to type a ${typed}.`,
      `Press ${key('run')} to run it.`,
    ];
  const begins = `Press ${key('query.edit')} to type a ${typed}`;
  if (bare) return [`${begins}.`];
  const tree = kind === 'http' ? panes.schema : 'schema';
  return [
    `${begins}, or`,
    `press ${key('focus.number.schema')} to go to the ${tree}, then ${key('schema.tick')} to tick ${ticked}.`,
  ];
}
