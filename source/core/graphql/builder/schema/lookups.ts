/** Schema lookups shared by ticks and rows. */
import { memoizeWeak } from '../../../memoize-weak.js';
import type { SchemaDirective, SchemaField, SchemaInput, SchemaType, TypeRef } from '../../schema-types.js';
import type { RootKind } from './path.js';
import type { SchemaView } from './schema-view.js';

const fieldsByName = memoizeWeak((type: SchemaType) => new Map(type.fields.map(field => [field.name, field])));
const string: TypeRef = { text: 'String', name: 'String', required: false, marks: '' };

/** Every composite type has `__typename`, although it is not listed among its fields. */
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

/** Finds a field by name, including meta fields. */
export function fieldOf(view: SchemaView, typeName: string | undefined, name: string): SchemaField | undefined {
  const type = view.type(typeName ?? '');
  if (type === undefined) return undefined;
  if (name === '__typename') return isComposite(type) ? typenameField : undefined;
  if (typeName === view.roots.query) {
    if (name === '__schema') return schemaField;
    if (name === '__type') return typeField;
  }
  return fieldsByName(type).get(name);
}

/** Returns true for object, interface and union types, and false for unknown types. */
export const isComposite = (type: SchemaType | undefined): boolean =>
  type?.kind === 'OBJECT' || type?.kind === 'INTERFACE' || type?.kind === 'UNION';

/** Returns true if a field of this type requires a selection set. Unknown types are treated as leaves. */
export const needsSelection = (view: SchemaView, field: SchemaField): boolean =>
  isComposite(view.type(field.type.name));

/** Returns true for a non-null input without a default. */
export const isRequired = (input: SchemaInput): boolean => input.type.required && input.defaultValue === undefined;

/** Returns the required arguments in schema order. */
export const requiredArgs = (field: SchemaField): readonly SchemaInput[] => field.args.filter(isRequired);

export const rootType = (view: SchemaView, root: RootKind): string | undefined => view.roots[root];

/**
 * Returns the placeholder selection for a ticked object: `id` if it is a leaf without required arguments, otherwise
 * `__typename`. For Mutation it is always `__typename`, because mutation fields have side effects.
 */
export function placeholderOf(view: SchemaView, typeName: string): SchemaField {
  if (typeName === view.roots.mutation) return typenameField;
  const id = fieldOf(view, typeName, 'id');
  return id && isPlainLeaf(view, id) ? id : typenameField;
}

/** Returns true if a field can be selected by its name alone. */
export const isPlainLeaf = (view: SchemaView, field: SchemaField): boolean =>
  !needsSelection(view, field) && requiredArgs(field).length === 0;

/** Returns the item type of a list type. */
export function itemType(ref: TypeRef): TypeRef | undefined {
  const marks = ref.marks.startsWith('!') ? ref.marks.slice(1) : ref.marks;
  if (!marks.startsWith('L')) return undefined;
  const inner = ref.required ? ref.text.slice(0, -1) : ref.text;
  const rest = marks.slice(1);
  return { text: inner.slice(1, -1), name: ref.name, required: rest.startsWith('!'), marks: rest };
}

/** @param name directive name without `@` */
export const directiveOf = (view: SchemaView, name: string): SchemaDirective | undefined =>
  view.directives.find(directive => directive.name === name);

/** Returns true if an object can be of both types. */
export function overlap(view: SchemaView, a: string, b: string): boolean {
  if (a === b) return true;
  const left = new Set(objectTypes(view, a));
  return objectTypes(view, b).some(name => left.has(name));
}

function objectTypes(view: SchemaView, name: string): readonly string[] {
  const type = view.type(name);
  return type?.kind === 'OBJECT' ? [name] : (type?.possibleTypes ?? []);
}
