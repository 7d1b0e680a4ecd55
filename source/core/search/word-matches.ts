/** The words of a corpus that a word of a question matches: itself, other forms, synonyms, beginnings, typing slips. */
import { distance } from '../near-miss.js';
import { type AskedWord, innerVerb } from './ask.js';
import type { Corpus } from './corpus.js';
import { maskOf, nameOf } from './name.js';
import { nearRange } from './near-match.js';
import { stem, withoutPlural } from './stem.js';

/** How much a form of a word is worth next to the word itself. */
export const variants = {
  exact: 1,
  plural: 0.97,
  joined: 0.95,
  stem: 0.85,
  synonym: 0.62,
  verbSynonym: 0.85,
  opposite: 0.65,
  prefix: 0.7,
  slip: 0.7,
  longer: 0.45,
  part: 0.35,
};

/** Words of the vocabulary that a typed word matches, each with its worth. */
export type WordMatches = readonly (readonly [word: number, worth: number, isSynonym: boolean])[];

const knownMatches = new WeakMap<Corpus, Map<string, WordMatches>>();
const maxKnown = 64;

/** Words of a corpus that a word of a question matches; the best match of each once. */
export function matchesOf(corpus: Corpus, word: AskedWord): WordMatches {
  const known = knownMatches.get(corpus) ?? new Map<string, WordMatches>();
  knownMatches.set(corpus, known);
  const key = `${corpus.words.length} ${word.isUnfinished ? 1 : 0}${word.isVerb ? 1 : 0} ${word.text} ${word.joined.join(' ')} ${word.synonyms.join(' ')}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const matches = findMatches(corpus, word);
  if (known.size >= maxKnown) known.clear();
  known.set(key, matches);
  return matches;
}

function findMatches(
  corpus: Corpus,
  { text, stem: stemmed, synonyms, joined, isUnfinished, isVerb }: AskedWord,
): WordMatches {
  const best = new Map<number, readonly [worth: number, isSynonym: boolean]>();
  const offer = (id: number, worth: number, isSynonym = false): void => {
    if ((best.get(id)?.[0] ?? 0) < worth) best.set(id, [worth, isSynonym]);
  };
  const exact = corpus.wordIds.get(text);
  if (exact !== undefined) offer(exact, variants.exact);
  const single = withoutPlural(text);
  for (const id of corpus.byStem.get(stemmed) ?? []) {
    offer(id, withoutPlural(corpus.words[id] ?? '') === single ? variants.plural : variants.stem);
  }
  const isKnown = best.size > 0;
  for (const each of joined) {
    for (const id of corpus.byStem.get(stem(each)) ?? []) offer(id, variants.joined);
  }
  // A phrase also matches its own words: "place order" finds placeOrder.
  for (const part of text.includes(' ') ? text.split(' ') : []) {
    if (part.length >= minPart) for (const id of corpus.byStem.get(stem(part)) ?? []) offer(id, variants.synonym);
  }
  const inner = innerVerb(text);
  if (inner !== undefined && (!isKnown || text.startsWith('un'))) {
    for (const id of corpus.byStem.get(stem(inner)) ?? []) offer(id, variants.opposite);
  }
  for (const each of synonyms) {
    for (const id of corpus.byStem.get(each.replaceAll('-', '')) ?? [])
      offer(id, isVerb ? variants.verbSynonym : variants.synonym, true);
  }
  const isPrefix = isUnfinished || (!isKnown && text.length > 2);
  const prefix = isKnown ? variants.longer : variants.prefix;
  const isPart = single.length >= minPart;
  for (const [id, other] of corpus.words.entries()) {
    if (isPrefix && other.length > text.length && other.startsWith(text))
      offer(id, prefix * (0.6 + (0.4 * text.length) / other.length));
    else if (isPart && other.length > single.length + 2 && other.startsWith(single)) offer(id, variants.part);
  }
  if (best.size === 0) for (const id of slips(corpus, text)) offer(id, variants.slip);
  return [...best].map(([id, [worth, isSynonym]]) => [id, worth, isSynonym]);
}

/** From this length on, a word also matches the beginning of a compound: "file" in "filesystem". */
const minPart = 4;

/** From this length on, two slips are forgiven. */
const longWord = 8;

function slips({ words }: Corpus, text: string): readonly number[] {
  const mask = maskOf(text);
  return [...words.entries()].flatMap(([id, word]) => {
    if (Math.abs(word.length - text.length) > 2 && word.length < text.length) return [];
    const isNear =
      nearRange(nameOf(word), text, mask) !== undefined ||
      (text.length >= longWord &&
        word.charCodeAt(0) === text.charCodeAt(0) &&
        Math.abs(word.length - text.length) <= 2 &&
        distance(text, word) <= 2);
    return isNear ? [id] : [];
  });
}
