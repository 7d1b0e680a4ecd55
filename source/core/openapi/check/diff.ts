/** Compares two descriptions and finds the changes that break clients. */

import type { SchemaChange } from '../../graphql/schema-diff/diff.js';
import { type Severity, worstFirst } from '../../graphql/schema-diff/severity.js';
import { isObject } from '../../json/loose.js';
import type { Content, Description, Operation, Parameter } from '../document/types.js';
import { titleOf } from '../look-up.js';
import { isJsonType } from '../media-type.js';
import { keywordOf, type Property, type Shape, shapeOf, typeText } from '../schema.js';
import { isLoginOptional } from '../security.js';

/** A change of the operation `name`, such as `GET /pets`. */
type DescriptionChange = Omit<SchemaChange, 'subject'>;

/** Returns all changes, worst first. */
export function diffDescriptions(old: Description, now: Description): readonly DescriptionChange[] {
  const changes: DescriptionChange[] = [];
  const later = new Map(now.operations.map(each => [keyOf(each), each]));
  const earlier = new Set(old.operations.map(keyOf));
  for (const operation of old.operations) {
    const after = later.get(keyOf(operation));
    const name = titleOf(operation);
    if (after === undefined)
      changes.push({ severity: 'breaking', type: 'OPERATION_REMOVED', name, text: `${name} was removed.` });
    else changes.push(...new Comparison(old, now, name).operations(operation, after));
  }
  for (const operation of now.operations) {
    const name = titleOf(operation);
    if (!earlier.has(keyOf(operation)))
      changes.push({ severity: 'safe', type: 'OPERATION_ADDED', name, text: `${name} was added.` });
  }
  return worstFirst(changes);
}

/** Returns the key of an operation. Renamed path parameters do not change the path. */
const keyOf = ({ method, path }: Operation): string => `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;

/** Maximum depth of schemas to compare. */
const maxDepth = 12;

/** A schema in an operation. */
interface Place {
  /** Name of the schema in messages: a parameter, `body` or a status, with the path to it. */
  readonly where: string;
  readonly side: 'request' | 'response';
  /** Number of schemas around it. */
  readonly depth: number;
}

/** Returns the parameters by a key that is the same in both descriptions. Path parameters may be renamed. */
function parametersByKey({ path, parameters }: Operation): ReadonlyMap<string, Parameter> {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const keyOf = ({ place, name }: Parameter): string => {
    if (place === 'path') return `path ${names.indexOf(name)}`;
    return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
  };
  return new Map(parameters.map(each => [keyOf(each), each]));
}

class Comparison {
  readonly #changes: DescriptionChange[] = [];
  readonly #seen = new Set<string>();
  readonly #old: Description;
  readonly #now: Description;
  readonly #name: string;

  constructor(old: Description, now: Description, name: string) {
    this.#old = old;
    this.#now = now;
    this.#name = name;
  }

  operations(old: Operation, now: Operation): readonly DescriptionChange[] {
    if (old.id !== now.id && old.id !== undefined)
      this.#add('dangerous', 'OPERATION_ID_CHANGED', `is called ${now.id ?? 'nothing'} now, not ${old.id}.`);
    if (!old.deprecated && now.deprecated) this.#add('safe', 'DEPRECATED', 'is deprecated now.');
    this.#parameters(old, now);
    this.#bodies(old, now);
    this.#responses(old, now);
    if (isLoginOptional(old) && !isLoginOptional(now)) this.#add('breaking', 'LOGIN_ADDED', 'needs a login now.');
    return this.#changes;
  }

  #add(severity: Severity, type: string, words: string): void {
    this.#changes.push({ severity, type, name: this.#name, text: `${this.#name} ${words}` });
  }

  #parameters(old: Operation, now: Operation): void {
    const [before, after] = [parametersByKey(old), parametersByKey(now)];
    for (const [key, parameter] of before) this.#parameter(parameter, after.get(key));
    for (const [key, { name, place, required }] of after) {
      if (before.has(key)) continue;
      const words = `has a new ${required ? 'required ' : ''}parameter ${name} (${place}).`;
      this.#add(required ? 'breaking' : 'safe', 'PARAMETER_ADDED', words);
    }
  }

  #parameter(old: Parameter, now: Parameter | undefined): void {
    const words = `parameter ${old.name} (${old.place})`;
    if (now === undefined) {
      this.#add(old.required ? 'breaking' : 'dangerous', 'PARAMETER_REMOVED', `lost its ${words}.`);
      return;
    }
    if (!old.required && now.required) this.#add('breaking', 'PARAMETER_REQUIRED', `needs its ${words} now.`);
    const isList = shapeOf(this.#now.root, now.schema).types.includes('array');
    if (old.style !== now.style || (old.explode !== now.explode && isList))
      this.#add('breaking', 'PARAMETER_STYLE_CHANGED', `writes its ${words} in another style.`);
    this.#schemas(old.schema, now.schema, { where: old.name, side: 'request', depth: 0 });
  }

  #bodies(old: Operation, now: Operation): void {
    if (old.body === undefined && now.body !== undefined)
      this.#add(
        now.body.required ? 'breaking' : 'safe',
        'BODY_ADDED',
        `takes a ${now.body.required ? 'required ' : ''}body now.`,
      );
    if (old.body !== undefined && now.body === undefined)
      this.#add('breaking', 'BODY_REMOVED', 'no longer takes a body.');
    if (old.body !== undefined && now.body !== undefined) {
      if (!old.body.required && now.body.required) this.#add('breaking', 'BODY_REQUIRED', 'now requires its body.');
      this.#contents(old.body.content, now.body.content, { where: 'body', side: 'request', depth: 0 });
    }
  }

  #responses(old: Operation, now: Operation): void {
    for (const { status, content } of old.responses) {
      const after = now.responses.find(each => each.status === status);
      if (after === undefined)
        this.#add(/^2/.test(status) ? 'breaking' : 'safe', 'RESPONSE_REMOVED', `no longer has the response ${status}.`);
      else this.#contents(content, after.content, { where: status, side: 'response', depth: 0 });
    }
    for (const { status } of now.responses)
      if (!old.responses.some(each => each.status === status))
        this.#add(/^2/.test(status) ? 'dangerous' : 'safe', 'RESPONSE_ADDED', `has a new response ${status}.`);
  }

  #contents(old: readonly Content[], now: readonly Content[], place: Place): void {
    for (const content of old) {
      const after =
        now.find(({ mediaType }) => mediaType === content.mediaType) ??
        (isJsonType(content.mediaType) ? now.find(({ mediaType }) => isJsonType(mediaType)) : undefined);
      if (after === undefined)
        this.#add('breaking', 'MEDIA_TYPE_REMOVED', `has no ${content.mediaType} in its ${place.where} any more.`);
      else this.#schemas(content.schema, after.schema, place);
    }
    for (const { mediaType } of now)
      if (old.length > 0 && !old.some(each => each.mediaType === mediaType))
        this.#add('safe', 'MEDIA_TYPE_ADDED', `has ${mediaType} in its ${place.where} now.`);
  }

  #schemas(old: unknown, now: unknown, place: Place): void {
    const { where, side, depth } = place;
    if (depth > maxDepth) return;
    const [before, after] = [shapeOf(this.#old.root, old), shapeOf(this.#now.root, now)];
    if (before.name !== undefined && after.name !== undefined) {
      const pair = `${side} ${before.name} ${after.name}`;
      if (this.#seen.has(pair)) return;
      this.#seen.add(pair);
    }
    this.#kinds(before, after, old, now, place);
    this.#values(before, after, place);
    this.#bounds(before, after, place);
    this.#properties(before, after, place);
    if (before.items !== undefined && after.items !== undefined)
      this.#schemas(before.items, after.items, { where: `${where}[]`, side, depth: depth + 1 });
    if (isObject(before.additional) && isObject(after.additional))
      this.#schemas(before.additional, after.additional, { where: `${where}.*`, side, depth: depth + 1 });
  }

  #properties(before: Shape, after: Shape, { where, side, depth }: Place): void {
    const later = new Map(after.properties.map(each => [each.name, each]));
    for (const property of before.properties) {
      const place = { where: `${where}.${property.name}`, side, depth: depth + 1 };
      this.#property(property, later.get(property.name), place);
    }
    for (const { name, required } of after.properties) {
      if (before.properties.some(each => each.name === name)) continue;
      const breaks = side === 'request' && required && before.properties.length > 0;
      const words = breaks ? `has a new required ${where}.${name}.` : `has ${where}.${name} now.`;
      this.#add(breaks ? 'breaking' : 'safe', 'PROPERTY_ADDED', words);
    }
  }

  #property(old: Property, now: Property | undefined, place: Place): void {
    const { where, side } = place;
    if (now === undefined) {
      this.#add(side === 'response' ? 'breaking' : 'dangerous', 'PROPERTY_REMOVED', `lost ${where}.`);
      return;
    }
    if (side === 'request' && !old.required && now.required)
      this.#add('breaking', 'PROPERTY_REQUIRED', `needs ${where} now.`);
    if (side === 'response' && old.required && !now.required)
      this.#add('dangerous', 'PROPERTY_OPTIONAL', `may leave ${where} out now.`);
    this.#schemas(old.schema, now.schema, place);
  }

  /** Compares types. A request may accept more than before, and a response may return less. */
  #kinds(before: Shape, after: Shape, old: unknown, now: unknown, { where, side }: Place): void {
    const kinds = (shape: Shape): readonly string[] => [...shape.types, ...(shape.nullable ? ['null'] : [])];
    const [mayBe, willBe] = side === 'request' ? [kinds(before), kinds(after)] : [kinds(after), kinds(before)];
    const isWider = (type: string): boolean =>
      willBe.includes(type) || (type === 'integer' && willBe.includes('number'));
    const fits =
      before.types.length === 0 || after.types.length === 0
        ? side === 'request' || before.types.length === 0 || after.types.length > 0
        : mayBe.every(isWider);
    const [was, is] = [typeText(this.#old.root, old), typeText(this.#now.root, now)];
    if (!fits) this.#add('breaking', 'TYPE_CHANGED', `changed ${where} from ${was} to ${is}.`);
    else if (
      before.format !== after.format &&
      before.types.length > 0 &&
      before.values.length === 0 &&
      after.values.length === 0
    )
      this.#add('dangerous', 'TYPE_CHANGED', `changed ${where} from ${was} to ${is}.`);
  }

  #values(before: Shape, after: Shape, { where, side }: Place): void {
    const texts = (shape: Shape): readonly string[] => shape.values.map(value => JSON.stringify(value));
    const [was, is] = [texts(before), texts(after)];
    if (was.length === 0 && is.length > 0)
      this.#add(
        side === 'request' ? 'breaking' : 'safe',
        'VALUES_LIMITED',
        `limits ${where} to ${is.slice(0, 6).join(', ')} now.`,
      );
    if (was.length === 0 || (is.length === 0 && side === 'request')) return;
    if (is.length === 0) this.#add('dangerous', 'VALUES_UNLIMITED', `limits ${where} no more.`);
    const [gone, fresh] = [was.filter(each => !is.includes(each)), is.filter(each => !was.includes(each))];
    if (is.length > 0 && gone.length > 0)
      this.#add(side === 'request' ? 'breaking' : 'safe', 'VALUE_REMOVED', `lost ${gone.join(', ')} of ${where}.`);
    if (fresh.length > 0)
      this.#add(side === 'request' ? 'safe' : 'dangerous', 'VALUE_ADDED', `has ${fresh.join(', ')} in ${where} now.`);
  }

  /** Compares bounds. A tighter one breaks requests that are valid today. */
  #bounds(before: Shape, after: Shape, { where, side }: Place): void {
    if (side === 'response') return;
    for (const [key, upper] of bounds) {
      const [was, is] = [keywordOf(before, key), keywordOf(after, key)];
      if (typeof is !== 'number' || was === is) continue;
      const narrower = typeof was !== 'number' || (upper ? is < was : is > was);
      if (narrower && !(key.startsWith('min') && is === 0))
        this.#add('breaking', 'BOUND_NARROWED', `bounds ${where} by ${key} ${is} now.`);
    }
    const [was, is] = [keywordOf(before, 'pattern'), keywordOf(after, 'pattern')];
    if (typeof is === 'string' && was !== is)
      this.#add('dangerous', 'PATTERN_CHANGED', `has another pattern for ${where}.`);
  }
}

const bounds: readonly (readonly [key: string, upper: boolean])[] = [
  ['maximum', true],
  ['maxLength', true],
  ['maxItems', true],
  ['maxProperties', true],
  ['minimum', false],
  ['minLength', false],
  ['minItems', false],
  ['minProperties', false],
];
