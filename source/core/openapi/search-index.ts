/** The index of a description: each of its words once, with the operations and schemas that have it. */
import { wordsOf } from '../graphql/search/entries.js';
import { type Name, nameOf } from '../graphql/search/name.js';
import { entriesIn, member, textIn } from './document/node.js';
import type { Description, Operation } from './document/types.js';
import { titleOf } from './look-up.js';
import { partNames } from './part-names.js';
import { nameOfRef, shapeOf } from './schema.js';

/** One match: an operation, or a schema by name. */
export type Match = { readonly operation: Operation } | { readonly schema: string };

/** An operation or a schema that can be found. */
export interface Entry {
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
export interface Index {
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

/** The whole index: what is not made yet is made now. */
export function indexOf(description: Description): Index {
  for (const _ of indexSlices(description));
  const index = indexes.get(description);
  if (index === undefined) throw new Error('The index of the description was not finished.');
  return index;
}

/** Operations and schemas that are read in one slice. */
const perSlice = 25;

/** Makes the index in slices of a few milliseconds: best while nobody waits. A key that needs it goes on where they ended. */
export function* indexSlices(description: Description): Generator<void> {
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

/** A word of a description counts least. */
export const descriptionWorth = 0.5;

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
export function splitWords(text: string): readonly string[] {
  const { starts } = nameOf(text);
  const bounds = [...starts, text.length];
  const parts = text.length > 250 ? [text] : starts.map((at, nth) => text.slice(at, bounds[nth + 1]));
  return parts.flatMap(part => wordsOf(part.toLowerCase()));
}
