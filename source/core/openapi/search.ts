/** Ranks operations and schemas for typed words. */
import { type Asked, ask } from '../search/ask.js';
import type { Corpus } from '../search/corpus.js';
import { type Tier, tiers } from '../search/name-match.js';
import { missingIn, rank } from '../search/rank.js';
import { builtInSynonyms, type Synonyms } from '../search/synonyms.js';
import { nameWords } from '../search/words.js';
import type { Description, Operation } from './document/types.js';
import { type Index, indexOf, indexSlices, type Match } from './search-index.js';

/** All matches, best first. */
export interface DescriptionResults {
  readonly asked: Asked;
  readonly matches: readonly Match[];
  /** Query words that each match contains, as bits. */
  readonly masks: readonly number[];
  /** True if the typed text is the complete name of the first match. */
  readonly isNamed: boolean;
}

const maxResults = 5000;

/** Ranks operations and schemas. Those whose complete name was typed come first. */
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

export interface OperationMatch {
  readonly operation: Operation;
  /** Matching schema that the operation accepts or returns. */
  readonly schema?: string;
  /** Matching parameter or body property, by its lower-case name. */
  readonly part?: string;
  /** Query words that the match does not contain. */
  readonly missing: readonly string[];
}

/** Operations that match, in the same form as results for a GraphQL schema. */
export interface OperationResults {
  readonly description: Description;
  readonly corpus: Corpus;
  readonly asked: Asked;
  readonly matches: readonly OperationMatch[];
  /** Indexes into `matches`. */
  readonly results: readonly number[];
  readonly fits: readonly Tier[];
  readonly total: number;
}

/**
 * Ranks the operations, including those that accept or return a matching schema, along with individual parameters and
 * properties with a matching name.
 */
export function searchOperations(description: Description, text: string, synonyms?: Synonyms): OperationResults {
  const index = indexOf(description);
  const results = search(description, text, synonyms);
  const matches = new Map<Operation, OperationMatch>();
  for (const [nth, match] of results.matches.entries()) {
    const missing = missingIn(results.asked, results.masks[nth] ?? 0);
    if ('operation' in match) {
      if (!matches.has(match.operation)) matches.set(match.operation, { operation: match.operation, missing });
      continue;
    }
    // A schema leads to its operations only if it contains every word.
    if (missing.length > 0) continue;
    for (const operation of index.users.get(match.schema) ?? []) {
      if (!matches.has(operation)) matches.set(operation, { operation, schema: match.schema, missing });
    }
  }
  const parts = partsLike(index, text, matches);
  const all = withParts([...matches.values()], parts, text, results.isNamed);
  return {
    description,
    corpus: index.corpus,
    asked: results.asked,
    matches: all,
    results: [...all.keys()],
    fits: all.map(() => tiers.none),
    total: all.length,
  };
}

/** Maximum number of parameters and properties of one name to return, because each is shown with the rows above it. */
const maxParts = 10;

/**
 * Returns parameters and properties with the typed name, or otherwise those whose names start with it. A single word is the
 * start of many names, so only operations that do not match otherwise are included.
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

/**
 * Merges parts into the results. A query of several words means the part. A single word may mean the operations, which are then
 * listed before their parts.
 */
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

/** Searches that make V8 compile the code that runs on every keystroke. */
const warming = ['l', 'li', 'list', 'list re', 'create issue', 'inventroy', 'the'];

/** Builds the index and makes the first search fast, in slices of a few milliseconds. */
export function* warmOperations(description: Description): Generator<void> {
  yield* indexSlices(description);
  for (const text of warming) {
    yield;
    searchOperations(description, text);
  }
}
