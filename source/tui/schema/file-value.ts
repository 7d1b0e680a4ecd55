/** Files as values. An operation only sends a file if a variable contains its path, as `"@path"`. */
import { Kind } from 'graphql';
import { type Context, type EditResult, type Path, toVariable } from '../../core/graphql/builder/index.js';
import { readLiteral } from '../../core/graphql/builder/text/literal.js';
import { takesFile } from '../../core/graphql/intelligence/variable-files.js';
import { withValue } from '../../core/graphql/intelligence/variable-value.js';
import { textOf } from '../../core/text/editor.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { takeVariables } from '../query/edits.js';
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

/**
 * Puts a file into a row outside the variables, using the row's variable or a new one.
 * @returns an edit of the query to apply, or the state with new variables, or undefined if the variables are not a JSON object
 */
export function withFile(
  state: State,
  context: Context,
  row: Row,
  path: Path,
  json: string,
): { readonly edit: EditResult } | { readonly done: State | undefined } {
  if (row.value?.startsWith('$') !== true) return { edit: toVariable(context, path, undefined, json) };
  const variable = row.value.slice(1);
  const address = { variable, type: row.type?.text ?? '', steps: [] };
  const text = withValue(state.connect.schema, textOf(state.variables.editor), address, json);
  return { done: text === undefined ? undefined : takeVariables(state, text, variable) };
}
