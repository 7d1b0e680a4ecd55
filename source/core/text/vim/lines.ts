/** Lines and columns of a text for vim's commands. A line break is `\n` or `\r\n`; offsets are UTF-16 units. */
import { findClusterBreak } from '@codemirror/state';

/** Offset of the first character of the line. */
export const lineStart = (text: string, at: number): number => (at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);

/** Offset of the `\n` that ends the line, or the length of the text. */
export function lineBreak(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Offset after the last character of the line. */
export function lineEnd(text: string, at: number): number {
  const end = lineBreak(text, at);
  return end < text.length && end > 0 && text[end - 1] === '\r' && end - 1 >= lineStart(text, at) ? end - 1 : end;
}

/** Offset after the blanks at the start of the line. */
export function indentEnd(text: string, at: number): number {
  const start = lineStart(text, at);
  return start + (/^[ \t]*/.exec(text.slice(start, lineEnd(text, at)))?.[0].length ?? 0);
}

/** Offset of the first character that is not a blank, or of the last blank of a blank line. */
export const firstNonBlank = (text: string, at: number): number =>
  Math.min(indentEnd(text, at), Math.max(lineStart(text, at), lineEnd(text, at) - 1));

export const nextCharacter = (text: string, at: number): number => {
  const start = lineStart(text, at);
  return start + findClusterBreak(text.slice(start, lineEnd(text, at)), at - start, true);
};

export const previousCharacter = (text: string, at: number): number => {
  const start = lineStart(text, at);
  return start + findClusterBreak(text.slice(start, lineEnd(text, at)), at - start, false);
};

/** Offset after a number of characters, at most the end of the line. */
export function afterCharacters(text: string, at: number, count: number): number {
  const end = lineEnd(text, at);
  let to = at;
  for (let passed = 0; passed < count && to < end; passed++) to = nextCharacter(text, to);
  return to;
}

/** Nearest position on a character: the cursor of normal mode is never after the last character of a line. */
export function onCharacter(text: string, at: number): number {
  const end = lineEnd(text, at);
  return at >= end && end > lineStart(text, at) ? previousCharacter(text, end) : Math.min(at, end);
}

/** Start of the line `by` lines further, at most the first or last line. */
export function lineBy(text: string, at: number, by: number): number {
  let start = lineStart(text, at);
  for (let left = Math.abs(by); left > 0; left--) {
    if (by < 0) {
      if (start === 0) break;
      start = lineStart(text, start - 1);
    } else {
      const end = lineBreak(text, start);
      if (end === text.length) break;
      start = end + 1;
    }
  }
  return start;
}

/** Start of a line by its number, from 1. */
export const lineNumbered = (text: string, number: number): number => lineBy(text, 0, number - 1);
