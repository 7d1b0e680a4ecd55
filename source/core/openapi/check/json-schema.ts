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
    return new Validator(new SchemaCopy(description, side).of(schema), '2020-12', false);
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be used';
  }
}

/** Keywords that do not constrain a value or that refer to other documents. */
// biome-ignore format: one line
const ignored: ReadonlySet<string> = new Set(['id', '$id', '$schema', '$anchor', '$dynamicAnchor', 'example', 'examples', 'default', 'discriminator', 'xml', 'externalDocs', 'description', 'title']);
/** Members that map names chosen by the API to schemas. */
const maps: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);

/** Copies a schema, and everything that it refers to, to a self-contained schema. */
class SchemaCopy {
  readonly #description: Description;
  readonly #hidden: 'readOnly' | 'writeOnly';
  /** Names of the schemas by reference. */
  readonly #names = new Map<string, string>();
  readonly #waiting: string[] = [];

  constructor(description: Description, side: Side) {
    this.#description = description;
    this.#hidden = side === 'request' ? 'readOnly' : 'writeOnly';
  }

  of(schema: unknown): Loose {
    const { root, version } = this.#description;
    const schemas: Record<string, unknown> = { root: this.#copy(schema) };
    for (let ref = this.#waiting.pop(); ref !== undefined; ref = this.#waiting.pop()) {
      const { node } = resolve(root, { $ref: ref });
      schemas[this.#nameOf(ref)] = node === undefined ? true : this.#copy(node);
    }
    return { $ref: '#/components/schemas/root', components: { schemas: asJsonSchemas(schemas, version) } };
  }

  #copy(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(each => this.#copy(each));
    if (!isObject(node)) return node;
    const out: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(node)) {
      if (ignored.has(key) || key.startsWith('x-') || key.startsWith('__')) continue;
      const copied = this.#copyMember(node, key, value);
      if (copied !== undefined) out[key] = copied;
    }
    return this.#isOld && out.nullable === true ? withNull(out) : out;
  }

  /** Returns undefined for a member that is left out. */
  #copyMember(node: Loose, key: string, value: unknown): unknown {
    switch (key) {
      case '$ref':
        return typeof value === 'string' ? `#/components/schemas/${this.#nameOf(value)}` : this.#copy(value);
      case 'enum':
      case 'const':
        return value;
      case 'required':
        return Array.isArray(value) ? value.filter(name => !this.#isHidden(node, name)) : this.#copy(value);
      case 'exclusiveMinimum':
      case 'exclusiveMaximum':
        return typeof value === 'boolean' && !this.#isOld ? undefined : this.#copy(value);
      case 'pattern':
        return this.#isChecked(value) ? value : undefined;
      case 'patternProperties':
        return isObject(value) ? this.#copyMap(value, name => this.#isChecked(name)) : this.#copy(value);
      default:
        return maps.has(key) && isObject(value) ? this.#copyMap(value) : this.#copy(value);
    }
  }

  #copyMap(map: Loose, isIncluded: (name: string) => boolean = () => true): Loose {
    const entries = Object.entries(map).filter(([key]) => isIncluded(key));
    return objectOf(entries.map(([key, value]) => [key, this.#copy(value)] as const));
  }

  #nameOf(ref: string): string {
    let name = this.#names.get(ref);
    if (name === undefined) {
      name = `s${this.#names.size + 1}`;
      this.#names.set(ref, name);
      this.#waiting.push(ref);
    }
    return name;
  }

  /** True for the versions in which `exclusiveMinimum` and `exclusiveMaximum` are booleans. */
  get #isOld(): boolean {
    return /^(?:2|3\.0)/.test(this.#description.version);
  }

  #isChecked(pattern: unknown): boolean {
    return !withoutPatterns.has(this.#description) && isPattern(pattern);
  }

  #isHidden(node: Loose, name: unknown): boolean {
    const property = member(member(node, 'properties'), String(name));
    return member(resolve(this.#description.root, property).node, this.#hidden) === true;
  }
}

/**
 * Allows null in all keywords of a schema with `nullable`. OpenAPI 3.0.3 allows it only in `type`, but descriptions also use it
 * next to `enum`, and next to `allOf` with a reference.
 */
function withNull(schema: Loose): Loose {
  const { allOf, oneOf, anyOf, enum: values, ...rest } = schema;
  const combined = Object.entries({ allOf, oneOf, anyOf }).filter(([, parts]) => parts !== undefined);
  return {
    ...rest,
    ...(values === undefined
      ? {}
      : { enum: Array.isArray(values) && !values.includes(null) ? [...values, null] : values }),
    ...(combined.length === 0 ? {} : { if: { type: 'null' }, else: Object.fromEntries(combined) }),
  };
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
