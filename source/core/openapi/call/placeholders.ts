/** `{{name}}` placeholders for values that the user must supply. */
import { member } from '../../json/loose.js';
import { isRawObject, type RawObject, type RawValue, rawOf } from '../../json/raw.js';
import { examplesOf } from '../document/operation.js';
import type { Content, Description, Operation, Parameter } from '../document/types.js';
import { type Property, shapeOf } from '../schema.js';
import type { CallValues } from './arguments.js';
import { bodyExample } from './body-example.js';

/** Placeholders of one request. Stand-ins take their place until the request is text. */
export class Placeholders {
  readonly #placeholders: { readonly text: string; readonly isText: boolean }[] = [];
  readonly #names = new Set<string>();

  get names(): readonly string[] {
    return [...this.#names];
  }

  /** Adds a placeholder. @param kind suffix for a second one of that name, and the name if nothing else is left */
  add(name: string, kind: string, isText = true): string {
    const ownName = nameFor(name, kind, this.#names);
    this.#names.add(ownName);
    return standIn(this.#placeholders.push({ text: `{{${ownName}}}`, isText }) - 1);
  }

  /** Replaces the stand-ins in a text. In JSON, only a placeholder for a string has quotes. */
  fill(text: string): string {
    return text.replace(/("?)apiclientName(\d+)standIn\1/g, (all, quote: string, at: string) => {
      const placeholder = this.#placeholders[Number(at)];
      if (placeholder === undefined) return all;
      return placeholder.isText ? quote + placeholder.text + quote : placeholder.text;
    });
  }
}

/** Returns a text that remains unchanged in URLs and headers regardless of encoding. */
const standIn = (at: number): string => `apiclientName${at}standIn`;

/** Returns true for a value that a placeholder replaces later. */
export const isStandIn = (value: unknown): boolean =>
  typeof value === 'string' && /^apiclientName\d+standIn$/.test(value);

/** Returns a placeholder name that is not in use. */
export function nameFor(name: string, kind: string, usedNames: ReadonlySet<string>): string {
  const base = name.replace(/[^\w.-]+/g, '_').replace(/^[.-]+/, '') || kind;
  for (let nth = 1; ; nth++) {
    const candidate = nth === 1 ? base : `${base}_${nth === 2 ? kind : nth}`;
    if (!usedNames.has(candidate)) return candidate;
  }
}

/** Returns the values of a call with a placeholder or an example for everything required that is missing. */
export function withPlaceholders(
  description: Description,
  operation: Operation,
  content: Content | undefined,
  values: CallValues,
): { readonly values: CallValues; readonly placeholders: Placeholders } {
  const placeholders = new Placeholders();
  const parameters = new Map<Parameter, RawValue>(values.parameters);
  for (const each of operation.parameters)
    if (each.required && !parameters.has(each)) parameters.set(each, placeholders.add(each.name, each.place));
  const isSent = values.content !== undefined || values.files.length > 0;
  if (content === undefined || isSent) return { values: { ...values, parameters }, placeholders };
  const body = bodyWithPlaceholders(description, content, values.body, placeholders);
  return { values: { ...values, parameters, body }, placeholders };
}

/** @param given body so far, which only lacks required properties */
function bodyWithPlaceholders(
  description: Description,
  content: Content,
  given: RawValue | undefined,
  placeholders: Placeholders,
): RawValue {
  const { root } = description;
  const { properties, parts } = shapeOf(root, content.schema);
  const example = rawOf(bodyExample(description, content).value);
  const isOwn = [...content.examples, ...parts.flatMap(part => examplesOf(part, root))].length > 0;
  const start = given ?? example;
  if (!isRawObject(start) || (given === undefined && isOwn)) return start;
  const body: RawObject = new Map(start);
  for (const property of properties) {
    const { name, required } = property;
    if (!required || (given !== undefined && body.has(name))) continue;
    const value = needsPlaceholder(root, property)
      ? placeholders.add(name, 'body', isTextual(root, property))
      : memberOf(example, name);
    if (value !== undefined) body.set(name, value);
  }
  return body;
}

const memberOf = (value: RawValue, name: string): RawValue | undefined =>
  isRawObject(value) ? value.get(name) : undefined;

const isTextual = (root: unknown, { schema }: Property): boolean => {
  const { types } = shapeOf(root, schema);
  return types.length === 0 || types.includes('string');
};

/** Returns true for a scalar for which the description has no value. */
function needsPlaceholder(root: unknown, { schema }: Property): boolean {
  const { types, values, readOnly, choices, parts } = shapeOf(root, schema);
  if (readOnly || values.length > 0 || choices.length > 0) return false;
  if (types.includes('object') || types.includes('array')) return false;
  return !parts.some(part => member(part, 'default') !== undefined || examplesOf(part, root as never).length > 0);
}
