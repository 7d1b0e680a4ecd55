/** Words -> operations and schemas that have them in their names, paths and texts, best first. */

import { wordsOf } from '../graphql/search/entries.js';
import { maskOf, nameOf } from '../graphql/search/name.js';
import { nearRange } from '../graphql/search/near-match.js';
import { entriesIn, member, textIn } from './document/node.js';
import type { Description, Operation } from './document/types.js';
import { titleOf } from './look-up.js';
import { shapeOf } from './schema.js';

/** One match: an operation, or a schema by name. */
export type Match = { readonly operation: Operation } | { readonly schema: string };

/** Words of one thing with what a match there is worth. */
interface Field {
  readonly words: readonly string[];
  readonly worth: number;
}

interface Entry {
  readonly found: Match;
  readonly fields: readonly Field[];
  /** A whole name that wins over everything when it is typed. */
  readonly names: readonly string[];
  /** Letters of its names: of two that fit, the shorter one says less else. */
  readonly length: number;
  readonly isOld: boolean;
}

const indexes = new WeakMap<Description, readonly Entry[]>();

/** Letters of a description that are searched. */
const maxDescription = 2000;

/** All that fits every word, best first; a word that fits nothing as typed may have one slip. */
export function search(description: Description, text: string): readonly Match[] {
  const entries = indexes.get(description) ?? indexOf(description);
  indexes.set(description, entries);
  const typed = text.trim().toLowerCase();
  const words = splitWords(text).slice(0, 12);
  if (words.length === 0) return [];
  return entries
    .map(entry => ({ entry, score: scoreOf(entry, words) + (entry.names.includes(typed) ? 100 : 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.entry.length - b.entry.length)
    .map(({ entry }) => entry.found);
}

/** `getPetById`, `/pets/{pet-id}` -> their words in lower case. */
function splitWords(text: string): readonly string[] {
  const { starts } = nameOf(text);
  const bounds = [...starts, text.length];
  const parts = text.length > 250 ? [text] : starts.map((at, nth) => text.slice(at, bounds[nth + 1]));
  return parts.flatMap(part => wordsOf(part.toLowerCase()));
}

function indexOf(description: Description): readonly Entry[] {
  const { root, operations, schemas } = description;
  const byOperation = operations.map((operation): Entry => {
    const { id = '', tags, summary, path, method, parameters, deprecated } = operation;
    return {
      found: { operation },
      fields: [
        { words: splitWords(id), worth: 5 },
        { words: splitWords(path.replace(/\{[^{}]*\}/g, ' ')), worth: 5 },
        { words: [method.toLowerCase(), ...(verbs[method] ?? [])], worth: 3 },
        { words: splitWords(summary), worth: 4 },
        { words: tags.flatMap(splitWords), worth: 2 },
        { words: parameters.flatMap(({ name }) => splitWords(name)), worth: 2 },
        { words: wordsOf(operation.description.slice(0, maxDescription).toLowerCase()), worth: 0.5 },
      ],
      names: [id.toLowerCase(), path.toLowerCase(), titleOf(operation).toLowerCase()],
      length: path.length + id.length,
      isOld: deprecated,
    };
  });
  const bySchema = schemas.map((name): Entry => {
    const node = member(member(member(root, 'components'), 'schemas'), name);
    const properties = entriesIn(node, 'properties').map(([each]) => each);
    return {
      found: { schema: name },
      fields: [
        { words: splitWords(name), worth: 4 },
        { words: properties.flatMap(splitWords), worth: 1.5 },
        { words: wordsOf(`${textIn(node, 'title') ?? ''} ${shortText(node)}`.toLowerCase()), worth: 0.5 },
      ],
      names: [name.toLowerCase()],
      length: name.length + 8,
      isOld: shapeOf(root, node).deprecated,
    };
  });
  return [...byOperation, ...bySchema];
}

const shortText = (node: unknown): string => (textIn(node, 'description') ?? '').slice(0, maxDescription);

/** Verbs that people search by. */
const verbs: Readonly<Record<string, readonly string[]>> = {
  GET: ['list', 'read', 'fetch', 'show'],
  POST: ['create', 'add', 'new'],
  PUT: ['replace', 'set', 'update'],
  PATCH: ['update', 'edit', 'change'],
  DELETE: ['remove'],
};

/** 0: some word is nowhere. */
function scoreOf({ fields, isOld }: Entry, words: readonly string[]): number {
  let sum = 0;
  for (const word of words) {
    let best = 0;
    for (const { words: own, worth } of fields) best = Math.max(best, worth * fitOf(own, word));
    if (best === 0) return 0;
    sum += best;
  }
  return sum / words.length - (isOld ? 1 : 0) + 1;
}

/** How well a word stands among others, from 0 to 1; of more words each counts for less. */
function fitOf(own: readonly string[], word: string): number {
  let best = 0;
  for (const each of own) {
    const fit =
      each === word ? 1 : isPlural(each, word) ? 0.95 : each.startsWith(word) ? 0.8 : slips(each, word) ? 0.5 : 0;
    best = Math.max(best, fit);
    if (best === 1) break;
  }
  return best === 0 ? 0 : best * (0.8 + 0.2 / Math.max(1, own.length));
}

const isPlural = (a: string, b: string): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return long === `${short}s` || long === `${short}es` || (short.endsWith('y') && long === `${short.slice(0, -1)}ies`);
};

const slips = (name: string, word: string): boolean =>
  word.length >= 5 &&
  Math.abs(name.length - word.length) <= 1 &&
  nearRange(nameOf(name), word, maskOf(word)) !== undefined;
