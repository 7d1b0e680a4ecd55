/** Determines which part of a request a cursor is in while a `.http` file is being edited. */
import { type SourceLine, sourceLines } from '../../http-file/lines.js';

type Part = 'request line' | 'more of the URL' | 'header' | 'body' | 'other';

/** The request around the cursor, possibly incomplete. */
export interface HttpPlace {
  readonly part: Part;
  readonly text: string;
  /** Offset of the cursor in the text. */
  readonly offset: number;
  /** Text of the line before the cursor. */
  readonly before: string;
  /** Beginning of the text after the cursor. */
  readonly after: string;
  /** Request line with its continuation lines; empty if there is none. */
  readonly request: string;
  /** Header lines except the line with the cursor. */
  readonly headers: readonly (readonly [name: string, text: string])[];
  /** Range from the line after the head to the end of the request. Undefined if no empty line ends the head. */
  readonly body: { readonly from: number; readonly to: number } | undefined;
}

const isBlank = (text: string): boolean => text.trim() === '';
const isComment = (text: string): boolean => /^(?:#|\/\/)/.test(text);
/** Returns true for lines that precede a request, as defined in `parse.ts`. */
const isAbove = (text: string): boolean => isComment(text) || /^(?:@[\w.-]+\s*=|<\s)/.test(text);
const continues = /^(?:\s+\S|[?&](?!\?))/;

/** Reads the lines from the `###` before the cursor to the next one. */
export function placeIn(text: string, offset: number): HttpPlace {
  const { lines, start, to } = linesAround(text, offset);
  const here = Math.max(
    0,
    lines.findLastIndex(({ offset: at }) => start + at <= offset),
  );
  const request: string[] = [];
  const headers: (readonly [string, string])[] = [];
  let body: HttpPlace['body'];
  let part: Part = 'other';
  let found: Part = 'other';
  for (const [nth, line] of lines.entries()) {
    part = partOf(line, part, request.length > 0, nth === here);
    if (nth <= here) found = part;
    if (part === 'body') {
      body = { from: start + line.offset, to };
      break;
    }
    if (part === 'request line' || part === 'more of the URL') request.push(line.text.trim());
    if (part === 'header' && nth !== here) headers.push(...headerIn(line.text));
  }
  const lineFrom = start + (lines[here]?.offset ?? 0);
  const [before, after] = [text.slice(lineFrom, offset), text.slice(offset, offset + 200)];
  return { part: found, text, offset, before, after, request: request.join(''), headers, body };
}

/** Returns the lines of the request around a cursor, with offsets from `start`. */
function linesAround(text: string, offset: number) {
  const above = offset === 0 ? -1 : text.lastIndexOf('\n###', offset - 1);
  const start = above < 0 ? 0 : above + 1;
  const next = text.indexOf('\n###', offset);
  const to = next < 0 ? text.length : next + 1;
  const lines = [...sourceLines(text.slice(start, to))];
  // The cursor may be after the last line end.
  if (offset === to && text.endsWith('\n'))
    lines.push({ text: '', line: lines.length + 1, offset: to - start, end: '' });
  return { lines, start, to };
}

/** Returns the header of a line, or an empty list if it is not complete. */
function headerIn(line: string): HttpPlace['headers'] {
  const [, name, value = ''] = /^\s*([^\s:]+)\s*:(.*)$/.exec(line) ?? [];
  return name === undefined ? [] : [[name, value.trim()]];
}

/** @param last part that the previous line is in */
function partOf({ text }: SourceLine, last: Part, hasRequest: boolean, isHere: boolean): Part {
  if (last === 'body') return 'body';
  // A request can start on an empty line, and a header can be typed on the line that ends the head.
  if (isBlank(text) && hasRequest) return isHere ? 'header' : 'body';
  if (isBlank(text)) return isHere ? 'request line' : 'other';
  if (!hasRequest) return isAbove(text) ? 'other' : 'request line';
  if (isComment(text)) return 'other';
  return last !== 'header' && last !== 'other' && continues.test(text) ? 'more of the URL' : 'header';
}
