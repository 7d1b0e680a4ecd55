/** The variables as JSON text, with a bottom line on whether they match the operation. */

import { memo, type ReactElement } from 'react';
import type { DocumentKind } from '../../core/document-kind.js';
import { jsonTokens } from '../../core/json/tokens.js';
import type { EditorState } from '../../core/text/editor.js';
import { Block } from '../components/block.js';
import { frame, hintLines, textArea } from '../components/frame.js';
import { keyOf } from '../components/key-labels.js';
import type { Line, Span } from '../components/line.js';
import type { Rect } from '../model/layout.js';
import type { Binding } from '../model/state.js';
import type { TextPane } from '../model/text.js';
import type { Role, Theme } from '../model/theme.js';
import type { VariablesCheck } from '../model/variables.js';
import { findLine, findMarks, markedLine } from '../text/find-line.js';
import { extent, shownRows } from '../text/pane.js';
import { problemGutter, problemRanges, problemStatus, visibleRange } from '../text/problems.js';
import { textLines } from '../text/view.js';
import { listed, maxListed } from './listed.js';

interface VariablesPaneProps {
  /** Kind of the document; GraphQL if omitted. */
  readonly kind?: DocumentKind;
  readonly variables: TextPane;
  readonly check: VariablesCheck;
  /** Bindings for the hints of an empty pane. */
  readonly bindings: readonly Binding[];
  /** True if there is no schema, so there is no tree. */
  readonly bare?: boolean;
  readonly rect: Rect;
  readonly focused: boolean;
  /** State of the pane for its title, such as `editing`. */
  readonly status: string;
  readonly theme: Theme;
  readonly wrap: boolean;
}

export const VariablesPane = memo(function VariablesPane(props: VariablesPaneProps): ReactElement {
  return <Block rect={props.rect} lines={variablesLines(props)} />;
});

/** The pane with its frame, `rect.height` lines of `rect.width` cells. */
export function variablesLines({
  kind = 'graphql',
  variables,
  check,
  bindings,
  bare,
  rect,
  focused,
  status,
  theme,
  wrap,
}: VariablesPaneProps): string[] {
  const { air, ...area } = textArea(rect);
  const view = { ...area, wrap };
  const { width } = view;
  const { editor } = variables;
  const { problems } = check.report;
  const rows = shownRows(variables, view);
  const content =
    editor.doc.length === 0 && status !== 'editing'
      ? empty(check, kind, bindings, { width, air }, theme, bare)
      : textLines(variables, {
          view,
          theme,
          active: focused,
          marks: [
            ...commentRanges(editor),
            ...problemRanges(problems, rows),
            ...findMarks(variables, ...visibleRange(rows)),
          ],
        });
  return frame(content, {
    ...rect,
    theme,
    focused,
    title: [{ text: '3 Variables', role: focused ? 'titleFocus' : 'title' }],
    titleRight: status === '' ? [] : [{ text: ` ${status} `, role: 'selection' }],
    status:
      findLine(variables, rect.width - 2) ??
      markedLine(variables, rect.width - 2, theme, statusOf(check, editor, theme)),
    air,
    scroll: extent(variables, view),
    gutter: problemGutter(problems, rows, theme),
  });
}

/** Gives comments no colour, since JSON has none. */
function commentRanges({ doc }: EditorState): readonly { from: number; to: number; role: Role }[] {
  if (doc.length > 200_000) return [];
  const text = doc.toString();
  if (!/\/[/*]/.test(text)) return [];
  return [...jsonTokens(text)]
    .filter(token => token.kind === 'comment')
    .map(({ from, to }) => ({ from, to, role: 'comment' }));
}

/** The problem at the cursor, or missing or unknown variables, or a message that all is valid. */
function statusOf({ report }: VariablesCheck, editor: EditorState, theme: Theme): Line {
  const { definitions, missing, unknown, given, wrong, problems } = report;
  const parts: Span[][] = [];
  if (problems.some(each => each.severity === 'error')) parts.push([...problemStatus(problems, editor, [])]);
  if (missing.length > 0)
    parts.push([{ text: `required: ${listed(missing, name => typed(name, report))}`, role: 'error' }]);
  if (unknown.length > 0) parts.push([{ text: `unknown: ${listed(unknown, name => name)}`, role: 'warning' }]);
  for (const { name, written } of definitions) {
    if (parts.length > maxListed) break;
    if (!given.has(name) || wrong.has(name)) continue;
    parts.push([{ text: `${name}: ${written} ` }, { text: theme.glyphs.ok, role: 'ok' }]);
  }
  return parts.flatMap((part, index) =>
    index === 0 ? part : [{ text: ` ${theme.glyphs.dot} `, role: 'dim' }, ...part],
  );
}

const typed = (name: string, { definitions }: VariablesCheck['report']): string => {
  const written = definitions.find(each => each.name === name)?.written;
  return written === undefined ? name : `${name}: ${written}`;
};

function empty(
  { report }: VariablesCheck,
  kind: DocumentKind,
  bindings: readonly Binding[],
  area: { readonly width: number; readonly air: number },
  theme: Theme,
  bare = false,
): readonly string[] {
  const key = (id: string): string => keyOf(bindings, id);
  return hintLines(emptyWords(report, kind, key, bare), area, theme);
}

function emptyWords(
  { definitions, missing }: VariablesCheck['report'],
  kind: DocumentKind,
  key: (id: string) => string,
  bare: boolean,
): string {
  const typed = `${key('variables.edit')} to edit`;
  const isGraphql = kind === 'graphql';
  if (isGraphql && definitions.length === 0)
    return `No variables.${bare ? '' : ` Press ${key('schema.variable')} on an argument in the schema to add one.`}`;
  if (missing.length > 0) return `Press ${key('variables.fill')} to fill in required values, or ${typed}.`;
  if (isGraphql) return `Optional: ${listed(definitions, each => `${each.name}: ${each.written}`)}. Press ${typed}.`;
  return `Values for {{names}} in the requests, as JSON: {"id": 1}. Press ${typed}.`;
}
