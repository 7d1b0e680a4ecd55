/**
 * Default values as literals. graphql-js reads an object or list as the default of a custom scalar (`filter: JSON = {}`), but
 * throws when it prints one. Here, such a scalar serializes the value as a string that contains the literal after a mark.
 */
import {
  astFromValue,
  type GraphQLInputType,
  type GraphQLSchema,
  isScalarType,
  isSpecifiedScalarType,
  parseValue,
  print,
  type ValueNode,
} from 'graphql';

/** Part of the mark, so that no text of a schema can contain it. */
const nonce = `${Math.random()}`;
/** A marked string as graphql-js prints it. The literal is in hexadecimal, so that nothing in it is escaped. */
const marked = /"\\u0001([\d.e-]{1,30}):((?:[0-9a-f]{4})+)"/g;

/** Makes the defaults of all custom scalars of a schema printable. */
export function markScalarDefaults(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isScalarType(type) && !isSpecifiedScalarType(type)) type.serialize = markedValue;
  }
  return schema;
}

const markedValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? `\u0001${nonce}:${hexOf(literalOf(value))}` : value;

const hexOf = (text: string): string =>
  text.replace(/./gs, character => character.charCodeAt(0).toString(16).padStart(4, '0'));

function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${name}: ${literalOf(member)}`)
    .join(', ')}}`;
}

/** Replaces the marked strings in printed GraphQL with their literals. */
export const withLiterals = (text: string): string =>
  text.replace(marked, (string: string, mark: string, hex: string) =>
    mark === nonce ? hex.replace(/.{4}/g, digits => String.fromCharCode(Number.parseInt(digits, 16))) : string,
  );

/** Returns a default value as a literal, or undefined if there is none. */
export function defaultLiteral(value: unknown, type: GraphQLInputType): ValueNode | undefined {
  const node = value === undefined ? undefined : astFromValue(value, type);
  return node ? parseValue(withLiterals(print(node))) : undefined;
}
