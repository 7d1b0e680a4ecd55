/** All searchable elements of a schema, as documents of a corpus. */

import { memoizeSlices } from '../../memoize-weak.js';
import { Corpus, maxDocuments } from '../../search/corpus.js';
import { builtInSynonyms, type Intent } from '../../search/synonyms.js';
import { nameWords } from '../../search/words.js';
import type { SchemaView } from '../builder/schema/schema-view.js';
import type { Named } from '../look-up/read-name.js';
import type { SchemaField, SchemaType } from '../schema-types.js';
import { distanceTo, type Routes, routeSlices, routeTo } from './routes.js';

export type EntryKind = Named['kind'];

/** A named schema element. */
export interface Entry extends Omit<Named, 'path'> {
  readonly deprecated: boolean;
  /**
   * Number of tree rows above the element: a field of Query has 1. Fields returned only by a mutation or subscription are
   * farther away, and unreachable ones are the farthest.
   */
  readonly depth: number;
}

/** Search index of one schema. Document n of the corpus is entry n and has a single name. */
export interface SearchIndex {
  readonly view: SchemaView;
  readonly reach: Routes;
  readonly entries: readonly Entry[];
  readonly corpus: Corpus;
  /** Name numbers of each entry's owner and field, or -1 if there is none. */
  readonly ownerAt: readonly number[];
  readonly fieldAt: readonly number[];
  /** Entries that belong to a field, an input object or an enum: arguments, input fields and values. */
  readonly members: readonly number[];
}

/** Depth of enum values: as far away as a field that takes a few steps to reach. */
const enumDepth = 5;

/** The order of kinds breaks ties. */
const kindOrder: Readonly<Record<EntryKind, number>> = {
  field: 0,
  type: 1,
  argument: 2,
  input: 3,
  enumValue: 4,
  directive: 5,
};

/** Combines distance and kind in one number. */
const orderOf = (depth: number, kind: EntryKind): number => depth * 16 + kindOrder[kind];

/** How likely each kind is to be meant by a query. */
export const priors = {
  root: 1,
  field: 0.85,
  subscription: 0.85,
  type: 0.6,
  argument: 0.5,
  input: 0.35,
  enumValue: 0.4,
  directive: 0.4,
  perLevel: 0.96,
};

/** The index of a schema, built on the first request or in slices. */
export const [searchIndexOf, indexSlices] = memoizeSlices(collect);

/** Number of types to decode, and of entries to index, in one slice. */
const typesPerSlice = 10;
const entriesPerSlice = 50;

function* collect(view: SchemaView): Generator<void, SearchIndex> {
  let count = 0;
  for (const name of view.typeNames) {
    view.type(name);
    if (++count % typesPerSlice === 0) yield;
  }
  const index = new Collector(view, yield* routeSlices(view));
  yield;
  for (const each of elementsOf(view, index.reach)) {
    index.add(each);
    if (index.entries.length % entriesPerSlice === 0) yield;
  }
  index.corpus.finish();
  return index;
}

/** An entry together with its schema information. */
interface Element {
  readonly entry: Entry;
  readonly description: string | undefined;
  readonly schemaField?: SchemaField;
}

const isOld = (of: { readonly deprecated?: string }): boolean => of.deprecated !== undefined;

function* elementsOf(view: SchemaView, reach: Routes): Generator<Element> {
  for (const owner of view.typeNames) {
    const type = view.type(owner);
    yield {
      entry: { kind: 'type', name: owner, owner: '', field: '', deprecated: false, depth: 2 },
      description: type?.description,
    };
    if (type !== undefined) yield* membersOf(type, owner, 1 + distanceTo(reach, owner));
  }
  for (const { name, description, args } of view.directives) {
    yield { entry: { kind: 'directive', name, owner: '', field: '', deprecated: false, depth: 1 }, description };
    for (const arg of args) {
      const owner = `@${name}`;
      const deprecated = isOld(arg);
      yield {
        entry: { kind: 'argument', name: arg.name, owner, field: '', deprecated, depth: 2 },
        description: arg.description,
      };
    }
  }
}

function* membersOf(type: SchemaType, owner: string, depth: number): Generator<Element> {
  for (const field of type.fields) {
    const { name, description } = field;
    const deprecated = isOld(field);
    yield { entry: { kind: 'field', name, owner, field: '', deprecated, depth }, description, schemaField: field };
    for (const arg of field.args) {
      const more = { field: name, deprecated: isOld(arg) || deprecated, depth: depth + 1 };
      yield { entry: { kind: 'argument', name: arg.name, owner, ...more }, description: arg.description };
    }
  }
  for (const { name, description, ...more } of type.inputFields) {
    yield { entry: { kind: 'input', name, owner, field: '', deprecated: isOld(more), depth }, description };
  }
  for (const { name, description, ...more } of type.enumValues) {
    const deprecated = isOld(more);
    yield { entry: { kind: 'enumValue', name, owner, field: '', deprecated, depth: enumDepth }, description };
  }
}

class Collector implements SearchIndex {
  readonly entries: Entry[] = [];
  readonly corpus = new Corpus();
  readonly ownerAt: number[] = [];
  readonly fieldAt: number[] = [];
  readonly members: number[] = [];
  readonly view: SchemaView;
  readonly reach: Routes;
  readonly #roots: ReadonlyMap<string, string>;
  readonly #paths = new Map<string, readonly number[]>();

  constructor(view: SchemaView, reach: Routes) {
    this.view = view;
    this.reach = reach;
    this.#roots = new Map(Object.entries(view.roots).map(([root, name]) => [name, root]));
  }

  add({ entry, description, schemaField }: Element): void {
    if (this.entries.length >= maxDocuments) return;
    this.entries.push(entry);
    const { kind, name, owner, field, depth, deprecated } = entry;
    const { corpus } = this;
    const idOf = (of: string): number => (of === '' ? -1 : (corpus.nameIds.get(of) ?? -1));
    this.ownerAt.push(idOf(owner));
    this.fieldAt.push(idOf(field));
    if (kind === 'argument' || kind === 'input' || kind === 'enumValue') this.members.push(this.entries.length - 1);
    const root = kind === 'field' ? this.#roots.get(owner) : undefined;
    const words = (text: string): readonly number[] => corpus.wordsOfName(text);
    const levels = root === undefined ? Math.min(depth - 1, 30) : 0;
    corpus.add({
      names: [name],
      fields: [
        ['name', words(name)],
        ['way', field === '' ? this.#pathWords(owner) : words(field)],
        ['owner', root === undefined ? words(owner) : []],
        ['text', corpus.wordsOfText(description)],
        ...(schemaField === undefined
          ? []
          : ([
              ['result', words(schemaField.type.name)],
              ['inputs', schemaField.args.flatMap(arg => words(arg.name))],
              ['body', root === 'mutation' ? this.#inputWords(schemaField) : []],
            ] as const)),
      ],
      prior: priorOf(kind, root) * priors.perLevel ** levels,
      isDeprecated: deprecated,
      order: orderOf(depth, kind),
      // A type matched by its full name ranks as close as a root field.
      exactOrder: kind === 'type' ? orderOf(1, kind) : undefined,
      intent: kind === 'field' ? intentOf(name, root) : undefined,
    });
  }

  /** Returns the input field names of a mutation, two levels deep. */
  #inputWords({ args }: SchemaField): readonly number[] {
    const names = new Set<string>();
    const collect = (type: string, levels: number): void => {
      for (const each of this.view.type(type)?.inputFields ?? []) {
        names.add(each.name);
        if (levels > 1) collect(each.type.name, levels - 1);
      }
    };
    for (const arg of args) collect(arg.type.name, 2);
    return [...names].flatMap(name => this.corpus.wordsOfName(name));
  }

  /** Returns the words on the path to a type. */
  #pathWords(type: string): readonly number[] {
    const paths = this.#paths.get(type);
    if (paths !== undefined) return paths;
    const steps = type === '' ? [] : (routeTo(this.reach, type)?.steps ?? []);
    const words = steps.flatMap(step => (step.kind === 'field' ? this.corpus.wordsOfName(step.name) : []));
    this.#paths.set(type, words);
    return words;
  }
}

function priorOf(kind: EntryKind, root: string | undefined): number {
  if (root === undefined) return priors[kind];
  return root === 'subscription' ? priors.subscription : priors.root;
}

const intentOf = (name: string, root: string | undefined): Intent =>
  root === 'mutation' ? writingIntent(name) : 'read';

/** A mutation is considered to remove data if its first or last word suggests it. */
function writingIntent(name: string): Intent {
  const words = nameWords(name);
  const isDestructive = [words[0], words.at(-1)].some(
    word => word === 'undo' || (word !== undefined && builtInSynonyms.intentOf(word) === 'destroy'),
  );
  return isDestructive ? 'destroy' : 'write';
}
