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

/** Returns how exactly a word matches part of a name, or 0 if only another form of it does, such as a synonym. */
function scoreOf(word: string, part: string, worth: number): number {
  if (worth === variants.exact) return exactness.whole;
  if (worth === variants.slip) return exactness.slip;
  if (worth === variants.plural) return exactness.plural;
  return worth > variants.plural || part.startsWith(word) ? exactness.beginning : 0;
}

const coveredLetters = (word: string, part: string, score: number): number =>
  score === exactness.plural ? part.length : Math.min(word.length, part.length);

const startBonus = (name: string | undefined, part: string): number => (name?.startsWith(part) ? beginning : 0);

/** Number of words whose matches are cached. While the user types, only the last word changes. */
const maxCached = 32;

/** Returns the matches of a word in the names of fields and types. The word consists of lower-case letters and digits. */
export const matchesIn = memoizeWeak((index: SearchIndex) => memoizeTexts(maxCached, word => matchWord(index, word)));

function matchWord(index: SearchIndex, word: string): WordMatches {
  const matches = matchesOf(index.corpus, { ...plainWord(word), isUnfinished: word.length > 2 });
  const names = matchNames(index, word, matches);
  const isFound = names.ids.length > 0;
  const isSlip = isFound && matches[0]?.worth === variants.slip;
  const asksHowMany = howMany.has(word);
  return { ...names, fits: isFound || asksHowMany, isSlip, asksHowMany };
}

function matchNames(
  index: SearchIndex,
  word: string,
  matches: ReturnType<typeof matchesOf>,
): Pick<WordMatches, 'ids' | 'scores' | 'covers'> {
  const { corpus } = index;
  const { namesOf } = wayGraphOf(index);
  const scores = new Float32Array(corpus.names.length);
  const covers = new Float32Array(corpus.names.length);
  const ids: number[] = [];
  for (const { id, worth } of matches) {
    const part = corpus.words[id] ?? '';
    const score = scoreOf(word, part, worth);
    if (score === 0) continue;
    const letters = coveredLetters(word, part, score);
    for (const name of namesOf[id] ?? []) {
      const before = scores[name] ?? 0;
      if (score <= before) continue;
      if (before === 0) ids.push(name);
      scores[name] = score;
      covers[name] = letters + startBonus(corpus.names[name]?.low, part);
    }
  }
  return { ids, scores, covers };
}
