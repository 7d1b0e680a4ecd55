/**
 * Walks the lexer's tokens and the bytes between them. Commas and the byte order mark are not tokens. Comments are tokens,
 * although they are not part of the grammar.
 */
import { type ASTNode, type Location, type Token, TokenKind } from 'graphql';

/** Every node of a parsed text has a location. */
export const locOf = (node: ASTNode): Location => node.loc as Location;
export const startOf = (node: ASTNode): number => locOf(node).start;
export const endOf = (node: ASTNode): number => locOf(node).end;

/** Returns the next token, skipping comments. */
export function nextToken(token: Token): Token | null {
  let at = token.next;
  while (at?.kind === TokenKind.COMMENT) at = at.next;
  return at;
}

/** Returns the previous token, skipping comments. */
export function previousToken(token: Token): Token | null {
  let at = token.prev;
  while (at?.kind === TokenKind.COMMENT) at = at.prev;
  return at;
}

/** Returns true if there is a comment between two offsets. The search starts from a token at or before `from`. */
export function hasComment(first: Token, from: number, to: number, except: readonly Range[] = []): boolean {
  for (let at: Token | null = first; at !== null && at.start < to; at = at.next) {
    const token = at;
    if (token.kind !== TokenKind.COMMENT || token.start < from) continue;
    if (!except.some(range => token.start >= range.from && token.start < range.to)) return true;
  }
  return false;
}

/** Two offsets in UTF-16 code units, `to` exclusive. */
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

/** Returns true at a line break. A lone CR counts as one. */
export const isLineEnd = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code === lineFeed || code === carriageReturn;
};

/** Returns true for white space within a line and for commas, which are insignificant too. */
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

/** Returns the offset after the line break at `at`. CRLF is one line break. */
export function afterLineEnd(text: string, at: number): number {
  if (at >= text.length) return at;
  return text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1;
}

/** Returns the start of the run of blanks before `at`. */
export function blanksBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && isBlank(text, start - 1)) start--;
  return start;
}

/** Returns the end of the run of blanks from `at`. */
export function blanksAfter(text: string, at: number): number {
  let stop = at;
  while (stop < text.length && isBlank(text, stop)) stop++;
  return stop;
}

/** Returns true if only blanks precede `at` on its line. */
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

/** Returns the style of the next line break after `at`, otherwise of the previous one, otherwise `\n`. */
export function lineEndNear(text: string, at: number): string {
  const stop = lineStop(text, at);
  if (stop < text.length) return text.slice(stop, afterLineEnd(text, stop));
  const start = lineStart(text, at);
  if (start === 0) return '\n';
  return text.slice(start - 1, start) === '\n' && text[start - 2] === '\r' ? '\r\n' : text.slice(start - 1, start);
}

export const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);

/** Makes a name unique by appending a number. */
export function freeName(base: string, taken: { has(name: string): boolean }, separator = ''): string {
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}${separator}${number}`;
  return name;
}
