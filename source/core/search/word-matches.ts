/** Finds the words of a corpus that a query word matches: the word itself, other forms, synonyms, prefixes, typos. */
import { memoizeWeak } from '../memoize-weak.js';
import { distance } from '../near-miss.js';
import { type AskedWord, innerVerb } from './ask.js';
import type { Corpus } from './corpus.js';
import { maskOf } from './name.js';
import { nearRange } from './name-match.js';
import { stem, withoutPlural } from './words.js';

/** Weight of each form of a word relative to the word itself. */
export const variants = {
  exact: 1,
  plural: 0.97,
  joined: 0.95,
  stem: 0.9,
  synonym: 0.62,
  verbSynonym: 0.85,
  opposite: 0.65,
  prefix: 0.7,
  slip: 0.7,
  longer: 0.45,
  part: 0.35,
};

/** Words of a corpus that a typed word matches: parallel lists with each word once and the weight of its best match. */
export interface WordMatches {
  readonly ids: readonly number[];
  readonly worths: readonly number[];
  readonly isSynonym: readonly boolean[];
}

const cacheOf = memoizeWeak((_: Corpus) => new Map<string, WordMatches>());
/** Number of words whose matches are cached. While the user types, only the last word changes. */
const maxKnown = 64;

/** Returns the words of a corpus that a query word matches. */
export function matchesOf(corpus: Corpus, word: AskedWord): WordMatches {
  const cache = cacheOf(corpus);
  const { text, isUnfinished, isVerb, joined, synonyms } = word;
  const key = `${corpus.words.length} ${isUnfinished} ${isVerb} ${text} ${joined.join(' ')} ${[...synonyms.keys()].join(' ')}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const matches = findMatches(corpus, word);
  if (cache.size >= maxKnown) cache.clear();
  cache.set(key, matches);
  return matches;
}

function findMatches(
  corpus: Corpus,
  { text, stem: stemmed, synonyms, joined, isUnfinished, isVerb }: AskedWord,
): WordMatches {
  const worths = new Map<number, number>();
  const synonymIds = new Set<number>();
  const offer = (id: number, worth: number): void => {
    if ((worths.get(id) ?? 0) < worth) worths.set(id, worth);
  };
  const stems = (each: string): readonly number[] => corpus.byStem.get(each) ?? [];
  const exact = corpus.wordIds.get(text);
  if (exact !== undefined) offer(exact, variants.exact);
  const single = withoutPlural(text);
  for (const id of stems(stemmed)) {
    offer(id, withoutPlural(corpus.words[id] ?? '') === single ? variants.plural : variants.stem);
  }
  const isKnown = worths.size > 0;
  for (const each of joined) for (const id of stems(stem(each))) offer(id, variants.joined);
  // A phrase also matches its own words: "place order" finds placeOrder.
  for (const part of text.includes(' ') ? text.split(' ') : []) {
    if (part.length >= minPart) for (const id of stems(stem(part))) offer(id, variants.synonym);
  }
  const inner = innerVerb(text);
  if (inner !== undefined && (!isKnown || text.startsWith('un') || isVerb)) {
    for (const id of stems(stem(inner))) offer(id, variants.opposite);
  }
  const isPrefix = isUnfinished || (!isKnown && text.length > 2);
  const prefix = isKnown ? variants.longer : variants.prefix;
  const isPart = single.length >= minPart;
  const sameFirst = corpus.byFirst.get(text.charCodeAt(0)) ?? [];
  for (const id of isPrefix || isPart ? sameFirst : []) {
    const other = corpus.words[id] ?? '';
    if (isPrefix && other.length > text.length && other.startsWith(text))
      offer(id, prefix * (0.6 + (0.4 * text.length) / other.length));
    else if (isPart && other.length > single.length + 2 && other.startsWith(single)) offer(id, variants.part);
  }
  for (const [each, share] of synonyms) {
    for (const id of stems(each.replaceAll('-', ''))) {
      const worth = (isVerb ? variants.verbSynonym : variants.synonym) * share;
      if ((worths.get(id) ?? 0) >= worth) continue;
      worths.set(id, worth);
      synonymIds.add(id);
    }
  }
  if (worths.size === 0) for (const id of slips(corpus, text, sameFirst)) offer(id, variants.slip);
  const ids = [...worths.keys()];
  return { ids, worths: [...worths.values()], isSynonym: ids.map(id => synonymIds.has(id)) };
}

/** Minimum length of a word that also matches the beginning of a compound: "file" in "filesystem". */
const minPart = 4;

/** Minimum length of a word in which two typos are tolerated. */
const longWord = 8;

/** Returns words with the same first letter that match with a typo. */
function slips({ words }: Corpus, text: string, sameFirst: readonly number[]): readonly number[] {
  const mask = maskOf(text);
  return sameFirst.filter(id => {
    const word = words[id] ?? '';
    if (word.length < text.length - 2) return false;
    const isNear = nearRange({ text: word, low: word, mask: maskOf(word), starts: [0] }, text, mask) !== undefined;
    return isNear || (text.length >= longWord && word.length <= text.length + 2 && distance(text, word) <= 2);
  });
}
