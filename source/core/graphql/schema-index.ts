/**
 * Represents a schema as a Map of raw types. Building it takes under a millisecond for 1,600 types, so the tree appears before
 * graphql-js has built its schema.
 */

import { addTo } from '../add-to.js';
import { type Loose, listIn, member, textIn } from '../json/loose.js';
import { rootTypesOf } from './builder/schema/path.js';
import { decodeDirective, decodeType, named, nameIn, type ReportProblem } from './schema-decode.js';
import type { RawSchema, RootTypes, SchemaIndex, SchemaType, TypeUse } from './schema-types.js';

/** Indexes `__schema` of an introspection result. Never throws. */
export function indexSchema(raw: RawSchema): SchemaIndex {
  const early: string[] = [];
  const rawTypes = new Map<string, Loose>();
  if (!Array.isArray(member(raw, 'types'))) early.push('The schema has no list of types.');
  for (const type of listIn(raw, 'types')) {
    const name = nameIn(type);
    if (name === undefined) early.push('The schema has a type without a name.');
    else if (rawTypes.has(name)) early.push(`The schema has two types named ${name}.`);
    else rawTypes.set(name, type as Loose);
  }
  return new Index(raw, rawTypes, early);
}

class Index implements SchemaIndex {
  readonly raw: RawSchema;
  readonly description: string | undefined;
  readonly roots: RootTypes;
  readonly typeNames: readonly string[];
  readonly #types: ReadonlyMap<string, Loose>;
  readonly #decoded = new Map<string, SchemaType>();
  readonly #notes: Set<string>;
  readonly #note: ReportProblem;
  #uses: Map<string, TypeUse[]> | undefined;
  #implementations: Map<string, string[]> | undefined;
  #directives: SchemaIndex['directives'] | undefined;
  #read = false;

  constructor(raw: RawSchema, types: ReadonlyMap<string, Loose>, early: readonly string[]) {
    this.raw = raw;
    this.#types = types;
    this.#notes = new Set(early);
    this.#note = problem => {
      if (this.#notes.size < 1000) this.#notes.add(problem);
    };
    this.description = textIn(raw, 'description') || undefined;
    this.typeNames = [...types.keys()].filter(name => !introspectionTypes.has(name));
    this.roots = rootTypesOf(kind => nameIn(member(raw, `${kind}Type`)));
    const query = this.roots.query;
    if (query === undefined) this.#note('The schema has no query type.');
    for (const root of Object.values(this.roots)) {
      if (!types.has(root)) this.#note(`The root type ${root} is not among the types.`);
    }
  }

  get directives(): SchemaIndex['directives'] {
    this.#directives ??= named(member(this.raw, 'directives') ?? [], 'The schema', 'directive', this.#note).map(raw =>
      decodeDirective(raw, this.#note),
    );
    return this.#directives;
  }

  type(name: string): SchemaType | undefined {
    const decoded = this.#decoded.get(name);
    if (decoded) return decoded;
    const raw = this.#types.get(name);
    if (raw === undefined) return undefined;
    let type = decodeType(raw, name, this.#note);
    if (type.kind === 'INTERFACE' && type.possibleTypes.length === 0) {
      type = { ...type, possibleTypes: this.#implementationsOf(name) };
    }
    this.#decoded.set(name, type);
    return type;
  }

  /** Derives `possibleTypes` from `interfaces`, for servers that do not send it. */
  #implementationsOf(name: string): readonly string[] {
    if (this.#implementations === undefined) {
      const implementations = new Map<string, string[]>();
      this.#implementations = implementations;
      for (const [candidate, raw] of this.#types) {
        if (member(raw, 'kind') !== 'OBJECT' || !Array.isArray(member(raw, 'interfaces'))) continue;
        for (const parent of this.type(candidate)?.interfaces ?? []) addTo(implementations, parent, candidate);
      }
    }
    return this.#implementations.get(name) ?? [];
  }

  usesOf(name: string): readonly TypeUse[] {
    this.#uses ??= this.#collectUses();
    return this.#uses.get(name) ?? [];
  }

  problems(): readonly string[] {
    if (!this.#read) {
      this.#read = true;
      this.#uses ??= this.#collectUses();
      for (const [name, uses] of this.#uses) {
        if (this.#types.has(name)) continue;
        this.#note(`Type ${name} is named but not described (by ${textOfUse(uses[0] as TypeUse)}).`);
      }
      for (const name of this.typeNames) for (const problem of emptiness(this.type(name))) this.#note(problem);
    }
    return [...this.#notes];
  }

  #collectUses(): Map<string, TypeUse[]> {
    const uses = new Map<string, TypeUse[]>();
    const add = (name: string, use: TypeUse): void => {
      if (name !== '') addTo(uses, name, use);
    };
    for (const name of this.typeNames) {
      const type = this.type(name);
      if (type !== undefined) addUses(name, type, add);
    }
    for (const { name: directive, args } of this.directives) {
      for (const { name: argument, type } of args) add(type.name, { kind: 'directive', directive, argument });
    }
    return uses;
  }
}

/** Adds the types that a type uses. */
function addUses(type: string, of: SchemaType, add: (name: string, use: TypeUse) => void): void {
  for (const field of of.fields) {
    add(field.type.name, { kind: 'field', type, field: field.name });
    for (const arg of field.args) add(arg.type.name, { kind: 'argument', type, field: field.name, argument: arg.name });
  }
  for (const field of of.inputFields) add(field.type.name, { kind: 'inputField', type, field: field.name });
  for (const parent of of.interfaces) add(parent, { kind: 'implementation', type });
  if (of.kind === 'UNION') for (const member of of.possibleTypes) add(member, { kind: 'member', type });
}

const introspectionTypes: ReadonlySet<string> = new Set([
  '__Schema',
  '__Type',
  '__TypeKind',
  '__Field',
  '__InputValue',
  '__EnumValue',
  '__Directive',
  '__DirectiveLocation',
]);

function* emptiness(type: SchemaType | undefined): Generator<string> {
  if (type === undefined) return;
  if ((type.kind === 'OBJECT' || type.kind === 'INTERFACE') && type.fields.length === 0) {
    yield `Type ${type.name} has no fields.`;
  }
  if (type.kind === 'INPUT_OBJECT' && type.inputFields.length === 0) yield `Input ${type.name} has no fields.`;
  if (type.kind === 'UNION' && type.possibleTypes.length === 0) yield `Union ${type.name} has no members.`;
  if (type.kind === 'ENUM' && type.enumValues.length === 0) yield `Enum ${type.name} has no values.`;
}

/** Formats a use as `User.posts` or `Query.user(id:)`. */
export function textOfUse(use: TypeUse): string {
  switch (use.kind) {
    case 'field':
    case 'inputField':
      return `${use.type}.${use.field}`;
    case 'argument':
      return `${use.type}.${use.field}(${use.argument}:)`;
    case 'member':
      return `union ${use.type}`;
    case 'implementation':
      return `${use.type} implements it`;
    case 'directive':
      return `@${use.directive}(${use.argument}:)`;
  }
}
