/** Measures how closely a query word matches the name of a field or type, and how much of the name it covers. */
import { memoizeTexts, memoizeWeak } from '../../memoize-weak.js';
import { plainWord } from '../../search/ask.js';
import { matchesOf, variants } from '../../search/word-matches.js';
import type { SearchIndex } from './entries.js';
import { wayGraphOf } from './way-graph.js';

/** How exactly a word matches part of a name. `slip` is a match with a typo. */
const exactness = { whole: 1, plural: 0.95, beginning: 0.8, slip: 0.6 } as const;

/** Matches of a word. Lists are parallel to the names of the corpus. */
export interface WordMatches {
  /** Matching names. */
  readonly ids: readonly number[];
  /** One of `exactness`, or 0 if the word is not in the name. */
  readonly scores: Float32Array;
  /** Number of letters of the name that the word covers, plus a bonus if the name starts with it. */
  readonly covers: Float32Array;
  /** False if the word matches no name at all. */
  readonly fits: boolean;
  /** True if the word matches only with a typo. */
  readonly isSlip: boolean;
  /** True if the word asks for a count and therefore also matches fields whose type implies one. */
  readonly asksHowMany: boolean;
}

/** Words that ask for a count. */
const howMany = new Set(['count', 'number', 'total']);
/** Bonus for a match at the start, in letters. */
const beginning = 0.5;

function exactnessOf(worth: number): number {
  if (worth === variants.exact) return exactness.whole;
  if (worth === variants.slip) return exactness.slip;
  return worth === variants.plural ? exactness.plural : exactness.beginning;
}

/** Number of words whose matches are cached. While the user types, only the last word changes. */
const maxCached = 32;

/** Returns the matches of a word in the names of fields and types. The word consists of lower-case letters and digits. */
export const matchesIn = memoizeWeak((index: SearchIndex) => memoizeTexts(maxCached, word => matchWord(index, word)));

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over all names, for each letter of a search.
function matchWord(index: SearchIndex, word: string): WordMatches {
  const { corpus } = index;
  const { namesOf } = wayGraphOf(index);
  const scores = new Float32Array(corpus.names.length);
  const covers = new Float32Array(corpus.names.length);
  const names: number[] = [];
  const matches = matchesOf(corpus, { ...plainWord(word), isUnfinished: word.length > 2 });
  for (const { id, worth } of matches) {
    const part = corpus.words[id] ?? '';
    // Paths are found by other forms of a word only if they contain it.
    if (worth < variants.plural && worth !== variants.slip && !part.startsWith(word)) continue;
    const score = exactnessOf(worth);
    const letters = score === exactness.plural ? part.length : Math.min(word.length, part.length);
    for (const name of namesOf[id] ?? []) {
      if (score <= (scores[name] ?? 0)) continue;
      if (scores[name] === 0) names.push(name);
      scores[name] = score;
      covers[name] = letters + (corpus.names[name]?.low.startsWith(part) ? beginning : 0);
    }
  }
  const asksHowMany = howMany.has(word);
  const isSlip = names.length > 0 && matches[0]?.worth === variants.slip;
  return { ids: names, scores, covers, fits: names.length > 0 || asksHowMany, isSlip, asksHowMany };
}
