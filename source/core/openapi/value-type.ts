/** JSON Schemas as types of JSON values. A type with alternatives (`oneOf`, `anyOf`) has the members and values of all of them. */
import { isObject } from '../json/loose.js';
import type { Member, ValueChoice, ValueType } from '../values/type.js';
import { type Alternative, alternativesOf } from './alternatives.js';
import { type Property, type Shape, shapeOf, typeDetail } from './schema.js';

/** Maximum nesting of alternatives to follow. */
const maxChoices = 3;
const maxShapes = 200;

/** A shape, and the alternative that it is. */
interface PossibleShape extends Shape {
  readonly alternative?: Alternative;
}

/** @param schema node of the document, or a reference */
export const schemaValueType = (root: unknown, schema: unknown): ValueType => typeOf(root, [schema], []);

/** @param names alternatives that the value may select as a discriminator */
function typeOf(root: unknown, schemas: readonly unknown[], names: readonly string[]): ValueType {
  const shapes = shapesOf(root, schemas);
  const items = shapes.flatMap(shape => (shape.items === undefined ? [] : [shape.items]));
  return {
    source: schemas[0],
    get items() {
      return items.length === 0 ? undefined : typeOf(root, items, []);
    },
    get members() {
      return membersOf(root, shapes);
    },
    get values() {
      return valuesOf(shapes, names);
    },
    member(name) {
      const below = memberSchemas(shapes, name);
      const named = shapes.flatMap(({ alternative }) => {
        const discriminator = alternative?.discriminator;
        return discriminator?.property === name ? discriminator.value : [];
      });
      return below.length + named.length === 0 ? undefined : typeOf(root, below, named);
    },
    isExclusive: false,
  };
}

/** Returns the possible shapes of a value, including the shapes of alternatives in its schemas. */
function shapesOf(root: unknown, schemas: readonly unknown[]): readonly PossibleShape[] {
  const shapes: PossibleShape[] = [];
  const add = (schema: unknown, depth: number, alternative?: Alternative): void => {
    if (shapes.length >= maxShapes) return;
    const shape = shapeOf(root, schema);
    shapes.push(alternative ? { ...shape, alternative } : shape);
    if (depth < maxChoices) for (const each of alternativesOf(root, shape)) add(each.schema, depth + 1, each);
  };
  for (const schema of schemas) add(schema, 0);
  return shapes;
}

const memberSchemas = (shapes: readonly Shape[], name: string): readonly unknown[] =>
  shapes.flatMap(({ properties, additional }) => {
    const property = properties.find(each => each.name === name);
    if (property !== undefined) return [property.schema];
    if (isObject(additional)) return [additional];
    return [];
  });

/** Returns the members that a request may set, required ones first. */
function membersOf(root: unknown, shapes: readonly PossibleShape[]): readonly Member[] {
  const found = new Map<string, Property & { readonly of: (string | undefined)[] }>();
  for (const { properties, alternative } of shapes)
    for (const each of properties) {
      const known = found.get(each.name);
      if (known === undefined) found.set(each.name, { ...each, of: [alternative?.name] });
      else known.of.push(alternative?.name);
    }
  return [...found.values()]
    .map(({ name, schema, required, of }) => ({ name, schema, required, of, shape: shapeOf(root, schema) }))
    .filter(({ shape }) => !shape.readOnly)
    .sort((a, b) => Number(b.required) - Number(a.required))
    .map(({ name, schema, required, of, shape }) => ({
      name,
      required,
      detail: `${typeDetail(root, { schema, required })}${of.includes(undefined) ? '' : ` (${of.join(', ')})`}`,
      description: shape.description,
      deprecated: shape.deprecated ? '' : undefined,
    }));
}

function valuesOf(shapes: readonly Shape[], names: readonly string[]): readonly ValueChoice[] {
  const isOf = (type: string): boolean => shapes.some(({ types }) => types.includes(type));
  const values = shapes.flatMap(each => each.values);
  const all = new Set([
    ...names,
    ...values,
    ...(isOf('boolean') && values.length === 0 ? [true, false] : []),
    ...(shapes.some(({ nullable }) => nullable) ? [null] : []),
  ]);
  return [...all].filter(value => typeof value !== 'object' || value === null).map(value => ({ value }));
}
