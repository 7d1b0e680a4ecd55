/**
 * Locates parts of a request in a `.http` file: URL, query, header lines and body. Offsets are UTF-16 units in the entire text.
 */

import type { Entry } from '../../http-file/document.js';
import { type SourceLine, sourceLines } from '../../http-file/lines.js';
import type { Change } from '../../text/changes.js';
import { matchPath } from '../look-up.js';

/** A range of the text. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Positions of the parts of a request. */
interface RequestPlaces {
  /** Excludes any fragment. Undefined if the URL spans several lines. */
  readonly url: Range | undefined;
  /** Header lines without their line ends, by lower-case name. The last one of each name counts. */
  readonly headers: ReadonlyMap<string, Range>;
  /** Offset after the last line of the head, including its line end. */
  readonly headEnd: number;
  /** Range of a body that is a single text; undefined if there is none. */
  readonly body: Range | undefined;
  /** True if the body contains files, which have no text here. */
  readonly hasFiles: boolean;
}

/** Lines that continue the request line. */
const continues = /^(?:\s+\S|[?&](?!\?))/;

const read = new WeakMap<Entry, { readonly text: string; readonly places: RequestPlaces }>();

/** Locates the parts of an entry. Computed once per entry. */
export function placesOf(text: string, entry: Entry): RequestPlaces {
  const head = read.get(entry);
  if (head?.text === text) return head.places;
  const places = placesIn(text, entry);
  read.set(entry, { text, places });
  return places;
}

let counted = { text: '', at: 0, line: 1 };

/** Returns the line number at an offset. Entries are looked up in order, so counting continues from the previous one. */
function lineAt(text: string, offset: number): number {
  if (counted.text !== text || counted.at > offset) counted = { text, at: 0, line: 1 };
  let { line } = counted;
  for (let end = text.indexOf('\n', counted.at); end >= 0 && end < offset; end = text.indexOf('\n', end + 1)) line++;
  counted = { text, at: offset, line };
  return line;
}

/** Returns the line of an entry with a number in the text. */
type LineOf = (number: number) => SourceLine | undefined;

function placesIn(text: string, entry: Entry): RequestPlaces {
  const before = lineAt(text, entry.from);
  const lines = sourceLines(text.slice(entry.from, entry.to)).map(line => ({
    ...line,
    offset: line.offset + entry.from,
    line: line.line + before - 1,
  }));
  const lineOf: LineOf = number => lines[number - before];
  const endOf = ({ offset, text: content, end }: SourceLine): number => offset + content.length + end.length;
  const first = lineOf(entry.line);
  const lastOfUrl = lastUrlLine(first, lineOf);
  const headers = new Map<string, Range>();
  let last = lastOfUrl;
  for (const { name, line } of entry.headers) {
    const found = lineOf(line);
    if (found === undefined) continue;
    headers.set(name.toLowerCase(), { from: found.offset, to: found.offset + found.text.length });
    if (last === undefined || found.offset > last.offset) last = found;
  }
  return {
    url: lastOfUrl === first ? urlIn(first, entry.url) : undefined,
    headers,
    headEnd: last === undefined ? entry.to : endOf(last),
    body: bodyIn(text, entry, lineOf),
    hasFiles: entry.body.some(({ kind }) => kind === 'file'),
  };
}

/** Returns the last line of a URL that may span several lines. */
function lastUrlLine(first: SourceLine | undefined, lineOf: LineOf): SourceLine | undefined {
  let last = first;
  for (let next = last && lineOf(last.line + 1); next && continues.test(next.text); next = lineOf(next.line + 1))
    last = next;
  return last;
}

/** Returns the range of a body that is a single text. */
function bodyIn(text: string, { body: [piece, ...more] }: Entry, lineOf: LineOf): Range | undefined {
  if (piece?.kind !== 'text' || more.length > 0) return undefined;
  const from = lineOf(piece.line)?.offset;
  if (from === undefined || !text.startsWith(piece.text, from)) return undefined;
  return { from, to: from + piece.text.length };
}

/** Replaces placeholders with a letter, so that their characters are not mistaken for syntax. The length is preserved. */
export const maskNames = (text: string, letter: string): string =>
  text.replace(/\{\{[^{}]*\}\}/g, match => letter.repeat(match.length));

/** Returns the range of a URL in a line, without its fragment. */
function urlIn(line: SourceLine | undefined, url: string): Range | undefined {
  const at = line?.text.indexOf(url) ?? -1;
  if (line === undefined || at < 0) return undefined;
  const from = line.offset + at;
  const hash = maskNames(url, ' ').indexOf('#');
  return { from, to: from + (hash < 0 ? url.length : hash) };
}

/** Returns the range of the query after the `?`. If there is none, the range is empty and at the end of the URL. */
export function queryRange(text: string, url: Range): Range & { readonly has: boolean } {
  const bare = maskNames(text.slice(url.from, url.to), ' ');
  const mark = bare.indexOf('?');
  return { from: mark < 0 ? url.to : url.from + mark + 1, to: url.to, has: mark >= 0 };
}

export type LineEnd = '\n' | '\r\n';

/** Returns the line end to use for new lines. */
export const lineEndOf = (text: string): LineEnd => (text.includes('\r\n') ? '\r\n' : '\n');

/** Adds a header line after the others. */
export function headerAdded(text: string, { headEnd }: RequestPlaces, line: string): Change {
  const isOpen = headEnd > 0 && text[headEnd - 1] !== '\n';
  const end = lineEndOf(text);
  return { from: headEnd, to: headEnd, insert: isOpen ? `${end}${line}` : `${line}${end}` };
}

/** Removes a line with its line end, or with the line end before it if it has none. */
export function lineTaken(text: string, { from, to }: Range): Change {
  const end = /^\r?\n/.exec(text.slice(to))?.[0].length ?? 0;
  if (end > 0) return { from, to: to + end, insert: '' };
  const before = /\r?\n$/.exec(text.slice(0, from))?.[0].length ?? 0;
  return { from: from - before, to, insert: '' };
}

/** @param template `/pets/{petId}` */
export function pathValue(text: string, url: Range | undefined, template: string, name: string): Range | undefined {
  if (url === undefined) return undefined;
  const whole = text.slice(url.from, url.to);
  const bare = maskNames(whole, 'x').split('?', 1)[0] ?? '';
  // The server comes first and may itself have a path.
  for (let at = bare.indexOf('/', bare.indexOf('//') + 2); at >= 0; at = bare.indexOf('/', at + 1)) {
    const values = matchPath(template, bare.slice(at));
    if (values === undefined) continue;
    let from = at;
    for (const piece of template.split(/(\{[^{}]*\})/)) {
      const match = /^\{(.*)\}$/.exec(piece)?.[1];
      const length = match === undefined ? piece.length : (values.get(match) ?? '').length;
      if (match === name) return { from: url.from + from, to: url.from + from + length };
      from += length;
    }
    return undefined;
  }
  return undefined;
}
