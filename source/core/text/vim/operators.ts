/** Vim's operators and single-key changes: each turns a range or the cursor into changes of the text. */
import type { Change } from '../changes.js';
import {
  afterCharacters,
  firstNonBlank,
  indentEnd,
  lineBreak,
  lineBy,
  lineEnd,
  lineStart,
  nextCharacter,
  onCharacter,
  previousCharacter,
} from './lines.js';
import type { Target } from './motions.js';
import type { Range } from './objects.js';

/** Deleted or copied text. Complete lines have no line break at their end. */
export interface Register {
  readonly text: string;
  readonly isLines: boolean;
}

/** Result of a change. */
export interface Edit {
  readonly changes: readonly Change[];
  /** Returns the cursor in the changed text. */
  readonly cursor: (text: string) => number;
  /** Text for the register. */
  readonly register?: Register;
  /** True if insert mode follows. */
  readonly inserts?: boolean;
}

/** The range between the cursor and the target of a motion, by the rules of `:help exclusive` and `:help d-special`. */
export function rangeTo(text: string, at: number, target: Target, operator: string): Range {
  const from = Math.min(at, target.at);
  const end = Math.max(at, target.at);
  if (target.covers === 'lines') return linesOf(text, from, end);
  return adjusted(
    text,
    { from, to: target.covers === 'through' ? nextCharacter(text, end) : end, isLines: false },
    operator,
  );
}

export const linesOf = (text: string, from: number, to: number): Range => ({
  from: lineStart(text, from),
  to: lineEnd(text, to),
  isLines: true,
});

/** A range that ends at the start of a line ends in the line before, and becomes complete lines if it starts in an indentation. */
export function adjusted(text: string, { from, to, isLines }: Range, operator: string): Range {
  if (isLines || lineStart(text, from) === lineStart(text, to)) return { from, to, isLines };
  const isIndented = /^[ \t]*$/.test(text.slice(lineStart(text, from), from));
  if (to === lineStart(text, to)) {
    const end = lineEnd(text, lineBy(text, to, -1));
    return isIndented ? linesOf(text, from, end) : { from, to: Math.max(from, end), isLines: false };
  }
  const isRestBlank = /^[ \t]*$/.test(text.slice(to, lineEnd(text, to)));
  return operator === 'd' && isIndented && isRestBlank ? linesOf(text, from, to) : { from, to, isLines };
}

const registerOf = (text: string, { from, to, isLines }: Range): Register => ({ text: text.slice(from, to), isLines });

type Operator = (text: string, range: Range, at: number) => Edit;

const remove: Operator = (text, range) => {
  const register = registerOf(text, range);
  const { from, to } = range;
  if (!range.isLines) return { changes: [{ from, to, insert: '' }], cursor: now => onCharacter(now, from), register };
  const next = lineBreak(text, to);
  const isLast = next === text.length;
  const start = isLast && from > 0 ? lineEnd(text, lineBy(text, from, -1)) : from;
  const changes = [{ from: start, to: Math.min(text.length, next + 1), insert: '' }];
  return { changes, cursor: now => firstNonBlank(now, Math.min(from, now.length)), register };
};

const change: Operator = (text, range) => {
  const { to, isLines } = range;
  const from = isLines ? indentEnd(text, range.from) : range.from;
  return { changes: [{ from, to, insert: '' }], cursor: () => from, register: registerOf(text, range), inserts: true };
};

const copy: Operator = (text, range, at) => ({
  changes: [],
  cursor: () => (range.isLines && lineStart(text, at) === range.from ? at : range.from),
  register: registerOf(text, range),
});

const eachLine =
  (changed: (text: string, start: number, end: number) => Change | undefined): Operator =>
  (text, { from, to }) => {
    const changes: Change[] = [];
    for (let start = lineStart(text, from); ; start = lineBy(text, start, 1)) {
      const change = changed(text, start, lineEnd(text, start));
      if (change !== undefined) changes.push(change);
      if (lineBreak(text, start) >= to || lineBreak(text, start) === text.length) break;
    }
    return { changes, cursor: now => firstNonBlank(now, lineStart(text, from)) };
  };

const indent = eachLine((_, start, end) => (start === end ? undefined : { from: start, to: start, insert: '  ' }));

const outdent = eachLine((text, start, end) => {
  const blanks = /^(?:\t| {1,2})/.exec(text.slice(start, end))?.[0].length ?? 0;
  return blanks === 0 ? undefined : { from: start, to: start + blanks, insert: '' };
});

const switchCase = (text: string): string =>
  text.replace(/\p{L}/gu, letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));

const convert =
  (to: (text: string) => string): Operator =>
  (text, range, at) => ({
    changes: [{ from: range.from, to: range.to, insert: to(text.slice(range.from, range.to)) }],
    cursor: () => (range.isLines ? at : range.from),
  });

/** Operators by their keys. `dd` and its like apply to lines. */
export const operators: Readonly<Record<string, Operator>> = {
  d: remove,
  c: change,
  y: copy,
  '>': indent,
  '<': outdent,
  'g~': convert(switchCase),
  gu: convert(text => text.toLowerCase()),
  gU: convert(text => text.toUpperCase()),
};

/** Replaces each of the next characters in the line; undefined if there are fewer. */
export function replaceCharacters(text: string, at: number, count: number, character: string): Edit | undefined {
  const last = afterCharacters(text, at, count - 1);
  if (last >= lineEnd(text, at)) return undefined;
  const to = nextCharacter(text, last);
  return {
    changes: [{ from: at, to, insert: character.repeat(count) }],
    cursor: () => at + character.length * (count - 1),
  };
}

export function toggleCase(text: string, at: number, count: number): Edit | undefined {
  const to = afterCharacters(text, at, count);
  if (to === at) return undefined;
  return { changes: [{ from: at, to, insert: switchCase(text.slice(at, to)) }], cursor: now => onCharacter(now, to) };
}

/** Joins lines with one space, or none before `)` and after a blank. */
export function joinLines(text: string, at: number, count: number): Edit | undefined {
  const changes: Change[] = [];
  let start = lineStart(text, at);
  let contentStart = start;
  let hasText = false;
  let cursor = at;
  let shift = 0;
  for (let left = Math.max(2, count) - 1; left > 0; left--) {
    const end = lineEnd(text, start);
    const next = lineBy(text, start, 1);
    if (next === start) break;
    const to = indentEnd(text, next);
    // A blank is needed after an empty line as well, unless nothing precedes it.
    const last = end > contentStart ? text[end - 1] : '';
    hasText ||= last !== '';
    const isSeparate = !hasText || to === lineEnd(text, next) || text[to] === ')' || /\s/.test(last ?? '');
    const insert = isSeparate ? '' : ' ';
    changes.push({ from: end, to, insert });
    contentStart = to;
    cursor = end + shift;
    shift += insert.length - (to - end);
    start = next;
  }
  return changes.length === 0 ? undefined : { changes, cursor: now => onCharacter(now, cursor) };
}

/** Inserts the register after or before the cursor. */
export function put(text: string, at: number, count: number, register: Register, isBefore: boolean): Edit | undefined {
  if (register.text === '' && !register.isLines) return undefined;
  const lineBreakText = text.includes('\r\n') ? '\r\n' : '\n';
  if (register.isLines) {
    const block = Array.from({ length: count }, () => register.text).join(lineBreakText);
    const start = lineStart(text, at);
    const end = lineEnd(text, at);
    const [from, insert] = isBefore ? [start, block + lineBreakText] : [end, lineBreakText + block];
    return {
      changes: [{ from, to: from, insert }],
      cursor: now => firstNonBlank(now, isBefore ? start : end + lineBreakText.length),
    };
  }
  const insert = register.text.repeat(count);
  const from = isBefore || at === lineEnd(text, at) ? at : nextCharacter(text, at);
  const last = insert.includes('\n') ? from : previousCharacter(insert, insert.length) + from;
  return { changes: [{ from, to: from, insert }], cursor: () => last };
}
