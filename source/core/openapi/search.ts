/** Words -> operations and schemas that have them in their names, paths and texts, best first. */

import { wordsOf } from '../graphql/search/entries.js';
import { maskOf, type Name, nameOf } from '../graphql/search/name.js';
import { type Tier, tiers } from '../graphql/search/name-match.js';
import { nearRange } from '../graphql/search/near-match.js';
import type { Query } from '../graphql/search/query.js';
import { entriesIn, member, textIn } from './document/node.js';
import type { Description, Operation } from './document/types.js';
import { titleOf } from './look-up.js';
import { partNames } from './part-names.js';
import { nameOfRef, shapeOf } from './schema.js';

/** One match: an operation, or a schema by name. */
export type Match = { readonly operation: Operation } | { readonly schema: string };

interface Entry {
  readonly found: Match;
  /** A whole name that wins over everything when it is typed. */
  readonly names: readonly string[];
  /** Letters of its names: of two that fit, the shorter one says less else. */
  readonly length: number;
  readonly isOld: boolean;
}

/** Words of one thing with what a match there is worth. */
type Field = readonly [worth: number, words: readonly string[]];

/** The entries that have a word, in their order, each followed by the best that the word is worth there. */
type Postings = number[];

type Split = (text: string) => readonly string[];

/** Each word of a description once, with where it stands. */
interface Index {
  readonly entries: readonly Entry[];
  readonly words: readonly Name[];
  readonly postings: readonly Postings[];
  /** The operations that take or give a schema. */
  readonly users: ReadonlyMap<string, readonly Operation[]>;
  /** The operations that have a parameter or a property of the body, by its name in lower case. */
  readonly parts: ReadonlyMap<string, readonly Operation[]>;
}

const indexes = new WeakMap<Description, Index>();
const unfinished = new WeakMap<Description, Generator<void, Index>>();

/** Letters of a description that are searched. */
const maxDescription = 2000;

/** All that fits every word, best first; a word that fits nothing as typed may have one slip. */
export function search(description: Description, text: string): readonly Match[] {
  return scored(indexOf(description), text).map(({ entry }) => entry.found);
}

/** One operation that was found. */
export interface OperationMatch {
  readonly operation: Operation;
  /** It was found by this schema, which it takes or gives. */
  readonly schema?: string;
  /** It is this parameter or property of the operation, by its name in lower case. */
  readonly part?: string;
  /** Only its description has the words. */
  readonly isDescribed: boolean;
}

/** The results of a search among operations, in the shape of those in a schema of GraphQL. */
export interface OperationResults {
  readonly description: Description;
  readonly matches: readonly OperationMatch[];
  /** The words as typed, for marking them in rows. */
  readonly query: Pick<Query, 'typed' | 'joined' | 'name' | 'owners'>;
  /** Places in `matches`, and how closely each fits. */
  readonly results: readonly number[];
  readonly fits: readonly Tier[];
  readonly total: number;
}

/** The operations among the matches, their parameters and properties of that name, and behind them those that take or give a schema that fits. */
export function searchOperations(description: Description, text: string): OperationResults {
  const index = indexOf(description);
  const found = scored(index, text);
  const matches = new Map<Operation, OperationMatch>();
  for (const { entry, fit } of found)
    if ('operation' in entry.found) {
      const { operation } = entry.found;
      matches.set(operation, { operation, isDescribed: fit <= descriptionWorth });
    }
  for (const { entry } of found) {
    if (!('schema' in entry.found)) continue;
    const { schema } = entry.found;
    for (const operation of index.users.get(schema) ?? [])
      if (!matches.has(operation)) matches.set(operation, { operation, schema, isDescribed: false });
  }
  const all = withParts([...matches.values()], partsLike(index, text, matches), text, (found[0]?.score ?? 0) > 50);
  const asked = wordsAsked(text);
  return {
    description,
    matches: all,
    query: { typed: text, joined: '', name: asked.at(-1) ?? '', owners: asked.slice(0, -1) },
    results: [...all.keys()],
    fits: all.map(({ isDescribed }) => (isDescribed ? tiers.description : tiers.inside)),
    total: all.length,
  };
}

/** Parameters and properties of one name that are found: each is shown with the rows above it. */
const maxFound = 10;

/**
 * Parameters and properties of that name; without one, those whose names begin with it. A word alone begins many: then only of
 * operations that nothing else finds.
 */
function partsLike(
  { parts }: Index,
  text: string,
  matches: ReadonlyMap<Operation, OperationMatch>,
): readonly OperationMatch[] {
  const typed = text.trim().toLowerCase();
  const found = (part: string, operations: readonly Operation[]): readonly OperationMatch[] =>
    operations.slice(0, maxFound).map(operation => ({ operation, part, isDescribed: false }));
  const exact = parts.get(typed);
  if (exact !== undefined || typed.length < 3) return found(typed, exact ?? []);
  const begun = [...parts].filter(([name]) => name.startsWith(typed)).slice(0, maxFound);
  const isWord = splitWords(typed).length === 1;
  const others = begun.flatMap(([name, all]) => found(name, isWord ? all.filter(each => !matches.has(each)) : all));
  return others.slice(0, maxFound);
}

/** A name of several words means the part; one word may as well mean the operations, which then stand before their parts. */
function withParts(
  matches: readonly OperationMatch[],
  parts: readonly OperationMatch[],
  text: string,
  isNamed: boolean,
): readonly OperationMatch[] {
  if (parts.length === 0) return matches;
  const isWhole = parts[0]?.part === text.trim().toLowerCase();
  if (isWhole && !isNamed && splitWords(text.trim()).length > 1) return [...parts, ...matches];
  const left = new Map(parts.map(each => [each.operation, each]));
  const beside = (match: OperationMatch): readonly OperationMatch[] => {
    const part = left.get(match.operation);
    left.delete(match.operation);
    return part === undefined ? [match] : [match, part];
  };
  const strong = matches.filter(each => !each.isDescribed).flatMap(beside);
  return [...strong, ...left.values(), ...matches.filter(each => each.isDescribed)];
}

/** Makes the index and the first search quick, in slices: for when nobody waits. */
export function* warmOperations(description: Description): Generator<void> {
  yield* indexSlices(description);
  for (const text of ['l', 'li', 'list', 'list re', 'create issue', 'inventroy', 'the']) {
    yield;
    searchOperations(description, text);
  }
}

function indexOf(description: Description): Index {
  for (const _ of indexSlices(description));
  const index = indexes.get(description);
  if (index === undefined) throw new Error('The index of the description was not finished.');
  return index;
}

/** Operations and schemas that are read in one slice. */
const perSlice = 25;

/** Makes the index in slices of a few milliseconds: best while nobody waits. A key that needs it goes on where they ended. */
function* indexSlices(description: Description): Generator<void> {
  if (indexes.has(description)) return;
  const work = unfinished.get(description) ?? collected(description);
  unfinished.set(description, work);
  for (let next = work.next(); !indexes.has(description); next = work.next()) {
    if (next.done) {
      indexes.set(description, next.value);
      unfinished.delete(description);
      return;
    }
    yield;
  }
}

function* collected(description: Description): Generator<void, Index> {
  const { root, operations, schemas } = description;
  const entries: Entry[] = [];
  const words: Name[] = [];
  const postings: Postings[] = [];
  const ids = new Map<string, number>();
  const users = new Map<string, Operation[]>();
  const parts = new Map<string, Operation[]>();
  // Names of parameters, properties and tags come again and again.
  const known = new Map<string, readonly string[]>();
  const split: Split = text => {
    const words = known.get(text) ?? splitWords(text);
    known.set(text, words);
    return words;
  };
  const add = (entry: Entry, fields: readonly Field[]): void => {
    const at = entries.push(entry) - 1;
    for (const [worth, own] of fields) {
      // Of more words each counts for less.
      const each = worth * (0.8 + 0.2 / Math.max(1, own.length));
      for (const word of own) {
        let id = ids.get(word);
        if (id === undefined) {
          id = words.push(nameOf(word)) - 1;
          ids.set(word, id);
          postings.push([]);
        }
        const posting = postings[id] ?? [];
        if (posting.at(-2) !== at) posting.push(at, each);
        else if ((posting.at(-1) ?? 0) < each) posting[posting.length - 1] = each;
      }
    }
  };
  for (const [nth, operation] of operations.entries()) {
    if (nth % perSlice === 0) yield;
    add(operationEntry(operation), operationFields(operation, split));
    for (const [map, names] of [
      [users, schemasOf(root, operation)],
      [parts, partNames(root, operation)],
    ] as const)
      for (const name of names) {
        const list = map.get(name);
        if (list) list.push(operation);
        else map.set(name, [operation]);
      }
  }
  for (const [nth, name] of schemas.entries()) {
    if (nth % perSlice === 0) yield;
    const node = member(member(member(root, 'components'), 'schemas'), name);
    const properties = entriesIn(node, 'properties').map(([each]) => each);
    const entry = {
      found: { schema: name },
      names: [name.toLowerCase()],
      length: name.length + 8,
      isOld: member(node, 'deprecated') === true,
    };
    add(entry, [
      [4, splitWords(name)],
      [1.5, properties.flatMap(split)],
      [descriptionWorth, wordsOf(`${textIn(node, 'title') ?? ''} ${shortText(textIn(node, 'description'))}`)],
    ]);
  }
  return { entries, words, postings, users, parts };
}

const descriptionWorth = 0.5;

const operationEntry = (operation: Operation): Entry => {
  const { id = '', path, deprecated } = operation;
  return {
    found: { operation },
    names: [id.toLowerCase(), path.toLowerCase(), titleOf(operation).toLowerCase()],
    length: path.length + id.length,
    isOld: deprecated,
  };
};

const operationFields = (
  { id = '', tags, summary, path, method, parameters, description }: Operation,
  split: Split,
): readonly Field[] => [
  [5, splitWords(id)],
  [5, splitWords(path.replace(/\{[^{}]*\}/g, ' '))],
  // The last step says what it is about; those before it, where that is.
  [
    6,
    splitWords(
      path
        .replace(/\{[^{}]*\}/g, ' ')
        .split(/[/\s]+/)
        .findLast(Boolean) ?? '',
    ),
  ],
  [3, [method.toLowerCase(), ...(verbs[method] ?? [])]],
  [4, splitWords(summary)],
  [2, tags.flatMap(split)],
  [2, parameters.flatMap(({ name }) => split(name))],
  [descriptionWorth, wordsOf(shortText(description))],
];

const shortText = (text = ''): string => text.slice(0, maxDescription).toLowerCase();

/** Verbs that people search by. */
const verbs: Readonly<Record<string, readonly string[]>> = {
  GET: ['list', 'read', 'fetch', 'show'],
  POST: ['create', 'add', 'new'],
  PUT: ['replace', 'set', 'update'],
  PATCH: ['update', 'edit', 'change'],
  DELETE: ['remove'],
};

/** Schemas that an operation names in its body and responses, also as items of a list. */
function schemasOf(root: unknown, { body, responses }: Operation): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { schema } of [...(body?.content ?? []), ...responses.flatMap(({ content }) => content)]) {
    const ref = textIn(schema, '$ref') ?? textIn(shapeOf(root, schema).items, '$ref');
    if (ref !== undefined) found.add(nameOfRef(ref));
  }
  return found;
}

/** `getPetById`, `/pets/{pet-id}` -> their words in lower case. */
function splitWords(text: string): readonly string[] {
  const { starts } = nameOf(text);
  const bounds = [...starts, text.length];
  const parts = text.length > 250 ? [text] : starts.map((at, nth) => text.slice(at, bounds[nth + 1]));
  return parts.flatMap(part => wordsOf(part.toLowerCase()));
}

interface Scored {
  readonly entry: Entry;
  readonly score: number;
  /** How well the words fit, without what else makes one better than another. */
  readonly fit: number;
}

/** Words of a question that count. */
const maxWords = 12;

const small = /^(?:a|an|and|by|for|from|in|my|of|on|the|to|with)$/;

/** The words of a question without the small ones; the last may be the beginning of another one. */
function wordsAsked(text: string): readonly string[] {
  const words = splitWords(text);
  const large = words.filter((word, at) => (at === words.length - 1 && !/\s$/.test(text)) || !small.test(word));
  return (large.length > 0 ? large : words).slice(0, maxWords);
}

function scored({ entries, words, postings }: Index, text: string): readonly Scored[] {
  const typed = text.trim().toLowerCase();
  const asked = wordsAsked(text);
  if (asked.length === 0) return [];
  const sums = new Float64Array(entries.length);
  const hits = new Uint8Array(entries.length);
  for (const word of asked) {
    const best = new Float64Array(entries.length);
    const mask = maskOf(word);
    for (const [id, own] of words.entries()) {
      const fit = fitOf(own, word, mask);
      if (fit === 0) continue;
      const posting = postings[id] ?? [];
      for (let nth = 0; nth < posting.length; nth += 2) {
        const at = posting[nth] ?? 0;
        const worth = (posting[nth + 1] ?? 0) * fit;
        if ((best[at] ?? 0) < worth) best[at] = worth;
      }
    }
    for (const [at, worth] of best.entries()) {
      if (worth === 0) continue;
      sums[at] = (sums[at] ?? 0) + worth;
      hits[at] = (hits[at] ?? 0) + 1;
    }
  }
  const found: Scored[] = [];
  for (const [at, entry] of entries.entries()) {
    if (hits[at] !== asked.length) continue;
    const fit = (sums[at] ?? 0) / asked.length;
    const isNamed = entry.names.includes(typed);
    found.push({ entry, fit, score: fit - (entry.isOld ? 1 : 0) + (isNamed ? 100 : 0) });
  }
  return found.sort((a, b) => b.score - a.score || a.entry.length - b.entry.length);
}

/** How well a word is like another one, from 0 to 1. */
function fitOf(own: Name, word: string, mask: number): number {
  const { low } = own;
  if (low === word) return 1;
  if (isPlural(low, word)) return 0.99;
  if (low.startsWith(word)) return 0.8;
  return word.length >= 5 && Math.abs(low.length - word.length) <= 1 && nearRange(own, word, mask) !== undefined
    ? 0.5
    : 0;
}

function isPlural(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  // Most pairs differ in their first letter or by more than an ending.
  if (long.length - short.length > 2 || long.charCodeAt(0) !== short.charCodeAt(0)) return false;
  return long === `${short}s` || long === `${short}es` || (short.endsWith('y') && long === `${short.slice(0, -1)}ies`);
}
