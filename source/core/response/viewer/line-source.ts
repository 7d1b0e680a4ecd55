/**
 * Lines of a large text, found on demand. Advancing only caches information determined by the text, so all readers of a source
 * get the same results.
 */
import { partitionPoint } from '../../partition-point.js';

/** A value, or the beginning or end of a container. */
export type LineKind = 'leaf' | 'open' | 'close';

/** Two offsets of the text. */
export type Range = readonly [from: number, to: number];

/** A line as ranges of the text. Nothing is copied until it is drawn. */
export interface LineParts {
  readonly kind: LineKind;
  /** Number of indentation levels, at most 127. */
  readonly depth: number;
  /** Name of the member, with quotes. */
  readonly key?: Range;
  /** A scalar, an empty container or a bracket. For plain text, the entire line. */
  readonly value: Range;
  readonly comma: boolean;
}

/** Maximum number of lines. The last line contains the rest. Each line takes up to nine bytes. */
export const maxLines = 20_000_000;

/** Lines by number, starting at 0. All methods except `has` accept known lines only. */
export interface LineSource {
  readonly text: string;
  /** False for plain text, which has no folds. */
  readonly json: boolean;
  readonly known: number;
  /** True once the entire text has been read. */
  readonly complete: boolean;
  /** Reads about `chars` more characters. */
  advance(chars: number): void;
  /** Reads until the line is known. Returns false if it does not exist. */
  has(line: number): boolean;
  /** Returns the offset of the line's first character. */
  start(line: number): number;
  kind(line: number): LineKind;
  /** Returns the closing line of an opening one (reading up to it), or the reverse. */
  partner(line: number): number;
  parts(line: number): LineParts;
}

/** Returns the known line at an offset. */
export function lineOfOffset(source: LineSource, offset: number): number {
  while (!source.complete && (source.known === 0 || source.start(source.known - 1) <= offset)) source.advance(1 << 16);
  return Math.max(0, partitionPoint(source.known, line => source.start(line) <= offset) - 1);
}
