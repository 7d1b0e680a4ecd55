/** Places in a request of a `.http` text: its URL, query, header lines and body. Offsets are UTF-16 units of the whole text. */
import type { Entry } from '../../http-file/document.js';
import { type SourceLine, sourceLines } from '../../http-file/lines.js';

/** A piece of the text. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** An insertion, deletion or replacement. */
export interface Change extends Range {
  readonly insert: string;
}

/** Where the parts of a request stand. */
interface RequestPlaces {
  /** Without fragment; undefined: it stands on several lines. */
  readonly url: Range | undefined;
  /** Header lines without their ends, by lower-case name; the last of a name. */
  readonly headers: ReadonlyMap<string, Range>;
  /** Behind the last line of the head, its end included. */
  readonly headEnd: number;
  /** A body of one text; undefined: there is none. */
  readonly body: Range | undefined;
  /** The body holds files, which are no text here. */
  readonly hasFiles: boolean;
}

/** Lines that belong to the request line above them. */
const continues = /^(?:\s+\S|[?&](?!\?))/;

const read = new WeakMap<Entry, { readonly text: string; readonly places: RequestPlaces }>();

/** Read once for each entry of a text. */
export function placesOf(text: string, entry: Entry): RequestPlaces {
  const known = read.get(entry);
  if (known?.text === text) return known.places;
  const places = placesIn(text, entry);
  read.set(entry, { text, places });
  return places;
}

let counted = { text: '', at: 0, line: 1 };

/** The number of the line at an offset. Entries are asked for in their order: counting goes on where it ended. */
function lineAt(text: string, offset: number): number {
  if (counted.text !== text || counted.at > offset) counted = { text, at: 0, line: 1 };
  let { line } = counted;
  for (let end = text.indexOf('\n', counted.at); end >= 0 && end < offset; end = text.indexOf('\n', end + 1)) line++;
  counted = { text, at: offset, line };
  return line;
}

function placesIn(text: string, entry: Entry): RequestPlaces {
  const before = lineAt(text, entry.from);
  const lines = sourceLines(text.slice(entry.from, entry.to)).map(line => ({
    ...line,
    offset: line.offset + entry.from,
    line: line.line + before - 1,
  }));
  const lineOf = (number: number): SourceLine | undefined => lines[number - before];
  const endOf = ({ offset, text: content, end }: SourceLine): number => offset + content.length + end.length;
  const first = lineOf(entry.line);
  const at = first === undefined ? -1 : first.text.indexOf(entry.url);
  let last = first;
  for (let next = entry.line + 1; last !== undefined; next++) {
    const line = lineOf(next);
    if (line === undefined || !continues.test(line.text)) break;
    last = line;
  }
  const url = first === undefined || at < 0 || last !== first ? undefined : urlRange(first.offset + at, entry.url);
  const headers = new Map<string, Range>();
  for (const { name, line } of entry.headers) {
    const found = lineOf(line);
    if (found === undefined) continue;
    headers.set(name.toLowerCase(), { from: found.offset, to: found.offset + found.text.length });
    if (last === undefined || found.offset > last.offset) last = found;
  }
  const [piece, ...more] = entry.body;
  const isText = piece?.kind === 'text' && more.length === 0;
  const bodyFrom = isText ? lineOf(piece.line)?.offset : undefined;
  const body =
    isText && bodyFrom !== undefined && text.startsWith(piece.text, bodyFrom)
      ? { from: bodyFrom, to: bodyFrom + piece.text.length }
      : undefined;
  return {
    url,
    headers,
    headEnd: last === undefined ? entry.to : endOf(last),
    body,
    hasFiles: entry.body.some(({ kind }) => kind === 'file'),
  };
}

function urlRange(from: number, url: string): Range {
  const hash = url.replace(/\{\{[^{}]*\}\}/g, match => ' '.repeat(match.length)).indexOf('#');
  return { from, to: from + (hash < 0 ? url.length : hash) };
}

/** The query after the `?`; empty and after the URL where there is none. */
export function queryRange(text: string, url: Range): Range & { readonly has: boolean } {
  const bare = text.slice(url.from, url.to).replace(/\{\{[^{}]*\}\}/g, match => ' '.repeat(match.length));
  const mark = bare.indexOf('?');
  return { from: mark < 0 ? url.to : url.from + mark + 1, to: url.to, has: mark >= 0 };
}

export type LineEnd = '\n' | '\r\n';

/** As new lines of the text end. */
export const lineEndOf = (text: string): LineEnd => (text.includes('\r\n') ? '\r\n' : '\n');

/** A header line put below the others. */
export function headerAdded(text: string, { headEnd }: RequestPlaces, line: string): Change {
  const isOpen = headEnd > 0 && text[headEnd - 1] !== '\n';
  const end = lineEndOf(text);
  return { from: headEnd, to: headEnd, insert: isOpen ? `${end}${line}` : `${line}${end}` };
}

/** A line taken out with its end, or with that of the line above if it has none. */
export function lineTaken(text: string, { from, to }: Range): Change {
  const end = /^\r?\n/.exec(text.slice(to))?.[0].length ?? 0;
  if (end > 0) return { from, to: to + end, insert: '' };
  const before = /\r?\n$/.exec(text.slice(0, from))?.[0].length ?? 0;
  return { from: from - before, to, insert: '' };
}
