/**
 * Repairs the examples of a description: a member that does not match its schema is converted, replaced or left out. Limits the
 * size of examples.
 */
import { isObject, listIn, member, objectOf, parsedJson } from '../../json/loose.js';
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

function mendedObject(
  making: Making,
  make: Make,
  schema: unknown,
  shape: Shape,
  value: Readonly<Record<string, unknown>>,
  depth: number,
): unknown {
  const { root, isValid, budget } = making;
  const memberSchemas = new Map<string, unknown>();
  const work = [shape, ...shape.choices.map(choice => shapeOf(root, choice))];
  for (const { properties } of work)
    for (const each of properties) if (!memberSchemas.has(each.name)) memberSchemas.set(each.name, each.schema);
  const members: [string, unknown][] = [];
  for (const [name, memberValue] of Object.entries(value)) {
    const memberSchema = memberSchemas.get(name) ?? shape.additional;
    if (memberSchema === false || budget.left === 0) continue;
    const repairedValue = isObject(memberSchema)
      ? mended(making, make, memberSchema, memberValue, depth + 1)
      : memberValue;
    if (repairedValue !== undefined) members.push([name, repairedValue]);
  }
  const missingProperties = shape.properties.filter(
    each => each.required && !shapeOf(root, each.schema).readOnly && !members.some(([name]) => name === each.name),
  );
  const completed = objectOf([...members, ...missingProperties.map(each => [each.name, make(each.schema)] as const)]);
  if (isValid(schema, completed)) return completed;
  // Members can also be invalid together. Start with a generated value, and add what does not make it invalid.
  let valid = make(schema, true);
  if (!isObject(valid) || !isValid(schema, valid)) return undefined;
  for (const [name, repaired] of members) {
    if (budget.left === 0) break;
    const next = objectOf([...Object.entries(valid as object), [name, repaired]]);
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
