/** Explains an unknown name in a pick, suggesting similar names or the type that has the name. */
import { Kind, type ValueNode } from 'graphql';
import { nearestFew } from '../../../near-miss.js';
import { orList } from '../../../or-list.js';
import { fieldOf } from '../schema/lookups.js';
import { rootKinds } from '../schema/path.js';
import type { SchemaView } from '../schema/schema-view.js';
import type { PickProblem } from './parse.js';

export const problem = (
  text: string,
  hint = 'Run apiclient graphql URL --print-schema to see the schema.',
): PickProblem => ({
  problem: text,
  hint,
});

/** Returns the types a field of this type may return. */
export const possibleIn = (view: SchemaView, parent: string): readonly string[] =>
  view.type(parent)?.possibleTypes ?? [];

/** Finds the first field of an input object that its type does not define. */
export function unknownInput(
  view: SchemaView,
  typeName: string | undefined,
  value: ValueNode,
): PickProblem | undefined {
  for (const each of value.kind === Kind.LIST ? value.values : []) {
    const unknown = unknownInput(view, typeName, each);
    if (unknown !== undefined) return unknown;
  }
  const type = view.type(typeName ?? '');
  if (value.kind !== Kind.OBJECT || type?.kind !== 'INPUT_OBJECT') return undefined;
  const names = type.inputFields.map(each => each.name);
  for (const { name, value: inner } of value.fields) {
    const inputField = type.inputFields.find(each => each.name === name.value);
    const unknown =
      inputField === undefined
        ? problem(`${type.name} has no field ${name.value}.`, nearOrSome(name.value, type.name, names))
        : unknownInput(view, inputField.type.name, inner);
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}

/** Lists the closest names, or otherwise a few of all names. */
function nearOrSome(word: string, owner: string, all: readonly string[]): string {
  const near = nearestFew(word, all);
  if (near.length > 0) return `Did you mean ${orList(near)}?`;
  const some = all.slice(0, 5);
  return `${owner} has ${some.join(', ')}${all.length > some.length ? ` and ${all.length - some.length} more` : ''}.`;
}

/** Suggests where a name that a root lacks can be found: in another root, or among the types. */
function elsewhere(view: SchemaView, parent: string, name: string): string | undefined {
  if (!rootKinds.some(kind => view.roots[kind] === parent)) return undefined;
  const other = rootKinds.find(kind => fieldOf(view, view.roots[kind], name) !== undefined);
  if (other !== undefined) {
    return `${view.roots[other]} has it: --pick ${other === 'query' ? '' : `${other}.`}${name}`;
  }
  return view.type(name) === undefined
    ? undefined
    : `${name} is a type. Use --describe ${name} to read its docs, or --find ${name} to find its fields.`;
}

/** Explains a field that its type does not define. */
export function unknownField(view: SchemaView, parent: string, name: string): PickProblem {
  const other = elsewhere(view, parent, name);
  if (other !== undefined) return problem(`${parent} has no field ${name}.`, other);
  const type = view.type(parent);
  const below = [...(type?.fields ?? []).map(each => each.name), ...possibleIn(view, parent)];
  return problem(`${parent} has no field ${name}.`, nearOrSome(name, parent, below));
}
