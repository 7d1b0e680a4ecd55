/** The variables as JSON text, with a bottom line on whether they match the operation. */
import { memo, type ReactElement } from 'react';
import type { DocumentKind } from '../../core/document-kind.js';
import { jsonTokens } from '../../core/json/tokens.js';
import type { EditorState } from '../../core/text/editor.js';
import { Block } from '../components/block.js';
import { keyOf } from '../components/key-labels.js';
import type { Line, Span } from '../components/line.js';
import type { Binding } from '../model/state.js';
import type { TextPane } from '../model/text.js';
import type { Role, Theme } from '../model/theme.js';
import type { VariablesCheck } from '../model/variables.js';
import { type TextPaneLook, textPaneLines } from '../text/pane-view.js';
import { problemStatus } from '../text/problems.js';
import { listed, maxListed } from './listed.js';

interface VariablesPaneProps extends TextPaneLook {
  /** Kind of the document; GraphQL if omitted. */
  readonly kind?: DocumentKind;
  readonly variables: TextPane;
  readonly check: VariablesCheck;
  /** Bindings for the hints of an empty pane. */
  readonly bindings: readonly Binding[];
  /** True if there is no schema, so there is no tree. */
  readonly bare?: boolean;
}

export const VariablesPane = memo(function VariablesPane(props: VariablesPaneProps): ReactElement {
  return <Block rect={props.rect} lines={variablesLines(props)} />;
});

/** The pane with its frame, `rect.height` lines of `rect.width` cells. */
export function variablesLines(props: VariablesPaneProps): string[] {
  const { variables, check, status, theme } = props;
  return textPaneLines(variables, props, {
    title: '3 Variables',
    problems: check.report.problems,
    verdict: statusOf(check, variables.editor, theme),
    ranges: commentRanges(variables.editor),
    hints: status === 'editing' ? [] : [hintOf(props)],
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

/** Hint of an empty pane. */
function hintOf({ check, kind = 'graphql', bindings, bare = false }: VariablesPaneProps): string {
  const { definitions, missing } = check.report;
  const key = (id: string): string => keyOf(bindings, id);
  const typing = `${key('variables.edit')} to edit`;
  const isGraphql = kind === 'graphql';
  if (isGraphql && definitions.length === 0)
    return `No variables.${bare ? '' : ` Press ${key('schema.variable')} on an argument in the schema to add one.`}`;
  if (missing.length > 0) return `Press ${key('variables.fill')} to fill in required values, or ${typing}.`;
  if (isGraphql) return `Optional: ${listed(definitions, each => `${each.name}: ${each.written}`)}. Press ${typing}.`;
  return `Values for {{names}} in the requests, as JSON: {"id": 1}. Press ${typing}.`;
}
