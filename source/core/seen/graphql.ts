/** Objects of GraphQL responses, and the arguments, input fields and variables that refer to them. */

import type { FragmentDefinitionNode, OperationDefinitionNode, SelectionSetNode } from 'graphql';
import { eachField, type Fragments, fragmentsOf, responseKeyOf } from '../graphql/each-field.js';
import type { SchemaIndex } from '../graphql/schema-types.js';
import { ownMember } from '../json/loose.js';
import { type ObjectNames, objectsIn, type SeenObjects } from './objects.js';
import { referenceOf } from './reference.js';
import type { SeenTarget } from './values.js';

type Types = Pick<SchemaIndex, 'type' | 'roots'>;

/** Declared type of a value, and its selections. Without a type, the value contains the member `data`. */
interface Selected {
  readonly type: string | undefined;
  readonly selections: readonly SelectionSetNode[];
}

/** Returns the objects in a response to an operation. */
export function seenInGraphql(
  raw: string,
  types: Types,
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): SeenObjects {
  const root = types.roots[operation.operation];
  if (root === undefined) return [];
  const byName = fragmentsOf(fragments);
  const names: ObjectNames<Selected> = {
    below({ type, selections }, key) {
      if (type === undefined) return key === 'data' ? { type: root, selections } : undefined;
      const below = selected(types, { type, selections }, key, byName);
      return below.type === undefined ? undefined : below;
    },
    namesOf({ type = '' }, object) {
      const typename = ownMember(object, '__typename');
      const objectType = typeof typename === 'string' ? types.type(typename) : types.type(type);
      if (objectType === undefined || objectType.name === root) return [];
      return [objectType.name, ...objectType.interfaces, type];
    },
  };
  return objectsIn(raw, { type: undefined, selections: [operation.selectionSet] }, names);
}

/** Returns the type and selections of a member by its response key. */
function selected(types: Types, of: Selected, key: string, fragments: Fragments): Selected {
  const selections: SelectionSetNode[] = [];
  let type: string | undefined;
  eachField(of.selections, fragments, of.type, (node, on) => {
    if (responseKeyOf(node) !== key) return;
    type ??= types.type(on ?? '')?.fields.find(({ name }) => name === node.name.value)?.type.name;
    if (node.selectionSet) selections.push(node.selectionSet);
  });
  return { type, selections };
}

/** Position of an argument or input field. */
export interface InputPosition {
  readonly name: string;
  /** Named type of the value, such as `ID`. */
  readonly type: string;
  /** Name of the field that has the argument, and of the type that it returns. */
  readonly field: { readonly name: string; readonly type: string } | undefined;
  /** Name of the input object that has the field. */
  readonly inputType?: string | undefined;
  /** True below a field of the query type, where a name selects an existing object instead of setting a name. */
  readonly isQuery: boolean;
}

/** Returns the target of an input, or undefined if it cannot refer to an object. */
export function graphqlTarget({ name, type, field, inputType, isQuery }: InputPosition): SeenTarget | undefined {
  const { member, isIdentifier } = referenceOf(name);
  const isId = type === 'ID' || type === 'UUID' || (isQuery && member !== undefined && inputType === undefined);
  if (!isId && !(isIdentifier && /^(?:Int|String|BigInt|Long)$/.test(type))) return undefined;
  const within = [inputType, field?.type, field?.name].filter(each => each !== undefined);
  return { name, within, isIdentifier: isId, isInteger: /^(?:Int|BigInt|Long)$/.test(type) };
}
