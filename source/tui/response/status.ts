/** The pane's bottom line: response, duration, and current activity. */

import { counted } from '../../core/counted.js';
import { countedText, countText, durationText, sizeText } from '../../core/response/sizes.js';
import { textOf } from '../../core/text/editor.js';
import { type Line, lineWidth, type Span } from '../components/line.js';
import type { Filtered, ResponseState } from '../model/response.js';
import type { Theme } from '../model/theme.js';
import { timeText } from './events/view.js';
import { findLabel } from './find.js';
import { pathWords } from './path/path.js';
import { displayOf, shownBody, showsLog } from './shown.js';
import { isFiltering, rowCount, tableRow } from './table/table.js';
import { searchWords } from './viewer/search.js';

/** Minimum width in cells at which a note is still readable. */
const minNote = 16;

/** Parts separated by dots. */
class StatusParts {
  readonly line: Span[] = [];
  readonly #dot: string;
  #hasNote = false;

  constructor(theme: Theme) {
    this.#dot = ` ${theme.glyphs.dot} `;
  }

  add(text: string, role: Span['role']): this {
    if (text !== '') this.line.push({ text: `${this.line.length === 0 ? '' : this.#dot}${text}`, role });
    return this;
  }

  /** A sentence at the end that is available in full elsewhere. */
  note(text: string): this {
    this.#hasNote = true;
    return this.add(text, 'warning');
  }

  /**
   * Fits the line into `width` cells. The least important parts are dropped first, from the end. Then the note is truncated,
   * and finally parts that report no problem are dropped.
   */
  fitted(width: number): Line {
    this.#drop('dim', width);
    const others = this.#hasNote ? lineWidth(this.line.slice(0, -1)) : Number.POSITIVE_INFINITY;
    // The caller truncates the end of the line.
    if (others + minNote > width) this.#drop('ok', width);
    return this.line;
  }

  #drop(role: Span['role'], width: number): void {
    const { line } = this;
    const isSide = (part: Span): boolean => part.role === role;
    while (lineWidth(line) > width && line.some(isSide)) {
      line.splice(line.findLastIndex(isSide), 1);
      const [first] = line;
      if (first?.text.startsWith(this.#dot)) line[0] = { ...first, text: first.text.slice(this.#dot.length) };
    }
  }
}

/** @param outdated changes since the request, as text */
export function statusOf(response: ResponseState, theme: Theme, width: number, outdated = ''): Line {
  if (response.runId === undefined) return [];
  if (response.find !== undefined) return findLine(response);
  const parts = new StatusParts(theme);
  parts.add(outdated, 'warning');
  const display = displayOf(response);
  if (display.kind === 'selection') parts.add(`${response.path} ${pathWords(display.narrowed)}`, 'key');
  searchPart(response, parts);
  tablePart(response, parts);
  comparisonPart(response, parts);
  if (display.kind === 'output') return filterLine(display.filtered, parts, theme).fitted(width);
  if (response.kind === 'subscription') return streamLine(response, parts, theme).fitted(width);
  if (response.running && !response.partial) return waitingLine(response, parts, theme).fitted(width);
  return responseLine(response, parts, theme).fitted(width);
}

function findLine(response: ResponseState): Line {
  const { find } = response;
  const text = find === undefined ? '' : textOf(find.field);
  const line: Span[] = [
    { text: findLabel(response), role: 'key' },
    { text, role: 'strong' },
  ];
  if (find?.kind === 'message') return line;
  if (find?.kind === 'path') {
    const { narrowed } = response;
    const isWrong = narrowed?.problem !== undefined || narrowed?.count === 0;
    const path = narrowed === undefined ? '' : pathWords(narrowed);
    return [...line, { text: `   ${path}`, role: isWrong ? 'error' : 'dim' }];
  }
  const words = countWords(response);
  // The cell after the text belongs to the cursor.
  return [...line, { text: `   ${words}`, role: words === 'none' ? 'error' : 'dim' }];
}

/** The number of matches while a search or filter is typed. */
function countWords(response: ResponseState): string {
  const { find, log } = response;
  const { search, table } = shownBody(response) ?? {};
  if (showsLog(response)) return `${countText(log.listed.length)} of ${countText((log.frozen ?? log.events).length)}`;
  if (find?.kind === 'rows' && table !== undefined)
    return `${countText(rowCount(table))} of ${countText(table.of.rows.length)}${isFiltering(table) ? '…' : ''}`;
  return search === undefined ? '' : searchWords(search);
}

function searchPart(response: ResponseState, parts: StatusParts): void {
  const search = shownBody(response)?.search;
  if (search !== undefined) parts.add(`/${search.query} ${searchWords(search)}`, 'key');
}

function tablePart(response: ResponseState, parts: StatusParts): void {
  const body = shownBody(response);
  if (body?.table === undefined) return;
  const { sorts, filter } = body.table;
  const count = rowCount(body.table);
  const row = countText(tableRow(body, body.table) + 1);
  const emptyWords = isFiltering(body.table) ? 'filtering…' : 'no row';
  const sorted = sorts.map(({ column, descending }) => `${column}${descending ? ' down' : ''}`).join(', ');
  parts
    .add(count === 0 ? emptyWords : `row ${row} of ${countText(count)}`, 'key')
    .add(filter.trim() === '' ? '' : `with ${filter.trim()}`, 'key')
    .add(sorted === '' ? '' : `by ${sorted}`, 'key')
    .add('t: back', 'dim');
}

function comparisonPart(response: ResponseState, parts: StatusParts): void {
  const comparison = shownBody(response)?.comparison;
  if (comparison === undefined) return;
  const { length } = comparison.marks;
  parts.add(`${countedText(length, 'difference')} from ${comparison.name}`, 'key');
}

function filterLine(filtered: Filtered, parts: StatusParts, theme: Theme): StatusParts {
  parts.add(`| ${filtered.command}`, 'key');
  if (filtered.running) parts.add(`running${theme.glyphs.ellipsis} (Ctrl-C: stop)`, 'warning');
  else if (filtered.problem !== undefined) parts.add('failed', 'error');
  else if (filtered.body === undefined) parts.add('no output', 'dim');
  return parts;
}

function waitingLine(response: ResponseState, parts: StatusParts, theme: Theme): StatusParts {
  parts.add(`${response.progress}${theme.glyphs.ellipsis}`, 'warning');
  if (response.tookMs >= 1000) parts.add(durationText(response.tookMs), 'warning');
  parts.add('Ctrl-C: stop', 'warning');
  return parts.add(response.stale ? 'showing the earlier response' : '', 'warning');
}

/** Summary of a response: `200 · 184 ms · 1.2 kB · partial data`. */
function responseLine(response: ResponseState, parts: StatusParts, theme: Theme): StatusParts {
  const { head } = response;
  if (head !== undefined) parts.add(String(head.status), head.status < 400 ? 'ok' : 'error');
  if (response.failure !== undefined) parts.add('failed', 'error');
  if (response.connection === 'stopped') {
    parts.add(response.stale ? 'stopped, showing the earlier response' : 'stopped', 'warning');
  }
  if (head !== undefined || response.failure !== undefined || response.verdict !== undefined)
    parts.add(durationText(response.tookMs), 'dim');
  if (response.bytes > 0) parts.add(sizeText(response.bytes), 'dim');
  if (response.partial) parts.add(`receiving${theme.glyphs.ellipsis}`, 'warning');
  const { verdict } = response;
  if (verdict === undefined) parts.add(verdictOf(response), 'error');
  for (const { text, role } of verdict?.parts ?? []) parts.add(text, role);
  for (const note of response.notes.slice(-1)) parts.note(note);
  return parts;
}

/** How the errors affect the data. */
function verdictOf({ errorCount, data, failure }: ResponseState): string {
  if (failure !== undefined || errorCount === 0) return '';
  if (data === 'present') return 'partial data';
  return `${counted(errorCount, 'error')}, no data`;
}

/** Summary of a subscription: `subscribed · 1,234 events · 56 kB · following`. */
function streamLine(response: ResponseState, parts: StatusParts, theme: Theme): StatusParts {
  const { log, opened } = response;
  if (opened !== undefined && response.tab === 'body') {
    const { event } = opened;
    parts.add(`event ${countText(event.number)} of ${countText(log.received)}`, 'ok');
    return parts.add(timeText(event.at, true), 'dim').add(sizeText(event.bytes), 'dim');
  }
  parts.add(...connectionWords(response, theme));
  const dropped = log.dropped > 0 ? `, oldest ${countText(log.dropped)} dropped` : '';
  parts.add(`${countedText(log.received, 'event')}${dropped}`, 'dim');
  if (log.receivedBytes > 0) parts.add(sizeText(log.receivedBytes), 'dim');
  if (log.filter !== '') parts.add(`filter ${log.filter}: ${countText(log.listed.length)}`, 'key');
  const waiting = log.frozen === undefined ? 0 : log.received - Math.floor(log.frozen.at(-1)?.number ?? 0);
  if (log.frozen !== undefined && (response.running || waiting > 0))
    parts.add(`paused, ${countText(waiting)} new`, 'warning');
  else if (response.running && log.follows) parts.add('following', 'dim');
  for (const note of response.notes.slice(-1)) parts.note(note);
  return parts;
}

/** The state of the connection. */
function connectionWords(response: ResponseState, theme: Theme): [string, Span['role']] {
  const { running, connection, failure, progress } = response;
  if (!running) {
    if (failure !== undefined) return [failure.text.replace(/\.$/, ''), 'error'];
    return connection === 'stopped' ? ['stopped', 'warning'] : ['complete', 'ok'];
  }
  if (connection === 'subscribed') return [response.log.received === 0 ? progress : 'subscribed', 'ok'];
  return [`${progress}${theme.glyphs.ellipsis}`, 'warning'];
}
