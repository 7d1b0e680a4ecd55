/** Represents a schema as a graph for the search: types, and the fields and type conditions that connect them. */
import { addTo } from '../../add-to.js';
import { memoizeSlices } from '../../memoize-weak.js';
import { isComposite, requiredArgs } from '../builder/schema/lookups.js';
import type { SchemaField, SchemaType } from '../schema-types.js';
import type { SearchIndex } from './entries.js';

/** Price of a step that matches no query word, before discounts and surcharges. */
const prices = {
  step: 1,
  plumbing: 0.25,
  condition: 0.5,
  /**
   * Surcharge for a type condition: per alternative type, and at most. A condition with many alternatives carries little
   * meaning.
   */
  among: 0.03,
  crowd: 0.75,
  deprecated: 1,
  required: 0.02,
  /** Surcharge for a root field that returns any object by its ID. */
  node: 1.5,
} as const;

/** Pass-through fields: Relay connections, and lists inside an object. */
const plumbing = new Set(['nodes', 'edges', 'node', 'items']);

/**
 * Returns true for a pass-through field. A root has none: `Query.node` returns any object and therefore carries little meaning.
 */
export const isPlumbing = (name: string, isRoot: boolean): boolean => plumbing.has(name) && !isRoot;

/** Returns the price of a field before anything is matched. */
export function fieldPrice(field: SchemaField, isRoot: boolean): number {
  const step = isRoot && plumbing.has(field.name) ? prices.step + prices.node : prices.step;
  const deprecated = field.deprecated === undefined ? 0 : prices.deprecated;
  return (
    (isPlumbing(field.name, isRoot) ? prices.plumbing : step) +
    deprecated +
    prices.required * requiredArgs(field).length
  );
}

/** Returns true for a plural field of type Int, which is a count. */
const counts = ({ name, type }: SchemaField): boolean =>
  /[^s]s$/.test(name) && /^(?:\w*int|long)$/i.test(type.name) && !type.marks.includes('L');

/** Fields and type conditions as parallel arrays. */
export interface WayGraph {
  /** The steps of type `t` are those from `starts[t]` up to `starts[t + 1]`. */
  readonly starts: Int32Array;
  /** Type that each step leads to, or -1 for a leaf. */
  readonly targets: Int32Array;
  /** Entry of the field, or -1 for a type condition. */
  readonly entries: Int32Array;
  /** Number of the field's name in the index, or -1 for a type condition. */
  readonly names: Int32Array;
  readonly costs: Float32Array;
  /** 1 for a pass-through step, which may occur repeatedly. */
  readonly isPlumbing: Uint8Array;
  /** 1 for a field that contains a count, such as `comments: Int!`. */
  readonly isCount: Uint8Array;
  readonly typeNames: readonly string[];
  /** Number of each type's name in the index. */
  readonly typeNameAt: Int32Array;
  readonly typeIds: ReadonlyMap<string, number>;
  /** Field and type names that contain each word of the corpus, by their numbers. */
  readonly namesOf: readonly (readonly number[])[];
  /** Number of letters and digits in each name. */
  readonly lengths: Uint16Array;
}

/** The graph of a schema, built on the first request or in slices. */
export const [wayGraphOf, wayGraphSlices] = memoizeSlices(build);

/** Number of entries and types to read in one slice. */
const entriesPerSlice = 2000;
const typesPerSlice = 60;

function* build(index: SearchIndex): Generator<void, WayGraph> {
  const { view, corpus } = index;
  const typeNames = view.typeNames.filter(name => isComposite(view.type(name)));
  const typeIds = new Map(typeNames.map((name, id) => [name, id]));
  const { fieldsOf, ...names } = yield* readNames(index, typeIds);
  const rootNames = new Set(Object.values(view.roots));
  const starts = new Int32Array(typeNames.length + 1);
  const steps = new StepColumns(corpus.nameAt);
  for (const [id, typeName] of typeNames.entries()) {
    if (id % typesPerSlice === 0) yield;
    const type = view.type(typeName);
    const isRoot = rootNames.has(typeName);
    for (const [nth, at] of (fieldsOf.get(typeName) ?? []).entries()) {
      const field = type?.fields[nth];
      if (field === undefined) continue;
      const { name } = field.type;
      steps.addField(field, at, isRoot, rootNames.has(name) ? undefined : typeIds.get(name));
    }
    if (type !== undefined) steps.addConditions(type, typeIds);
    starts[id + 1] = steps.length;
  }
  return { starts, ...steps.finish(), ...names, typeNames, typeIds };
}

/** Entries of each type's fields, in schema order. */
type FieldEntries = ReadonlyMap<string, readonly number[]>;

/** Reads the names of types and fields. */
function* readNames(
  { entries, corpus }: SearchIndex,
  typeIds: ReadonlyMap<string, number>,
): Generator<void, Pick<WayGraph, 'typeNameAt' | 'namesOf' | 'lengths'> & { readonly fieldsOf: FieldEntries }> {
  const { nameAt, names, sequences, sequenceStarts } = corpus;
  const namesOf: number[][] = corpus.words.map(() => []);
  const lengths = new Uint16Array(names.length);
  const addName = (at: number): void => {
    const name = nameAt[at] ?? -1;
    if (lengths[name] !== 0) return;
    lengths[name] = Math.max(1, names[name]?.low.replaceAll('_', '').length ?? 1);
    for (let nth = sequenceStarts[at] ?? 0; nth < (sequenceStarts[at + 1] ?? 0); nth++) {
      namesOf[sequences[nth] ?? -1]?.push(name);
    }
  };
  const fieldsOf = new Map<string, number[]>();
  const typeNameAt = new Int32Array(typeIds.size).fill(-1);
  for (const [at, { kind, owner, name }] of entries.entries()) {
    if (at % entriesPerSlice === 0) yield;
    const id = kind === 'type' ? typeIds.get(name) : undefined;
    if (id !== undefined) typeNameAt[id] = nameAt[at] ?? -1;
    if (id !== undefined || kind === 'field') addName(at);
    if (kind === 'field') addTo(fieldsOf, owner, at);
  }
  return { fieldsOf, typeNameAt, namesOf, lengths };
}

/** Columns of the steps of a graph, to which steps are added type by type. */
class StepColumns {
  readonly #targets: number[] = [];
  readonly #entries: number[] = [];
  readonly #names: number[] = [];
  readonly #costs: number[] = [];
  readonly #isPlumbing: number[] = [];
  readonly #isCount: number[] = [];
  readonly #nameAt: readonly number[];

  /** @param nameAt number of each entry's name */
  constructor(nameAt: readonly number[]) {
    this.#nameAt = nameAt;
  }

  get length(): number {
    return this.#targets.length;
  }

  addField(field: SchemaField, entry: number, isRoot: boolean, target: number | undefined): void {
    this.#targets.push(target ?? -1);
    this.#entries.push(entry);
    this.#names.push(this.#nameAt[entry] ?? -1);
    this.#costs.push(fieldPrice(field, isRoot));
    this.#isPlumbing.push(isPlumbing(field.name, isRoot) ? 1 : 0);
    this.#isCount.push(counts(field) ? 1 : 0);
  }

  /** Adds the type conditions of a union or interface. */
  addConditions({ kind, possibleTypes }: SchemaType, typeIds: ReadonlyMap<string, number>): void {
    if (kind === 'OBJECT') return;
    for (const possible of possibleTypes) {
      const target = typeIds.get(possible);
      if (target === undefined) continue;
      this.#targets.push(target);
      this.#entries.push(-1);
      this.#names.push(-1);
      this.#costs.push(prices.condition + Math.min(prices.crowd, possibleTypes.length * prices.among));
      this.#isPlumbing.push(1);
      this.#isCount.push(0);
    }
  }

  finish(): Pick<WayGraph, 'targets' | 'entries' | 'names' | 'costs' | 'isPlumbing' | 'isCount'> {
    return {
      targets: Int32Array.from(this.#targets),
      entries: Int32Array.from(this.#entries),
      names: Int32Array.from(this.#names),
      costs: Float32Array.from(this.#costs),
      isPlumbing: Uint8Array.from(this.#isPlumbing),
      isCount: Uint8Array.from(this.#isCount),
    };
  }
}
