/**
 * Validates values against schemas of a description. Uses an interpreter for JSON Schema 2020-12 that does not compile code.
 */

import { type OutputUnit, Validator } from '@cfworker/json-schema';
import { withArticle } from '../../counted.js';
import { isEmptyObject, isObject, type Loose, member, objectOf } from '../../json/loose.js';
import { TimeLimitError, withinTimeLimit } from '../../time-limit.js';
import { resolve, stepsOf } from '../document/node.js';
import type { Description } from '../document/types.js';
import { asJsonSchemas } from '../document/upgrade.js';

/** A mismatch: the path to it from the value, and the reason. */
export interface Misfit {
  readonly path: readonly string[];
  readonly text: string;
}

/** Returns true if a required member is missing, which is the only mismatch that more input can correct. */
export const isIncomplete = ({ text }: Misfit): boolean => text.startsWith('lacks ');

/** Direction of a value. `readOnly` properties are not required in a request, and `writeOnly` properties not in a response. */
export type Side = 'request' | 'response';

/** Descriptions with a pattern that took too long. */
const withoutPatterns = new WeakSet<Description>();
const validators = new WeakMap<Description, Map<unknown, { readonly [side in Side]?: Validator | string }>>();

/**
 * Returns the parts of a value that do not match the schema, or an empty list if it is valid.
 * @param value parsed JSON
 */
export function misfits(description: Description, schema: unknown, value: unknown, side: Side): readonly Misfit[] {
  if (schema === undefined || schema === true || isEmptyObject(schema)) return [];
  const cache = validators.get(description) ?? new Map();
  validators.set(description, cache);
  const sides = cache.get(schema) ?? {};
  const validator: Validator | string = sides[side] ?? validatorOf(description, schema, side);
  cache.set(schema, { ...sides, [side]: validator });
  if (typeof validator === 'string') return [];
  try {
    const { valid, errors } = withinTimeLimit(() => validator.validate(value));
    return valid ? [] : tellable(errors);
  } catch (error) {
    if (error instanceof TimeLimitError) {
      if (withoutPatterns.has(description)) {
        cache.set(schema, { ...sides, [side]: error.message });
        return [{ path: [], text: 'took more than a second to check, so its schema is no longer checked' }];
      }
      withoutPatterns.add(description);
      validators.delete(description);
      return [
        { path: [], text: 'took more than a second to check: from now on the patterns of the schemas are left out' },
      ];
    }
    // The schema refers to itself endlessly, or the value is nested deeper than the stack allows.
    return [];
  }
}

function validatorOf(description: Description, schema: unknown, side: Side): Validator | string {
  try {
    return new Validator(closureOf(description, schema, side), '2020-12', false);
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be used';
  }
}

/** Keywords that do not constrain a value or that refer to other documents. */
// biome-ignore format: one line
const ignored: ReadonlySet<string> = new Set(['id', '$id', '$schema', '$anchor', '$dynamicAnchor', 'example', 'examples', 'default', 'discriminator', 'xml', 'externalDocs', 'description', 'title']);
/** Members that map names chosen by the API to schemas. */
const maps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** Returns the schema combined with everything it refers to in a self-contained schema. */
function closureOf(description: Description, schema: unknown, side: Side): Loose {
  const { root, version } = description;
  const isChecked = (pattern: unknown): boolean => !withoutPatterns.has(description) && isPattern(pattern);
  const names = new Map<string, string>();
  const schemas: Record<string, unknown> = {};
  const waiting: string[] = [];
  const hidden = side === 'request' ? 'readOnly' : 'writeOnly';
  // A boolean is only meaningful here in OpenAPI 3.0.
  const isOld = /^(?:2|3\.0)/.test(version);
  const nameOf = (ref: string): string => {
    let name = names.get(ref);
    if (name === undefined) {
      name = `s${names.size + 1}`;
      names.set(ref, name);
      waiting.push(ref);
    }
    return name;
  };
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (!isObject(node)) return node;
    const out: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(node)) {
      if (ignored.has(key) || key.startsWith('x-') || key.startsWith('__')) continue;
      if (key === '$ref' && typeof value === 'string') out.$ref = `#/components/schemas/${nameOf(value)}`;
      else if (key === 'enum' || key === 'const') out[key] = value;
      else if (key === 'required' && Array.isArray(value)) out.required = value.filter(name => !isHidden(node, name));
      else if (/^exclusive/.test(key) && typeof value === 'boolean' && !isOld) continue;
      else if (key === 'pattern') {
        if (isChecked(value)) out.pattern = value;
      } else if (maps.has(key) && isObject(value))
        out[key] = copyMap(value, key === 'patternProperties' ? isChecked : () => true);
      else out[key] = copy(value);
    }
    return out;
  };
  const copyMap = (map: Loose, isKept: (name: string) => boolean): Loose =>
    objectOf(
      Object.entries(map)
        .filter(([key]) => isKept(key))
        .map(([key, value]) => [key, copy(value)] as const),
    );
  const isHidden = (node: Loose, name: unknown): boolean =>
    member(resolve(root, member(member(node, 'properties'), String(name))).node, hidden) === true;
  schemas.root = copy(schema);
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    const { node } = resolve(root, { $ref: ref });
    schemas[names.get(ref) ?? ''] = node === undefined ? true : copy(node);
  }
  return { $ref: '#/components/schemas/root', components: { schemas: asJsonSchemas(schemas, version) } };
}

/** Returns true for a valid JSON Schema pattern (2020-12, 6.4). */
function isPattern(text: unknown): text is string {
  try {
    return typeof text === 'string' && new RegExp(text, 'u') !== undefined;
  } catch {
    return false;
  }
}

/** Keywords whose errors only indicate that something nested is wrong. */
// biome-ignore format: one line
const holders: ReadonlySet<string> = new Set(['$ref', 'allOf', 'properties', 'items', 'prefixItems', 'additionalProperties', 'patternProperties', 'dependentSchemas', 'if', '$dynamicRef', '$recursiveRef', 'unevaluatedProperties', 'contains']);
const maxMisfits = 20;

/** Selects the errors to report, nearest to the root first and without repetition. Errors inside alternatives are omitted. */
function tellable(errors: readonly OutputUnit[]): readonly Misfit[] {
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  const misfits = new Map<string, Misfit>();
  for (const { keyword, keywordLocation, instanceLocation, error } of errors) {
    if (holders.has(keyword)) continue;
    if (choices.some(each => keywordLocation.startsWith(`${each.keywordLocation}/`))) continue;
    const path = stepsOf(instanceLocation) ?? [];
    const text = inWords(keyword, error);
    if (!misfits.has(`${instanceLocation} ${text}`)) misfits.set(`${instanceLocation} ${text}`, { path, text });
    if (misfits.size >= maxMisfits) break;
  }
  const all = [...misfits.values()];
  return all.length > 0 ? all : [{ path: [], text: 'does not match its schema' }];
}

function inWords(keyword: string, error: string): string {
  const quoted = /"([\s\S]*)"/.exec(error)?.[1] ?? '';
  switch (keyword) {
    case 'required':
      return `lacks ${quoted}`;
    case 'type': {
      const [, actual = '', expected = ''] =
        /^Instance type "(\w+)" is invalid\. Expected "([\s\S]*)"\.$/.exec(error) ?? [];
      return `is ${article(actual)}, not ${expected.split('", "').map(article).join(' or ')}`;
    }
    case 'enum':
      return `is not one of ${/any of (\[[\s\S]*\])\.$/.exec(error)?.[1]?.slice(1, -1).replaceAll(',', ', ') ?? 'its values'}`;
    case 'const':
      return `is not ${/match ([\s\S]*)\.$/.exec(error)?.[1] ?? 'its value'}`;
    case 'pattern':
      return 'does not match its pattern';
    case 'not':
      return 'is excluded by its schema';
    case 'format': {
      const format = /format "([^"]*)"/.exec(error)?.[1];
      return format === undefined ? 'does not match its format' : `is not a valid ${format}`;
    }
    case 'oneOf':
    case 'anyOf':
      return /\((\d+) matches\)/.exec(error)?.[1]?.match(/[1-9]/)
        ? 'matches more than one alternative'
        : 'matches none of its alternatives';
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'false':
      return 'is not described';
    default:
      return error
        .replace(/^(?:Instance|String|Array|Object|Property) /, '')
        .replace(/\.$/, '')
        .replace(/^[A-Z]/, match => match.toLowerCase());
  }
}

const article = (type: string): string => (type === 'null' ? 'null' : withArticle(type));

/** Formats a path as in checks: `$.pets[0].name`. */
export const pathText = (path: readonly string[]): string => `$${path.map(stepText).join('')}`;

function stepText(step: string): string {
  if (/^\d+$/.test(step)) return `[${step}]`;
  return /^[\w$-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}
