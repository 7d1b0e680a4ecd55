/** Compares two descriptions and finds the changes that break clients. */

import type { SchemaChange } from '../../graphql/schema-diff/diff.js';
import { type Severity, worstFirst } from '../../graphql/schema-diff/severity.js';
import { isObject } from '../../json/loose.js';
import type { Content, Description, Operation, Parameter } from '../document/types.js';
import { titleOf } from '../look-up.js';
import { isJsonType } from '../media-type.js';
import { keywordOf, type Shape, shapeOf, typeText } from '../schema.js';
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

type Side = 'request' | 'response';

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
    const order = (operation: Operation): readonly string[] =>
      [...operation.path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
    const keys = (operation: Operation): ReadonlyMap<string, Parameter> => {
      const names = order(operation);
      return new Map(
        operation.parameters.map(each => [
          each.place === 'path'
            ? `path ${names.indexOf(each.name)}`
            : `${each.place} ${each.place === 'header' ? each.name.toLowerCase() : each.name}`,
          each,
        ]),
      );
    };
    const [before, after] = [keys(old), keys(now)];
    for (const [key, parameter] of before) {
      const words = `parameter ${parameter.name} (${parameter.place})`;
      const next = after.get(key);
      if (next === undefined) {
        this.#add(parameter.required ? 'breaking' : 'dangerous', 'PARAMETER_REMOVED', `lost its ${words}.`);
        continue;
      }
      if (!parameter.required && next.required) this.#add('breaking', 'PARAMETER_REQUIRED', `needs its ${words} now.`);
      if (
        parameter.style !== next.style ||
        (parameter.explode !== next.explode && shapeOf(this.#now.root, next.schema).types.includes('array'))
      )
        this.#add('breaking', 'PARAMETER_STYLE_CHANGED', `writes its ${words} in another style.`);
      this.#schemas(parameter.schema, next.schema, parameter.name, 'request', 0);
    }
    for (const [key, parameter] of after) {
      if (before.has(key)) continue;
      const severity = parameter.required ? 'breaking' : 'safe';
      this.#add(
        severity,
        'PARAMETER_ADDED',
        `has a new ${parameter.required ? 'required ' : ''}parameter ${parameter.name} (${parameter.place}).`,
      );
    }
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
      this.#contents(old.body.content, now.body.content, 'body', 'request');
    }
  }

  #responses(old: Operation, now: Operation): void {
    for (const { status, content } of old.responses) {
      const after = now.responses.find(each => each.status === status);
      if (after === undefined)
        this.#add(/^2/.test(status) ? 'breaking' : 'safe', 'RESPONSE_REMOVED', `no longer has the response ${status}.`);
      else this.#contents(content, after.content, `${status}`, 'response');
    }
    for (const { status } of now.responses)
      if (!old.responses.some(each => each.status === status))
        this.#add(/^2/.test(status) ? 'dangerous' : 'safe', 'RESPONSE_ADDED', `has a new response ${status}.`);
  }

  #contents(old: readonly Content[], now: readonly Content[], where: string, side: Side): void {
    for (const content of old) {
      const after =
        now.find(({ mediaType }) => mediaType === content.mediaType) ??
        (isJsonType(content.mediaType) ? now.find(({ mediaType }) => isJsonType(mediaType)) : undefined);
      if (after === undefined)
        this.#add('breaking', 'MEDIA_TYPE_REMOVED', `has no ${content.mediaType} in its ${where} any more.`);
      else this.#schemas(content.schema, after.schema, where, side, 0);
    }
    for (const { mediaType } of now)
      if (old.length > 0 && !old.some(each => each.mediaType === mediaType))
        this.#add('safe', 'MEDIA_TYPE_ADDED', `has ${mediaType} in its ${where} now.`);
  }

  #schemas(old: unknown, now: unknown, where: string, side: Side, depth: number): void {
    if (depth > maxDepth) return;
    const [before, after] = [shapeOf(this.#old.root, old), shapeOf(this.#now.root, now)];
    if (before.name !== undefined && after.name !== undefined) {
      const pair = `${side} ${before.name} ${after.name}`;
      if (this.#seen.has(pair)) return;
      this.#seen.add(pair);
    }
    this.#kinds(before, after, old, now, where, side);
    this.#values(before, after, where, side);
    this.#bounds(before, after, where, side);
    const later = new Map(after.properties.map(each => [each.name, each]));
    for (const { name, schema, required } of before.properties) {
      const path = `${where}.${name}`;
      const next = later.get(name);
      if (next === undefined) {
        this.#add(side === 'response' ? 'breaking' : 'dangerous', 'PROPERTY_REMOVED', `lost ${path}.`);
        continue;
      }
      if (side === 'request' && !required && next.required)
        this.#add('breaking', 'PROPERTY_REQUIRED', `needs ${path} now.`);
      if (side === 'response' && required && !next.required)
        this.#add('dangerous', 'PROPERTY_OPTIONAL', `may leave ${path} out now.`);
      this.#schemas(schema, next.schema, path, side, depth + 1);
    }
    for (const { name, required } of after.properties) {
      if (before.properties.some(each => each.name === name)) continue;
      const breaks = side === 'request' && required && before.properties.length > 0;
      this.#add(
        breaks ? 'breaking' : 'safe',
        'PROPERTY_ADDED',
        `has ${breaks ? 'a new required ' : ''}${where}.${name}${breaks ? '' : ' now'}.`,
      );
    }
    if (before.items !== undefined && after.items !== undefined)
      this.#schemas(before.items, after.items, `${where}[]`, side, depth + 1);
    if (isObject(before.additional) && isObject(after.additional))
      this.#schemas(before.additional, after.additional, `${where}.*`, side, depth + 1);
  }

  /** Compares types. A request may accept more than before, and a response may return less. */
  #kinds(before: Shape, after: Shape, old: unknown, now: unknown, where: string, side: Side): void {
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

  #values(before: Shape, after: Shape, where: string, side: Side): void {
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
  #bounds(before: Shape, after: Shape, where: string, side: Side): void {
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
