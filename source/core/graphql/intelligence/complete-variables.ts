/** Completion in variables: variable names, field names and enum values. */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
} from 'graphql';
import { type JsonFrame, jsonPlace } from '../../json/place.js';
import { definitionsOf } from './check-variables.js';
import type { Suggestion, Suggestions } from './suggestion.js';

/**
 * Returns suggestions at an offset of possibly invalid JSON, or undefined if there are none.
 * @param seen returns the objects that the value of a variable or of a field in it may refer to
 */
export function completeVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | undefined,
  text: string,
  offset: number,
  seen: (path: readonly string[]) => readonly Suggestion[] = () => [],
): Suggestions | undefined {
  const position = jsonPlace(text, offset);
  if (position === undefined) return undefined;
  const { frames, from, quoted } = position;
  const last = frames.at(-1);
  if (last === undefined) return undefined;
  const definitions = definitionsOf(schema, operation);
  let type: GraphQLInputType | undefined;
  for (const [depth, frame] of frames.entries()) {
    if (frame === last && last.kind === '{' && !last.value) break;
    if (depth === 0) type = frame.kind === '{' ? definitions.find(each => each.name === frame.key)?.type : undefined;
    else type = type === undefined ? undefined : inside(type, frame);
  }
  if (last.kind === '{' && !last.value) {
    const colon = /^[\w]*"?\s*:/.test(text.slice(offset, offset + 200));
    const items =
      frames.length === 1
        ? definitions.map(each => keyOf(each.name, each.written, undefined, colon))
        : type === undefined
          ? []
          : isOneOfSet(type, last)
            ? []
            : fieldsOf(type, colon);
    const left = items.filter(item => !last.keys.has(item.label));
    return left.length === 0 ? undefined : { kind: 'key', from, items: left };
  }
  const path = frames.flatMap(({ kind, key }) => (kind === '{' && key !== undefined ? [key] : []));
  const values = type === undefined ? [] : valuesOf(type, quoted);
  const objects = type === undefined ? [] : seen(path);
  const items = [...objects, ...values];
  if (items.length === 0) return undefined;
  return { kind: 'value', from, items, ...(objects.length === 0 ? {} : { bounds: valueBounds }) };
}

/** An identifier may contain characters that a name cannot. */
const valueBounds = { before: /^"?[^"\s]*$/, after: /^[\w=+/.:-]*"?/ };

/** Returns the type of an item, or of the current field. */
function inside(type: GraphQLInputType, frame: JsonFrame): GraphQLInputType | undefined {
  const bare = getNullableType(type);
  if (frame.kind === '[') return isListType(bare) ? (bare.ofType as GraphQLInputType) : undefined;
  const object = isListType(bare) ? getNullableType(bare.ofType as GraphQLInputType) : bare;
  return isInputObjectType(object) && frame.key !== undefined ? object.getFields()[frame.key]?.type : undefined;
}

/** Returns true for a `@oneOf` object that already has its single member. */
function isOneOfSet(type: GraphQLInputType, { keys }: JsonFrame): boolean {
  const bare = getNullableType(type);
  const object = isListType(bare) ? getNullableType(bare.ofType as GraphQLInputType) : bare;
  return isInputObjectType(object) && object.isOneOf && keys.size > 0;
}

function keyOf(name: string, detail: string, more: Partial<Suggestion> | undefined, colon: boolean): Suggestion {
  return { label: name, insert: colon ? `"${name}"` : `"${name}": `, detail, ...more };
}

function fieldsOf(type: GraphQLInputType, colon: boolean): readonly Suggestion[] {
  const bare = getNullableType(type);
  const object = isListType(bare) ? getNullableType(bare.ofType as GraphQLInputType) : bare;
  if (!isInputObjectType(object)) return [];
  const fields = Object.values(object.getFields());
  return [...fields.filter(isRequiredInputField), ...fields.filter(field => !isRequiredInputField(field))].map(field =>
    keyOf(
      field.name,
      String(field.type),
      {
        ...(field.description ? { description: field.description } : {}),
        ...(field.deprecationReason == null ? {} : { deprecated: field.deprecationReason }),
      },
      colon,
    ),
  );
}

function valuesOf(type: GraphQLInputType, quoted: boolean): readonly Suggestion[] {
  const listed = getNullableType(type);
  const bare = isListType(listed) ? getNullableType(listed.ofType as GraphQLInputType) : listed;
  const values: Suggestion[] = isEnumType(bare)
    ? bare.getValues().map(value => ({
        label: value.name,
        insert: `"${value.name}"`,
        detail: bare.name,
        ...(value.description ? { description: value.description } : {}),
        ...(value.deprecationReason == null ? {} : { deprecated: value.deprecationReason }),
      }))
    : String(bare) === 'Boolean' && !quoted
      ? ['true', 'false'].map(label => ({ label, insert: label, detail: 'Boolean' }))
      : [];
  if (values.length === 0 || quoted || isNonNullType(type)) return values;
  return [...values, { label: 'null', insert: 'null' }];
}
