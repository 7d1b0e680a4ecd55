/** Completion in a JSON body, based on its schema: property names, enum values and booleans. */
import type { Suggestion, Suggestions, WordBounds } from '../../graphql/intelligence/suggestion.js';
import { type JsonFrame, jsonPlace } from '../../json/place.js';
import { type Alternative, alternativesOf } from '../alternatives.js';
import { isObject } from '../document/node.js';
import { type Property, type Shape, shapeOf, typeText } from '../schema.js';

/** Maximum nesting of alternatives to follow. */
const maxChoices = 3;
const maxShapes = 200;

const bounds: { readonly [kind in 'bare' | 'quoted']: WordBounds } = {
  bare: { before: /^[\w.+-]*$/, after: /^[\w.+-]*/ },
  quoted: { before: /^"[^"\n]*$/, after: /^[\w.$@+/-]*"?/ },
};

/**
 * Returns suggestions at an offset of a possibly incomplete JSON text, or undefined if there are none.
 * @param seen returns the objects of earlier responses that the value at a path may refer to
 */
export function completeJson(
  root: unknown,
  schema: unknown,
  text: string,
  offset: number,
  seen: (path: readonly string[], schema: unknown) => readonly Suggestion[] = () => [],
): Suggestions | undefined {
  const position = jsonPlace(text, offset);
  if (position === undefined) return undefined;
  const { frames, from, quoted } = position;
  const last = frames.at(-1);
  if (last === undefined) return undefined;
  let shapes = shapesOf(root, [schema]);
  let named: readonly string[] = [];
  const path: string[] = [];
  let valueSchema = schema;
  for (const frame of frames) {
    if (frame === last && last.kind === '{' && !last.value) break;
    named = discriminatorValues(shapes, frame);
    const below = inside(shapes, frame);
    [valueSchema] = below;
    if (frame.kind === '{' && frame.key !== undefined) path.push(frame.key);
    shapes = shapesOf(root, below);
  }
  const isKey = last.kind === '{' && !last.value;
  const items = isKey
    ? keysOf(root, shapes, last, /^[^"\n]*"?\s*:/.test(text.slice(offset, offset + 200)))
    : [...(valueSchema === undefined ? [] : seen(path, valueSchema)), ...valuesOf(shapes, quoted, named)];
  const of = quoted ? bounds.quoted : isKey ? { before: /^(?:"[^"\n]*|\w*)$/, after: /^\w*"?/ } : bounds.bare;
  return items.length === 0 ? undefined : { kind: isKey ? 'key' : 'value', from, items, bounds: of };
}

/** A shape, and the alternative that it is. */
interface PossibleShape extends Shape {
  readonly alternative?: Alternative;
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

/** Returns the values of a member that names the alternative. */
const discriminatorValues = (shapes: readonly PossibleShape[], { key }: JsonFrame): readonly string[] =>
  shapes.flatMap(({ alternative }) => {
    const discriminator = alternative?.discriminator;
    return discriminator !== undefined && discriminator.property === key ? discriminator.value : [];
  });

/** Returns the schemas of a member or an item. */
const inside = (shapes: readonly Shape[], { kind, key }: JsonFrame): readonly unknown[] =>
  shapes.flatMap(({ properties, additional, items }) => {
    if (kind === '[') return items === undefined ? [] : [items];
    const property = properties.find(({ name }) => name === key);
    return property !== undefined ? [property.schema] : isObject(additional) ? [additional] : [];
  });

function keysOf(
  root: unknown,
  shapes: readonly PossibleShape[],
  { keys }: JsonFrame,
  hasValue: boolean,
): readonly Suggestion[] {
  const found = new Map<string, Property & { readonly of: (string | undefined)[] }>();
  for (const { properties, alternative } of shapes)
    for (const each of properties) {
      if (keys.has(each.name)) continue;
      const known = found.get(each.name);
      if (known === undefined) found.set(each.name, { ...each, of: [alternative?.name] });
      else known.of.push(alternative?.name);
    }
  return [...found.values()]
    .map(({ name, schema, required, of }) => ({ name, schema, required, of, shape: shapeOf(root, schema) }))
    .filter(({ shape }) => !shape.readOnly)
    .sort((a, b) => Number(b.required) - Number(a.required))
    .map(({ name, schema, required, of, shape }) => ({
      label: name,
      insert: hasValue ? jsonText(name) : `${jsonText(name)}: `,
      detail: `${typeText(root, schema)}${required ? ', required' : ''}${of.includes(undefined) ? '' : ` (${of.join(', ')})`}`,
      description: shape.description,
      ...(shape.deprecated ? { deprecated: '' } : {}),
    }));
}

function valuesOf(shapes: readonly Shape[], quoted: boolean, named: readonly string[]): readonly Suggestion[] {
  const isOf = (type: string): boolean => shapes.some(({ types }) => types.includes(type));
  const values = shapes.flatMap(each => each.values);
  const all = new Set([
    ...named,
    ...values,
    ...(isOf('boolean') && values.length === 0 ? [true, false] : []),
    ...(shapes.some(({ nullable }) => nullable) ? [null] : []),
  ]);
  return [...all]
    .filter(value => typeof value !== 'object' || value === null)
    .filter(value => !quoted || typeof value === 'string')
    .map(value => ({ label: String(value), insert: jsonText(value) }));
}

/** Escapes braces, which could form a placeholder. */
const jsonText = (value: unknown): string => JSON.stringify(value).replaceAll('{{', '{\\u007b');
