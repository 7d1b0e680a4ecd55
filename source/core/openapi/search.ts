/** Ranks operations and schemas for typed words. */
import { type Asked, ask } from '../search/ask.js';
import type { Corpus } from '../search/corpus.js';
import { type Tier, tiers } from '../search/name-match.js';
import { allWords, missingIn, rank } from '../search/rank.js';
import { builtInSynonyms, type Synonyms } from '../search/synonyms.js';
import { nameWords } from '../search/words.js';
import type { Description, Operation } from './document/types.js';
import { type Index, indexOf, type Match, responseNames } from './search-index.js';

/** All matches, best first. */
interface DescriptionResults {
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
  const { bare, kind } = readFilter(text);
  const asked = ask(bare, synonyms);
  const isAllowed = (at: number): boolean => {
    const match = matches[at];
    return kind === undefined || match?.kind === kind;
  };
  const { documents, masks } = rank(corpus, asked, { most: maxResults, allows: isAllowed });
  const exact = (named.get(bare.trim().toLowerCase()) ?? []).filter(isAllowed);
  const rest = [...documents.keys()].filter(nth => !exact.includes(documents[nth] ?? -1));
  return {
    asked,
    matches: [...exact, ...rest.map(nth => documents[nth] ?? -1)].flatMap(at => matches[at] ?? []),
    masks: [...exact.map(() => allWords), ...rest.map(nth => masks[nth] ?? 0)],
    isNamed: exact.length > 0,
  };
}

/** Reads a question whose prefix limits the results to one kind: `op:refund`, `type:Book`. */
function readFilter(text: string): { readonly bare: string; readonly kind: 'operation' | 'schema' | undefined } {
  const [prefix, name = ''] = /^\s*(op|type):/i.exec(text) ?? [''];
  if (name === '') return { bare: text, kind: undefined };
  return { bare: text.slice(prefix.length), kind: name.toLowerCase() === 'op' ? 'operation' : 'schema' };
}

/** One result of `searchAll`. */
export interface Hit {
  readonly match: Match;
  /** The words of the question that it does not have. */
  readonly missing: readonly string[];
  /** The parameter or property whose name was typed, in lower case. */
  readonly part?: string;
}

/** Ranks operations and schemas. Operations with a parameter or property of the typed name are found by it as well. */
export function searchAll(description: Description, text: string, synonyms?: Synonyms): readonly Hit[] {
  const found = search(description, text, synonyms);
  const { bare, kind } = readFilter(text);
  const parts = kind === undefined ? operationsWith(description, bare) : new Map<Operation, string>();
  const hitOf = (match: Match, missing: readonly string[]): Hit => {
    const part = match.kind === 'operation' ? parts.get(match.operation) : undefined;
    return part === undefined ? { match, missing } : { match, missing: [], part };
  };
  const hits = found.matches.map((match, nth) => hitOf(match, missingIn(found.asked, found.masks[nth] ?? 0)));
  const matched = new Set(hits.flatMap(({ match }) => (match.kind === 'operation' ? match.operation : [])));
  const others = [...parts.keys()]
    .filter(each => !matched.has(each))
    .map(operation => hitOf({ kind: 'operation', operation }, []));
  // A name of several words means the part; a single word may mean the operations.
  const isPart = ({ part }: Hit): boolean => part === bare.trim().toLowerCase();
  if (!found.isNamed && nameWords(bare.trim()).length > 1) {
    return [...hits.filter(isPart), ...others, ...hits.filter(hit => !isPart(hit))];
  }
  const full = hits.filter(({ missing }) => missing.length === 0);
  return [...full, ...others, ...hits.slice(full.length)];
}

/** Operations with a parameter or property of the typed name; of those that only return it, the first ones. */
function operationsWith(description: Description, typed: string): ReadonlyMap<Operation, string> {
  const name = typed.trim().toLowerCase();
  const inputs = partsLike(indexOf(description), typed, new Map());
  const found = new Map(inputs.map(({ operation, part = name }) => [operation, part]));
  if (!/^\S{3,}$/.test(name)) return found;
  const returning = description.operations.filter(each => responseNames(description.root, each).has(name));
  for (const operation of returning.slice(0, maxParts)) if (!found.has(operation)) found.set(operation, name);
  return found;
}

/** An operation that matches. */
export interface OperationMatch {
  readonly operation: Operation;
  /** Matching schema that the operation accepts or returns. */
  readonly schema?: string;
  /** Matching parameter or body property, by its lower-case name. */
  readonly part?: string;
  /** Query words that the match does not contain. */
  readonly missing: readonly string[];
  /** Numbers of the way and of its call, if the results are ways between two ends. */
  readonly way?: number;
  readonly call?: number;
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
  const matches = matchingOperations(index, results);
  const { bare, kind } = readFilter(text);
  const parts = kind === undefined ? partsLike(index, bare, matches) : [];
  const all = withParts([...matches.values()], parts, bare, results.isNamed);
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

/** Returns the operations that match, or accept or return a schema that contains every word. */
function matchingOperations(
  { users }: Index,
  results: ReturnType<typeof search>,
): ReadonlyMap<Operation, OperationMatch> {
  const matches = new Map<Operation, OperationMatch>();
  const add = (match: OperationMatch): void => {
    if (!matches.has(match.operation)) matches.set(match.operation, match);
  };
  for (const [nth, match] of results.matches.entries()) {
    const missing = missingIn(results.asked, results.masks[nth] ?? 0);
    if (match.kind === 'operation') add({ operation: match.operation, missing });
    else if (missing.length === 0)
      for (const operation of users.get(match.schema) ?? []) add({ operation, schema: match.schema, missing });
  }
  return matches;
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
