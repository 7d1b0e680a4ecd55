/** Validates a body, and each part of it against the alternative that it is. */
import { isObject, member } from '../../json/loose.js';
import { type Alternative, alternativesOf, chosenAlternative, propertyNames } from '../alternatives.js';
import type { Description } from '../document/types.js';
import { type Shape, shapeOf } from '../schema.js';
import { type Misfit, misfits } from './json-schema.js';

/** Maximum number of values to inspect for alternatives. */
const maxInspected = 2000;

/** Returns the parts of a request body that do not match the schema, or a property of another alternative than the chosen one. */
export function bodyMisfits(description: Description, schema: unknown, value: unknown): readonly Misfit[] {
  return new BodyCheck(description).check(schema, value);
}

class BodyCheck {
  readonly #description: Description;
  readonly #all = new Map<string, Misfit>();
  /** Paths of values whose alternative is known. */
  readonly #decidedPaths = new Set<string>();
  readonly #inAlternatives: Misfit[] = [];
  #remaining = maxInspected;

  constructor(description: Description) {
    this.#description = description;
  }

  check(schema: unknown, value: unknown): readonly Misfit[] {
    this.#visit(schema, value, []);
    for (const { path, text } of misfits(this.#description, schema, value, 'request')) {
      const isDecided = this.#decidedPaths.has(JSON.stringify(path)) && /alternative/.test(text);
      if (!isDecided) this.#put(path, text);
    }
    for (const { path, text } of this.#inAlternatives) this.#put(path, text);
    return [...this.#all.values()];
  }

  #put(path: readonly string[], text: string): void {
    const key = JSON.stringify([path, text]);
    if (!this.#all.has(key)) this.#all.set(key, { path, text });
  }

  #visit(schema: unknown, value: unknown, path: readonly string[]): void {
    if (--this.#remaining < 0 || typeof value !== 'object' || value === null) return;
    const { root } = this.#description;
    const shape = shapeOf(root, schema);
    const alternatives = alternativesOf(root, shape);
    const chosen = alternatives.length === 0 ? undefined : this.#choose(alternatives, value, path);
    if (chosen !== undefined) {
      this.#decidedPaths.add(JSON.stringify(path));
      for (const misfit of misfits(this.#description, chosen.schema, value, 'request'))
        this.#inAlternatives.push({ path: [...path, ...misfit.path], text: misfit.text });
      this.#putStrangers(shape, alternatives, chosen, value, path);
    }
    this.#visitMembers(chosen === undefined ? [shape] : [shape, shapeOf(root, chosen.schema)], value, path);
  }

  #visitMembers(shapes: readonly Shape[], value: object, path: readonly string[]): void {
    if (Array.isArray(value)) {
      const items = shapes.find(each => each.items !== undefined)?.items;
      if (items !== undefined)
        for (const [index, item] of value.entries()) this.#visit(items, item, [...path, String(index)]);
      return;
    }
    // The first of several properties with a name applies.
    const properties = shapes.flatMap(each => each.properties).reverse();
    const schemas = new Map(properties.map(({ name, schema }) => [name, schema]));
    const additional = shapes.map(each => each.additional).find(isObject);
    for (const [name, below] of Object.entries(value)) {
      const next = schemas.get(name) ?? additional;
      if (next !== undefined) this.#visit(next, below, [...path, name]);
    }
  }

  /** Returns the alternative that a value is. Reports a discriminator with another value. */
  #choose(alternatives: readonly Alternative[], value: object, path: readonly string[]): Alternative | undefined {
    const description = this.#description;
    const isValid = (schema: unknown, of: unknown): boolean => misfits(description, schema, of, 'request').length === 0;
    const chosen = chosenAlternative(description.root, alternatives, value, isValid);
    const discriminator = alternatives.find(each => each.discriminator)?.discriminator;
    if (chosen !== undefined || discriminator === undefined || !isObject(value)) return chosen;
    const actual = member(value, discriminator.property);
    // A placeholder can have any value.
    if (typeof actual !== 'string' || actual.includes('{{') || actual.includes('\u0000')) return undefined;
    const values = alternatives.flatMap(each => each.discriminator?.value ?? []);
    this.#decidedPaths.add(JSON.stringify(path));
    this.#put([...path, discriminator.property], `is none of ${values.join(', ')}`);
    return undefined;
  }

  /** Reports properties of other alternatives. */
  #putStrangers(
    shape: Shape,
    alternatives: readonly Alternative[],
    chosen: Alternative,
    value: object,
    path: readonly string[],
  ): void {
    if (!isObject(value) || (chosen.kind === 'any of' && chosen.discriminator === undefined)) return;
    const { root } = this.#description;
    if (isObject(shapeOf(root, chosen.schema).additional)) return;
    const knownNames = new Set([...shape.properties.map(({ name }) => name), ...propertyNames(root, chosen.schema)]);
    for (const name of Object.keys(value).filter(each => !knownNames.has(each))) {
      const other = alternatives.find(each => each !== chosen && propertyNames(root, each.schema).has(name));
      if (other !== undefined) this.#put([...path, name], `belongs to ${other.name}, not to ${chosen.name}`);
    }
  }
}
