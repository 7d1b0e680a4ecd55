/** Names of the parts of an operation, for the search. */
import { entriesIn, isObject, listIn, member } from '../json/loose.js';
import { resolve } from './document/node.js';
import type { Content, Operation } from './document/types.js';

/** Maximum levels of properties that can be found by name. */
const maxLevels = 3;
/** Maximum nesting of `allOf` and similar keywords between them. */
const maxNested = 20;

/** Returns the lower-case names of the parameters and body properties. */
export function partNames(root: unknown, { parameters, body }: Operation): ReadonlySet<string> {
  const names = parameters.map(({ name }) => name.toLowerCase());
  return new Set([...names, ...propertyNames(root, body?.content ?? [], 'readOnly')]);
}

/** Returns the lower-case names of the response properties. */
export const responseNames = (root: unknown, { responses }: Operation): ReadonlySet<string> =>
  propertyNames(
    root,
    responses.flatMap(({ content }) => content),
    'writeOnly',
  );

function propertyNames(
  root: unknown,
  contents: readonly Content[],
  hidden: 'readOnly' | 'writeOnly',
): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const look = (schema: unknown, levels: number, nested: number): void => {
    const { node } = resolve(root, schema);
    if (levels === 0 || nested === 0 || !isObject(node) || seen.has(node)) return;
    seen.add(node);
    for (const [name, each] of entriesIn(node, 'properties')) {
      if (member(each, hidden) === true) continue;
      names.add(name.toLowerCase());
      look(each, levels - 1, maxNested);
    }
    for (const key of ['allOf', 'oneOf', 'anyOf']) for (const each of listIn(node, key)) look(each, levels, nested - 1);
    look(member(node, 'items'), levels, nested - 1);
  };
  for (const { schema } of contents) look(schema, maxLevels, maxNested);
  return names;
}
