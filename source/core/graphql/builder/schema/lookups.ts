/** Common schema lookups of ticks and rows. */
import type { SchemaDirective, SchemaField, SchemaInput, SchemaType, TypeRef } from '../../schema-types.js';
import type { Root } from './path.js';
import type { SchemaView } from './schema-view.js';

const byName = new WeakMap<SchemaType, ReadonlyMap<string, SchemaField>>();
const string: TypeRef = { text: 'String', name: 'String', required: false, marks: '' };

/** Every composite type has `__typename`, in no list of fields. */
export const typenameField: SchemaField = {
  name: '__typename',
  description: 'The name of the object’s type.',
  args: [],
  type: { ...string, text: 'String!', required: true, marks: '!' },
};

const schemaField: SchemaField = {
  name: '__schema',
  description: 'The schema of this server.',
  args: [],
  type: { text: '__Schema!', name: '__Schema', required: true, marks: '!' },
};

const typeField: SchemaField = {
  name: '__type',
  description: 'One type of this server.',
  args: [{ name: 'name', type: typenameField.type }],
  type: { text: '__Type', name: '__Type', required: false, marks: '' },
};

/** A field by name, meta fields included; undefined if unknown. */
export function fieldOf(view: SchemaView, typeName: string | undefined, name: string): SchemaField | undefined {
  const type = typeName === undefined ? undefined : view.type(typeName);
  if (type === undefined) return undefined;
  if (name === '__typename') return isComposite(type) ? typenameField : undefined;
  if (typeName === view.roots.query) {
    if (name === '__schema') return schemaField;
    if (name === '__type') return typeField;
  }
  let fields = byName.get(type);
  if (fields === undefined) {
    fields = new Map(type.fields.map(field => [field.name, field]));
    byName.set(type, fields);
  }
  return fields.get(name);
}

/** True for object, interface and union types; false for an unknown one. */
export const isComposite = (type: SchemaType | undefined): boolean =>
  type?.kind === 'OBJECT' || type?.kind === 'INTERFACE' || type?.kind === 'UNION';

/** True if a field of this type needs a selection set. Unknown types count as leaves. */
export const needsSelection = (view: SchemaView, field: SchemaField): boolean =>
  isComposite(view.type(field.type.name));

/** Non-null without a default. */
export const isRequired = (input: SchemaInput): boolean => input.type.required && input.defaultValue === undefined;

/** Required arguments in schema order. */
export const requiredArgs = (field: SchemaField): readonly SchemaInput[] => field.args.filter(isRequired);

export const rootType = (view: SchemaView, root: Exclude<Root, 'fragment'>): string | undefined => view.roots[root];

/**
 * Placeholder selection of a ticked object: `id` if that is a leaf without required arguments, else `__typename`. Always
 * `__typename` for Mutation, whose fields have side effects.
 */
export function placeholderOf(view: SchemaView, typeName: string): SchemaField {
  if (typeName === view.roots.mutation) return typenameField;
  const id = fieldOf(view, typeName, 'id');
  return id && isPlainLeaf(view, id) ? id : typenameField;
}

/** True if a field can be selected by its name alone. */
export const isPlainLeaf = (view: SchemaView, field: SchemaField): boolean =>
  !needsSelection(view, field) && requiredArgs(field).length === 0;

/** Item type of a list type. */
export function itemType(ref: TypeRef): TypeRef | undefined {
  const marks = ref.marks.startsWith('!') ? ref.marks.slice(1) : ref.marks;
  if (!marks.startsWith('L')) return undefined;
  const inner = ref.required ? ref.text.slice(0, -1) : ref.text;
  const rest = marks.slice(1);
  return { text: inner.slice(1, -1), name: ref.name, required: rest.startsWith('!'), marks: rest };
}

/** @param name without `@` */
export const directiveOf = (view: SchemaView, name: string): SchemaDirective | undefined =>
  view.directives.find(directive => directive.name === name);

/** True if some object can be of both types. */
export function overlap(view: SchemaView, a: string, b: string): boolean {
  if (a === b) return true;
  const left = new Set(objectTypes(view, a));
  return objectTypes(view, b).some(name => left.has(name));
}

function objectTypes(view: SchemaView, name: string): readonly string[] {
  const type = view.type(name);
  return type?.kind === 'OBJECT' ? [name] : (type?.possibleTypes ?? []);
}
