/**
 * Completes types that a depth limit truncated in a schema, such as `[ID!]!` of an argument. `__type` requests them with one
 * level less than `__schema`. Within 8 levels, an argument has up to three list and non-null marks, and a field or input field
 * has up to four. No query reaches further.
 */

import { entriesIn, isObject, listIn, member, textIn } from '../../json/loose.js';
import type { RawSchema } from '../schema-types.js';
import { introspectionName, maxDepthOf, type Rung, typeRefOf } from './query.js';

/** Types per query, tried in this order because servers may also limit aliases or complexity. */
export const completionSizes = [100, 15, 1] as const;

/** Members with the fields, input fields and arguments of a type or field. */
const memberLists = ['fields', 'inputFields', 'args'];

const isCut = (reference: unknown): boolean => {
  let at = reference;
  while (isObject(at) && textIn(at, 'name') === undefined) at = member(at, 'ofType');
  return !isObject(at);
};

const hasCut = (raw: unknown): boolean =>
  memberLists
    .flatMap(key => listIn(raw, key))
    .some(each => isObject(each) && (isCut(member(each, 'type')) || hasCut(each)));

/** Returns the names of the types that contain truncated references. */
export const cutTypes = (schema: RawSchema): readonly string[] =>
  listIn(schema, 'types')
    .filter(hasCut)
    .flatMap(type => textIn(type, 'name') ?? [])
    .filter(name => /^[_A-Za-z]\w*$/.test(name));

/** Returns the query for the references of some types, within the depth of a rung. */
export function completionQuery(names: readonly string[], rung: Rung): string {
  const depth = maxDepthOf(rung);
  const deprecated = rung.has('inputDeprecation') ? '(includeDeprecated: true)' : '';
  const input = (levels: number): string => `{ name type { ${typeRefOf(levels)} } }`;
  const members = [
    `fields(includeDeprecated: true) { name type { ${typeRefOf(depth - 4)} } args${deprecated} ${input(depth - 5)} }`,
    `inputFields${deprecated} ${input(depth - 4)}`,
  ].join(' ');
  const types = names.map((name, at) => `t${at}: __type(name: "${name}") { name ${members} }`);
  return `query ${introspectionName} {\n${types.join('\n')}\n}`;
}

/** Returns the schema, completed with the references in a response to `completionQuery`. @param answer parsed JSON */
export function completedSchema(schema: RawSchema, answer: unknown): RawSchema {
  const types = entriesIn(answer, 'data').map(([, type]) => type);
  return { ...schema, types: completed(member(schema, 'types'), types) };
}

/** Returns the elements of a list, completed with the references in the response's elements of the same name. */
function completed(list: unknown, answers: readonly unknown[]): unknown {
  if (!Array.isArray(list)) return list;
  const byName = new Map(answers.map(answer => [member(answer, 'name'), answer]));
  return list.map(each => {
    const answer = byName.get(member(each, 'name'));
    if (!isObject(each) || answer === undefined) return each;
    const type = member(answer, 'type');
    const lists = memberLists.filter(key => Array.isArray(member(each, key)));
    return {
      ...each,
      ...(isCut(member(each, 'type')) && isObject(type) ? { type } : {}),
      ...Object.fromEntries(lists.map(key => [key, completed(member(each, key), listIn(answer, key))])),
    };
  });
}
