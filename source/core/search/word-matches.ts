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

/** A word of a corpus that a typed word matches. */
export interface WordMatch {
  readonly id: number;
  /** Weight of the best match. */
  readonly worth: number;
  readonly isSynonym: boolean;
}

const cacheOf = memoizeWeak((_: Corpus) => new Map<string, readonly WordMatch[]>());
/** Number of words whose matches are cached. While the user types, only the last word changes. */
const maxKnown = 64;

/** Returns the words of a corpus that a query word matches, each once. */
export function matchesOf(corpus: Corpus, word: AskedWord): readonly WordMatch[] {
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

/** Minimum length of a word that also matches the beginning of a compound: "file" in "filesystem". */
const minPart = 4;

function findMatches(corpus: Corpus, word: AskedWord): readonly WordMatch[] {
  const { text, joined, synonyms, isVerb } = word;
  const search = new MatchSearch(corpus);
  search.addForms(word);
  const isKnown = search.size > 0;
  for (const each of joined) search.addStem(stem(each), variants.joined);
  // A phrase also matches its own words: "place order" finds placeOrder.
  const parts = text.includes(' ') ? text.split(' ').filter(({ length }) => length >= minPart) : [];
  for (const part of parts) search.addStem(stem(part), variants.synonym);
  const inner = innerVerb(text);
  if (inner !== undefined && (!isKnown || text.startsWith('un') || isVerb))
    search.addStem(stem(inner), variants.opposite);
  search.addBeginnings(word, isKnown);
  const synonymWorth = isVerb ? variants.verbSynonym : variants.synonym;
  for (const [each, share] of synonyms) search.addSynonym(each.replaceAll('-', ''), synonymWorth * share);
  if (search.size === 0) search.addSlips(text);
  return search.matches;
}

/** Collects the words of a corpus that match, with the weight of the best match of each. */
class MatchSearch {
  readonly #corpus: Corpus;
  readonly #worths = new Map<number, number>();
  readonly #synonymIds = new Set<number>();

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  get size(): number {
    return this.#worths.size;
  }

  get matches(): readonly WordMatch[] {
    const matches: WordMatch[] = [];
    for (const [id, worth] of this.#worths) matches.push({ id, worth, isSynonym: this.#synonymIds.has(id) });
    return matches;
  }

  /** Returns true if it is a better match than those before. */
  #add(id: number, worth: number): boolean {
    const isBetter = (this.#worths.get(id) ?? 0) < worth;
    if (isBetter) this.#worths.set(id, worth);
    return isBetter;
  }

  /** Adds the words with a stem. */
  addStem(stemmed: string, worth: number): void {
    for (const id of this.#corpus.byStem.get(stemmed) ?? []) this.#add(id, worth);
  }

  addSynonym(stemmed: string, worth: number): void {
    for (const id of this.#corpus.byStem.get(stemmed) ?? []) if (this.#add(id, worth)) this.#synonymIds.add(id);
  }

  /** Adds the word itself and its inflections. */
  addForms({ text, stem: stemmed }: AskedWord): void {
    const { wordIds, byStem, words } = this.#corpus;
    const exact = wordIds.get(text);
    if (exact !== undefined) this.#add(exact, variants.exact);
    const single = withoutPlural(text);
    for (const id of byStem.get(stemmed) ?? [])
      this.#add(id, withoutPlural(words[id] ?? '') === single ? variants.plural : variants.stem);
  }

  /** Adds longer words that begin with the word: those it may become, and compounds. */
  addBeginnings({ text, isUnfinished }: AskedWord, isKnown: boolean): void {
    const single = withoutPlural(text);
    const isPrefix = isUnfinished || (!isKnown && text.length > 2);
    const isPart = single.length >= minPart;
    if (!isPrefix && !isPart) return;
    const prefix = isKnown ? variants.longer : variants.prefix;
    for (const id of this.#sameFirst(text)) {
      const other = this.#corpus.words[id] ?? '';
      if (isPrefix && other.length > text.length && other.startsWith(text))
        this.#add(id, prefix * (0.6 + (0.4 * text.length) / other.length));
      else if (isPart && other.length > single.length + 2 && other.startsWith(single)) this.#add(id, variants.part);
    }
  }

  /** Adds words that match with a typo. */
  addSlips(text: string): void {
    const mask = maskOf(text);
    for (const id of this.#sameFirst(text))
      if (isSlip(this.#corpus.words[id] ?? '', text, mask)) this.#add(id, variants.slip);
  }

  /** Returns the words with the same first letter. */
  #sameFirst(text: string): readonly number[] {
    return this.#corpus.byFirst.get(text.charCodeAt(0)) ?? [];
  }
}

/** Minimum length of a word in which two typos are tolerated. */
const longWord = 8;

/** @param mask mask of the typed text */
function isSlip(word: string, text: string, mask: number): boolean {
  if (word.length < text.length - 2) return false;
  const isNear = nearRange({ text: word, low: word, mask: maskOf(word), starts: [0] }, text, mask) !== undefined;
  return isNear || (text.length >= longWord && word.length <= text.length + 2 && distance(text, word) <= 2);
}
