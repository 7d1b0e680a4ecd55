/** Completion and documentation at a cursor in the variables. */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  type OperationDefinitionNode,
} from 'graphql';
import { type JsonMember, type JsonNode, jsonObject } from '../../json/tree.js';
import { completeValue } from '../../values/complete.js';
import { definitionsOf } from './check-variables.js';
import { type Docs, inputDocs, typeDocs, valueDocs } from './describe.js';
import type { Suggestion, Suggestions } from './suggestion.js';
import { variablesType } from './value-type.js';

/**
 * Returns suggestions at an offset of possibly invalid JSON, or undefined if there are none.
 * @param seen returns the objects that the value of a variable or of a field in it may refer to
 */
export const completeVariables = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | undefined,
  text: string,
  offset: number,
  seen: (path: readonly string[]) => readonly Suggestion[] = () => [],
): Suggestions | undefined => completeValue(variablesType(schema, operation), text, offset, seen);

/** Returns documentation of the variable, input field or enum value at an offset, or undefined for invalid JSON. */
export function describeVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | undefined,
  text: string,
  offset: number,
): Docs | undefined {
  // In indentation or after a bracket, use the name that follows.
  const before = /^[\s,{[]+/.exec(text.slice(offset, offset + 1000))?.[0].length ?? 0;
  return docsAt(schema, operation, text, offset) ?? docsAt(schema, operation, text, offset + before);
}

function docsAt(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | undefined,
  text: string,
  offset: number,
): Docs | undefined {
  const root = jsonObject(text);
  const member = root === undefined ? undefined : memberAt(root.members, offset);
  const definition = definitionsOf(schema, operation).find(each => each.name === member?.name);
  if (member === undefined || definition?.type === undefined) return undefined;
  const { text: members } = typeDocs(getNamedType(definition.type));
  return (
    inside(member.value, definition.type, offset) ?? {
      title: `$${definition.name}: ${definition.written}`,
      text: members,
    }
  );
}

const holds = ({ from, to }: { readonly from: number; readonly to: number }, offset: number): boolean =>
  from <= offset && offset <= to;

const memberAt = (members: readonly JsonMember[], offset: number): JsonMember | undefined =>
  members.find(each => holds(each, offset));

/** Returns documentation of the innermost part at the offset, or undefined for the value itself. */
function inside(value: JsonNode, type: GraphQLInputType, offset: number): Docs | undefined {
  let node = value;
  let expected = type;
  let docs: Docs | undefined;
  while (holds(node, offset)) {
    const bare = getNullableType(expected);
    if (node.kind === 'array') {
      const item = node.items.find(each => holds(each, offset));
      if (item === undefined || !isListType(bare)) return docs;
      node = item;
      expected = bare.ofType as GraphQLInputType;
      continue;
    }
    // A single value is treated as a list of one.
    const single = isListType(bare) ? getNamedType(bare) : bare;
    if (node.kind === 'string' && isEnumType(single)) {
      const one = single.getValue(node.value);
      return one ? valueDocs(one, single.name) : docs;
    }
    const member = node.kind === 'object' ? memberAt(node.members, offset) : undefined;
    const field = member !== undefined && isInputObjectType(single) ? single.getFields()[member.name] : undefined;
    if (member === undefined || field === undefined) return docs;
    docs = inputDocs(field, `${getNamedType(single).name}.`, '');
    node = member.value;
    expected = field.type;
  }
  return docs;
}
