/** A schema as it is shown and filled in: references followed, `allOf` merged, one level at a time. */
import { entriesIn, isObject, listIn, member, resolve, textIn, textsIn } from './document/node.js';

/** One property of an object. */
export interface Property {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
}

/** One level of a schema. */
export interface Shape {
  /** The component it is, if it is one. */
  readonly name?: string;
  /** Types of JSON, `null` left out; empty: any. */
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
  /** The schema of further properties; `false`: there may be none; absent: nothing is said. */
  readonly additional?: unknown;
  readonly items?: unknown;
  /** `oneOf` and `anyOf`: one of these. */
  readonly choices: readonly unknown[];
  /** The node with its own keywords, for bounds and examples. */
  readonly node: unknown;
  /** All nodes merged into it. */
  readonly parts: readonly unknown[];
}

/** `#/components/schemas/Pet` -> `Pet`; of another reference its last step. */
export const nameOfRef = (ref: string): string =>
  (ref.split('/').at(-1) ?? ref).replaceAll('~1', '/').replaceAll('~0', '~').replaceAll('%20', ' ');

/** The node of a schema, the same for each reference to it. For searches that must not visit a schema twice. */
export const identityOf = (root: unknown, schema: unknown): unknown =>
  isObject(schema) && Object.keys(schema).length === 1 ? resolve(root, schema).node : schema;

/** Parts of an `allOf` that are merged into one level. */
const maxParts = 200;

/** The nodes that make one level: a reference is followed, an `allOf` taken apart. */
function mergedParts(root: unknown, schema: unknown): readonly unknown[] {
  const parts: unknown[] = [];
  const seen = new Set<unknown>();
  const work: unknown[] = [schema];
  for (let next = work.shift(); next !== undefined && parts.length < maxParts; next = work.shift()) {
    const { node } = resolve(root, next);
    // Beside a reference, further keywords hold too (OpenAPI 3.1).
    for (const part of node === next ? [node] : [next, node]) {
      if (!isObject(part) || seen.has(part)) continue;
      seen.add(part);
      parts.push(part);
      if (part === node) work.push(...listIn(part, 'allOf'));
    }
  }
  return parts;
}

/** Whether a keyword is true, wherever in its `allOf` it stands: without the rest of the shape. */
export const isSaid = (root: unknown, schema: unknown, key: 'readOnly' | 'writeOnly'): boolean =>
  mergedParts(root, schema).some(part => member(part, key) === true);

/** @param schema a node of the document, or a reference */
export function shapeOf(root: unknown, schema: unknown): Shape {
  const ref = textIn(schema, '$ref');
  const parts = mergedParts(root, schema);
  const first = (key: string): unknown => parts.map(part => member(part, key)).find(value => value !== undefined);
  const types = new Set<string>();
  for (const part of parts) {
    const type = member(part, 'type');
    for (const each of Array.isArray(type) ? type : [type]) if (typeof each === 'string') types.add(each);
  }
  const properties = propertiesOf(parts);
  const values = first('enum');
  const constant = first('const');
  const [additional, items, format] = [first('additionalProperties'), first('items'), first('format')];
  const choices = parts.flatMap(part => [...listIn(part, 'oneOf'), ...listIn(part, 'anyOf')]);
  const some = choices.filter(each => textIn(each, 'type') !== 'null');
  if (types.size === 0 && (properties.length > 0 || isObject(additional))) types.add('object');
  if (types.size === 0 && items !== undefined) types.add('array');
  const said = (key: string): boolean => parts.some(part => member(part, key) === true);
  return {
    ...(ref === undefined ? {} : { name: nameOfRef(ref) }),
    types: [...types].filter(type => type !== 'null'),
    nullable: types.has('null') || said('nullable') || some.length < choices.length,
    ...(typeof format === 'string' ? { format } : {}),
    title: String(first('title') ?? ''),
    description: String(first('description') ?? ''),
    deprecated: said('deprecated'),
    readOnly: said('readOnly'),
    writeOnly: said('writeOnly'),
    values: Array.isArray(values) ? values : constant === undefined ? [] : [constant],
    properties,
    additional,
    items,
    choices: some,
    node: parts[0],
    parts,
  };
}

function propertiesOf(parts: readonly unknown[]): readonly Property[] {
  const required = new Set(parts.flatMap(part => textsIn(part, 'required')));
  const properties = new Map<string, unknown>();
  for (const part of parts)
    for (const [name, schema] of entriesIn(part, 'properties')) if (!properties.has(name)) properties.set(name, schema);
  return [...properties].map(([name, schema]) => ({ name, schema, required: required.has(name) }));
}

/** A keyword of a schema, wherever in its `allOf` it stands. */
export const keywordOf = (shape: Shape, key: string): unknown =>
  shape.parts.map(part => member(part, key)).find(value => value !== undefined);

/** Values of an enum that are written out. */
const maxValues = 8;

/** The type in a few words: `Pet`, `[Pet]`, `string (date-time)`, `"available" | "sold"`, `map of integer`. */
export function typeText(root: unknown, schema: unknown, depth = 0): string {
  if (depth > 6) return '…';
  if (schema === true || schema === undefined) return 'any';
  if (schema === false) return 'nothing';
  const shape = shapeOf(root, schema);
  const text = bareType(root, shape, depth);
  return shape.nullable ? `${text} | null` : text;
}

function bareType(root: unknown, shape: Shape, depth: number): string {
  const { name, types, values, items, choices, additional, format, properties } = shape;
  const isPlain = !types.includes('object') && !types.includes('array') && choices.length === 0;
  if (name !== undefined && !isPlain) return name;
  if (values.length > 0) {
    const shown = values.slice(0, maxValues).map(value => JSON.stringify(value));
    return shown.join(' | ') + (values.length > maxValues ? ` | … ${values.length - maxValues} more` : '');
  }
  if (types.includes('array')) return `[${typeText(root, items, depth + 1)}]`;
  if (choices.length > 0) return [...new Set(choices.map(each => typeText(root, each, depth + 1)))].join(' | ');
  if (types.includes('object') && properties.length === 0 && isObject(additional))
    return `map of ${typeText(root, additional, depth + 1)}`;
  if (types.length === 0) return 'any';
  return `${types.join(' | ')}${format === undefined ? '' : ` (${format})`}`;
}
