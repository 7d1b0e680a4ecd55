/** Where an offset is in a `.http` text that is being typed: the line, and which part of a request that line is. */
import { type SourceLine, sourceLines } from '../../http-file/lines.js';

type Part = 'request line' | 'more of the URL' | 'header' | 'body' | 'other';

/** The request around the cursor as far as it is typed. */
export interface HttpPlace {
  readonly part: Part;
  /** Where the cursor's line begins, in UTF-16 units of the text. */
  readonly lineFrom: number;
  /** The cursor's line as far as the cursor. */
  readonly before: string;
  /** The request line with its continued lines; empty: there is none. */
  readonly request: string;
  /** Without the line of the cursor. */
  readonly headers: readonly (readonly [name: string, text: string])[];
  /** From the line below the head to the end of the request; undefined: no empty line ends the head. */
  readonly body: { readonly from: number; readonly to: number } | undefined;
}

const isBlank = (text: string): boolean => text.trim() === '';
const isComment = (text: string): boolean => /^(?:#|\/\/)/.test(text);
/** Lines above a request, as `parse.ts` has them. */
const isAbove = (text: string): boolean => isComment(text) || /^(?:@[\w.-]+\s*=|<\s)/.test(text);
const continues = /^(?:\s+\S|[?&](?!\?))/;

/** Reads the lines from the `###` above the cursor to the next one. */
export function placeIn(text: string, offset: number): HttpPlace {
  const above = offset === 0 ? -1 : text.lastIndexOf('\n###', offset - 1);
  const start = above < 0 ? 0 : above + 1;
  const next = text.indexOf('\n###', offset);
  const to = next < 0 ? text.length : next + 1;
  const lines = [...sourceLines(text.slice(start, to))];
  // The cursor may stand after the last line end.
  if (offset === to && text.endsWith('\n'))
    lines.push({ text: '', line: lines.length + 1, offset: to - start, end: '' });
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
    if (nth === here) found = part;
    const { text: content } = line;
    if (part === 'body') {
      body ??= { from: start + line.offset, to };
      if (nth >= here) break;
    } else if (part === 'header' && nth !== here) {
      const [, name, value = ''] = /^\s*([^\s:]+)\s*:(.*)$/.exec(content) ?? [];
      if (name !== undefined) headers.push([name, value.trim()]);
    } else if (part === 'request line' || part === 'more of the URL') request.push(content.trim());
  }
  const lineFrom = start + (lines[here]?.offset ?? 0);
  return { part: found, lineFrom, before: text.slice(lineFrom, offset), request: request.join(''), headers, body };
}

/** @param last the part of the line above */
function partOf({ text }: SourceLine, last: Part, hasRequest: boolean, isHere: boolean): Part {
  if (last === 'body') return 'body';
  // A request may begin in an empty line, and a header in the one that ends the head.
  if (isBlank(text)) return hasRequest ? (isHere ? 'header' : 'body') : isHere ? 'request line' : 'other';
  if (!hasRequest) return isAbove(text) ? 'other' : 'request line';
  if (isComment(text)) return 'other';
  return last !== 'header' && last !== 'other' && continues.test(text) ? 'more of the URL' : 'header';
}
