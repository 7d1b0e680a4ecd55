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

/** A part of a value, with the documentation of the innermost field that contains it. */
interface DocumentedPart {
  readonly value: JsonNode;
  readonly type: GraphQLInputType;
  readonly docs?: Docs;
}

/** Returns documentation of the innermost part at the offset, or undefined for the value itself. */
function inside(value: JsonNode, type: GraphQLInputType, offset: number): Docs | undefined {
  let part: DocumentedPart = { value, type };
  for (let inner = partAt(part, offset); inner !== undefined; inner = partAt(part, offset)) part = inner;
  const single = itemOrSelf(part.type);
  if (part.value.kind !== 'string' || !isEnumType(single) || !holds(part.value, offset)) return part.docs;
  const enumValue = single.getValue(part.value.value);
  return enumValue ? valueDocs(enumValue, single.name) : part.docs;
}

/** Returns the item or member at the offset if the type has it. */
function partAt({ value, type, docs }: DocumentedPart, offset: number): DocumentedPart | undefined {
  if (!holds(value, offset)) return undefined;
  if (value.kind === 'array') {
    const item = value.items.find(each => holds(each, offset));
    const list = getNullableType(type);
    return item && isListType(list) ? { value: item, type: list.ofType as GraphQLInputType, docs } : undefined;
  }
  const single = itemOrSelf(type);
  if (value.kind !== 'object' || !isInputObjectType(single)) return undefined;
  const member = memberAt(value.members, offset);
  const field = member && single.getFields()[member.name];
  return field && { value: member.value, type: field.type, docs: inputDocs(field, `${single.name}.`, '') };
}

/** A single value is treated as a list of one. */
const itemOrSelf = (type: GraphQLInputType) =>
  isListType(getNullableType(type)) ? getNamedType(type) : getNullableType(type);
