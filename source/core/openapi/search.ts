/** From typed words to ranked operations and schemas. */
import { type Asked, ask } from '../search/ask.js';
import type { Corpus } from '../search/corpus.js';
import { type Tier, tiers } from '../search/name-match.js';
import { missingIn, rank } from '../search/rank.js';
import { builtInSynonyms, type Synonyms } from '../search/synonyms.js';
import { nameWords } from '../search/words.js';
import type { Description, Operation } from './document/types.js';
import { type Index, indexOf, indexSlices, type Match } from './search-index.js';

/** Everything that matches, best first. */
export interface DescriptionResults {
  readonly asked: Asked;
  readonly matches: readonly Match[];
  /** The words of the question that each match has, as bits. */
  readonly masks: readonly number[];
  /** The typed text is the whole name of the first match. */
  readonly isNamed: boolean;
}

/** More results are not returned. */
const maxResults = 5000;

/** Ranks operations and schemas; those whose whole name was typed come first. */
export function search(
  description: Description,
  text: string,
  synonyms: Synonyms = builtInSynonyms,
): DescriptionResults {
  const { corpus, named, matches } = indexOf(description);
  const asked = ask(text, synonyms);
  const { documents, masks } = rank(corpus, asked, { most: maxResults });
  const exact = named.get(text.trim().toLowerCase()) ?? [];
  const rest = [...documents.keys()].filter(nth => !exact.includes(documents[nth] ?? -1));
  return {
    asked,
    matches: [...exact, ...rest.map(nth => documents[nth] ?? -1)].flatMap(at => matches[at] ?? []),
    masks: [...exact.map(() => allWords), ...rest.map(nth => masks[nth] ?? 0)],
    isNamed: exact.length > 0,
  };
}

const allWords = 0xffff;

/** One operation that matches. */
export interface OperationMatch {
  readonly operation: Operation;
  /** The matching schema that the operation takes or returns. */
  readonly schema?: string;
  /** The matching parameter or body property, by its name in lower case. */
  readonly part?: string;
  /** The words of the question that the match does not have. */
  readonly missing: readonly string[];
}

/** Operations that match, in the shape of the results of a GraphQL schema. */
export interface OperationResults {
  readonly description: Description;
  readonly corpus: Corpus;
  readonly asked: Asked;
  readonly matches: readonly OperationMatch[];
  /** Indexes of `matches`. */
  readonly results: readonly number[];
  readonly fits: readonly Tier[];
  readonly total: number;
}

/** Ranks the operations, those that take or return a matching schema, and single parameters and properties of that name. */
export function searchOperations(description: Description, text: string, synonyms?: Synonyms): OperationResults {
  const index = indexOf(description);
  const found = search(description, text, synonyms);
  const matches = new Map<Operation, OperationMatch>();
  for (const [nth, match] of found.matches.entries()) {
    const missing = missingIn(found.asked, found.masks[nth] ?? 0);
    if ('operation' in match) {
      if (!matches.has(match.operation)) matches.set(match.operation, { operation: match.operation, missing });
      continue;
    }
    // A schema leads to its operations only if it has every word.
    if (missing.length > 0) continue;
    for (const operation of index.users.get(match.schema) ?? []) {
      if (!matches.has(operation)) matches.set(operation, { operation, schema: match.schema, missing });
    }
  }
  const parts = partsLike(index, text, matches);
  const all = withParts([...matches.values()], parts, text, found.isNamed);
  return {
    description,
    corpus: index.corpus,
    asked: found.asked,
    matches: all,
    results: [...all.keys()],
    fits: all.map(() => tiers.none),
    total: all.length,
  };
}

/** Parameters and properties of one name that are returned: each is shown with the rows above it. */
const maxParts = 10;

/**
 * Parameters and properties with the typed name, or else those whose names begin with it. A single word begins many names: then
 * only those of operations that match no other way.
 */
function partsLike(
  { parts }: Index,
  text: string,
  matches: ReadonlyMap<Operation, OperationMatch>,
): readonly OperationMatch[] {
  const typed = text.trim().toLowerCase();
  const partsOf = (part: string, operations: readonly Operation[]): readonly OperationMatch[] =>
    operations.slice(0, maxParts).map(operation => ({ operation, part, missing: [] }));
  const exact = parts.get(typed);
  if (exact !== undefined || typed.length < 3) return partsOf(typed, exact ?? []);
  const begun = [...parts].filter(([name]) => name.startsWith(typed)).slice(0, maxParts);
  const isWord = nameWords(typed).length === 1;
  return begun
    .flatMap(([name, all]) => partsOf(name, isWord ? all.filter(each => !matches.has(each)) : all))
    .slice(0, maxParts);
}

/** A name of several words means the part; a single word may mean the operations, which then come before their parts. */
function withParts(
  matches: readonly OperationMatch[],
  parts: readonly OperationMatch[],
  text: string,
  isNamed: boolean,
): readonly OperationMatch[] {
  if (parts.length === 0) return matches;
  const isWhole = parts[0]?.part === text.trim().toLowerCase();
  if (isWhole && !isNamed && nameWords(text.trim()).length > 1) return [...parts, ...matches];
  const left = new Map(parts.map(each => [each.operation, each]));
  const paired = matches.flatMap(match => {
    const part = left.get(match.operation);
    left.delete(match.operation);
    return part === undefined ? [match] : [match, part];
  });
  return [...paired, ...left.values()];
}

/** Searches that make V8 compile what every letter runs. */
const warming = ['l', 'li', 'list', 'list re', 'create issue', 'inventroy', 'the'];

/** Builds the index and makes the first search quick, in slices of a few milliseconds. */
export function* warmOperations(description: Description): Generator<void> {
  yield* indexSlices(description);
  for (const text of warming) {
    yield;
    searchOperations(description, text);
  }
}
