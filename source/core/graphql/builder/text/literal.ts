/** Parses GraphQL literals, converts them from and to JSON, and creates examples. */

import { Kind, parseValue, type ValueNode } from 'graphql';
import { isRawObject, parseRaw, printRaw, type RawObject, type RawValue } from '../../../json/raw.js';
import { closingQuote } from '../../../json/tokens.js';
import { wholeDigits } from '../../../json/whole-number.js';
import { isProblem } from '../../../problem.js';
import type { SchemaType, TypeRef } from '../../schema-types.js';
import { isRequired, itemType } from '../schema/lookups.js';
import type { SchemaView } from '../schema/schema-view.js';
import { isName } from './tokens.js';

/** Parses a literal, or returns the problem. */
export function readLiteral(text: string): ValueNode | string {
  try {
    return parseValue(text);
  } catch (error) {
    return `Not a value: ${(error as Error).message}`;
  }
}

/** Start of a string, white space or a comment (variables may contain `//` and `/*`). */
const noToken = /"""|"|\s|#|\/\/|\/\*/g;

/**
 * Returns the end of the token that starts at `from` with `opening`. Uses a loop because a repeating regular expression
 * overflows V8's stack.
 */
function endOf(text: string, opening: string, from: number): number {
  if (opening === '#' || opening === '//') {
    const end = text.slice(from).search(/[\n\r]/);
    return end < 0 ? text.length : from + end;
  }
  if (opening.trim() === '') {
    let end = from + 1;
    while (end < text.length && text[end]?.trim() === '') end++;
    return end;
  }
  const closing = opening === '/*' ? '*/' : opening;
  if (opening === '"') return closingQuote(text, from) + 1 || text.length;
  let at = text.indexOf(closing, from + opening.length);
  while (opening === '"""' && at > 0 && text[at - 1] === '\\') at = text.indexOf(closing, at + 1);
  return at < 0 ? text.length : at + closing.length;
}

/** Rewrites a GraphQL or JSON literal on one line without changing its value. */
export function literalOnOneLine(literal: string): string {
  const pieces: string[] = [];
  const pattern = new RegExp(noToken);
  let done = 0;
  for (let match = pattern.exec(literal); match !== null; match = pattern.exec(literal)) {
    const [opening] = match;
    if (match.index > done) pieces.push(literal.slice(done, match.index));
    done = endOf(literal, opening, match.index);
    pattern.lastIndex = done;
    if (opening.startsWith('"')) pieces.push(stringOnOneLine(literal.slice(match.index, done)));
    else if (pieces.at(-1) !== ' ') pieces.push(' ');
  }
  return pieces.join('') + literal.slice(done);
}

function stringOnOneLine(text: string): string {
  if (!text.startsWith('"""')) return text.replaceAll('\t', '\\t');
  const read = readLiteral(text);
  return (typeof read === 'string' ? undefined : jsonOf(read)) ?? text.split(/\s/).filter(Boolean).join(' ');
}

/** Converts a literal to JSON with exact numbers, or returns undefined if it contains a variable. */
export function jsonOf(node: ValueNode): string | undefined {
  switch (node.kind) {
    case Kind.VARIABLE:
      return undefined;
    case Kind.NULL:
      return 'null';
    case Kind.INT:
    case Kind.FLOAT:
      return node.value;
    case Kind.BOOLEAN:
      return String(node.value);
    case Kind.STRING:
    case Kind.ENUM:
      return JSON.stringify(node.value);
    case Kind.LIST: {
      const items = node.values.map(jsonOf);
      return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
    }
    case Kind.OBJECT: {
      const fields = node.fields.map(field => {
        const value = jsonOf(field.value);
        return value === undefined ? undefined : `${JSON.stringify(field.name.value)}: ${value}`;
      });
      if (fields.includes(undefined)) return undefined;
      return bracedFields(fields);
    }
  }
}

/**
 * Converts JSON of the expected type to a literal (enum values lose their quotes), or returns undefined if that is impossible.
 */
export function literalOf(view: SchemaView, json: string, type: TypeRef | undefined): string | undefined {
  const read = parseRaw(json, { relaxed: true });
  return isProblem(read) ? undefined : literalOfRaw(view, read.value, type);
}

function literalOfRaw(view: SchemaView, value: RawValue, type: TypeRef | undefined): string | undefined {
  if (value === null || typeof value === 'boolean') return String(value);
  if (isRawObject(value)) return objectLiteral(view, value, type);
  if (Array.isArray(value)) {
    const items = value.map(item => literalOfRaw(view, item, type && itemType(type)));
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
  }
  if (typeof value === 'string') {
    const isEnum = type !== undefined && view.type(type.name)?.kind === 'ENUM';
    return isEnum && isName(value) ? value : JSON.stringify(value);
  }
  // A variable can contain an integer as 1.0, but an Int literal cannot (GraphQL specification 3.5.1).
  const text = printRaw(value);
  return type?.name === 'Int' || type?.name === 'ID' ? (wholeDigits(text) ?? text) : text;
}

function objectLiteral(view: SchemaView, object: RawObject, type: TypeRef | undefined): string | undefined {
  const inputs = type === undefined ? [] : (view.type(type.name)?.inputFields ?? []);
  const fields: string[] = [];
  for (const [name, field] of object) {
    const literal = literalOfRaw(view, field, inputs.find(input => input.name === name)?.type);
    if (!isName(name) || literal === undefined) return undefined;
    fields.push(`${name}: ${literal}`);
  }
  return bracedFields(fields);
}

const bracedFields = (fields: readonly (string | undefined)[]): string =>
  fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;

/** Returns an initial value: `""`, `0`, `false`, the first enum value, `[]`, or an object with its required fields. */
export function exampleOf(view: SchemaView, type: TypeRef, seen: readonly string[] = []): string {
  if (itemType(type) !== undefined) return '[]';
  const inputType = view.type(type.name);
  if (inputType?.kind === 'ENUM')
    return (
      (inputType.enumValues.find(value => value.deprecated === undefined) ?? inputType.enumValues[0])?.name ?? 'null'
    );
  if (inputType?.kind === 'INPUT_OBJECT') return exampleObject(view, inputType, seen);
  if (type.name === 'Int') return '0';
  if (type.name === 'Float') return '0.0';
  return type.name === 'Boolean' ? 'false' : '""';
}

function exampleObject(view: SchemaView, type: SchemaType, seen: readonly string[]): string {
  if (seen.includes(type.name)) return '{}';
  const inputs = type.oneOf ? type.inputFields.slice(0, 1) : type.inputFields.filter(isRequired);
  const fields = inputs.map(input => `${input.name}: ${exampleOf(view, input.type, [...seen, type.name])}`);
  return bracedFields(fields);
}
