/** The schema tree. Only the visible rows are drawn, however many are expanded. */

import { memo, type ReactElement } from 'react';
import type { DocumentKind } from '../../core/document-kind.js';
import { memoizeWeak } from '../../core/memoize-weak.js';
import { wrapText } from '../../core/text/wrap.js';
import { apartIn } from '../components/apart.js';
import { Block } from '../components/block.js';
import { frame, inner } from '../components/frame.js';
import { cursorRole, type Line, lineWidth, renderLine, type Span } from '../components/line.js';
import { methodCells, methodPadding, padMethod, withMethods } from '../components/method.js';
import type { ConnectState } from '../model/connect.js';
import type { Rect } from '../model/layout.js';
import type { SchemaState } from '../model/schema.js';
import type { Theme } from '../model/theme.js';
import type { Row } from '../model/tree.js';
import { kindWords } from '../screen-words.js';
import { changeSign, markedRow, searchMarks } from './search/marks.js';
import { searchLines } from './search/view.js';
import { looksSame, rowLine } from './tree/row-line.js';

interface SchemaPaneProps {
  readonly schema: SchemaState;
  readonly phase: ConnectState['phase'];
  readonly progress: string;
  /** Kind of the document; GraphQL if omitted. */
  readonly kind?: DocumentKind;
  readonly ticked: number;
  /** True if the text does not parse and the tree shows the last valid version. */
  readonly stale: boolean;
  readonly rect: Rect;
  readonly focused: boolean;
  readonly theme: Theme;
}

export const SchemaPane = memo(function SchemaPane(props: SchemaPaneProps): ReactElement {
  return <Block rect={props.rect} lines={schemaLines(props)} />;
}, isDrawnAlike);

const drawnOptions = ['phase', 'progress', 'kind', 'ticked', 'stale', 'rect', 'focused', 'theme'] as const;
const drawnState = ['search', 'cursor', 'top', 'open', 'onlyTicked', 'hideDeprecated'] as const;

/** Returns true if both look the same, which new rows usually do while the user types. */
function isDrawnAlike(a: SchemaPaneProps, b: SchemaPaneProps): boolean {
  if (!drawnOptions.every(name => a[name] === b[name])) return false;
  const [before, after] = [a.schema, b.schema];
  if (before === after) return true;
  if (!drawnState.every(name => before[name] === after[name])) return false;
  if (before.rows.length !== after.rows.length) return false;
  // The column of methods depends on all rows.
  if (a.kind === 'http' && before.rows !== after.rows && methodCells(before.rows) !== methodCells(after.rows))
    return false;
  const last = Math.min(after.rows.length, after.top + a.rect.height);
  for (let at = after.top; at < last; at++) if (!looksSame(before.rows[at], after.rows[at])) return false;
  return true;
}

/** The pane with its frame in `rect.height` lines of `rect.width` cells. The search line comes before the rows. */
export function schemaLines(props: SchemaPaneProps): string[] {
  const { schema, rect, theme, focused, kind = 'graphql', phase } = props;
  const { width, height } = inner(rect);
  const isEmpty = schema.rows.length === 0;
  const search = schema.search === undefined ? [] : searchLines(schema.search, width, height, theme, isEmpty);
  const rows = isEmpty ? waiting(props, width) : rowLines(props, width, height - search.length);
  const words = kindWords[kind];
  return frame([...search, ...rows], {
    ...rect,
    theme,
    focused,
    title: [
      {
        text: `1 ${phase === 'without' ? words.bareTree : words.panes.schema}`,
        role: focused ? 'titleFocus' : 'title',
      },
    ],
    status: statusOf(props, width),
    scroll: { top: schema.top, total: schema.rows.length },
  });
}

/** The visible rows. Rows without matches and the cursor are cached. */
function rowLines({ schema, theme, focused, kind }: SchemaPaneProps, width: number, height: number): string[] {
  const marks = searchMarks(schema.search);
  const { tree } = schema.search ?? {};
  const open = tree?.rows === schema.rows ? tree.open : schema.open;
  const visible = schema.rows.slice(schema.top, schema.top + height);
  const column = width < narrow || kind !== 'http' ? 0 : methodCells(schema.rows);
  const names = shownNames(visible, column, width, theme);
  return visible.map((row, at) => {
    const cursor = cursorRole(schema.top + at === schema.cursor, focused);
    const isOpen = open.has(row.key);
    const name = names.get(row) ?? row.name;
    if (marks === undefined && cursor === undefined) return plainRow(row, name, isOpen, width, theme);
    const shown = named(row, name);
    const line = wholeWords(rowLine(shown, isOpen, theme, changeSign(schema.search, row)), shown, width, theme);
    if (marks === undefined) return renderLine(withMethods(line), width, theme, cursor);
    return markedRow(line, shown, marks, width, theme, cursor);
  });
}

const named = (row: Row, name: string): Row => (name === row.name ? row : { ...row, name });

/** The number of ticks and the active filters, or a warning if the text does not parse. */
function statusOf({ schema, phase, ticked, stale }: SchemaPaneProps, width: number): Line {
  if (stale) return [{ text: width < narrow ? 'syntax error' : 'syntax error: last valid tree', role: 'warning' }];
  if (schema.rows.length === 0 || phase === 'without') return [];
  const filters = schema.hideDeprecated ? ', no deprecated' : '';
  return [{ text: `${schema.onlyTicked ? 'only the ' : ''}${ticked} ticked${filters}`, role: 'text' }];
}

/**
 * Names that are displayed differently in rows that are visible together: padded after their method, and shortened if they are
 * wider than the available room.
 * @param column width of the methods
 */
function shownNames(rows: readonly Row[], column: number, width: number, theme: Theme): ReadonlyMap<Row, string> {
  const padding = (row: Row): number => (column === 0 ? 0 : methodPadding(row.name, column));
  const room = (row: Row): number => {
    const cells = width - padding(row) - cellsBefore(row, theme);
    return cells < minNameWidth ? Number.POSITIVE_INFINITY : cells;
  };
  const names = new Map(apartIn(rows, ({ name }) => name, room, theme.glyphs.ellipsis));
  for (const row of rows) {
    const blanks = padding(row);
    if (blanks > 0) names.set(row, padMethod(names.get(row) ?? row.name, blanks));
  }
  return names;
}

const cellsOfTheme = memoizeWeak((_: Theme['glyphs']) => new WeakMap<Row, number>());

/** Cells before the name of a row, cached because they never change. */
function cellsBefore(row: Row, theme: Theme): number {
  const known = cellsOfTheme(theme.glyphs);
  let cells = known.get(row);
  if (cells === undefined) {
    const line = rowLine(row, false, theme);
    cells = lineWidth(line.slice(0, nameAt(line, row)));
    known.set(row, cells);
  }
  return cells;
}

const nameAt = (line: Line, { name }: Row): number => line.findIndex(span => span.text === name);

/** Minimum width in cells for shortening a name anywhere but at its end. */
const minNameWidth = 4;

interface RowStyle {
  readonly name: string;
  readonly isOpen: boolean;
  readonly width: number;
  readonly theme: Theme;
  readonly text: string;
}

const drawn = new WeakMap<Row, RowStyle>();

/** A row without marks, cached because a key changes few of the visible rows. */
function plainRow(row: Row, name: string, isOpen: boolean, width: number, theme: Theme): string {
  const cachedLine = drawn.get(row);
  if (
    cachedLine?.name === name &&
    cachedLine.isOpen === isOpen &&
    cachedLine.width === width &&
    cachedLine.theme === theme
  )
    return cachedLine.text;
  const shown = named(row, name);
  const line = withMethods(wholeWords(rowLine(shown, isOpen, theme), shown, width, theme));
  const text = renderLine(line, width, theme);
  drawn.set(row, { name, isOpen, width, theme, text });
  return text;
}

/** Width below which parts that do not fit are omitted, since a few letters of a type are useless. */
const narrow = 30;

/** Minimum width in cells of a truncated detail, with the blanks before it. */
const minDetail = 5;

/** Omits parts of a line that is too long, so that the rest stays readable. */
function wholeWords(line: Line, row: Row, width: number, { glyphs }: Theme): Line {
  if (lineWidth(line) <= width) return line;
  const end: Span = { text: ` ${glyphs.ellipsis}`, role: 'dim' };
  const nameEnd = nameAt(line, row) + 1;
  const valueAt = row.value === undefined ? 0 : line.findIndex((span, at) => at >= nameEnd && span.text === row.value);
  // The current value is more useful than the type, and without colours it is the only sign that there is one.
  if (valueAt > nameEnd && lineWidth(line.slice(0, valueAt + 1)) + end.text.length > width)
    return [...line.slice(0, nameEnd), ...line.slice(valueAt - 1)];
  const name = line.slice(0, nameEnd);
  const room = width - lineWidth(name);
  // Prefer the full name to an ellipsis.
  if (room >= 0 && room < end.text.length) return name;
  return width >= narrow
    ? withoutShortSummary(line, nameEnd, width)
    : [...name, ...wholeParts(line.slice(nameEnd), room - end.text.length, end)];
}

function withoutShortSummary(line: Line, nameEnd: number, width: number): Line {
  const summary = line.findIndex(span => span.isCutAnywhere === true);
  const before = line.slice(0, summary);
  return summary >= nameEnd && width - lineWidth(before) < minDetail ? before : line;
}

/** The parts that fit, followed by an ellipsis. A summary fills the rest of the row instead. */
function wholeParts(line: Line, width: number, ellipsis: Span): Line {
  const spans: Span[] = [];
  let left = width;
  for (const span of line) {
    const cells = lineWidth([span]);
    if (cells > left && span.isCutAnywhere === true) return left >= minDetail ? [...spans, span] : spans;
    if (cells > left) break;
    left -= cells;
    spans.push(span);
  }
  // Omit a colon whose type does not fit.
  if (spans.at(-1)?.text === ': ') spans.pop();
  return [...spans, ellipsis];
}

function waiting({ phase, progress, kind = 'graphql', theme }: SchemaPaneProps, width: number): string[] {
  const text =
    phase === 'without'
      ? [kindWords[kind].without, '', 'Press R to reload it.']
      : [(progress === '' ? `Loading the ${kindWords[kind].sourceName}…` : progress).replace('…', theme.glyphs.spread)];
  const lines = text.flatMap(line => (line === '' ? [''] : wrapText(line, Math.max(1, width - 2))));
  return ['', ...lines].map(line => renderLine([{ text: ` ${line}`, role: 'dim' }], width, theme));
}
