/** Searches lists of entries with names and a text: commands, keys, help topics. */
import type { Named } from '../text/narrow.js';
import { ask } from './ask.js';
import { Corpus, maxOrder } from './corpus.js';
import { missingIn, rank } from './rank.js';
import { builtInSynonyms, type Synonyms } from './synonyms.js';

/** An entry's names and text, words that count like a name, and how likely the entry is to be meant (default: 1). */
export interface ListedText extends Named {
  readonly words?: readonly string[];
  readonly prior?: number;
}

/** An indexed list. Entries with equal scores stay in their order. */
export interface ListIndex<E> {
  readonly entries: readonly E[];
  readonly corpus: Corpus;
}

export function indexList<E>(entries: readonly E[], textOf: (entry: E) => ListedText): ListIndex<E> {
  const corpus = new Corpus();
  for (const [order, entry] of entries.entries()) {
    const { name, about = '', others = [], words = [], prior = 1 } = textOf(entry);
    corpus.add({
      names: [name, ...others].filter(Boolean),
      fields: [
        ['name', corpus.wordsOfName(name)],
        ['title', [...others, ...words].flatMap(each => corpus.wordsOfName(each))],
        ['text', corpus.wordsOfText(about)],
      ],
      prior,
      order: Math.min(order, maxOrder),
    });
  }
  return { entries, corpus };
}

/** Options for searching a list. */
interface ListSearch {
  /** True to also return entries that match only some of the words when others match all of them. */
  readonly hasPartial?: boolean;
  /** Whether names match if they only contain the typed letters in order. Default: true. */
  readonly looseNames?: boolean;
  /** Default: the built-in table. */
  readonly synonyms?: Synonyms;
}

/** Returns the entries that contain all typed words, best first, or otherwise the entries that contain some of them. */
export function searchList<E>(
  { entries, corpus }: ListIndex<E>,
  typed: string,
  { hasPartial = false, looseNames = true, synonyms = builtInSynonyms }: ListSearch = {},
): readonly E[] {
  const text = typed.trim();
  if (text === '') return entries;
  const asked = ask(typed, synonyms);
  const { documents, masks } = rank(corpus, asked, {
    most: entries.length,
    nameTyped: text.toLowerCase(),
    // Names such as "oauth2" need not be in the query.
    unasked: 0.7,
    looseNames,
  });
  const complete = hasPartial ? [] : documents.filter((_, nth) => missingIn(asked, masks[nth] ?? 0).length === 0);
  return (complete.length > 0 ? complete : documents).flatMap(at => entries[at] ?? []);
}
