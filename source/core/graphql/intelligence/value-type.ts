/** GraphQL input types as types of JSON values. */

import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import { memoizeWeak } from '../../memoize-weak.js';
import type { Member, ValueChoice, ValueType } from '../../values/type.js';
import { described } from '../builder/schema/schema-view.js';
import { defaultLiteral } from '../default-literals.js';
import { definitionsOf, isRequired } from './check-variables.js';
import { laidOutValue, skeletonOf } from './skeleton.js';

export const inputValueType = memoizeWeak((type: GraphQLInputType): ValueType => {
  const bare = getNullableType(type);
  const item = isListType(bare) ? (bare.ofType as GraphQLInputType) : undefined;
  // A single value is treated as a list of one (GraphQL specification 3.12).
  const single = getNullableType(item ?? type);
  const object = isInputObjectType(single) ? single : undefined;
  return {
    source: type,
    items: item && inputValueType(item),
    get members() {
      return membersOf(object);
    },
    get values() {
      const values = valueChoices(single);
      return values.length === 0 || isNonNullType(type) ? values : [...values, { value: null }];
    },
    member(name) {
      const field = object?.getFields()[name];
      return field && inputValueType(field.type);
    },
    isExclusive: object?.isOneOf === true,
  };
});

/** Returns the fields of an input object, required ones first. */
function membersOf(object: GraphQLInputObjectType | undefined): readonly Member[] {
  const fields = Object.values(object?.getFields() ?? {});
  return [...fields.filter(isRequiredInputField), ...fields.filter(field => !isRequiredInputField(field))].map(
    field => ({
      name: field.name,
      required: isRequiredInputField(field),
      initial: () => initialValue(field),
      detail: String(field.type),
      ...described(field),
    }),
  );
}

function initialValue({ type, defaultValue }: GraphQLInputField): string {
  const fallback = defaultLiteral(defaultValue, type);
  return fallback ? laidOutValue(valueFromASTUntyped(fallback)) : skeletonOf(type);
}

/** Returns the values of an enum or of Boolean. */
export function valueChoices(type: GraphQLInputType): readonly ValueChoice[] {
  if (isEnumType(type))
    return type.getValues().map(value => ({ value: value.name, detail: type.name, ...described(value) }));
  return String(type) === 'Boolean' ? [true, false].map(value => ({ value, detail: 'Boolean' })) : [];
}

/**
 * Returns the variables of an operation as the members of an object, in order.
 * @param defaults JSON of a value to start with, by name, for variables without a default
 */
export function variablesType(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | undefined,
  defaults: ReadonlyMap<string, string> = new Map(),
): ValueType {
  const definitions = new Map(
    definitionsOf(schema, operation)
      .toReversed()
      .map(each => [each.name, each]),
  );
  return {
    source: operation,
    items: undefined,
    members: [...definitions.values()].reverse().map(({ name, written, type, fallback }) => ({
      name,
      required: isRequired({ written, fallback }),
      initial() {
        if (fallback !== undefined) return laidOutValue(JSON.parse(fallback));
        return defaults.get(name) ?? (type === undefined ? 'null' : skeletonOf(type));
      },
      detail: written,
    })),
    values: [],
    isExclusive: false,
    member(name) {
      const type = definitions.get(name)?.type;
      return type && inputValueType(type);
    },
  };
}
