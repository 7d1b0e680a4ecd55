/** Files as values. An operation only sends a file if a variable contains its path, as `"@path"`. */
import { Kind } from 'graphql';
import { readLiteral } from '../../core/graphql/builder/text/literal.js';
import { takesFile } from '../../core/graphql/intelligence/variable-files.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { variableJson } from '../variables/values.js';

/** True for a row that takes a list. */
export const isListed = (row: Row): boolean => row.type?.marks.includes('L') === true;

/** True for a row that takes a file or a list of files. */
export const isFile = ({ connect }: State, { typeName }: Row): boolean =>
  typeName !== undefined && takesFile(typeName, name => connect.index?.type(name));

/** The file in a row or in its variable, including its `@`. Undefined if there is none. */
export function fileIn(state: State, { value }: Row): string | undefined {
  const literal = value?.startsWith('$') === true ? variableJson(state, value.slice(1)) : value;
  const read = readLiteral(literal ?? '');
  return typeof read === 'object' && read.kind === Kind.STRING && read.value.startsWith('@') ? read.value : undefined;
}

/** The path as a literal: a string, inside a list if the row takes one. */
export function fileLiteral(text: string, row: Row): string | null {
  if (text === '') return null;
  if (!text.startsWith('@')) return text;
  return isListed(row) ? `[${JSON.stringify(text)}]` : JSON.stringify(text);
}

/** True for the literal of a file, or of a list that begins with one. */
export const namesFile = (literal: string | null): literal is string => /^\[?"@/.test(literal ?? '');
