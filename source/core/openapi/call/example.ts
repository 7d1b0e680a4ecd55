/** A value that fits a schema: the description's own example if it fits, else one made from types, bounds and patterns. */
import { isObject, listIn, member } from '../document/node.js';
import { exampleOf } from '../document/operation.js';
import type { Parameter } from '../document/types.js';
import { keywordOf, type Shape, shapeOf } from '../schema.js';
import { textOfPattern } from './pattern.js';

/** Says whether a candidate may stand. */
export type Fits = (schema: unknown, value: unknown) => boolean;

/** A value for a parameter; one that stands in the path is not empty. */
export function exampleOfParameter(root: unknown, { schema, example, place }: Parameter, fits: Fits): unknown {
  if (example !== undefined && fits(schema, example)) return example;
  const made = exampleFor(root, schema, fits);
  if (place !== 'path' || !isObject(made) || Object.keys(made).length > 0) return made;
  return Object.fromEntries(
    shapeOf(root, schema).properties.map(each => [each.name, exampleFor(root, each.schema, fits)] as const),
  );
}

/** Deeper levels get only what is required. */
const maxDepth = 12;

/** @param fits absent: examples are believed */
export function exampleFor(root: unknown, schema: unknown, fits: Fits = () => true, depth = 0): unknown {
  const shape = shapeOf(root, schema);
  for (const part of shape.parts) {
    const own = exampleOf(part, root as never) ?? member(part, 'default');
    if (own !== undefined && fits(schema, own)) return own;
  }
  const { values, choices, types } = shape;
  if (values.length > 0) return values[0];
  if (depth > maxDepth) return types.includes('array') ? [] : types.includes('object') ? {} : null;
  if (choices.length > 0) {
    const base =
      types.includes('object') || shape.properties.length > 0 ? objectFor(root, shape, fits, depth) : undefined;
    for (const choice of choices) {
      const made = exampleFor(root, choice, fits, depth + 1);
      const whole = isObject(base) && isObject(made) ? { ...base, ...made } : made;
      if (fits(schema, whole)) return whole;
    }
    if (base !== undefined) return base;
    return exampleFor(root, choices[0], fits, depth + 1);
  }
  const type = types.find(each => each !== 'null') ?? (shape.format === undefined ? undefined : 'string');
  switch (type) {
    case 'object':
      return objectFor(root, shape, fits, depth);
    case 'array': {
      const least = Math.max(numberOf(shape, 'minItems') ?? 1, depth > 6 ? 0 : 1);
      const item = least === 0 ? undefined : exampleFor(root, shape.items ?? {}, fits, depth + 1);
      if (keywordOf(shape, 'uniqueItems') !== true) return Array.from({ length: least }, () => item);
      return distinct(root, shape.items ?? {}, item, least);
    }
    case 'integer':
    case 'number':
      return numberFor(shape, type);
    case 'boolean':
      return true;
    case 'string':
      return stringFor(shape);
    default:
      return shape.nullable ? null : 'text';
  }
}

const numberOf = (shape: Shape, key: string): number | undefined => {
  const value = keywordOf(shape, key);
  return typeof value === 'number' ? value : undefined;
};

/** An object with what is required of it, and nothing that the server sets. */
function objectFor(root: unknown, shape: Shape, fits: Fits, depth: number): unknown {
  const made: Record<string, unknown> = {};
  for (const { name, schema, required } of shape.properties) {
    if (!required || shapeOf(root, schema).readOnly) continue;
    define(made, name, exampleFor(root, schema, fits, depth + 1));
  }
  for (const name of shape.parts.flatMap(part => listIn(part, 'required'))) {
    if (typeof name === 'string' && !shape.properties.some(each => each.name === name)) {
      define(made, name, isObject(shape.additional) ? exampleFor(root, shape.additional, fits, depth + 1) : 'text');
    }
  }
  const least = numberOf(shape, 'minProperties') ?? 0;
  for (const { name, schema } of shape.properties) {
    if (Object.keys(made).length >= least) break;
    if (!Object.hasOwn(made, name)) define(made, name, exampleFor(root, schema, fits, depth + 1));
  }
  for (let nth = 1; Object.keys(made).length < least && nth <= least; nth++)
    define(made, `key${nth}`, exampleFor(root, isObject(shape.additional) ? shape.additional : {}, fits, depth + 1));
  return made;
}

const define = (into: object, key: string, value: unknown): void =>
  void Object.defineProperty(into, key, { value, enumerable: true, writable: true, configurable: true });

function distinct(root: unknown, items: unknown, first: unknown, count: number): unknown[] {
  const { values } = shapeOf(root, items);
  if (values.length >= count) return values.slice(0, count);
  return Array.from({ length: count }, (_, at) =>
    at === 0 ? first : typeof first === 'number' ? first + at : typeof first === 'string' ? `${first}${at}` : first,
  );
}

function numberFor(shape: Shape, type: 'integer' | 'number'): number {
  const [low, high] = [numberOf(shape, 'minimum'), numberOf(shape, 'maximum')];
  // True in OpenAPI 3.0, a number from 3.1 on.
  const above = keywordOf(shape, 'exclusiveMinimum') === true ? low : numberOf(shape, 'exclusiveMinimum');
  const below = keywordOf(shape, 'exclusiveMaximum') === true ? high : numberOf(shape, 'exclusiveMaximum');
  const step = numberOf(shape, 'multipleOf') ?? (type === 'integer' ? 1 : 0);
  const start = above === undefined ? Math.max(low ?? 1, low ?? Number.NEGATIVE_INFINITY) : above + (step || 0.5);
  const raised = step > 0 ? Math.ceil(start / step) * step : start;
  if (high !== undefined && raised > high) return step > 0 ? Math.floor(high / step) * step : high;
  if (below !== undefined && raised >= below) return above === undefined ? below - (step || 1) : (above + below) / 2;
  return raised;
}

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
    const made = textOfPattern(pattern, least);
    if (made !== undefined) return made;
  }
  if (plain.length > most && formats[shape.format ?? ''] === undefined) return plain.slice(0, Math.max(most, 0));
  return plain.length < least && least <= 10_000 ? plain.padEnd(least, 'x') : plain;
}
