/** Walks the lexer's tokens and the bytes between. Commas and BOM are not tokens; comments are, outside the grammar. */
import { type ASTNode, type Location, type Token, TokenKind } from 'graphql';

/** Every node of a parsed text has a location. */
export const locOf = (node: ASTNode): Location => node.loc as Location;
export const startOf = (node: ASTNode): number => locOf(node).start;
export const endOf = (node: ASTNode): number => locOf(node).end;

/** Skips comments. */
export function nextToken(token: Token): Token | null {
  let at = token.next;
  while (at?.kind === TokenKind.COMMENT) at = at.next;
  return at;
}

/** Skips comments. */
export function previousToken(token: Token): Token | null {
  let at = token.prev;
  while (at?.kind === TokenKind.COMMENT) at = at.prev;
  return at;
}

/** True for a comment between two offsets, searching from a token at or before `from`. */
export function hasComment(first: Token, from: number, to: number, except: readonly Range[] = []): boolean {
  for (let at: Token | null = first; at !== null && at.start < to; at = at.next) {
    const token = at;
    if (token.kind !== TokenKind.COMMENT || token.start < from) continue;
    if (!except.some(range => token.start >= range.from && token.start < range.to)) return true;
  }
  return false;
}

/** Two offsets (UTF-16 code units), `to` exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const lineFeed = 10;
const carriageReturn = 13;
const tab = 9;
const space = 32;
const comma = 44;
const byteOrderMark = 0xfeff;

/** A lone CR counts. */
export const isLineEnd = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code === lineFeed || code === carriageReturn;
};

/** White space within a line, and commas, which are insignificant too. */
const isBlank = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code === space || code === tab || code === comma || code === byteOrderMark;
};

export function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isLineEnd(text, start - 1)) start--;
  return start;
}

export function lineStop(text: string, at: number): number {
  let stop = at;
  while (stop < text.length && !isLineEnd(text, stop)) stop++;
  return stop;
}

/** Offset after the line break at `at` (CRLF is one). */
export function afterLineEnd(text: string, at: number): number {
  if (at >= text.length) return at;
  return text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1;
}

/** Start of the run of blanks before `at`. */
export function blanksBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && isBlank(text, start - 1)) start--;
  return start;
}

/** End of the run of blanks from `at`. */
export function blanksAfter(text: string, at: number): number {
  let stop = at;
  while (stop < text.length && isBlank(text, stop)) stop++;
  return stop;
}

/** True if only blanks precede `at` on its line. */
export function beginsLine(text: string, at: number): boolean {
  const start = blanksBefore(text, at);
  return start === 0 || isLineEnd(text, start - 1);
}

export function indentOf(text: string, at: number): string {
  const start = lineStart(text, at);
  let stop = start;
  while (text[stop] === ' ' || text[stop] === '\t' || text.charCodeAt(stop) === byteOrderMark) stop++;
  return text.slice(start, stop).replaceAll('\ufeff', '');
}

/** The line break style near `at`: the next one, else the previous, else `\n`. */
export function lineEndNear(text: string, at: number): string {
  const stop = lineStop(text, at);
  if (stop < text.length) return text.slice(stop, afterLineEnd(text, stop));
  const start = lineStart(text, at);
  if (start === 0) return '\n';
  return text.slice(start - 1, start) === '\n' && text[start - 2] === '\r' ? '\r\n' : text.slice(start - 1, start);
}

export const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);
