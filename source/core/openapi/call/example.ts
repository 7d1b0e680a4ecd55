/**
 * Generates a value that matches a schema: the description's own example if it is valid, otherwise one derived from types,
 * bounds and patterns.
 */
import { isEmptyObject, isObject, type Loose, member, objectOf, textsIn } from '../../json/loose.js';
import { type Alternative, alternativesOf } from '../alternatives.js';
import { examplesOf } from '../document/operation.js';
import type { Parameter } from '../document/types.js';
import { keywordOf, type Property, type Shape, shapeOf, tupleOf } from '../schema.js';
import { ExampleBudget, type IsValid, likelyProperties, type Making, mended } from './mend.js';
import { textOfPattern } from './pattern.js';

/** Returns a value for a parameter. */
export function exampleOfParameter(
  root: unknown,
  { schema, example }: Parameter,
  isValid: IsValid,
  budget = new ExampleBudget(),
): unknown {
  const own = example === undefined ? undefined : repaired({ root, isValid, budget }, schema, example);
  return own ?? exampleFor(root, schema, isValid, budget);
}

/** Returns an example of the description without the parts that are not valid, or undefined if nothing of it can be used. */
export const exampleRepaired = (
  root: unknown,
  schema: unknown,
  example: unknown,
  isValid: IsValid,
  budget: ExampleBudget,
): unknown => repaired({ root, isValid, budget }, schema, example);

const repaired = (making: Making, schema: unknown, example: unknown, depth = 0): unknown =>
  mended(making, (part, isBare) => valueFor(making, part, depth + 1, isBare), schema, example);

/** @param isValid by default, the description's examples are trusted */
export const exampleFor = (
  root: unknown,
  schema: unknown,
  isValid: IsValid = () => true,
  budget = new ExampleBudget(),
): unknown =>
  // A check may take a second, so skip checks once the time is used up.
  valueFor({ root, isValid: (part, value) => budget.left === 0 || isValid(part, value), budget }, schema, 0);

/** Maximum depth. Deeper levels are omitted. */
const maxDepth = 12;

function valueFor(making: Making, schema: unknown, depth: number, isBare = false): unknown {
  const { root, budget } = making;
  budget.spend(1);
  const isOver = budget.left === 0;
  const shape = shapeOf(root, schema);
  const own = isOver ? undefined : givenValue(making, schema, shape, depth, isBare);
  if (own !== undefined) {
    budget.spendOn(own);
    return own;
  }
  if (isOver || depth > maxDepth) {
    budget.isIncomplete = true;
    return emptyValue(shape);
  }
  const { choices, parts } = shape;
  const hasAlternatives = choices.length > 0 || parts.some(part => member(part, 'discriminator') !== undefined);
  const alternatives = hasAlternatives ? alternativesOf(root, shape) : [];
  if (alternatives.length > 0) return choiceFor(making, schema, shape, alternatives, depth);
  return typedValue(making, shape, depth);
}

function emptyValue({ types }: Shape): unknown {
  if (types.includes('array')) return [];
  return types.includes('object') ? {} : null;
}

/** Generates a value of the first type. */
function typedValue(making: Making, shape: Shape, depth: number): unknown {
  const type = shape.types[0] ?? (shape.format === undefined ? undefined : 'string');
  switch (type) {
    case 'object':
      return objectFor(making, shape, depth);
    case 'array':
      return arrayFor(making, shape, depth);
    case 'integer':
    case 'number':
      return numberFor(shape, type);
    case 'boolean':
      return true;
    case 'string': {
      const text = stringFor(shape);
      making.budget.spendOn(text);
      return text;
    }
    default:
      return shape.nullable ? null : 'text';
  }
}

/**
 * Returns the value that the description suggests: an example, otherwise the default, otherwise the first enum value.
 * @param isBare true to ignore examples and the default
 */
function givenValue(making: Making, schema: unknown, shape: Shape, depth: number, isBare: boolean): unknown {
  const { root, isValid } = making;
  const { parts, values, properties } = shape;
  if (isBare) return values[0];
  const examples = parts.flatMap(part => examplesOf(part, root as never)).map(({ value }) => value);
  const valid = examples.find(each => isValid(schema, each));
  if (valid !== undefined) return valid;
  for (const each of depth > maxMended ? [] : examples) {
    const own = repaired(making, schema, each, depth);
    if (own !== undefined) return own;
  }
  const usual = parts
    .map(part => member(part, 'default'))
    .find(each => each !== undefined && !(properties.length > 0 && isEmptyObject(each)) && isValid(schema, each));
  return usual ?? values[0];
}

/** Maximum depth of schemas whose invalid examples are repaired. */
const maxMended = 4;

/** Returns the first valid alternative, otherwise the part that all alternatives share, otherwise the first alternative. */
function choiceFor(
  making: Making,
  schema: unknown,
  shape: Shape,
  alternatives: readonly Alternative[],
  depth: number,
): unknown {
  const { budget, isValid } = making;
  const base = baseFor(making, shape, depth);
  const wasIncomplete = budget.isIncomplete;
  let first: { readonly made: unknown; readonly isIncomplete: boolean } | undefined;
  for (const alternative of alternatives) {
    const made = alternativeFor(making, base, alternative, depth);
    if (isValid(schema, made)) return made;
    // A value may match several alternatives that do not exclude each other.
    if (first === undefined || (!isValid(alternatives[0]?.schema, first.made) && isValid(alternative.schema, made)))
      first = { made, isIncomplete: budget.isIncomplete };
    // Omissions in a discarded alternative do not count.
    budget.isIncomplete = wasIncomplete;
  }
  if (base !== undefined && isValid(schema, base)) return base;
  budget.isIncomplete = first?.isIncomplete ?? wasIncomplete;
  return first?.made;
}

const baseFor = (making: Making, shape: Shape, depth: number): unknown =>
  shape.types.includes('object') || shape.properties.length > 0 ? objectFor(making, shape, depth) : undefined;

/** Returns the value of an alternative with its discriminator, and the members that all alternatives share. */
function alternativeFor(making: Making, base: unknown, { schema, discriminator }: Alternative, depth: number): unknown {
  const made = valueFor(making, schema, depth + 1);
  if (!isObject(made)) return made;
  const named = discriminator === undefined ? [] : [[discriminator.property, discriminator.value] as const];
  return objectOf([...(isObject(base) ? Object.entries(base) : []), ...Object.entries(made), ...named]);
}

/** Returns the value of one alternative of a schema. */
export function exampleOfAlternative(
  root: unknown,
  schema: unknown,
  alternative: Alternative,
  isValid: IsValid,
  budget = new ExampleBudget(),
): unknown {
  const making = { root, isValid, budget };
  return alternativeFor(making, baseFor(making, shapeOf(root, schema), 0), alternative, 0);
}

const numberOf = (shape: Shape, key: string): number | undefined => {
  const value = keywordOf(shape, key);
  return typeof value === 'number' ? value : undefined;
};

function arrayFor(making: Making, shape: Shape, depth: number): unknown {
  const { root, budget } = making;
  const leastItems = Math.max(numberOf(shape, 'minItems') ?? 1, depth > 6 ? 0 : 1);
  if (leastItems === 0) return [];
  const first = tupleOf(shape).map(each => valueFor(making, each, depth + 1));
  const least = leastItems - first.length;
  if (least <= 0) return first;
  const before = budget.left;
  const item = valueFor(making, shape.items ?? {}, depth + 1);
  // A repeated item costs as much as the first one.
  const cost = Math.max(1, before - budget.left);
  const count = Math.min(Math.ceil(least), 1 + Math.floor(budget.left / cost));
  if (count < least) budget.isIncomplete = true;
  budget.spend((count - 1) * cost);
  const rest =
    keywordOf(shape, 'uniqueItems') === true
      ? distinct(root, shape.items ?? {}, item, count)
      : Array.from({ length: count }, () => item);
  return [...first, ...rest];
}

/**
 * Returns an object with its required properties, except those set by the server. If no property is required, it has the
 * properties that a caller most probably sets.
 */
function objectFor(making: Making, shape: Shape, depth: number): unknown {
  const required = requiredObject(making, shape, depth);
  if (!isEmptyObject(required) || depth > maxFilled || shape.properties.length === 0) return required;
  const { root, isValid, budget } = making;
  if (shape.properties.every(({ schema }) => budget.left === 0 || shapeOf(root, schema).readOnly)) return required;
  const members: (readonly [string, unknown])[] = [];
  for (const group of likelyProperties(root, shape)) {
    if (members.length > 0) break;
    for (const { name, schema } of group) {
      const next = [...members, [name, valueFor(making, schema, depth + 1)] as const];
      if (isValid(shape.node, objectOf(next))) members.push(...next.slice(-1));
    }
  }
  return objectOf(members);
}

/** Maximum depth of objects to fill with optional properties. */
const maxFilled = 3;

function requiredObject(making: Making, shape: Shape, depth: number): Loose {
  const { root, budget } = making;
  const made = new Map<string, unknown>();
  const add = (name: string, schema: unknown): void => {
    if (budget.left > 0) made.set(name, valueFor(making, schema, depth + 1));
    else budget.isIncomplete = true;
  };
  for (const { name, schema } of requiredMembers(root, shape)) add(name, schema);
  const least = numberOf(shape, 'minProperties') ?? 0;
  for (const { name, schema } of shape.properties) {
    if (made.size >= least) break;
    if (!made.has(name)) add(name, schema);
  }
  for (let nth = 1; made.size < least && nth <= least && budget.left > 0; nth++)
    add(`key${nth}`, additionalSchema(shape));
  if (made.size < least) budget.isIncomplete = true;
  return objectOf(made);
}

/** Returns the required members that a client sends, including those that are not described. */
function requiredMembers(root: unknown, shape: Shape): readonly Pick<Property, 'name' | 'schema'>[] {
  const described = new Set<unknown>(shape.properties.map(({ name }) => name));
  const names = shape.parts.flatMap(part => textsIn(part, 'required')).filter(name => !described.has(name));
  const sent = shape.properties.filter(({ schema, required }) => required && !shapeOf(root, schema).readOnly);
  return [...sent, ...names.map(name => ({ name, schema: additionalSchema(shape) }))];
}

const additionalSchema = ({ additional }: Shape): unknown => (isObject(additional) ? additional : {});

function distinct(root: unknown, items: unknown, first: unknown, count: number): unknown[] {
  const { values } = shapeOf(root, items);
  if (values.length >= count) return values.slice(0, count);
  return Array.from({ length: count }, (_, at) => {
    if (at > 0 && typeof first === 'number') return first + at;
    return at > 0 && typeof first === 'string' ? `${first}${at}` : first;
  });
}

function numberFor(shape: Shape, type: 'integer' | 'number'): number {
  const [low, high] = [numberOf(shape, 'minimum'), numberOf(shape, 'maximum')];
  const above = exclusiveBound(shape, 'exclusiveMinimum', low);
  const below = exclusiveBound(shape, 'exclusiveMaximum', high);
  const step = numberOf(shape, 'multipleOf') ?? (type === 'integer' ? 1 : 0);
  const start = above === undefined ? (low ?? 1) : above + (step || 0.5);
  const raised = step > 0 ? Math.ceil(start / step) * step : start;
  if (high !== undefined && raised > high) return step > 0 ? Math.floor(high / step) * step : high;
  if (below !== undefined && raised >= below) return above === undefined ? below - (step || 1) : (above + below) / 2;
  return raised;
}

/** Returns an exclusive bound, which is `true` next to a bound in OpenAPI 3.0, and a number from 3.1 on. */
const exclusiveBound = (shape: Shape, key: string, bound: number | undefined): number | undefined =>
  keywordOf(shape, key) === true ? bound : numberOf(shape, key);

// biome-ignore format: one line per format
const formats: Readonly<Record<string, string>> = {
  date: '2024-01-31', 'date-time': '2024-01-31T12:00:00Z', time: '12:00:00Z', duration: 'P1D',
  email: 'ada@example.com', 'idn-email': 'ada@example.com', hostname: 'example.com', 'idn-hostname': 'example.com',
  ipv4: '192.0.2.1', ipv6: '2001:db8::1', uri: 'https://example.com/', url: 'https://example.com/', iri: 'https://example.com/',
  'uri-reference': '/path', 'iri-reference': '/path', 'uri-template': '/path/{id}', uuid: '123e4567-e89b-12d3-a456-426614174000',
  byte: 'dGV4dA==', 'json-pointer': '/a', 'relative-json-pointer': '0', regex: 'a*',
};

function stringFor(shape: Shape): string {
  const pattern = keywordOf(shape, 'pattern');
  const [least, most] = [numberOf(shape, 'minLength') ?? 0, numberOf(shape, 'maxLength') ?? Number.POSITIVE_INFINITY];
  const plain = formats[shape.format ?? ''] ?? 'text';
  if (typeof pattern === 'string') {
    const made = textOfPattern(pattern, least, most);
    if (made !== undefined) return made;
  }
  if (plain.length > most && formats[shape.format ?? ''] === undefined) return plain.slice(0, Math.max(most, 0));
  return plain.length < least && least <= 10_000 ? plain.padEnd(least, 'x') : plain;
}
