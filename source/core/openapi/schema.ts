/** A schema in the form in which it is shown and filled in: references followed and `allOf` merged, one level at a time. */
import { entriesIn, isObject, listIn, member, textIn, textsIn } from '../json/loose.js';
import { pushAll } from '../push-all.js';
import { resolve } from './document/node.js';

/** A property of an object. */
export interface Property {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
}

/** One level of a schema. */
export interface Shape {
  /** Name of the component, if the schema is one. */
  readonly name?: string;
  /** JSON types without `null`. Empty if any type is allowed. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly format?: string;
  readonly title: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly values: readonly unknown[];
  readonly properties: readonly Property[];
  /** Schema of additional properties: `false` if there are none, absent if unspecified. */
  readonly additional?: unknown;
  readonly items?: unknown;
  /** Alternatives from `oneOf` and `anyOf`. */
  readonly choices: readonly unknown[];
  /** Node with its own keywords, for bounds and examples. */
  readonly node: unknown;
  /** All nodes merged into the shape. */
  readonly parts: readonly unknown[];
}

/** Returns `Pet` for `#/components/schemas/Pet`, and the last segment of any other reference. */
export const nameOfRef = (ref: string): string =>
  (ref.split('/').at(-1) ?? ref).replaceAll('~1', '/').replaceAll('~0', '~').replaceAll('%20', ' ');

/**
 * Returns the node of a schema, which is the same for each reference to it. Used by searches that must visit each schema only
 * once.
 */
export const identityOf = (root: unknown, schema: unknown): unknown =>
  isObject(schema) && Object.keys(schema).length === 1 ? resolve(root, schema).node : schema;

/** Maximum number of `allOf` parts merged into one level. */
const maxParts = 200;

/** Returns the lists of alternatives of a node. */
const choiceLists = (part: unknown): readonly (readonly unknown[])[] => [listIn(part, 'oneOf'), listIn(part, 'anyOf')];

const isNotNull = (schema: unknown): boolean => textIn(schema, 'type') !== 'null';

/** Returns the only alternative to null. FastAPI describes nullable values in this way. */
const soleChoice = (part: unknown): readonly unknown[] =>
  choiceLists(part).flatMap(list => {
    const others = list.filter(isNotNull);
    return others.length === 1 && list.length > 1 ? others : [];
  });

/** Returns the nodes that form one level, following references, splitting `allOf`, and leaving out alternatives that are null. */
function mergedParts(root: unknown, schema: unknown): readonly unknown[] {
  const parts: unknown[] = [];
  const seen = new Set<unknown>();
  const work: unknown[] = [schema];
  for (let next = work.shift(); next !== undefined && parts.length < maxParts; next = work.shift()) {
    const { node } = resolve(root, next);
    // Keywords next to a reference apply too (OpenAPI 3.1).
    for (const part of node === next ? [node] : [next, node]) {
      if (!isObject(part) || seen.has(part)) continue;
      seen.add(part);
      parts.push(part);
      if (part === node) pushAll(work, [...listIn(part, 'allOf'), ...soleChoice(part)]);
    }
  }
  return parts;
}

/** Returns true if a keyword is true anywhere in a schema's `allOf`, without computing the rest of the shape. */
export const isSaid = (root: unknown, schema: unknown, key: 'readOnly' | 'writeOnly'): boolean =>
  mergedParts(root, schema).some(part => member(part, key) === true);

/** Returns the schema of the items of lists within lists. A recursive list ends after five levels. */
export const itemSchema = (root: unknown, schema: unknown, level = 0): unknown => {
  const { types, items } = shapeOf(root, schema);
  return level < 5 && types.includes('array') && items !== undefined ? itemSchema(root, items, level + 1) : schema;
};

/** @param schema node of the document, or a reference */
export function shapeOf(root: unknown, schema: unknown): Shape {
  const parts = mergedParts(root, schema);
  const sole = parts.flatMap(soleChoice);
  const ref = [schema, ...sole].map(each => textIn(each, '$ref')).find(each => each !== undefined);
  const first = (key: string): unknown => parts.map(part => member(part, key)).find(value => value !== undefined);
  const properties = propertiesOf(parts);
  const values = first('enum');
  const constant = first('const');
  const [additional, items, format] = [first('additionalProperties'), first('items'), first('format')];
  const all = parts.flatMap(choiceLists).flat();
  const choices = all.filter(each => isNotNull(each) && !sole.includes(each));
  const types = typesOf(parts);
  if (types.size === 0 && (properties.length > 0 || isObject(additional))) types.add('object');
  if (types.size === 0 && items !== undefined) types.add('array');
  const said = (key: string): boolean => parts.some(part => member(part, key) === true);
  return {
    name: ref && nameOfRef(ref),
    types: [...types].filter(type => type !== 'null'),
    nullable: types.has('null') || said('nullable') || !all.every(isNotNull),
    format: typeof format === 'string' ? format : undefined,
    title: String(first('title') ?? ''),
    description: String(first('description') ?? ''),
    deprecated: said('deprecated'),
    readOnly: said('readOnly'),
    writeOnly: said('writeOnly'),
    values: Array.isArray(values) ? values : [constant].filter(each => each !== undefined),
    properties,
    additional,
    items,
    choices,
    node: parts[0],
    parts,
  };
}

function typesOf(parts: readonly unknown[]): Set<string> {
  const types = new Set<string>();
  for (const part of parts) {
    const type = member(part, 'type');
    for (const each of Array.isArray(type) ? type : [type]) if (typeof each === 'string') types.add(each);
  }
  return types;
}

function propertiesOf(parts: readonly unknown[]): readonly Property[] {
  const required = new Set(parts.flatMap(part => textsIn(part, 'required')));
  const properties = new Map<string, unknown>();
  for (const part of parts)
    for (const [name, schema] of entriesIn(part, 'properties')) if (!properties.has(name)) properties.set(name, schema);
  return [...properties].map(([name, schema]) => ({ name, schema, required: required.has(name) }));
}

/** Returns a keyword of a schema from anywhere in its `allOf`. */
export const keywordOf = (shape: Shape, key: string): unknown =>
  shape.parts.map(part => member(part, key)).find(value => value !== undefined);

/** Returns the schemas of the first items, each for one position (JSON Schema 2020-12, section 10.3.1.1). */
export const tupleOf = (shape: Shape): readonly unknown[] => {
  const schemas = keywordOf(shape, 'prefixItems');
  return Array.isArray(schemas) ? schemas : [];
};

/** Maximum number of enum values to write out. */
const maxValues = 8;

/** Returns a short description of the type: `Pet`, `[Pet]`, `string (date-time)`, `"available" | "sold"`, `map of integer`. */
export function typeText(root: unknown, schema: unknown, depth = 0): string {
  if (depth > 6) return '…';
  if (schema === true || schema === undefined) return 'any';
  if (schema === false) return 'nothing';
  const shape = shapeOf(root, schema);
  const text = bareType(root, shape, depth);
  return shape.nullable && !shape.values.slice(0, maxValues).includes(null) ? `${text} | null` : text;
}

/** Returns the type of a member for a list of suggestions: `string (date), required`. */
export const typeDetail = (root: unknown, { schema, required }: Pick<Property, 'schema' | 'required'>): string =>
  `${typeText(root, schema)}${required ? ', required' : ''}`;

function bareType(root: unknown, shape: Shape, depth: number): string {
  const { name, types, values, choices, additional, format, properties } = shape;
  const isPlain = !types.includes('object') && !types.includes('array') && choices.length === 0;
  if (name !== undefined && !isPlain) return name;
  if (values.length > 0) return valuesText(values);
  if (types.includes('array')) return `[${itemTypes(root, shape, depth).join(', ')}]`;
  if (choices.length > 0) return [...new Set(choices.map(each => typeText(root, each, depth + 1)))].join(' | ');
  if (types.includes('object') && properties.length === 0 && isObject(additional))
    return `map of ${typeText(root, additional, depth + 1)}`;
  if (types.length === 0) return 'any';
  return `${types.join(' | ')}${format === undefined ? '' : ` (${format})`}`;
}

function valuesText(values: readonly unknown[]): string {
  const shown = values.slice(0, maxValues).map(value => JSON.stringify(value));
  // A hidden null is written after the values.
  const hidden = values.slice(maxValues).filter(value => value !== null).length;
  return shown.join(' | ') + (hidden > 0 ? ` | … ${hidden} more` : '');
}

function itemTypes(root: unknown, shape: Shape, depth: number): readonly string[] {
  const { items } = shape;
  const first = tupleOf(shape).map(each => typeText(root, each, depth + 1));
  if (first.length === 0) return [typeText(root, items, depth + 1)];
  return items === undefined || items === false ? first : [...first, `…${typeText(root, items, depth + 1)}`];
}
