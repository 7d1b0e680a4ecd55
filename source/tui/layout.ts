/** Screen layout as pure geometry, computed from size, focus and zoom. */
import { memoizeWeak } from '../core/memoize-weak.js';
import { plainMarkdown } from '../core/text/markdown.js';
import { wrapText } from '../core/text/wrap.js';
import type { Form, Layout, LayoutInput, PaneId, Rect, Size } from './model/layout.js';
import type { State } from './model/state.js';
import type { TextView } from './model/text.js';
import type { Row } from './model/tree.js';
/** Panes in the order of their numbers and of Tab. */
export const panes: readonly PaneId[] = ['schema', 'query', 'variables', 'response'];

/** The layout form for a screen size, independent of focus and zoom. */
export function formOf({ columns, rows }: Size): Form {
  if (columns < 40 || rows < 10) return 'tiny';
  if (columns < 60) return 'narrow';
  // Three panes on top of each other also need some height.
  return columns < 100 || rows < 16 ? 'medium' : 'wide';
}

/** Minimum columns for the documentation strip. */
const minWidthForDocs = 72;

/** Number of columns from which the response has its own column. */
const minWidthForThree = 150;

/** Minimum size of the screen for documentation below the texts instead of below the tree. */
const minWidthForDocsBelowTexts = 200;
const minHeightForDocsBelowTexts = 24;

/** Cached layouts. A pane is redrawn whenever its rectangle is another object, so equal rectangles must be the same object. */
const cache = new Map<string, Layout>();

/** The layout; the same object for the same input. A tiny screen has no panes. */
export function layoutOf(input: LayoutInput): Layout {
  const { size, focus, side, zoomed, shift, rise, tabs } = input;
  const key = `${size.columns} ${size.rows} ${focus} ${side} ${zoomed} ${shift} ${rise} ${linesOf(input)} ${queryRows(input)} ${hasRun(input)} ${input.docsRows ?? 0} ${(tabs?.all.length ?? 1) > 1}`;
  let layout = cache.get(key);
  if (layout === undefined) {
    if (cache.size > 100) cache.clear();
    layout = madeFor(input);
    cache.set(key, layout);
  }
  return layout;
}

function madeFor(input: LayoutInput): Layout {
  const { columns, rows } = input.size;
  const form = formOf(input.size);
  const screen = { x: 0, y: 0, width: columns, height: rows };
  const header = { x: 0, y: 0, width: columns, height: 1 };
  const footer = { x: 0, y: rows - 1, width: columns, height: 1 };
  if (form === 'tiny') return { form, screen, header, footer, panes: {} };
  const several = (input.tabs?.all.length ?? 1) > 1 ? 1 : 0;
  const documents = several === 1 ? { x: 0, y: 1, width: columns, height: 1 } : undefined;
  const base = { form, screen, header, footer, documents };
  const body: Rect = { x: 0, y: 1 + several, width: columns, height: rows - 2 - several };
  if (input.zoomed || form === 'narrow') {
    const tabs = { ...body, height: 1 };
    return { ...base, tabs, panes: { [input.focus]: below(body, 1) } };
  }
  const isThree = isThreeColumns(input);
  const left = schemaWidth(input);
  const isApart = hasDocsBelowTexts(input, body.height);
  const docsHeight = isApart ? 0 : docsHeightBelowTree(input, body.height);
  const schema = { x: 0, y: body.y, width: left, height: body.height - docsHeight };
  const docs = docsHeight > 0 ? { x: 0, y: body.y + schema.height, width: left, height: docsHeight } : undefined;
  const right: Rect = { x: left, y: body.y, width: columns - left, height: body.height };
  if (form === 'medium') {
    const side = input.focus === 'schema' ? input.side : input.focus;
    return { ...base, docs, tabs: { ...right, height: 1 }, panes: { schema, [side]: below(right, 1) } };
  }
  if (isApart) {
    const { docs, ...panes } = columnsWithDocs(right, input);
    return { ...base, docs, panes: { schema, ...panes } };
  }
  const panes = isThree ? threeColumns(right, input) : twoColumns(right, input);
  return { ...base, docs, panes: { schema, ...panes } };
}

/** Height of the documentation below the tree, or 0 if there is no room for it. */
function docsHeightBelowTree({ size, docsRows = 0 }: LayoutInput, height: number): number {
  // On a narrow screen the rows of the tree matter more. K shows the documentation.
  if (size.columns < minWidthForDocs || height < 14) return 0;
  return clamp(docsRows + 2, height < 20 ? 4 : 5, Math.floor(height * 0.4));
}

/** True if the documentation is below the texts. The tree then has the full height, and texts have no blank rows. */
const hasDocsBelowTexts = ({ size }: LayoutInput, height: number): boolean =>
  size.columns >= minWidthForDocsBelowTexts && height >= minHeightForDocsBelowTexts;

const isThreeColumns = ({ size }: LayoutInput): boolean => formOf(size) === 'wide' && size.columns >= minWidthForThree;

/** Columns of the schema pane next to other panes. */
function schemaWidth(input: LayoutInput): number {
  const { columns } = input.size;
  if (isThreeColumns(input)) return clamp(Math.round(columns * 0.28) + input.shift, 24, columns - 60);
  const share = formOf(input.size) === 'wide' ? 0.37 : 0.42;
  return clamp(Math.round(columns * share) + input.shift, 24, columns - 30);
}

/** Maximum number of characters of a description that fit into the strip below the tree. */
const maxRead = 8000;

/** A row's description as shown in the strip. Untrusted text. Cached, because its height and its lines are computed separately. */
export const stripText = memoizeWeak(({ description = '' }: Pick<Row, 'description'>): string =>
  plainMarkdown(description.slice(0, maxRead)),
);

/** Maximum rows of documentation. `K` shows the rest. */
const maxDocsRows = 20;

/**
 * Rows that the documentation needs. While the tree has the focus, it grows as needed but never shrinks, because the tree's
 * border would then move at each key.
 */
export function docsRowsAfter(before: State, state: State): number {
  const { schema, focus, size } = state;
  const row = focus === 'schema' && size.columns >= minWidthForDocs ? schema.rows[schema.cursor] : undefined;
  if (row === undefined) return 0;
  const isSame = before.focus === focus && before.schema.rows[before.schema.cursor] === row && before.size === size;
  if (isSame) return state.docsRows;
  const width = Math.max(1, (layoutOf(state).docs?.width ?? schemaWidth(state)) - 4);
  const described = row.description === undefined ? [] : wrapText(stripText(row), width, maxDocsRows);
  const rows = 1 + (row.deprecated === undefined && row.skipped === undefined ? 0 : 1) + described.length;
  return before.focus === focus ? Math.max(state.docsRows, rows) : rows;
}

/** Number of variable lines that affect the layout. Beyond the height of a screen, it makes no difference. */
const linesOf = ({ variables, size }: LayoutInput): number => Math.min(variables?.editor.doc.lines ?? 1, size.rows);

/** Rows for the variables: the lines of the text and, with the focus, one more, within bounds that depend on the height. */
function variablesRows(input: LayoutInput, height: number, [least, most, focused]: readonly number[]): number {
  const isFocused = input.focus === 'variables';
  const max = Math.round(height * ((isFocused ? focused : most) ?? 1));
  return clamp(linesOf(input) + (isFocused ? 3 : 2), least ?? 3, Math.max(least ?? 3, max));
}

const hasRun = ({ response }: LayoutInput): boolean => response?.runId !== undefined;

/** Columns of the query, without its frame and padding. */
function queryWidth(input: LayoutInput): number {
  const right = input.size.columns - schemaWidth(input);
  return (isThreeColumns(input) ? textsWidth(right) : right) - 4;
}

const countedRows = memoizeWeak((_: object) => new Map<string, number>());

/** Rows of the query's text, at most as many as the screen has. */
function queryRows(input: LayoutInput): number {
  const { query, size, wrap = false } = input;
  if (query === undefined || formOf(size) !== 'wide') return 0;
  const { doc } = query.editor;
  const lines = Math.min(doc.lines, size.rows);
  if (!wrap) return lines;
  const width = Math.max(1, queryWidth(input));
  const known = countedRows(doc);
  const key = `${width} ${lines}`;
  let rows = known.get(key);
  if (rows === undefined) {
    rows = 0;
    for (let at = 1; at <= lines; at++) rows += Math.max(1, Math.ceil(doc.line(at).length / width));
    known.set(key, rows);
  }
  return Math.min(rows, size.rows);
}

/** Minimum height of the query if the response gets the remaining rows. */
const minQueryRows = 6;

/**
 * Height of the query above the variables and the response: a fixed share until the first run, then the height of its text, up
 * to that share.
 */
function queryHeightAbove(rest: number, input: LayoutInput): number {
  const share = Math.round(rest * queryShare);
  if (input.rise !== undefined) return clamp(share - input.rise, 3, rest - 3);
  return hasRun(input) ? clamp(queryRows(input) + 2, Math.min(minQueryRows, share), share) : share;
}

const queryShare = 0.48;

/**
 * The user's shift of the border above the response, relative to the fixed share. If the border follows the texts, its current
 * position is used.
 */
export function riseOf(state: State): number {
  if (state.rise !== undefined || isThreeColumns(state)) return state.rise ?? 0;
  const { query, response } = layoutOf(state).panes;
  if (query === undefined || response === undefined) return 0;
  return Math.round((query.height + response.height) * queryShare) - query.height;
}

/** Query, variables and response on top of each other. */
function twoColumns(right: Rect, input: LayoutInput): Layout['panes'] {
  const least = clamp(Math.round(right.height * 0.16), 3, 8);
  const variablesHeight = variablesRows(input, right.height, [least, 0.3, 0.45]);
  const queryHeight = queryHeightAbove(right.height - variablesHeight, input);
  const query = { ...right, height: queryHeight };
  const variables = { ...right, y: right.y + queryHeight, height: variablesHeight };
  const taken = queryHeight + variablesHeight;
  const response = { ...right, y: right.y + taken, height: right.height - taken };
  return { query, variables, response };
}

/** The response next to query and variables, in full height. */
function threeColumns(right: Rect, input: LayoutInput): Layout['panes'] {
  const width = textsWidth(right.width);
  const height = clamp(variablesInColumn(right, input), 3, right.height - 3);
  const query = { ...right, width, height: right.height - height };
  const variables = { ...right, width, y: right.y + query.height, height };
  const response = { ...right, x: right.x + width, width: right.width - width };
  return { query, variables, response };
}

/** Width of query and variables next to the response. */
const textsWidth = (width: number): number => Math.round(width * 0.44);

/** Height that the variables need if the response has its own column. */
const variablesInColumn = ({ height }: Rect, input: LayoutInput): number =>
  variablesRows(input, height, [clamp(Math.round(height * 0.2), 3, 10), 0.4, 0.55]) + (input.rise ?? 0);

/** Like `threeColumns`, with the documentation below the variables, in the rows that the texts do not need. */
function columnsWithDocs(right: Rect, input: LayoutInput): Required<Pick<Layout, 'docs'>> & Layout['panes'] {
  const width = textsWidth(right.width);
  const least = 5;
  const variablesHeight = clamp(variablesInColumn(right, input), 3, right.height - least - minQueryRows);
  const rest = right.height - variablesHeight;
  const queryHeight = clamp(queryRows(input) + 2, minQueryRows, rest - least);
  const query = { ...right, width, height: queryHeight };
  const variables = { ...right, width, y: right.y + queryHeight, height: variablesHeight };
  const docs = { ...right, width, y: variables.y + variablesHeight, height: rest - queryHeight };
  const response = { ...right, x: right.x + width, width: right.width - width };
  return { docs, query, variables, response };
}

const below = (rect: Rect, rows: number): Rect => ({ ...rect, y: rect.y + rows, height: rect.height - rows });

/** Rows of a search at the top of the schema pane: its line, and the path of the result if there is room. */
export const searchHeight = (inner: number): number => (inner >= 8 ? 2 : 1);

/** Limits a value to the bounds. Returns `low` if they cross. */
export const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** Greatest scroll position of a list. */
export const maxTop = (total: number, height: number): number => Math.max(0, total - height);

/** A list that scrolls, in rows. */
interface ScrolledList {
  readonly top: number;
  /** The row of the cursor. */
  readonly row: number;
  readonly total: number;
  readonly height: number;
}

/** The scroll position nearest to the current one at which the cursor is visible. */
export const topWithCursor = ({ top, row, total, height }: ScrolledList): number =>
  clamp(clamp(top, row - height + 1, row), 0, maxTop(total, height));

/** Scrolls a list. The cursor moves only as far as necessary. */
export function scrollList({ top, row, total, height }: ScrolledList, by: number): { top: number; row: number } {
  const next = clamp(top + by, 0, maxTop(total, height));
  return { top: next, row: clamp(row, next, next + height - 1) };
}

/** The pane at a cell, if it is visible. */
export function paneAt(layout: Layout, column: number, row: number): PaneId | undefined {
  return panes.find(pane => {
    const rect = layout.panes[pane];
    return rect !== undefined && contains(rect, column, row);
  });
}

export const contains = (rect: Rect, column: number, row: number): boolean =>
  column >= rect.x && column < rect.x + rect.width && row >= rect.y && row < rect.y + rect.height;

/** The layout, computed once per state. */
export const layout = memoizeWeak((state: State): Layout => layoutOf(state));

/** Minimum width for padding; a narrower pane needs all its columns. */
const minWidthForAir = 44;

/** Blank columns on each side between a text and its pane's border. Rows of the tree include their own. */
export const airIn = ({ width }: Pick<Rect, 'width'>): number => (width < minWidthForAir ? 0 : 1);

/**
 * Inner size of a pane as currently drawn, or as it would be alone on the screen. For the schema pane, the size of its tree.
 */
export function viewOf(state: State, pane: PaneId): TextView {
  const rect = layout(state).panes[pane] ?? layoutOf({ ...state, focus: pane }).panes[pane];
  if (rect === undefined) return { width: 1, height: 1, wrap: state.wrap };
  const height = rect.height - 2;
  const taken = pane === 'schema' && state.schema.search !== undefined ? searchHeight(height) : 0;
  const air = pane === 'schema' ? 0 : airIn(rect);
  return { width: Math.max(1, rect.width - 2 - 2 * air), height: Math.max(1, height - taken), wrap: state.wrap };
}
