/** Vim's text objects (`iw`, `a"`, `i{`, `ap` …) as ranges. */
import { lineBy, lineEnd, lineStart } from './lines.js';
import { classAt } from './words.js';

/** A range of the text. `to` is exclusive; `isLines` for complete lines without the last line break. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly isLines: boolean;
}

type TextObject = (text: string, at: number, isAround: boolean) => Range | undefined;

const characters = (from: number, to: number): Range => ({ from, to, isLines: false });

const word =
  (isBig: boolean): TextObject =>
  (text, at, isAround) => {
    const [start, end] = [lineStart(text, at), lineEnd(text, at)];
    if (start === end) return characters(at, at);
    const runFrom = (from: number, step: 1 | -1): number => {
      const kind = classAt(text, from, isBig);
      let to = from;
      while (to + step >= start && to + step < end && classAt(text, to + step, isBig) === kind) to += step;
      return to;
    };
    const isBlank = (index: number): boolean => classAt(text, index, isBig) === 0;
    const from = runFrom(at, -1);
    const to = runFrom(at, 1) + 1;
    if (!isAround) return characters(from, to);
    if (to < end && (isBlank(at) || isBlank(to))) return characters(from, runFrom(to, 1) + 1);
    if (isBlank(at) || from === start || !isBlank(from - 1)) return characters(from, to);
    const blanks = runFrom(from - 1, -1);
    // Indentation is not part of the first word.
    return characters(blanks > start ? blanks : from, to);
  };

const quotation =
  (quote: string): TextObject =>
  (text, at, isAround) => {
    const [start, end] = [lineStart(text, at), lineEnd(text, at)];
    const marks = quotesIn(text, quote, start, end);
    const nth = marks.findIndex((mark, index) => index % 2 === 1 && mark >= at);
    const [open = 0, close = 0] = nth < 0 ? [] : marks.slice(nth - 1);
    if (nth < 0) return undefined;
    if (!isAround) return characters(open + 1, close);
    const isBlank = (index: number): boolean => /[ \t]/.test(text[index] ?? '');
    let to = close + 1;
    while (to < end && isBlank(to)) to += 1;
    let from = open;
    if (to === close + 1) while (from > start && isBlank(from - 1)) from -= 1;
    return characters(from, to);
  };

/** Returns the positions of the quotes in a line, except those after a backslash. */
function quotesIn(text: string, quote: string, start: number, end: number): readonly number[] {
  const marks: number[] = [];
  for (let index = start; index < end; index++) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) marks.push(index);
  }
  return marks;
}

const block =
  (open: string, close: string): TextObject =>
  (text, at, isAround) => {
    // Outside of a block, the object is the next one.
    const from =
      unmatchedBracket(text, text[at] === close ? at - 1 : at, open, close, -1) ??
      unmatchedBracket(text, at, open, close, 1);
    const to = from === undefined ? undefined : unmatchedBracket(text, from + 1, close, open, 1);
    if (from === undefined || to === undefined) return undefined;
    if (isAround) return characters(from, to + 1);
    // A bracket alone on its line leaves complete lines between the brackets.
    const breakLength = /^\r?\n/.exec(text.slice(from + 1, from + 3))?.[0].length ?? 0;
    const inner = from + 1 + breakLength;
    const line = lineStart(text, to);
    const end = line > from && /^[ \t]*$/.test(text.slice(line, to)) ? line : to;
    return characters(Math.min(inner, end), end);
  };

/** Finds a bracket without a partner, starting at a position. */
export function unmatchedBracket(
  text: string,
  start: number,
  bracket: string,
  partner: string,
  step: 1 | -1,
): number | undefined {
  let depth = 0;
  for (let at = start; at >= 0 && at < text.length; at += step) {
    if (text[at] === bracket) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (text[at] === partner) depth += 1;
  }
  return undefined;
}

const paragraph: TextObject = (text, at, isAround) => {
  const isBlank = (start: number): boolean => /^[ \t]*$/.test(text.slice(start, lineEnd(text, start)));
  /** The last line of the run of blank or other lines that begins at a line. */
  const runFrom = (start: number, step: 1 | -1): number => {
    let line = start;
    for (let next = lineBy(text, line, step); next !== line && isBlank(next) === isBlank(start); ) {
      line = next;
      next = lineBy(text, line, step);
    }
    return line;
  };
  const start = lineStart(text, at);
  let first = runFrom(start, -1);
  let last = runFrom(start, 1);
  if (isAround) {
    const next = lineBy(text, last, 1);
    const previous = lineBy(text, first, -1);
    if (next !== last) last = runFrom(next, 1);
    else if (isBlank(start)) return undefined;
    else if (previous !== first) first = runFrom(previous, -1);
  }
  return { from: first, to: lineEnd(text, last), isLines: true };
};

const table: readonly (readonly [keys: string, object: TextObject])[] = [
  ['w', word(false)],
  ['W', word(true)],
  ['"', quotation('"')],
  ["'", quotation("'")],
  ['`', quotation('`')],
  ['()b', block('(', ')')],
  ['{}B', block('{', '}')],
  ['[]', block('[', ']')],
  ['<>', block('<', '>')],
  ['p', paragraph],
];

/** Text objects by their two keys, such as `iw`. */
export const objects: Readonly<Record<string, (text: string, at: number) => Range | undefined>> = Object.fromEntries(
  table.flatMap(([keys, object]) =>
    [...keys].flatMap(key => [
      [`i${key}`, (text: string, at: number) => object(text, at, false)] as const,
      [`a${key}`, (text: string, at: number) => object(text, at, true)] as const,
    ]),
  ),
);
