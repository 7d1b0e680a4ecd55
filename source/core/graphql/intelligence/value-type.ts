/** GraphQL input types as types of JSON values. */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { memoizeWeak } from '../../memoize-weak.js';
import type { Member, ValueChoice, ValueType } from '../../values/type.js';
import { described } from './query-values.js';

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
      const values = valuesOf(single);
      return values.length === 0 || isNonNullType(type) ? values : [...values, { value: null }];
    },
    member(name) {
      const field = object?.getFields()[name];
      return field && inputValueType(field.type);
    },
    acceptsMore: names => object?.isOneOf !== true || names.size === 0,
  };
});

/** Returns the fields of an input object, required ones first. */
function membersOf(object: GraphQLInputObjectType | undefined): readonly Member[] {
  const fields = Object.values(object?.getFields() ?? {});
  return [...fields.filter(isRequiredInputField), ...fields.filter(field => !isRequiredInputField(field))].map(
    field => ({
      name: field.name,
      detail: String(field.type),
      ...described(field),
    }),
  );
}

/** Returns the values of an enum or of Boolean. */
function valuesOf(type: GraphQLInputType): readonly ValueChoice[] {
  if (isEnumType(type))
    return type.getValues().map(value => ({ value: value.name, detail: type.name, ...described(value) }));
  return String(type) === 'Boolean' ? [true, false].map(value => ({ value, detail: 'Boolean' })) : [];
}
