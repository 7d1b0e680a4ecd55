/**
 * Filters lists while the user types: which entries match, best first, and where. Pure functions that accept untrusted texts.
 */

import { joinedRanges, nameOf, type Range } from '../search/name.js';
import { matchRanges } from '../search/name-match.js';

/** Texts by which an entry is found. */
export interface Named {
  readonly name: string;
  /** Searched after the names. */
  readonly about?: string;
  /** Alternative names: a group, an ID, terms that users know from other programs. */
  readonly others?: readonly string[];
}

/** Returns the words of a filter in lower case. */
const filterWords = (typed: string): readonly string[] => typed.trim().toLowerCase().split(/\s+/).filter(Boolean);

/** Rank of a match whose letters only occur in order. It counts only if no entry contains the typed text. */
const scattered = 6;

/** Returns the rank of a match (0 is best), or undefined if there is none. */
function rankOf({ name, about = '', others = [] }: Named, words: readonly string[]): number | undefined {
  const filter = words.join(' ');
  if (filter === '') return 0;
  const low = name.toLowerCase();
  const lowOthers = others.map(each => each.toLowerCase());
  const is = (text: string): boolean => text === filter;
  const begins = (text: string): boolean => text.startsWith(filter);
  if (is(low) || lowOthers.some(is)) return 0;
  if (begins(low)) return 1;
  if (lowOthers.some(begins)) return 2;
  const names = [low, ...lowOthers].join(' ');
  const parts = names.split(/[^\p{L}\p{N}]+/u);
  if (words.every(word => parts.some(part => part.startsWith(word)))) return 3;
  if (words.every(word => names.includes(word))) return 4;
  const all = `${names} ${about.toLowerCase()}`;
  if (words.every(word => all.includes(word))) return 5;
  return isScattered(words.join(''), low) ? scattered : undefined;
}

/** Returns true if the letters occur in the text in this order, the first one at the start of a word. */
function isScattered(letters: string, text: string): boolean {
  const starts = text.split(/[^\p{L}\p{N}]+/u).some(word => word.startsWith(letters[0] ?? ''));
  let at = 0;
  for (const letter of text) if (letter === letters[at]) at += 1;
  return starts && at === letters.length;
}

/**
 * Returns the entries that match all words of a filter, regardless of order and case. They are sorted best first, and equal
 * matches stay in their original order.
 * @param keepsOrder true to preserve a chronological order; letters that only occur in order then do not match
 */
export function narrow<E>(
  entries: readonly E[],
  typed: string,
  namedOf: (entry: E) => Named,
  keepsOrder = false,
): readonly E[] {
  const words = filterWords(typed);
  if (words.length === 0) return entries;
  const ranked = entries.flatMap(entry => {
    const rank = rankOf(namedOf(entry), words);
    return rank === undefined ? [] : [{ entry, rank }];
  });
  const whole = ranked.filter(each => each.rank < scattered);
  if (keepsOrder) return whole.map(each => each.entry);
  return (whole.length > 0 ? whole : ranked).sort((a, b) => a.rank - b.rank).map(each => each.entry);
}

/** Maximum length, in code units, of texts in which matches are highlighted. */
const maxMarkedLength = 2000;

/**
 * Returns the ranges of the filter's words in a text: one for each word or, if no word occurs, the letters in order. The ranges
 * are half-open, sorted and disjoint.
 */
export function narrowedRanges(text: string, typed: string): readonly Range[] {
  const words = filterWords(typed);
  const low = text.toLowerCase();
  // If lower-casing changes the length of a text, offsets differ.
  if (words.length === 0 || text.length > maxMarkedLength || low.length !== text.length) return [];
  const ranges = words.flatMap((word): Range[] => {
    const at = placeOf(low, word);
    return at < 0 ? [] : [[at, at + word.length]];
  });
  return joinedRanges(ranges.length > 0 ? ranges : matchRanges(nameOf(text), words.join(''), scattered));
}

const continues = /[\p{L}\p{N}]$/u;

/** Returns the first position where a word of the text starts this way, otherwise the first occurrence, or -1. */
function placeOf(low: string, word: string): number {
  const first = low.indexOf(word);
  for (let at = first; at >= 0; at = low.indexOf(word, at + 1)) {
    if (!continues.test(low.slice(Math.max(0, at - 2), at))) return at;
  }
  return first;
}
