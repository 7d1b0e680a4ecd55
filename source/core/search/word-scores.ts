/** Scores documents by the query words that they contain, and by how much of the query and of their names that covers. */
import type { Asked, AskedWord } from './ask.js';
import { type Corpus, intentNumbers, maxOrder, maxWeight, noWord, postingSize } from './corpus.js';
import { matchesOf, variants, type WordMatch } from './word-matches.js';

/** Factors of a score. */
export const factors = {
  /**
   * Remaining share of a score if almost nothing of the query is covered, and if almost nothing of the name was in the query.
   */
  uncovered: 0.45,
  unasked: 0.53,
  /** How much of that share comes from the title, if there is one. */
  title: 0.55,
  /** Share of a verb in a name, and importance of a leading verb in a query. */
  verbInName: 0.35,
  leadingVerb: 0.75,
  /** Importance of a word such as "my", which results may lack. */
  optional: 0.3,
  /** Factor for documents that lack words of the query. */
  partial: 0.85,
  /** Bonus for two words that are adjacent in the query and in a name or title, relative to the rarer word. */
  pair: 0.34,
  /** Factor if the exact words are the complete name. */
  wholeName: 1.35,
  /** Factors for how a document's intent compares with the intent of the query's verb. */
  rightIntent: 1.8,
  wrongIntent: 0.7,
  removesUnasked: 0.6,
  /** Factor for documents that read if the query has no verb. */
  readsForNouns: 1.8,
  writesForNouns: 1.15,
  /** Factors for a path with all words, per unit of its cost, and for a path typed with dots. */
  way: 1.2,
  perCost: 0.85,
  pointedWay: 40,
};

/**
 * Maximum score of a single typed word for matches outside the name. It is lower than the score of a name that starts with the word.
 */
const singleMost = 10;

/** Arrays of a ranking, reused by the next one. Large arrays would otherwise become garbage with every keystroke. */
export interface Scratch {
  readonly scores: Float64Array;
  readonly keys: Float64Array;
  readonly masks: Uint16Array;
  readonly fits: Uint8Array;
  readonly best: Float32Array;
  readonly matchedIdf: Float32Array;
  readonly touched: Int32Array;
}

const { destroy } = intentNumbers;

/** Returns the factor for how a document's intent compares with the query's. */
export function intentFactor(corpus: Corpus, at: number, { intent }: Asked): number {
  const does = corpus.intentOf[at] ?? 0;
  if (does === 0) return 1;
  if (intent === undefined) {
    if (does === destroy) return factors.removesUnasked;
    return does === intentNumbers.read ? factors.readsForNouns : factors.writesForNouns;
  }
  const wanted = intentNumbers[intent];
  if (does === wanted) return factors.rightIntent;
  if (does === destroy) return factors.removesUnasked;
  return wanted === destroy && does === intentNumbers.write ? 1 : factors.wrongIntent;
}

function importanceOf(word: AskedWord): number {
  if (word.isVerb) return factors.leadingVerb;
  return word.isOptional ? factors.optional : 1;
}

/** Adds the scores of the query words, and returns how rare each word is. */
export function addWords(
  corpus: Corpus,
  asked: Asked,
  scratch: Scratch,
  unasked: number = factors.unasked,
): readonly number[] {
  const { words, single } = asked;
  const matches = words.map(word => matchesOf(corpus, word));
  const literal = bitsOf(corpus, matches, ({ isSynonym }) => !isSynonym);
  // "fee amount" must not find "fee" twice.
  const ownMatches = matches.map(list => list.filter(({ id, isSynonym }) => !isSynonym || literal[id] === 0));
  const isSingle = words.length === 1 || single !== undefined;
  const idfs = words.map((word, nth) => {
    const own = ownMatches[nth] ?? [];
    const rarity = rarityOf(corpus, own);
    const idf = (own.length === 0 ? Math.log(1 + corpus.size) * 0.5 : rarity) * importanceOf(word);
    const count = collectBest(corpus, own, rarity, isSingle, scratch);
    addBest(scratch, count, nth, idf);
    return idf;
  });
  const isExact = ({ worth }: WordMatch): boolean => worth === variants.exact;
  const coverage = new Coverage(corpus, bitsOf(corpus, ownMatches), bitsOf(corpus, matches, isExact), words.length);
  scoreDocuments(corpus, asked, coverage, idfs, unasked, scratch);
  return idfs;
}

/** Returns the query words that match each word of the corpus, as bits. */
function bitsOf(
  corpus: Corpus,
  matches: readonly (readonly WordMatch[])[],
  counts: (match: WordMatch) => boolean = () => true,
): Uint16Array {
  const bits = new Uint16Array(corpus.words.length);
  for (const [nth, list] of matches.entries())
    for (const match of list) if (counts(match)) bits[match.id] = (bits[match.id] ?? 0) | (1 << nth);
  return bits;
}

/** Returns how rare a word is, given the number of documents that contain it. */
const idfOf = ({ size }: Corpus, documents: number): number => Math.log(1 + size / (documents + 0.5));

/** Returns how rare a query word is: as its most frequent form, or as its rarest synonym if there are only synonyms. */
function rarityOf(corpus: Corpus, matches: readonly WordMatch[]): number {
  let literalCount = 0;
  let rarest = 0;
  for (const { id, isSynonym } of matches) {
    const count = corpus.postings[id]?.length ?? 0;
    if (!isSynonym) literalCount = Math.max(literalCount, count);
    rarest = Math.max(rarest, idfOf(corpus, count));
  }
  return literalCount > 0 ? idfOf(corpus, literalCount) : rarest;
}

/**
 * Collects the score of the best form of a word in each document in `best`, and the documents in `touched`.
 * @param isSingle true to ignore the surroundings of a document
 * @returns the number of documents
 */
function collectBest(
  corpus: Corpus,
  matches: readonly WordMatch[],
  rarity: number,
  isSingle: boolean,
  { best, touched }: Scratch,
): number {
  let count = 0;
  for (const match of matches) {
    const list = corpus.postings[match.id] ?? [];
    const factor = (match.worth * shareOf(corpus, match, rarity)) / maxWeight;
    for (let index = 0; index < list.length; index++) {
      const posting = list[index] ?? 0;
      if (isSingle && posting % 2 === 0) continue;
      const at = Math.floor(posting / postingSize);
      const score = factor * ((posting % postingSize) >> 1);
      const before = best[at] ?? 0;
      if (before === 0) touched[count++] = at;
      best[at] = Math.max(before, score);
    }
  }
  return count;
}

/** Returns the share of a match in the importance of a query word. A synonym counts at most as much as the word itself. */
function shareOf(corpus: Corpus, { id, isSynonym }: WordMatch, rarity: number): number {
  if (!isSynonym || rarity === 0) return 1;
  return Math.min(1, idfOf(corpus, corpus.postings[id]?.length ?? 0) / rarity);
}

/** Adds the collected scores of a word to the document scores, and clears them. */
function addBest({ scores, matchedIdf, masks, best, touched }: Scratch, count: number, nth: number, idf: number): void {
  for (let each = 0; each < count; each++) {
    const at = touched[each] ?? 0;
    scores[at] = (scores[at] ?? 0) + idf * (best[at] ?? 0);
    matchedIdf[at] = (matchedIdf[at] ?? 0) + idf;
    masks[at] = (masks[at] ?? 0) | (1 << nth);
    best[at] = 0;
  }
}

/** Turns the added scores of the words into scores of the documents. */
function scoreDocuments(
  corpus: Corpus,
  asked: Asked,
  coverage: Coverage,
  idfs: readonly number[],
  unasked: number,
  { scores, masks, matchedIdf }: Scratch,
): void {
  const all = idfs.reduce((sum, idf) => sum + idf, 0);
  for (let at = 0; at < corpus.size; at++) {
    if (masks[at] === 0) continue;
    coverage.read(at);
    const score =
      withPairs(scores[at] ?? 0, coverage.pairs, idfs) *
        (factors.uncovered + ((1 - factors.uncovered) * (matchedIdf[at] ?? 0)) / all) *
        (unasked + (1 - unasked) * coverage.share) *
        (corpus.priorOf[at] ?? 1) *
        intentFactor(corpus, at, asked) *
        (coverage.isWholeName ? factors.wholeName : 1) +
      (maxOrder - (corpus.orderOf[at] ?? 0)) * 1e-6;
    // The words of a typed identifier count less than the identifier itself.
    scores[at] = asked.single === undefined ? score : Math.min(score, singleMost + score * 1e-3);
  }
}

/** Adds the bonus for pairs of adjacent words to a score. */
function withPairs(score: number, pairs: number, idfs: readonly number[]): number {
  if (pairs === 0) return score;
  let sum = score;
  for (let nth = 1; nth < idfs.length; nth++) {
    if ((pairs & (1 << nth)) !== 0) sum += factors.pair * Math.min(idfs[nth - 1] ?? 0, idfs[nth] ?? 0);
  }
  return sum;
}

/** How much of the name and title of a document was in the query. One object serves all documents, which are read in turn. */
class Coverage {
  /** Share of the name and title, from 0 to 1. */
  share = 0;
  /** Query words that follow the word before them in the name or title too, as bits. */
  pairs = 0;
  /** True if the name consists of exactly the words of the query. */
  isWholeName = false;
  readonly #corpus: Corpus;
  readonly #bits: Uint16Array;
  readonly #exact: Uint16Array;
  readonly #wordCount: number;

  /**
   * @param bits query words that match each word of the corpus, as bits
   * @param exact those that match it exactly
   */
  constructor(corpus: Corpus, bits: Uint16Array, exact: Uint16Array, wordCount: number) {
    this.#corpus = corpus;
    this.#bits = bits;
    this.#exact = exact;
    this.#wordCount = wordCount;
  }

  read(document: number): void {
    const { sequenceStarts } = this.#corpus;
    const end = sequenceStarts[document + 1] ?? 0;
    const title = this.#readName(sequenceStarts[document] ?? 0, end);
    if (title < end) this.#readTitle(title, end);
  }

  /** Reads the words of the name, and returns the position of the title after it. */
  #readName(start: number, end: number): number {
    const { sequences, isVerb } = this.#corpus;
    const [bits, exact] = [this.#bits, this.#exact];
    let matched = 0;
    let length = 0;
    let before = 0;
    let pairs = 0;
    let seen = 0;
    let nth = start;
    for (; nth < end; nth++) {
      const word = sequences[nth] ?? noWord;
      if (word === noWord) break;
      const own = bits[word] ?? 0;
      pairs |= (before << 1) & own;
      before = own;
      const worth = isVerb[word] === 1 ? factors.verbInName : 1;
      length += worth;
      if (own !== 0) matched += worth;
      seen |= exact[word] ?? 0;
    }
    this.pairs = pairs;
    this.share = length === 0 ? 0 : matched / length;
    this.isWholeName = this.share === 1 && nth - start === this.#wordCount && seen === (1 << this.#wordCount) - 1;
    return nth + 1;
  }

  /** Reads the words of the title, and includes them in the share. */
  #readTitle(start: number, end: number): void {
    const { sequences, isVerb, isSmall } = this.#corpus;
    const bits = this.#bits;
    let matched = 0;
    let length = 0;
    let before = 0;
    let pairs = 0;
    for (let nth = start; nth < end; nth++) {
      const word = sequences[nth] ?? noWord;
      const own = bits[word] ?? 0;
      pairs |= (before << 1) & own;
      before = own;
      if (isSmall[word] === 1) continue;
      const worth = isVerb[word] === 1 ? factors.verbInName : 1;
      length += worth;
      if (own !== 0) matched += worth;
    }
    this.pairs |= pairs;
    if (length > 0) this.share = (1 - factors.title) * this.share + factors.title * (matched / length);
  }
}
