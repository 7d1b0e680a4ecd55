/** Vim's motions as one table. The same motions move the cursor, extend the selection and give an operator its range. */
import {
  afterCharacters,
  firstNonBlank,
  lineBy,
  lineEnd,
  lineNumbered,
  lineStart,
  onCharacter,
  previousCharacter,
} from './lines.js';
import { unmatchedBracket } from './objects.js';
import { classAt, wordBack, wordEnd, wordEndBack, wordForward } from './words.js';

/** A search for a character in the line, repeated by `;` and `,`. */
export interface CharacterSearch {
  readonly key: 'f' | 'F' | 't' | 'T';
  readonly character: string;
}

interface MotionContext {
  readonly text: string;
  /** Position of the cursor. */
  readonly at: number;
  /** 1 if no count was typed. */
  readonly count: number;
  readonly hasCount: boolean;
  /** The key after `f`, `F`, `t` or `T`. */
  readonly character: string;
  /** Column that `j` and `k` try to reach; Infinity after `$`. */
  readonly goal: number;
  /** The pending operator, or an empty string. */
  readonly operator: string;
  readonly lastSearch?: CharacterSearch | undefined;
}

/**
 * Where a motion leads. An operator applies to complete lines (`lines`), to the text before the target (`before`) or to the
 * text up to and including its character (`through`).
 */
export interface Target {
  readonly at: number;
  readonly covers: 'lines' | 'before' | 'through';
  /** Set by vertical motions and `$`; other motions set the goal to their column. */
  readonly goal?: number;
}

/** Returns the target, or undefined if the motion fails; the command is then dropped. */
export type Motion = (context: MotionContext) => Target | undefined;

const repeat = (count: number, from: number, step: (at: number) => number): number => {
  let at = from;
  for (let left = Math.min(count, 100_000); left > 0; left--) {
    const next = step(at);
    if (next === at) break;
    at = next;
  }
  return at;
};

const before = (at: number): Target => ({ at, covers: 'before' });
const through = (at: number): Target => ({ at, covers: 'through' });
const lines = (at: number): Target => ({ at, covers: 'lines' });

function vertical({ text, at, count, goal }: MotionContext, direction: 1 | -1): Target | undefined {
  const start = lineStart(text, at);
  const next = lineBy(text, start, direction * count);
  return next === start ? undefined : { at: afterCharacters(text, next, goal), covers: 'lines', goal };
}

function right({ text, at, count, operator }: MotionContext): Target | undefined {
  const to = afterCharacters(text, at, count);
  if (operator !== '') return before(to);
  if (to === at) return undefined;
  const last = onCharacter(text, to);
  return last === at ? undefined : before(last);
}

function left({ text, at, count, operator }: MotionContext): Target | undefined {
  const to = repeat(count, at, from => (from > lineStart(text, at) ? previousCharacter(text, from) : from));
  return to === at && operator === '' ? undefined : before(to);
}

const toWord =
  (isBig: boolean): Motion =>
  ({ text, at, count, operator }) => {
    if (operator === 'c' && classAt(text, at, isBig) !== 0) {
      const first = wordEnd(text, at, isBig, true);
      return through(repeat(count - 1, first, from => wordEnd(text, from, isBig)));
    }
    let to = at;
    for (let left = count; left > 0; left--) to = wordForward(text, to, isBig, operator !== '' && left === 1);
    if (operator !== '') return before(to);
    const reached = to >= text.length ? onCharacter(text, text.length) : to;
    return reached === at ? undefined : before(reached);
  };

const toWordEnd =
  (isBig: boolean): Motion =>
  ({ text, at, count, operator }) => {
    const to = repeat(count, at, from => wordEnd(text, from, isBig));
    return to === at && operator === '' ? undefined : through(to);
  };

const back =
  (step: typeof wordBack, covers: Target['covers'], isBig: boolean): Motion =>
  ({ text, at, count }) =>
    at === 0 ? undefined : { at: repeat(count, at, from => step(text, from, isBig)), covers };

/** Paragraphs end at empty lines. */
function paragraph({ text, at, count }: MotionContext, direction: 1 | -1): Target | undefined {
  let start = lineStart(text, at);
  for (let left = count; left > 0; left--) {
    const next = paragraphEnd(text, start, direction);
    if (next === undefined) return left > 1 ? undefined : textEnd(text, at, direction);
    start = next;
  }
  return before(start);
}

/** Returns the next empty line after a line with text, or undefined if there is none. */
function paragraphEnd(text: string, line: number, direction: 1 | -1): number | undefined {
  const isEmpty = (start: number): boolean => lineEnd(text, start) === start;
  let start = line;
  let hasText = !isEmpty(start);
  for (;;) {
    const next = lineBy(text, start, direction);
    if (next === start) return undefined;
    start = next;
    if (isEmpty(start) && hasText) return start;
    hasText ||= !isEmpty(start);
  }
}

/** Returns the start or end of the text as the target of a motion by paragraphs. */
function textEnd(text: string, at: number, direction: 1 | -1): Target | undefined {
  if (direction < 0) return at === 0 ? undefined : before(0);
  const last = lineStart(text, text.length);
  const end = lineEnd(text, last);
  return end === last ? before(last) : through(previousCharacter(text, end));
}

const partners: Readonly<Record<string, readonly [partner: string, direction: 1 | -1]>> = {
  '(': [')', 1],
  '[': [']', 1],
  '{': ['}', 1],
  ')': ['(', -1],
  ']': ['[', -1],
  '}': ['{', -1],
};

/** The bracket that matches the first bracket at or after the cursor in its line. */
function matchingBracket({ text, at }: MotionContext): Target | undefined {
  const line = text.slice(at, lineEnd(text, at));
  const offset = line.search(/[()[\]{}]/);
  if (offset < 0) return undefined;
  const bracket = text[at + offset] ?? '';
  const [partner, direction] = partners[bracket] ?? ['', 1];
  const to = unmatchedBracket(text, at + offset + direction, partner, bracket, direction);
  return to === undefined ? undefined : through(to);
}

/** Finds a character in the line. `t` and `T` stop next to it. */
function searchCharacter(
  { text, at, count }: MotionContext,
  { key, character }: CharacterSearch,
  isRepeated: boolean,
): Target | undefined {
  const isForward = key === 'f' || key === 't';
  const isNextTo = key === 't' || key === 'T';
  const step = isForward ? 1 : -1;
  const start = lineStart(text, at);
  const line = text.slice(start, lineEnd(text, at));
  let to = at - start;
  // `;` after `t` would stay where it is, so it skips the character next to the cursor.
  if (isRepeated && isNextTo && count === 1 && line[to + step] === character) to += step;
  for (let left = count; left > 0; left--) {
    if (to + step < 0) return undefined;
    to = isForward ? line.indexOf(character, to + 1) : line.lastIndexOf(character, to - 1);
    if (to < 0) return undefined;
  }
  const target = start + to - (isNextTo ? step : 0);
  return isForward ? through(target) : before(target);
}

const opposite: Readonly<Record<CharacterSearch['key'], CharacterSearch['key']>> = { f: 'F', F: 'f', t: 'T', T: 't' };

const search =
  (key: CharacterSearch['key']): Motion =>
  context =>
    searchCharacter(context, { key, character: context.character }, false);

const searchAgain =
  (turn: (key: CharacterSearch['key']) => CharacterSearch['key']): Motion =>
  context => {
    const { lastSearch } = context;
    if (lastSearch === undefined) return undefined;
    return searchCharacter(context, { ...lastSearch, key: turn(lastSearch.key) }, true);
  };

/** The next or previous occurrence of the word at the cursor, or of the next word in its line. */
function occurrence({ text, at, count }: MotionContext, direction: 1 | -1): Target | undefined {
  const words = [...text.matchAll(/[\p{L}\p{N}_]+/gu)];
  const end = lineEnd(text, at);
  const word = words.find(match => match.index + match[0].length > at && match.index < end);
  if (word === undefined) return undefined;
  const all = words.filter(match => match[0] === word[0]).map(match => match.index);
  const index = all.indexOf(word.index) + direction * count;
  const to = all[((index % all.length) + all.length) % all.length];
  return to === undefined ? undefined : before(to);
}

/** Motions by their keys. `f`, `F`, `t` and `T` are followed by a character. */
export const motions: Readonly<Record<string, Motion>> = {
  h: left,
  l: right,
  j: context => vertical(context, 1),
  k: context => vertical(context, -1),
  '0': ({ text, at }) => before(lineStart(text, at)),
  '^': ({ text, at }) => before(firstNonBlank(text, at)),
  $: ({ text, at, count }) => {
    const start = lineBy(text, at, count - 1);
    return { ...through(onCharacter(text, lineEnd(text, start))), goal: Number.POSITIVE_INFINITY };
  },
  w: toWord(false),
  W: toWord(true),
  b: back(wordBack, 'before', false),
  B: back(wordBack, 'before', true),
  e: toWordEnd(false),
  E: toWordEnd(true),
  ge: back(wordEndBack, 'through', false),
  gE: back(wordEndBack, 'through', true),
  gg: ({ text, count }) => lines(firstNonBlank(text, lineNumbered(text, count))),
  G: ({ text, count, hasCount }) =>
    lines(firstNonBlank(text, hasCount ? lineNumbered(text, count) : lineStart(text, text.length))),
  '}': context => paragraph(context, 1),
  '{': context => paragraph(context, -1),
  '%': matchingBracket,
  f: search('f'),
  F: search('F'),
  t: search('t'),
  T: search('T'),
  ';': searchAgain(key => key),
  ',': searchAgain(key => opposite[key]),
  '*': context => occurrence(context, 1),
  '#': context => occurrence(context, -1),
};

export const isCharacterSearch = (key: string): key is CharacterSearch['key'] => /^[fFtT]$/.test(key);
