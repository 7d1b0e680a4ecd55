/** Names prepared for matching: letters, and positions of their words. Names are untrusted: any length, any character. */

/** A name prepared for matching. */
export interface Name {
  readonly text: string;
  /** Lower-case text of the same length as the name, at most `maxNameLength` letters. */
  readonly low: string;
  /** Letters and digits that occur, as bits. Excludes most names quickly. */
  readonly mask: number;
  /** Positions of the words in the name. */
  readonly starts: readonly number[];
}

/** Maximum number of letters of a name to match. */
export const maxNameLength = 256;
/** Converts text to lower case without changing its length, so that positions remain valid. */
export function lower(text: string): string {
  const low = text.toLowerCase();
  if (low.length === text.length) return low;
  return text.replace(/[A-Z]/g, letter => letter.toLowerCase());
}

/** Prepares a name. */
export function nameOf(text: string): Name {
  const low = lower(text.length > maxNameLength ? text.slice(0, maxNameLength) : text);
  return { text, low, mask: maskOf(low), starts: wordStarts(text) };
}

/** Returns one bit for each of a–z, one for digits, and one for everything else. */
export function maskOf(low: string): number {
  let mask = 0;
  for (let i = 0; i < low.length; i++) {
    mask |= 1 << bitOf(low.charCodeAt(i));
  }
  return mask;
}

function bitOf(code: number): number {
  if (isLower(code)) return code - 97;
  return isDigit(code) ? 26 : 27;
}

const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isLower = (code: number): boolean => code >= 97 && code <= 122;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isWord = (code: number): boolean => isUpper(code) || isLower(code) || isDigit(code) || code > 127;

/** Returns true where a word of the name starts: `pull|Request`, `HTTP|Server`, `CREATED|_AT`, `sha|256`. */
function startsWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (!isWord(code)) return false;
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  if (!isWord(before)) return true;
  if (isDigit(code)) return !isDigit(before);
  if (!isUpper(code)) return isDigit(before);
  return !isUpper(before) || isLower(text.charCodeAt(at + 1));
}

/** Returns the positions where words start. */
function wordStarts(text: string): number[] {
  const starts: number[] = [];
  const end = Math.min(text.length, maxNameLength);
  for (let i = 0; i < end; i++) if (startsWord(text, i)) starts.push(i);
  return starts;
}

/** Start (inclusive) and end (exclusive) in code units. */
export type Range = readonly [from: number, to: number];

/** Sorts ranges and merges overlapping and adjacent ones. */
export function joinedRanges(ranges: readonly Range[]): readonly Range[] {
  const all: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last === undefined || last[1] < range[0]) all.push(range);
    else all[all.length - 1] = [last[0], Math.max(last[1], range[1])];
  }
  return all;
}
