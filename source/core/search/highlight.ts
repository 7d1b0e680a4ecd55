/** Finds the characters of a name that a query matches, for highlighting. */
import { memoizeWeak } from '../memoize-weak.js';
import type { Asked } from './ask.js';
import type { Corpus } from './corpus.js';
import { joinedRanges, maskOf, nameOf, type Range } from './name.js';
import { matchRanges, nearRange, type Tier, tiers } from './name-match.js';
import { matchesOf } from './word-matches.js';

/** The corpus words that each typed word matches, cached because a search highlights many names. */
const matchesIn = memoizeWeak((corpus: Corpus) =>
  memoizeWeak(({ words }: Asked) => words.map(word => new Set(matchesOf(corpus, word).map(({ id }) => id)))),
);

/**
 * Returns the ranges of a name that match, sorted and disjoint: the typed characters, or the entire word if another form or a
 * synonym matches.
 * @param fit how the result matches a single typed word; letters that only occur in order are not highlighted elsewhere
 */
export function highlight(corpus: Corpus, asked: Asked, text: string, fit: Tier = tiers.inside): readonly Range[] {
  const name = nameOf(text);
  const { single } = asked;
  if (single !== undefined) {
    const slip = fit === tiers.near || fit === tiers.nearly ? nearRange(name, single, maskOf(single)) : undefined;
    const ranges = slip === undefined ? matchRanges(name, single, fit === tiers.order ? fit : tiers.inside) : [slip];
    if (ranges.length > 0) return ranges;
  }
  const matches = matchesIn(corpus)(asked);
  return joinedRanges(
    name.starts.flatMap((start, nth): Range[] => {
      const piece = name.low.slice(start, name.starts[nth + 1] ?? name.low.length);
      const word = /^[\p{L}\p{N}]+/u.exec(piece)?.[0] ?? '';
      const id = corpus.wordIds.get(word);
      const typed = asked.words.filter((_, at) => id !== undefined && matches[at]?.has(id)).map(each => each.text);
      if (typed.length === 0) return [];
      const letters = typed.map(each => (word.startsWith(each) ? each.length : word.length));
      return [[start, start + Math.max(...letters)]];
    }),
  );
}
