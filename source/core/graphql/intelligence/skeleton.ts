/** Creates initial values for types, valid where possible, with fields to fill in. */

import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql';
import { lineRoom } from '../../json/edit.js';
import { isRawObject, printRaw, type RawValue, rawOf } from '../../json/raw.js';

/**
 * Returns JSON for a type, on one line if short and otherwise indented by two spaces. Contains only required fields. Recursion
 * ends in `[]`.
 */
export const skeletonOf = (type: GraphQLInputType): string => laidOut(initialValue(type, []));

/** Formats a value as JSON with the layout of a skeleton. */
export const laidOutValue = (value: unknown): string => laidOut(rawOf(value));

function initialValue(type: GraphQLInputType, above: readonly string[]): RawValue {
  const bare = getNullableType(type);
  if (isListType(bare)) {
    const item = bare.ofType as GraphQLInputType;
    const named = getNullableType(item);
    // An item is useful if it shows required fields. A plain scalar is not.
    const isUseful = (isInputObjectType(named) && !above.includes(named.name)) || isEnumType(named);
    return isUseful ? [initialValue(item, above)] : [];
  }
  if (isEnumType(bare)) {
    const values = bare.getValues();
    return (values.find(each => each.deprecationReason == null) ?? values[0])?.name ?? '';
  }
  if (!isInputObjectType(bare)) return scalars.get(bare.name) ?? '';
  if (above.includes(bare.name)) return new Map();
  const fields = Object.values(bare.getFields());
  const wanted = bare.isOneOf ? oneOf(fields, above) : fields.filter(isRequiredInputField);
  return new Map(wanted.map(field => [field.name, initialValue(field.type, [...above, bare.name])]));
}

/** Returns the first field that is not recursive. */
function oneOf<Field extends { readonly type: GraphQLInputType }>(
  fields: readonly Field[],
  above: readonly string[],
): readonly Field[] {
  const straight = fields.find(field => {
    const bare = getNullableType(field.type);
    return !isInputObjectType(bare) || !above.includes(bare.name);
  });
  return straight === undefined ? fields.slice(0, 1) : [straight];
}

const scalars: ReadonlyMap<string, RawValue> = new Map<string, RawValue>([
  ['Int', { number: '0' }],
  ['Float', { number: '0.0' }],
  ['Boolean', false],
  ['BigInt', { number: '0' }],
  ['Long', { number: '0' }],
  ['JSON', new Map()],
  ['JSONObject', new Map()],
]);

function laidOut(value: RawValue, indent = ''): string {
  const isList = Array.isArray(value);
  if (!isList && !isRawObject(value)) return printRaw(value);
  const partsWith = (inner: string): readonly string[] =>
    isList
      ? value.map(item => laidOut(item, inner))
      : [...value].map(([name, each]) => `${JSON.stringify(name)}: ${laidOut(each, inner)}`);
  const [open, close, pad] = isList ? ['[', ']', ''] : ['{', '}', ' '];
  const inline = partsWith(indent).join(', ');
  if (inline === '') return open + close;
  if (!inline.includes('\n') && indent.length + inline.length <= lineRoom) return open + pad + inline + pad + close;
  const deeper = `${indent}  `;
  return `${open}\n${deeper}${partsWith(deeper).join(`,\n${deeper}`)}\n${indent}${close}`;
}
