/**
 * Lines of a large text, found on demand. Advancing only caches what the text determines, so all readers of a source see the
 * same.
 */

/** A value, or the beginning or end of a container. */
export type LineKind = 'leaf' | 'open' | 'close';

/** Two offsets of the text. */
export type Range = readonly [from: number, to: number];

/** A line as ranges of the text; nothing is copied until drawing. */
export interface LineParts {
  readonly kind: LineKind;
  /** Indentation levels, at most 127. */
  readonly depth: number;
  /** The member's name with quotes. */
  readonly key?: Range;
  /** Scalar, empty container or bracket; the whole line of plain text. */
  readonly value: Range;
  readonly comma: boolean;
}

/** Line limit; the last line has the rest. Each takes up to nine bytes. */
export const maxLines = 20_000_000;

/** Lines by number, from 0. Except for `has`, methods take known lines only. */
export interface LineSource {
  readonly text: string;
  /** False: plain text without folds. */
  readonly json: boolean;
  readonly known: number;
  /** True once the whole text has been read. */
  readonly complete: boolean;
  /** Reads about `chars` more characters. */
  advance(chars: number): void;
  /** Reads until the line is known; false if it does not exist. */
  has(line: number): boolean;
  /** Offset of the line's first character. */
  start(line: number): number;
  kind(line: number): LineKind;
  /** The closing line of an opening one (reads that far), or the reverse. */
  partner(line: number): number;
  parts(line: number): LineParts;
}

/** The known line of an offset. */
export function lineOfOffset(source: LineSource, offset: number): number {
  while (!source.complete && (source.known === 0 || source.start(source.known - 1) <= offset)) source.advance(1 << 16);
  let low = 0;
  let high = source.known - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (source.start(middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
