/** Lists narrowed by typing: which entries fit, the best first, and where. Pure functions on texts that may be hostile. */

import { joinedRanges, nameOf, type Range } from '../search/name.js';
import { matchRanges } from '../search/name-match.js';

/** The texts an entry is found by. */
export interface Named {
  readonly name: string;
  /** Found after the names. */
  readonly about?: string;
  /** Other names: a group, an ID, words people bring from other programs. */
  readonly others?: readonly string[];
}

/** The words of a filter, in lower case. */
export const filterWords = (typed: string): readonly string[] =>
  typed.trim().toLowerCase().split(/\s+/).filter(Boolean);

/** Letters that only occur in order: they count where nothing contains what was typed. */
const scattered = 6;

/** Rank of a match, 0 best; undefined: no match. */
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

/** True if the letters occur in the text in this order, the first at the beginning of a word. */
function isScattered(letters: string, text: string): boolean {
  const starts = text.split(/[^\p{L}\p{N}]+/u).some(word => word.startsWith(letters[0] ?? ''));
  let at = 0;
  for (const letter of text) if (letter === letters[at]) at += 1;
  return starts && at === letters.length;
}

/**
 * The entries that fit all words of a filter, in any order and case; best first, among equals in their own order.
 * @param keepsOrder entries that have a place in time stay in it, and letters in order are no match
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

/** Longer texts are not searched for what to mark, in code units. */
const maxMarkedLength = 2000;

/** Where the words of a filter are in a text: each once; without any, letters in order. Half-open, sorted, apart. */
export function narrowedRanges(text: string, typed: string): readonly Range[] {
  const words = filterWords(typed);
  const low = text.toLowerCase();
  // A text that changes its length has other offsets.
  if (words.length === 0 || text.length > maxMarkedLength || low.length !== text.length) return [];
  const found = words.flatMap((word): Range[] => {
    const at = placeOf(low, word);
    return at < 0 ? [] : [[at, at + word.length]];
  });
  return joinedRanges(found.length > 0 ? found : matchRanges(nameOf(text), words.join(''), scattered));
}

const continues = /[\p{L}\p{N}]$/u;

/** The first place at which a word of the text begins so; else the first at all, or -1. */
function placeOf(low: string, word: string): number {
  const first = low.indexOf(word);
  for (let at = first; at >= 0; at = low.indexOf(word, at + 1)) {
    if (!continues.test(low.slice(Math.max(0, at - 2), at))) return at;
  }
  return first;
}
