/** Reads a response in words: the position of the cursor, the values around it, lines of the text, and a summary. */
import { counted } from '../../core/counted.js';
import { cellOf } from '../../core/response/viewer/cells-of-row.js';
import type { LineSource } from '../../core/response/viewer/line-source.js';
import {
  childCount,
  childLines,
  isList,
  keyOf,
  parentLine,
  pathOfLine,
  pathText,
  stringValue,
} from '../../core/response/viewer/paths.js';
import type { State } from '../model/state.js';
import type { BodyState, BodyTable } from '../model/viewer.js';
import { shownBody, showsLog } from '../response/shown.js';
import { rowAt, rowCount, tableRow } from '../response/table/table.js';

/** The text being read. After a run without data, the screen lists the errors instead. */
export const bodyOf = (response: State['response']): BodyState | undefined =>
  shownBody(response.tab === 'errors' ? { ...response, tab: 'body' } : response);

/** True if the commands that walk apply to the response, which the user went to last. */
export const readsResponse = ({ focus, response }: State): boolean =>
  focus === 'response' && (bodyOf(response) !== undefined || showsLog(response));

/** Maximum lines of a response that are printed at a time. `read` prints the next ones. */
export const maxLines = 100;

/** Maximum characters of a line, and of a value in a sentence. */
const maxCharacters = 2000;
const maxValue = 200;

/** A text without its end if it is too long. */
export const shorten = (text: string, most = maxValue): string =>
  text.length <= most ? text : `${text.slice(0, most)} and ${text.length - most} more characters`;

/** A line of the text with its indentation, as on the screen. Numbers are printed verbatim. */
export function lineText(source: LineSource, line: number, most = maxCharacters): string {
  const { depth, key, value, comma } = source.parts(line);
  const text = shorten(source.text.slice(...value), most);
  const name = key === undefined ? '' : `${source.text.slice(...key)}: `;
  return `${'  '.repeat(source.json ? depth : 0)}${name}${text}${comma ? ',' : ''}`;
}

/** Reads a text to its end. Returns its number of lines. */
export function lineCount(source: LineSource): number {
  while (!source.complete) source.advance(Number.POSITIVE_INFINITY);
  return source.known;
}

/** Lines of the text from number `from`, counted from 0. */
export function linesFrom(source: LineSource, from: number, count: number, most?: number): readonly string[] {
  const lines: string[] = [];
  for (let line = from; lines.length < count && source.has(line); line++) lines.push(lineText(source, line, most));
  return lines;
}

/** A value in a few words: `list of 8`, `title Emma` for an object, or the value itself. */
function valueWords(source: LineSource, line: number): string {
  if (source.kind(line) === 'leaf') return leafWords(source, line);
  if (isList(source, line)) return containerWords(source, line);
  for (const child of childLines(source, line))
    if (source.kind(child) === 'leaf') return `${keyOf(source, child)} ${leafWords(source, child)}`;
  return containerWords(source, line);
}

function leafWords(source: LineSource, line: number): string {
  const token = source.text.slice(...source.parts(line).value);
  if (!source.json) return shorten(token);
  if (token.startsWith('"')) return token === '""' ? 'empty text' : shorten(stringValue(token));
  if (token.startsWith('[')) return 'empty list';
  return token.startsWith('{') ? 'empty object' : shorten(token);
}

const containerWords = (source: LineSource, line: number): string =>
  `${isList(source, line) ? 'list' : 'object'} of ${childCount(source, line)}`;

/** The path of a line without its first dot: `data.books.nodes`. */
const pathWords = (source: LineSource, line: number): string => {
  const path = pathOfLine(source, line);
  return path.length === 0 ? 'top level' : pathText(path).replace(/^\./, '');
};

/** A value in its container: `item 1 of 8: title Emma`, or `total: 8`. */
function memberWords(source: LineSource, line: number): string {
  const parent = parentLine(source, line);
  if (parent === undefined) return `${pathWords(source, line)}: ${valueWords(source, line)}`;
  const name =
    keyOf(source, line) ?? `item ${Number(pathOfLine(source, line).at(-1)) + 1} of ${childCount(source, parent)}`;
  return `${name}: ${valueWords(source, line)}`;
}

/** The first line of the value at the cursor. */
const cursorLine = ({ source, cursor }: BodyState): number =>
  source.has(cursor) && source.kind(cursor) === 'close' ? source.partner(cursor) : cursor;

/** A cell of a table: `row 2 of 8, price 9.5`. */
function cellWords(body: BodyState, table: BodyTable): string {
  const row = tableRow(body, table);
  const { name = '' } = table.columns[table.column] ?? {};
  const at = rowAt(table, row);
  const line = at === undefined ? undefined : table.of.lineOf(at, name);
  const value = line === undefined ? 'absent' : shorten(cellOf(body.source, line).text) || 'empty text';
  return `row ${row + 1} of ${rowCount(table)}, ${name} ${value}`;
}

/** The value at the cursor in a few words. */
export function hereWords({ response }: State): string {
  const body = bodyOf(response);
  if (showsLog(response)) {
    const { log } = response;
    const event = log.listed.find(({ number }) => number === log.cursor);
    return event === undefined ? 'No events.' : `event ${event.number} of ${log.received}: ${shorten(event.text)}`;
  }
  if (body === undefined || !body.source.has(0)) return 'No response yet.';
  if (body.table !== undefined) return cellWords(body, body.table);
  const line = cursorLine(body);
  return body.source.json ? memberWords(body.source, line) : `line ${line + 1}: ${lineText(body.source, line)}`;
}

/** The position of the cursor: `data.books.nodes, list of 8, item 1: title Emma`. */
export function positionWords(state: State): string {
  const body = bodyOf(state.response);
  if (body === undefined || !body.source.has(0) || !body.source.json) return hereWords(state);
  const { source, table } = body;
  const line = cursorLine(body);
  if (table !== undefined) return `${pathWords(source, table.of.opening)}, table, ${cellWords(body, table)}`;
  const parent = parentLine(source, line);
  if (parent === undefined) return memberWords(source, line);
  const member = memberWords(source, line).replace(/^(item \d+) of \d+/, '$1');
  return `${pathWords(source, parent)}, ${containerWords(source, parent)}, ${member}`;
}

/** A step of the cursor through the values of a text. */
export type WalkStep = 'down' | 'up' | 'into' | 'out';

/** The line of the next value, or undefined if there is none in that direction. */
export function lineAfterStep(body: BodyState, step: WalkStep): number | undefined {
  const { source } = body;
  if (!source.has(body.cursor)) return undefined;
  const line = cursorLine(body);
  if (!source.json) {
    const next = { down: line + 1, up: line - 1, into: -1, out: -1 }[step];
    return next >= 0 && source.has(next) ? next : undefined;
  }
  switch (step) {
    case 'down':
      return lineBelow(source, line);
    case 'up':
      return lineAbove(source, line);
    case 'into':
      return source.kind(line) === 'open' ? line + 1 : undefined;
    case 'out':
      return parentLine(source, line);
  }
}

/** The line of the next value in the same container, if any. */
function lineBelow(source: LineSource, line: number): number | undefined {
  const next = (source.kind(line) === 'open' ? source.partner(line) : line) + 1;
  return source.has(next) && source.kind(next) !== 'close' ? next : undefined;
}

/** The line of the previous value in the same container, if any. */
function lineAbove(source: LineSource, line: number): number | undefined {
  const kind = line === 0 ? 'open' : source.kind(line - 1);
  if (kind === 'open') return undefined;
  return kind === 'close' ? source.partner(line - 1) : line - 1;
}

/** Explains why the cursor cannot go further. */
export function endWords(body: BodyState, step: WalkStep): string {
  const { source } = body;
  if (!source.json) return step === 'into' || step === 'out' ? 'Plain text has no levels.' : 'No more lines.';
  const line = cursorLine(body);
  if (step === 'into') return `Nothing below ${memberWords(source, line)}.`;
  const parent = parentLine(source, line);
  if (parent === undefined || step === 'out') return `${memberWords(source, line).replace(/^t/, 'T')}.`;
  return `${step === 'down' ? 'End' : 'Start'} of ${pathWords(source, parent)}, ${containerWords(source, parent)}.`;
}

/** Maximum lines of a summary, and of names in a line. */
const maxSummary = 20;
const maxNames = 8;

/** The shape of a response, outer values first: `data.books.nodes: list of 8, each with id, title`. */
export function summaryOf(source: LineSource): readonly string[] {
  if (!source.json) return [`text, ${counted(lineCount(source), 'line')}`];
  const lines: string[] = [];
  const pendingLines = source.has(0) ? [0] : [];
  for (const line of pendingLines) {
    if (lines.length === maxSummary) return [...lines, 'Type read for the complete response.'];
    lines.push(`${pathWords(source, line)}: ${shapeWords(source, line)}`);
    if (source.kind(line) === 'leaf' || isList(source, line)) continue;
    for (const child of childLines(source, line)) {
      if (pendingLines.length > maxSummary) break;
      pendingLines.push(child);
    }
  }
  return lines;
}

/** A value in the summary. Only of lists, it includes the members. */
function shapeWords(source: LineSource, line: number): string {
  if (source.kind(line) === 'leaf') return leafWords(source, line);
  return `${containerWords(source, line)}${isList(source, line) ? itemWords(source, line + 1) : ''}`;
}

/** The members of a list's first item. */
function itemWords(source: LineSource, item: number): string {
  if (source.kind(item) !== 'open') return `, first ${valueWords(source, item)}`;
  if (isList(source, item)) return `, first ${containerWords(source, item)}`;
  const names: string[] = [];
  for (const child of childLines(source, item)) {
    if (names.length === maxNames) return `, each with ${names.join(', ')} and more`;
    names.push(keyOf(source, child) ?? '');
  }
  return `, each with ${names.join(', ')}`;
}
