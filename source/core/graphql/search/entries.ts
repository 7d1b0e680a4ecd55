/** Everything in a schema that can be searched, in flat arrays: what it is called, where it is, what is said of it. */
import type { SchemaView } from '../builder/schema/schema-view.js';
import { lower, type Name, nameOf } from './name.js';
import { distanceTo, type Routes, routesOf } from './routes.js';

/** In the order in which equals are listed. */
export type EntryKind = 'field' | 'type' | 'argument' | 'input' | 'enumValue' | 'directive';

/** One thing with a name. */
export interface Entry {
  readonly kind: EntryKind;
  readonly name: string;
  /** The type it is in, or for an argument of a directive `@directive`; empty for types and directives. */
  readonly owner: string;
  /** The field an argument belongs to; empty: it belongs to a directive. */
  readonly field: string;
  readonly deprecated: boolean;
  /**
   * How far it is, in rows above it: a field of Query has 1. What only an answer of a mutation or subscription holds is farther,
   * and what no root reaches farther than anything else.
   */
  readonly depth: number;
}

/** Search index of one schema. Arrays that end in `At` run parallel to `entries` and hold indexes. */
export interface SearchIndex {
  readonly view: SchemaView;
  readonly reach: Routes;
  readonly entries: readonly Entry[];
  /** Names that occur, each once, and for each entry which. */
  readonly names: readonly Name[];
  readonly nameAt: readonly number[];
  /** How many entries have a name. */
  readonly uses: readonly number[];
  /** Which name its owner has, and the field of an argument; -1: none. */
  readonly ownerAt: readonly number[];
  readonly fieldAt: readonly number[];
  /** The part of its rank that no query changes: its distance, then its kind (see `find.ts`). */
  readonly rankAt: readonly number[];
  /** The words of descriptions in lower case, a space before each; each once, and for each entry which; -1: none. */
  readonly texts: readonly string[];
  readonly textAt: readonly number[];
}

/** Letters of a description that are searched. */
const maxTextLength = 4000;
/** Where an enum value is: as far as a field that takes some looking for. */
const readDepth = 5;
/** Entries beyond this are not searched: no schema that fits into memory has so many. */
export const maxEntries = 4_194_304;

/** How many different distances are told apart. */
export const depths = 1024;

const kindOrder: Readonly<Record<EntryKind, number>> = {
  field: 0,
  type: 1,
  argument: 2,
  input: 3,
  enumValue: 4,
  directive: 5,
};

/** A distance and a kind in one number, which leaves room between for whether the case is another: 8 more. */
export const rankOf = (depth: number, kind: EntryKind): number => Math.min(depth, depths - 1) * 16 + kindOrder[kind];

/** Scripts that write no space between words, and pictures: each of their characters is a word. */
const single = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Extended_Pictographic}]/u;
const apart = new RegExp(`${single.source}|(?:(?!${single.source})[\\p{L}\\p{N}])+`, 'gu');

/** Letters and digits between anything else; `图书📚` is three words. */
export const wordsOf = (text: string): string[] => text.match(isSpaceless(text) ? apart : /[\p{L}\p{N}]+/gu) ?? [];

/** True if some character of it is a word by itself. */
export const isSpaceless = (text: string): boolean => /[^\u0000-\u0dff]/.test(text) && single.test(text);

/** Gives each name and each description one number, however often it occurs. */
class Collector implements SearchIndex {
  readonly entries: Entry[] = [];
  readonly names: Name[] = [];
  readonly nameAt: number[] = [];
  readonly uses: number[] = [];
  readonly ownerAt: number[] = [];
  readonly fieldAt: number[] = [];
  readonly rankAt: number[] = [];
  readonly texts: string[] = [];
  readonly textAt: number[] = [];
  readonly view: SchemaView;
  readonly reach: Routes;
  readonly #nameIds = new Map<string, number>();
  readonly #textIds = new Map<string, number>();

  constructor(view: SchemaView) {
    this.view = view;
    this.reach = routesOf(view);
  }

  add(entry: Entry, description: string | undefined): void {
    if (this.entries.length >= maxEntries) return;
    this.entries.push(entry);
    const name = this.#nameId(entry.name);
    this.nameAt.push(name);
    this.uses[name] = (this.uses[name] ?? 0) + 1;
    this.ownerAt.push(entry.owner === '' ? -1 : this.#nameId(entry.owner));
    this.fieldAt.push(entry.field === '' ? -1 : this.#nameId(entry.field));
    this.rankAt.push(rankOf(entry.depth, entry.kind));
    this.textAt.push(description === undefined ? -1 : this.#textId(description));
  }

  #nameId(text: string): number {
    let id = this.#nameIds.get(text);
    if (id === undefined) {
      id = this.names.push(nameOf(text)) - 1;
      this.uses.push(0);
      this.#nameIds.set(text, id);
    }
    return id;
  }

  #textId(description: string): number {
    let id = this.#textIds.get(description);
    if (id === undefined) {
      id = this.texts.push(` ${wordsOf(lower(description.slice(0, maxTextLength))).join(' ')}`) - 1;
      this.#textIds.set(description, id);
    }
    return id;
  }
}

const indexes = new WeakMap<SchemaView, SearchIndex>();
const unfinished = new WeakMap<SchemaView, Generator<void, SearchIndex>>();

/** The index of a schema: made once, at the latest when it is first asked for. */
export function searchIndexOf(view: SchemaView): SearchIndex {
  const slices = indexSlices(view);
  for (;;) {
    const { done } = slices.next();
    const index = indexes.get(view);
    if (index !== undefined) return index;
    if (done) throw new Error('The index of the schema was not finished.');
  }
}

/** Makes the index in slices of a few milliseconds: best while nobody waits. A slice more that is not needed does nothing. */
export function* indexSlices(view: SchemaView): Generator<void> {
  if (indexes.has(view)) return;
  let work = unfinished.get(view);
  if (work === undefined) {
    work = collect(view);
    unfinished.set(view, work);
  }
  for (let next = work.next(); !indexes.has(view); next = work.next()) {
    if (next.done) {
      indexes.set(view, next.value);
      unfinished.delete(view);
      return;
    }
    yield;
  }
}

/** Types that are read in one slice. */
const typesPerSlice = 40;

function* collect(view: SchemaView): Generator<void, SearchIndex> {
  let count = 0;
  for (const name of view.typeNames) {
    view.type(name);
    if (++count % typesPerSlice === 0) yield;
  }
  const into = new Collector(view);
  const isOld = (of: { readonly deprecated?: string }): boolean => of.deprecated !== undefined;
  yield;
  for (const owner of view.typeNames) {
    if (++count % typesPerSlice === 0) yield;
    const type = view.type(owner);
    const depth = 1 + distanceTo(into.reach, owner);
    into.add({ kind: 'type', name: owner, owner: '', field: '', deprecated: false, depth: 2 }, type?.description);
    for (const field of type?.fields ?? []) {
      const { name } = field;
      into.add({ kind: 'field', name, owner, field: '', deprecated: isOld(field), depth }, field.description);
      for (const arg of field.args) {
        const more = { field: name, deprecated: isOld(arg) || isOld(field), depth: depth + 1 };
        into.add({ kind: 'argument', name: arg.name, owner, ...more }, arg.description);
      }
    }
    for (const { name, description, ...more } of type?.inputFields ?? []) {
      into.add({ kind: 'input', name, owner, field: '', deprecated: isOld(more), depth }, description);
    }
    for (const { name, description, ...more } of type?.enumValues ?? []) {
      into.add({ kind: 'enumValue', name, owner, field: '', deprecated: isOld(more), depth: readDepth }, description);
    }
  }
  for (const { name, description, args } of view.directives) {
    into.add({ kind: 'directive', name, owner: '', field: '', deprecated: false, depth: 1 }, description);
    for (const arg of args) {
      const owner = `@${name}`;
      into.add(
        { kind: 'argument', name: arg.name, owner, field: '', deprecated: isOld(arg), depth: 2 },
        arg.description,
      );
    }
  }
  return into;
}
