/** Ranks documents for a query. Every matching word counts, and documents that cover more of the query rank higher. */
import type { Asked } from './ask.js';
import { type Corpus, intentNumbers, maxDocuments, maxOrder } from './corpus.js';
import { type Tier, tiers } from './name-match.js';
import { nameTiers } from './name-tiers.js';
import { withSafeFirst } from './safe-first.js';
import { addWords, factors, intentFactor, type Scratch } from './word-scores.js';

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
  const { ways } = options;
  const scratch = scratchOf(corpus);
  const { scores, masks, fits } = scratch;
  // Nearly every description contains a word that starts with a given letter.
  const isLetter = /^[a-z0-9]$/.test(asked.single ?? '');
  const idfs = options.namesOnly === true || isLetter ? [] : addWords(corpus, asked, scratch, options.unasked);
  const single = options.nameTyped ?? asked.single;
  if (single !== undefined) addNames(corpus, single, asked, options, scratch);
  if (asked.single !== undefined && asked.words.length > 1) dropParts(asked, scratch);
  if (ways !== undefined) addWays(corpus, asked, ways, idfs, scratch);
  const sorted = sortedKeys(corpus, asked, options, scratch);
  const documents: number[] = [];
  for (const key of sorted.subarray(0, options.most)) documents.push(key % maxDocuments);
  const safe = withSafeFirst(corpus, asked, single, documents);
  return {
    documents: safe,
    scores: safe.map(at => scores[at] ?? 0),
    masks: safe.map(at => masks[at] ?? 0),
    tiers: safe.map(at => (fits[at] ?? tiers.none) as Tier),
    total: sorted.length,
  };
}

/** Returns a sorted number for each matching document: its score, highest first, and its number. */
function sortedKeys(
  corpus: Corpus,
  asked: Asked,
  { allows }: RankOptions,
  { scores, masks, keys }: Scratch,
): Float64Array {
  const isFull = fullMatch(corpus, asked, masks);
  let total = 0;
  for (let at = 0; at < corpus.size; at++) {
    const score = scores[at] ?? 0;
    if (score <= 0 || allows?.(at) === false) continue;
    const isPartial = asked.single === undefined && !isFull(at);
    const ranked = Math.min(isPartial ? score * factors.partial : score, maxScore - 1);
    keys[total++] = (scoreSteps - Math.floor((ranked / maxScore) * scoreSteps)) * maxDocuments + at;
  }
  return keys.subarray(0, total).sort();
}

/** Returns a test for documents that match the query completely: all its required words, and the intent of its verb. */
function fullMatch(corpus: Corpus, asked: Asked, masks: Uint16Array): (document: number) => boolean {
  const all = asked.words.reduce((bits, word, nth) => (word.isOptional ? bits : bits | (1 << nth)), 0);
  const isAction = asked.isAction && corpus.hasIntents;
  return at =>
    ((masks[at] ?? 0) & all) === all &&
    (corpus.priorOf[at] ?? 1) >= minPrior &&
    !(isAction && (corpus.intentOf[at] ?? 0) <= intentNumbers.read);
}

/** Drops documents that contain only some words of a typed identifier ("rateLimit"), unless no document contains all. */
function dropParts({ words }: Asked, { scores, masks, fits }: Scratch): void {
  const all = (1 << words.length) - 1;
  const isPart = (at: number): boolean => ((masks[at] ?? 0) & all) !== all && fits[at] === tiers.none;
  const hasWhole = scores.some((score, at) => score > 0 && !isPart(at));
  if (!hasWhole) return;
  for (let at = 0; at < scores.length; at++) if (isPart(at)) scores[at] = 0;
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

/** Adds the scores of a single word, based on how it matches names. */
function addNames(
  corpus: Corpus,
  query: string,
  asked: Asked,
  { nearness, looseNames = false }: NameOptions,
  { scores, masks, fits }: Scratch,
): void {
  const tierOfName = nameTiers(corpus, query);
  const placeOf = placeAmongNames(corpus, asked);
  const worst = looseNames ? tiers.order : tiers.inside;
  for (let at = 0; at < corpus.size; at++) {
    const name = closestName(corpus, tierOfName, at);
    const tier = tierOfName[name] ?? tiers.none;
    if (tier > worst) continue;
    const near = nearness === undefined ? 0 : nearness(at);
    if (near === undefined) continue;
    const within = near / 8 + (corpus.isDeprecatedOf[at] ?? 0) / 16 + placeOf(at, name, tier) / (520 * 128 * 16);
    const score = (tierScores[tier] ?? 0) - within;
    fits[at] = tier;
    if (score <= (scores[at] ?? 0)) continue;
    scores[at] = score;
    masks[at] = allWords;
  }
}

/** Returns the number of the name of a document that matches most closely, or -1 if none matches. */
function closestName({ nameStarts, nameAt }: Corpus, tierOfName: Uint8Array, document: number): number {
  let closest = -1;
  let tier: number = tiers.none;
  const end = nameStarts[document + 1] ?? 0;
  for (let nth = nameStarts[document] ?? 0; nth < end; nth++) {
    const name = nameAt[nth] ?? -1;
    const fit = tierOfName[name] ?? tiers.none;
    if (fit >= tier) continue;
    tier = fit;
    closest = name;
  }
  return closest;
}

/** Returns a function for the position of a document among those whose names match equally well, lowest first. */
function placeAmongNames(
  { names, orderOf, exactOrderOf, intentOf }: Corpus,
  asked: Asked,
): (document: number, name: number, tier: number) => number {
  const typed = asked.text.trim();
  const wanted = asked.intent === undefined ? undefined : intentNumbers[asked.intent];
  return (at, id, tier) => {
    const name = names[id];
    const isExact = tier === tiers.exact;
    const order = ((isExact ? exactOrderOf : orderOf)[at] ?? 0) + (name?.text.startsWith(typed) ? 0 : 8);
    const size = isExact ? 0 : Math.min(name?.low.length ?? 0, 127);
    const does = intentOf[at] ?? 0;
    const isOther = wanted !== undefined && does !== 0 && does !== wanted;
    return (tier <= tiers.nearly ? order * 128 + size : size * 520 + order) + (isOther ? 0.5 : 0);
  };
}
