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
  const { root } = description;
  const all = new Map<string, Misfit>();
  const put = (path: readonly string[], text: string): void => {
    const key = JSON.stringify([path, text]);
    if (!all.has(key)) all.set(key, { path, text });
  };
  const decidedPaths = new Set<string>();
  const misfitsByPath: (readonly [readonly string[], readonly Misfit[]])[] = [];
  let remaining = maxInspected;
  const visit = (part: unknown, at: unknown, path: readonly string[]): void => {
    if (--remaining < 0 || typeof at !== 'object' || at === null) return;
    const shape = shapeOf(root, part);
    const alternatives = alternativesOf(root, shape);
    const chosen = alternatives.length === 0 ? undefined : choose(alternatives, at, path);
    if (chosen !== undefined) {
      decidedPaths.add(JSON.stringify(path));
      misfitsByPath.push([path, misfits(description, chosen.schema, at, 'request')]);
      strangers(shape, alternatives, chosen, at, path);
    }
    const shapes = chosen === undefined ? [shape] : [shape, shapeOf(root, chosen.schema)];
    if (Array.isArray(at)) {
      const items = shapes.find(each => each.items !== undefined)?.items;
      if (items !== undefined) for (const [index, item] of at.entries()) visit(items, item, [...path, String(index)]);
      return;
    }
    for (const [name, below] of Object.entries(at)) {
      const property = shapes.flatMap(each => each.properties).find(each => each.name === name);
      const next = property?.schema ?? shapes.map(each => each.additional).find(isObject);
      if (next !== undefined) visit(next, below, [...path, name]);
    }
  };
  const choose = (
    alternatives: readonly Alternative[],
    at: object,
    path: readonly string[],
  ): Alternative | undefined => {
    const chosen = chosenAlternative(
      root,
      alternatives,
      at,
      (each, of) => misfits(description, each, of, 'request').length === 0,
    );
    const discriminator = alternatives.find(each => each.discriminator)?.discriminator;
    if (chosen !== undefined || discriminator === undefined || !isObject(at)) return chosen;
    const discriminatorValue = member(at, discriminator.property);
    if (
      typeof discriminatorValue !== 'string' ||
      discriminatorValue.includes('{{') ||
      discriminatorValue.includes('\u0000')
    )
      return undefined;
    const values = alternatives.flatMap(each => each.discriminator?.value ?? []);
    decidedPaths.add(JSON.stringify(path));
    put([...path, discriminator.property], `is none of ${values.join(', ')}`);
    return undefined;
  };
  const strangers = (
    shape: Shape,
    alternatives: readonly Alternative[],
    chosen: Alternative,
    at: object,
    path: readonly string[],
  ): void => {
    if (!isObject(at) || (chosen.kind === 'any of' && chosen.discriminator === undefined)) return;
    const { additional } = shapeOf(root, chosen.schema);
    const knownNames = new Set([...shape.properties.map(({ name }) => name), ...propertyNames(root, chosen.schema)]);
    for (const name of Object.keys(at)) {
      if (knownNames.has(name) || isObject(additional)) continue;
      const other = alternatives.find(each => each !== chosen && propertyNames(root, each.schema).has(name));
      if (other !== undefined) put([...path, name], `belongs to ${other.name}, not to ${chosen.name}`);
    }
  };
  visit(schema, value, []);
  for (const misfit of misfits(description, schema, value, 'request')) {
    const isDecided = decidedPaths.has(JSON.stringify(misfit.path)) && /alternative/.test(misfit.text);
    if (!isDecided) put(misfit.path, misfit.text);
  }
  for (const [path, each] of misfitsByPath) for (const misfit of each) put([...path, ...misfit.path], misfit.text);
  return [...all.values()];
}
