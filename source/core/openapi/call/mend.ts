/**
 * Repairs the examples of a description: a member that does not match its schema is converted, replaced or left out. Limits the
 * size of examples.
 */
import { isObject, type Loose, listIn, member, objectOf, parsedJson } from '../../json/loose.js';
import { type Shape, shapeOf } from '../schema.js';

/** Returns true if a value is valid. */
export type IsValid = (schema: unknown, value: unknown) => boolean;

/** Maximum number of values in an example. Each counts again per 1,000 characters of its JSON. */
const maxValues = 5000;
const maxMs = 1000;

/** Limits the number of values and the time of one example. Shared by everything generated for a request. */
export class ExampleBudget {
  /** True if a part of the example was omitted. */
  isIncomplete = false;
  #left = maxValues;
  readonly #end = performance.now() + maxMs;

  /** Number of values that may still be generated. */
  get left(): number {
    return performance.now() > this.#end ? 0 : this.#left;
  }

  spend(count: number): void {
    this.#left = Math.max(0, this.#left - count);
  }

  /** Counts an existing value by its length. */
  spendOn(value: unknown): void {
    this.spend((JSON.stringify(value) ?? '').length / 1000);
  }
}

/** Note on an incomplete example. */
export const incompleteExample = 'This example is incomplete because its schema is too large.';

/** Everything needed to generate a value. */
export interface Making {
  readonly root: unknown;
  readonly isValid: IsValid;
  readonly budget: ExampleBudget;
}

/** Generates the value of a schema. @param isBare true to ignore the schema's own examples and default */
type Make = (schema: unknown, isBare?: boolean) => unknown;

/** Maximum depth of examples to repair. */
const maxDepth = 8;

/** Returns an example without the parts that do not match its schema, or undefined if nothing of it can be used. */
export function mended(making: Making, make: Make, schema: unknown, value: unknown, depth = 0): unknown {
  const { root, isValid, budget } = making;
  if (isValid(schema, value)) return value;
  const shape = shapeOf(root, schema);
  if (depth > maxDepth || budget.left === 0) return undefined;
  budget.spend(1);
  if (isObject(value)) return mendedObject(making, make, schema, shape, value, depth);
  if (Array.isArray(value) && shape.items !== undefined) {
    const items = value.map(each => mended(making, make, shape.items, each, depth + 1));
    const validItems = items.filter(each => each !== undefined);
    return validItems.length > 0 && isValid(schema, validItems) ? validItems : undefined;
  }
  return convertedScalars(shape, value).find(each => isValid(schema, each));
}

/** Returns a value in the types of a schema: `"5"` as a number, 5 as a text, `"a,b"` as a list. */
function convertedScalars({ types, items }: Shape, value: unknown): readonly unknown[] {
  if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
  const parsedValue = parsedJson(value);
  const isList = types.includes('array') && items !== undefined;
  return [
    ...(parsedValue === undefined ? [] : [parsedValue]),
    ...(isList ? [value.split(',').map(each => each.trim()), [value]] : []),
  ];
}

function mendedObject(making: Making, make: Make, schema: unknown, shape: Shape, value: Loose, depth: number): unknown {
  const { root, isValid } = making;
  const members = mendedMembers(making, make, shape, value, depth);
  const missingProperties = shape.properties.filter(
    each => each.required && !shapeOf(root, each.schema).readOnly && !members.some(([name]) => name === each.name),
  );
  const completed = objectOf([...members, ...missingProperties.map(each => [each.name, make(each.schema)] as const)]);
  // Members can also be invalid together. Start with a generated value, and add what does not make it invalid.
  return isValid(schema, completed) ? completed : withValidMembers(making, schema, make(schema, true), members);
}

function mendedMembers(
  making: Making,
  make: Make,
  shape: Shape,
  value: Loose,
  depth: number,
): readonly (readonly [name: string, value: unknown])[] {
  const schemas = memberSchemas(making.root, shape);
  return Object.entries(value).flatMap(([name, memberValue]) => {
    const schema = schemas.get(name) ?? shape.additional;
    if (schema === false || making.budget.left === 0) return [];
    const repaired = isObject(schema) ? mended(making, make, schema, memberValue, depth + 1) : memberValue;
    return repaired === undefined ? [] : [[name, repaired] as const];
  });
}

/** Returns the schemas of the properties and of the properties of alternatives. */
function memberSchemas(root: unknown, shape: Shape): ReadonlyMap<string, unknown> {
  const schemas = new Map<string, unknown>();
  for (const { properties } of [shape, ...shape.choices.map(choice => shapeOf(root, choice))])
    for (const { name, schema } of properties) if (!schemas.has(name)) schemas.set(name, schema);
  return schemas;
}

/** Adds the members to a value that do not make it invalid. Returns undefined if the value itself is invalid. */
function withValidMembers(
  { isValid, budget }: Making,
  schema: unknown,
  value: unknown,
  members: readonly (readonly [name: string, value: unknown])[],
): unknown {
  if (!isObject(value) || !isValid(schema, value)) return undefined;
  let valid: Loose = value;
  for (const member of members) {
    if (budget.left === 0) break;
    const next = objectOf([...Object.entries(valid), member]);
    if (isValid(schema, next)) valid = next;
  }
  return valid;
}

/** Names of members that callers usually set. */
const likelyNames =
  /^(?:name|title|subject|label|summary|text|content|contents|message|messages|body|input|prompt|query|q|model|data|email|username|login|key|value|url|uri|type|amount|currency|quantity|items|attributes|properties|description|comment|reference|id)$/i;

/** Maximum number of optional members in a skeleton. */
const maxLikely = 3;

/** Returns the optional properties that a caller most probably sets, in groups of decreasing probability. */
export function likelyProperties(root: unknown, shape: Shape): readonly Shape['properties'][] {
  const candidates = shape.properties.filter(({ schema }) => {
    const { readOnly, deprecated } = shapeOf(root, schema);
    return !readOnly && !deprecated;
  });
  const score = ({ name, schema }: Shape['properties'][number]): number => {
    const { parts, format } = shapeOf(root, schema);
    const hasExample = parts.some(
      part =>
        ['example', 'default'].some(key => member(part, key) !== undefined) || listIn(part, 'examples').length > 0,
    );
    return (likelyNames.test(name) || format === 'binary' ? 2 : 0) + (hasExample ? 1 : 0);
  };
  const points = new Map(candidates.map(each => [each, score(each)]));
  const group = (test: (count: number) => boolean) =>
    candidates
      .filter(each => test(points.get(each) ?? 0))
      .sort((a, b) => (points.get(b) ?? 0) - (points.get(a) ?? 0))
      .slice(0, maxLikely);
  return [group(count => count >= 2), group(count => count === 1), group(count => count === 0).slice(0, 1)];
}
