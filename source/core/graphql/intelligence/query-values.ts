/** Completion of values in a query: enum values, booleans, null, and variables of a matching type. */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputType,
  isNonNullType,
  isTypeSubTypeOf,
  parseType,
  typeFromAST,
} from 'graphql';
import type { Suggestion } from './suggestion.js';
import { valueChoices } from './value-type.js';

/** Suggests literals first, then variables. */
export function values(
  schema: GraphQLSchema,
  text: string,
  from: number,
  type: GraphQLInputType | null | undefined,
): readonly Suggestion[] {
  if (!type) return [];
  const named = getNamedType(type);
  const literals = valueChoices(named).map(({ value, ...texts }): Suggestion => {
    const literal = String(value);
    return { label: literal, insert: literal, ...texts };
  });
  const fitting = variables(schema, text, from, type).map(each => ({
    ...each,
    label: `$${each.label}`,
    insert: `$${each.label}`,
  }));
  // Do not open the list for null alone.
  if (literals.length + fitting.length === 0) return [];
  return [...literals, ...fitting, ...(isNonNullType(type) ? [] : [{ label: 'null', insert: 'null' }])];
}

const definition = /\$(\w+)\s*:\s*([[\]!\w][[\]!\w\s]*[\]!\w]|[\]!\w])(\s*=)?/g;

/** Returns variables of a matching type in the operation around an offset. */
export function variables(
  schema: GraphQLSchema,
  text: string,
  from: number,
  type: GraphQLInputType | null | undefined,
): readonly Suggestion[] {
  const values = new Map<string, Suggestion>();
  for (const [, name = '', written = '', hasDefault] of definitionAround(text, from).matchAll(definition)) {
    const declared = typeOf(schema, written);
    if (declared === undefined) continue;
    const given = hasDefault !== undefined && !isNonNullType(declared) ? typeOf(schema, `${written}!`) : declared;
    const fits = !type || (given !== undefined && isTypeSubTypeOf(schema, given, type));
    if (fits) values.set(name, { label: name, insert: name, detail: written.trim() });
  }
  return [...values.values()];
}

/**
 * Returns the text of the operation around an offset. For a fragment, whose variables any operation may define, returns the
 * entire text.
 */
function definitionAround(text: string, offset: number): string {
  const start = Math.max(0, text.lastIndexOf('\n}', offset - 2));
  const end = text.indexOf('\n}', offset);
  const literal = text.slice(start, end < 0 ? text.length : end);
  return /^(?:[^\w#]|#[^\n]*\n)*fragment\b/.test(literal) ? text : literal;
}

/** Returns the input type with the given notation, if any. */
export function typeOf(schema: GraphQLSchema, written: string): GraphQLInputType | undefined {
  try {
    const type = typeFromAST(schema, parseType(written) as never) as unknown;
    return isInputType(type) ? type : undefined;
  } catch {
    return undefined;
  }
}
