/** Ranks documents for a query. Every matching word counts, and documents that cover more of the query rank higher. */
import type { Asked, AskedWord } from './ask.js';
import { type Corpus, intentNumbers, maxDocuments, maxOrder, maxWeight, noWord, postingSize } from './corpus.js';
import { type Tier, tiers } from './name-match.js';
import { nameTiers } from './name-tiers.js';
import { withSafeFirst } from './safe-first.js';
import { matchesOf, variants } from './word-matches.js';

/** Maximum score of a single typed word for each tier. The actual score is lower by less than one. */
const tierScores: Readonly<Record<number, number>> = {
  [tiers.exact]: 22,
  [tiers.prefix]: 17,
  [tiers.nearly]: 14,
  [tiers.words]: 12,
  [tiers.near]: 9,
  [tiers.inside]: 6,
  [tiers.order]: 1.2,
};

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

/** Upper bound (exclusive) of scores. */
const maxScore = 256;
/** Documents that are rarely meant, such as schemas of a description, never come first for having all words. */
const minPrior = 0.3;
const scoreSteps = 2 ** 29;

/** Cost of a path, and the query words that it covers, as bits. */
export interface WayScore {
  readonly cost: number;
  readonly mask: number;
}

/** How a single word is matched against names. */
interface NameOptions {
  /** Returns how closely a document's surroundings match the query, from 0 (closest) to 7, or undefined to exclude it. */
  readonly nearness?: (document: number) => number | undefined;
  /** Single word to match against names. Defaults to the query itself. */
  readonly nameTyped?: string;
  /** True if only names count. */
  readonly namesOnly?: boolean;
  /** True if names match that only contain the typed letters in order. */
  readonly looseNames?: boolean;
}

/** Options that a caller can add to a ranking. */
interface RankOptions extends NameOptions {
  /** Returns true for documents that may be returned. Default: all. */
  readonly allows?: (document: number) => boolean;
  /** Documents found along a path. */
  readonly ways?: ReadonlyMap<number, WayScore>;
  /** Remaining share of a score if almost nothing of the name was in the query. Default: `factors.unasked`. */
  readonly unasked?: number;
  /** Maximum number of documents to return. */
  readonly most: number;
}

/** Matching documents, best first. */
export interface Ranking {
  readonly documents: readonly number[];
  readonly scores: readonly number[];
  /** Query words that each document matches, as bits. */
  readonly masks: readonly number[];
  /** How a single word matches the name of each document, or `none` if it does not. */
  readonly tiers: readonly Tier[];
  /** Total number of matches. */
  readonly total: number;
}

/** Mask of a document that contains all words of any query. */
export const allWords = 0xffff;

/** Returns the query words whose bits are not in a mask. */
export const missingIn = ({ words }: Asked, mask: number): readonly string[] =>
  words.flatMap(({ text }, nth) => ((mask & (1 << nth)) === 0 ? [text] : []));

/** Arrays of a ranking, reused by the next one. Large arrays would otherwise become garbage with every keystroke. */
interface Scratch {
  readonly scores: Float64Array;
  readonly keys: Float64Array;
  readonly masks: Uint16Array;
  readonly fits: Uint8Array;
  readonly best: Float32Array;
  readonly matchedIdf: Float32Array;
  readonly touched: Int32Array;
}

const scratches = new WeakMap<Corpus, Scratch>();

/** Returns the arrays of a corpus, cleared. */
function scratchOf(corpus: Corpus): Scratch {
  const { size } = corpus;
  const known = scratches.get(corpus);
  const scratch = known?.scores.length === size ? known : newScratch(size);
  scratches.set(corpus, scratch);
  scratch.scores.fill(0);
  scratch.masks.fill(0);
  scratch.matchedIdf.fill(0);
  scratch.fits.fill(tiers.none);
  return scratch;
}

const newScratch = (size: number): Scratch => ({
  scores: new Float64Array(size),
  keys: new Float64Array(size),
  masks: new Uint16Array(size),
  fits: new Uint8Array(size),
  best: new Float32Array(size),
  matchedIdf: new Float32Array(size),
  touched: new Int32Array(size),
});

/** Ranks the documents of a corpus. */
export function rank(corpus: Corpus, asked: Asked, options: RankOptions): Ranking {
  const { size } = corpus;
  const { allows, most, ways } = options;
  const scratch = scratchOf(corpus);
  const { scores, masks, fits, keys } = scratch;
  // Nearly every description contains a word that starts with a given letter.
  const isLetter = /^[a-z0-9]$/.test(asked.single ?? '');
  const idfs = options.namesOnly === true || isLetter ? [] : addWords(corpus, asked, options, scratch);
  const single = options.nameTyped ?? asked.single;
  if (single !== undefined) addNames(corpus, single, asked, options, scratch);
  if (asked.single !== undefined && asked.words.length > 1) dropParts(asked, scratch);
  if (ways !== undefined) addWays(corpus, asked, ways, idfs, scratch);
  const all = asked.words.reduce((bits, word, nth) => (word.isOptional ? bits : bits | (1 << nth)), 0);
  const isAction = asked.isAction && corpus.hasIntents;
  let total = 0;
  for (let at = 0; at < size; at++) {
    const score = scores[at] ?? 0;
    if (score <= 0 || allows?.(at) === false) continue;
    const isFull =
      ((masks[at] ?? 0) & all) === all &&
      (corpus.priorOf[at] ?? 1) >= minPrior &&
      !(isAction && (corpus.intentOf[at] ?? 0) <= intentNumbers.read);
    const isPartial = asked.single === undefined && !isFull;
    const ranked = Math.min(isPartial ? score * factors.partial : score, maxScore - 1);
    keys[total++] = (scoreSteps - Math.floor((ranked / maxScore) * scoreSteps)) * maxDocuments + at;
  }
  const sorted = keys.subarray(0, total).sort();
  const documents: number[] = [];
  for (let nth = 0; nth < total && nth < most; nth++) documents.push((sorted[nth] ?? 0) % maxDocuments);
  const safe = withSafeFirst(corpus, asked, single, documents);
  return {
    documents: safe,
    scores: safe.map(at => scores[at] ?? 0),
    masks: safe.map(at => masks[at] ?? 0),
    tiers: safe.map(at => (fits[at] ?? tiers.none) as Tier),
    total,
  };
}

/** Drops documents that contain only some words of a typed identifier ("rateLimit"), unless no document contains all. */
function dropParts({ words }: Asked, { scores, masks, fits }: Scratch): void {
  const all = (1 << words.length) - 1;
  const isPart = (at: number): boolean => ((masks[at] ?? 0) & all) !== all && fits[at] === tiers.none;
  const hasWhole = scores.some((score, at) => score > 0 && !isPart(at));
  if (!hasWhole) return;
  for (let at = 0; at < scores.length; at++) if (isPart(at)) scores[at] = 0;
}

const { destroy } = intentNumbers;

/** Returns the factor for how a document's intent compares with the query's. */
function intentFactor(corpus: Corpus, at: number, { intent }: Asked): number {
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

/** Raises the scores of documents at the end of a path. */
function addWays(
  corpus: Corpus,
  asked: Asked,
  ways: NonNullable<RankOptions['ways']>,
  idfs: readonly number[],
  { scores, masks }: Scratch,
): void {
  const all = idfs.reduce((sum, idf) => sum + idf, 0);
  for (const [at, { cost, mask }] of ways) {
    const covered = idfs.reduce((sum, idf, nth) => ((mask & (1 << nth)) === 0 ? sum : sum + idf), 0);
    const score =
      all === 0
        ? factors.pointedWay - cost
        : factors.way *
            covered *
            factors.perCost ** cost *
            (factors.uncovered + ((1 - factors.uncovered) * covered) / all) *
            intentFactor(corpus, at, asked) +
          (maxOrder - (corpus.orderOf[at] ?? 0)) * 1e-6;
    if (score <= (scores[at] ?? 0)) continue;
    scores[at] = score;
    masks[at] = (masks[at] ?? 0) | mask;
  }
}

function importanceOf(word: AskedWord | undefined): number {
  if (word?.isVerb === true) return factors.leadingVerb;
  return word?.isOptional === true ? factors.optional : 1;
}

/** Adds the scores of the query words, and returns how rare each word is. */
function addWords(
  corpus: Corpus,
  asked: Asked,
  { unasked = factors.unasked }: RankOptions,
  { scores, masks, best, touched, matchedIdf }: Scratch,
): readonly number[] {
  const { size, postings } = corpus;
  const { words } = asked;
  /** Query words that match each word of the corpus, as bits. */
  const bits = new Uint16Array(corpus.words.length);
  const idfs: number[] = [];
  const isSingle = words.length === 1 || asked.single !== undefined;
  let all = 0;
  const literal = new Uint16Array(corpus.words.length);
  const matches = words.map(word => matchesOf(corpus, word));
  const exact = new Uint16Array(corpus.words.length);
  for (const [nth, { ids, isSynonym, worths }] of matches.entries()) {
    for (const [at, id] of ids.entries()) {
      if (isSynonym[at] === false) literal[id] = (literal[id] ?? 0) | (1 << nth);
      if (worths[at] === variants.exact) exact[id] = (exact[id] ?? 0) | (1 << nth);
    }
  }
  const idfOf = (count: number): number => Math.log(1 + size / (count + 0.5));
  for (const [nth, { ids, worths, isSynonym }] of matches.entries()) {
    // "fee amount" must not find "fee" twice.
    const own = [...ids.keys()].filter(each => isSynonym[each] === false || literal[ids[each] ?? -1] === 0);
    const countOf = (each: number): number => postings[ids[each] ?? -1]?.length ?? 0;
    const literalCount = own.reduce((most, each) => (isSynonym[each] ? most : Math.max(most, countOf(each))), 0);
    const rarest = own.reduce((idf, each) => Math.max(idf, idfOf(countOf(each))), 0);
    const full = literalCount > 0 ? idfOf(literalCount) : rarest;
    const idf = (own.length === 0 ? Math.log(1 + size) * 0.5 : full) * importanceOf(words[nth]);
    let count = 0;
    for (const each of own) {
      const id = ids[each] ?? -1;
      bits[id] = (bits[id] ?? 0) | (1 << nth);
      const list = postings[id] ?? [];
      const share = isSynonym[each] && full > 0 ? Math.min(1, idfOf(list.length) / full) : 1;
      const worth = ((worths[each] ?? 0) * share) / maxWeight;
      for (let index = 0; index < list.length; index++) {
        const posting = list[index] ?? 0;
        if (isSingle && posting % 2 === 0) continue;
        const at = Math.floor(posting / postingSize);
        const score = worth * ((posting % postingSize) >> 1);
        const before = best[at] ?? 0;
        if (before === 0) touched[count++] = at;
        if (score > before) best[at] = score;
      }
    }
    idfs.push(idf);
    all += idf;
    for (let each = 0; each < count; each++) {
      const at = touched[each] ?? 0;
      scores[at] = (scores[at] ?? 0) + idf * (best[at] ?? 0);
      matchedIdf[at] = (matchedIdf[at] ?? 0) + idf;
      masks[at] = (masks[at] ?? 0) | (1 << nth);
      best[at] = 0;
    }
  }
  const { sequences, sequenceStarts, isVerb, isSmall, priorOf, orderOf } = corpus;
  for (let at = 0; at < size; at++) {
    if (masks[at] === 0) continue;
    let sum = scores[at] ?? 0;
    let [matched, length, before] = [0, 0, 0];
    let [titleMatched, titleLength] = [0, 0];
    let inName = true;
    let pairs = 0;
    let seen = 0;
    let nameCount = 0;
    for (let nth = sequenceStarts[at] ?? 0; nth < (sequenceStarts[at + 1] ?? 0); nth++) {
      const word = sequences[nth] ?? noWord;
      if (word === noWord) {
        inName = false;
        before = 0;
        continue;
      }
      const own = bits[word] ?? 0;
      pairs |= (before << 1) & own;
      before = own;
      const worth = isVerb[word] === 1 ? factors.verbInName : 1;
      if (!inName) {
        if (isSmall[word] === 1) continue;
        titleLength += worth;
        if (own !== 0) titleMatched += worth;
        continue;
      }
      length += worth;
      nameCount++;
      if (own !== 0) matched += worth;
      seen |= exact[word] ?? 0;
    }
    for (let nth = 1; pairs !== 0 && nth < words.length; nth++) {
      if ((pairs & (1 << nth)) !== 0) sum += factors.pair * Math.min(idfs[nth - 1] ?? 0, idfs[nth] ?? 0);
    }
    const nameShare = length === 0 ? 0 : matched / length;
    const share =
      titleLength === 0 ? nameShare : (1 - factors.title) * nameShare + factors.title * (titleMatched / titleLength);
    const isName = nameShare === 1 && nameCount === words.length && seen === (1 << words.length) - 1;
    const score =
      sum *
        (factors.uncovered + ((1 - factors.uncovered) * (matchedIdf[at] ?? 0)) / all) *
        (unasked + (1 - unasked) * share) *
        (priorOf[at] ?? 1) *
        intentFactor(corpus, at, asked) *
        (isName ? factors.wholeName : 1) +
      (maxOrder - (orderOf[at] ?? 0)) * 1e-6;
    // The words of a typed identifier count less than the identifier itself.
    scores[at] = asked.single === undefined ? score : Math.min(score, singleMost + score * 1e-3);
  }
  return idfs;
}

/** Adds the scores of a single word, based on how it matches names. */
function addNames(
  corpus: Corpus,
  query: string,
  asked: Asked,
  { nearness, looseNames = false }: NameOptions,
  { scores, masks, fits }: Scratch,
): void {
  const { names, nameAt, nameStarts, orderOf, exactOrderOf, isDeprecatedOf, intentOf } = corpus;
  const byName = nameTiers(corpus, query);
  const typed = asked.text.trim();
  for (let at = 0; at < corpus.size; at++) {
    let tier: number = tiers.none;
    let id = -1;
    for (let nth = nameStarts[at] ?? 0; nth < (nameStarts[at + 1] ?? 0); nth++) {
      const each = nameAt[nth] ?? -1;
      const fit = byName[each] ?? tiers.none;
      if (fit < tier) {
        tier = fit;
        id = each;
      }
    }
    if (tier === tiers.none || (tier === tiers.order && !looseNames)) continue;
    const near = nearness === undefined ? 0 : nearness(at);
    if (near === undefined) continue;
    const name = names[id];
    const order = ((tier === tiers.exact ? exactOrderOf : orderOf)[at] ?? 0) + (name?.text.startsWith(typed) ? 0 : 8);
    const size = tier === tiers.exact ? 0 : Math.min(name?.low.length ?? 0, 127);
    const isOther =
      asked.intent !== undefined && (intentOf[at] ?? 0) !== 0 && intentOf[at] !== intentNumbers[asked.intent];
    const rest = (tier <= tiers.nearly ? order * 128 + size : size * 520 + order) + (isOther ? 0.5 : 0);
    const within = near / 8 + (isDeprecatedOf[at] ?? 0) / 16 + rest / (520 * 128 * 16);
    const score = (tierScores[tier] ?? 0) - within;
    fits[at] = tier;
    if (score <= (scores[at] ?? 0)) continue;
    scores[at] = score;
    masks[at] = allWords;
  }
}
