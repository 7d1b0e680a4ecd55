/** Orders results so that a destructive document comes first only if the query requests a removal. */
import type { Asked, AskedWord } from './ask.js';
import { type Corpus, intentNumbers } from './corpus.js';
import { matchRanges } from './name-match.js';
import { matchesOf } from './word-matches.js';

const { destroy } = intentNumbers;

/** Moves the first harmless document to the top unless the query requests a removal. */
export function withSafeFirst(
  corpus: Corpus,
  asked: Asked,
  single: string | undefined,
  documents: readonly number[],
): readonly number[] {
  const [first = -1] = documents;
  if (corpus.intentOf[first] !== destroy || asksForRemoval(corpus, asked, single, first)) return documents;
  const safe = documents.findIndex(at => corpus.intentOf[at] !== destroy);
  const chosen = documents[safe];
  return chosen === undefined ? documents : [chosen, ...documents.slice(0, safe), ...documents.slice(safe + 1)];
}

/** Minimum length of a word that can request a removal: "d" does not mean "delete". */
const minRemoval = 3;

/** Returns true if a destructive word of the corpus was typed, in any form. */
function isMatched(corpus: Corpus, word: AskedWord): boolean {
  return matchesOf(corpus, word).some(({ id, isSynonym }) => !isSynonym && corpus.isDestructive[id] === 1);
}

function asksForRemoval(corpus: Corpus, asked: Asked, single: string | undefined, first: number): boolean {
  if (asked.intent === 'destroy') return true;
  const isTyped = asked.words.some(word => word.text.length >= minRemoval && isMatched(corpus, word));
  if (isTyped) return true;
  const name = corpus.names[corpus.nameAt[corpus.nameStarts[first] ?? -1] ?? -1];
  if (single === undefined || name === undefined) return false;
  const ranges = matchRanges(name, single);
  return name.starts.some((start, nth) => {
    const word = name.low.slice(start, name.starts[nth + 1] ?? name.low.length);
    return (
      corpus.isDestructive[corpus.wordIds.get(word) ?? -1] === 1 &&
      ranges.some(([from, to]) => from <= start && to >= Math.min(start + minRemoval, name.low.length))
    );
  });
}
