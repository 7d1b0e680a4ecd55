/**
 * A large text as lines that are found when they are asked for. Reading on is a memory of what the text says anyway, so
 * two readers of one source never see different things.
 */

/** What a line is: one value, the beginning of a container, or its end. */
export type LineKind = 'leaf' | 'open' | 'close';

/** Two offsets of the text. */
export type Range = readonly [from: number, to: number];

/** A line as ranges of the text; nothing is copied until it is drawn. */
export interface LineParts {
  readonly kind: LineKind;
  /** Levels it is indented, at most 127. */
  readonly depth: number;
  /** The member's name with its quotes, if it has one. */
  readonly key?: Range;
  /** Scalar, empty container or bracket; of plain text the whole line. */
  readonly value: Range;
  /** True if another element follows it. */
  readonly comma: boolean;
}

/** Lines that are kept; what is behind them stands on the last one. Each takes up to nine bytes. */
export const maxLines = 20_000_000;

/** Lines by number, from 0. `start`, `kind`, `partner` and `parts` take only lines that `has` found. */
export interface LineSource {
  readonly text: string;
  /** False: plain text, nothing to fold. */
  readonly json: boolean;
  /** Lines that were found so far. */
  readonly known: number;
  /** True once the whole text has been read. */
  readonly complete: boolean;
  /** Reads about `chars` characters further. */
  advance(chars: number): void;
  /** Reads until a line is known; false if there is no such line. */
  has(line: number): boolean;
  /** Offset of a known line's first character. */
  start(line: number): number;
  kind(line: number): LineKind;
  /** The line that closes an opening one (read that far), or opens a closing one. */
  partner(line: number): number;
  parts(line: number): LineParts;
}

/** The known line that an offset of the text is in: the last one that begins at or before it. */
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
