/** Combines `--variables` and items into one JSON text. Numbers are preserved as written. */

import { type Failure, isFailure, usageError } from '../failure.js';
import { isRawObject, parseRaw, printRaw, type RawObject, type RawValue } from '../json/raw.js';
import { type JsonMember, jsonObject } from '../json/tree.js';
import { isProblem } from '../problem.js';
import { type ReadItem, withItem } from '../request/items/assemble.js';
import { type Position, positionAt } from '../text/position.js';

/** Variables to send. `values` contains the values of `text` with exact numbers. */
export interface Variables {
  /** JSON to send, which is the user's own text if unchanged. Absent if there are no variables. */
  readonly text?: string;
  readonly values: RawObject;
}

/** A problem with the variables. It may quote names. */
interface VariablesProblem {
  readonly problem: string;
  readonly position?: Position;
  /** Text that `place` refers to. */
  readonly source?: string;
}

/**
 * Reads `--variables` and applies the items. Comments and trailing commas in the JSON are allowed but not sent.
 * @param items items in order
 */
export function readVariables(
  text: string | undefined,
  items: readonly ReadItem[],
): Variables | VariablesProblem | Failure {
  const written = readText(text?.replace(/^\ufeff/, '').trimEnd() ?? '');
  if (isProblem(written)) return written;
  const { values } = written;
  for (const item of items) {
    const read = parseRaw(item.json);
    if (isProblem(read)) return { problem: `The variable ${item.name} is not JSON: ${read.problem}` };
    // The root remains an object.
    const laid = withItem(values, item, read.value);
    if (isFailure(laid)) return laid;
  }
  const isUnchanged = items.length === 0 && (written.text === undefined || !isProblem(parseRaw(written.text)));
  return isUnchanged ? written : { text: printRaw(values), values };
}

/** Reads the JSON of `--variables`. */
function readText(text: string): Variables | VariablesProblem {
  if (text.trim() === '') return { values: new Map() };
  const read = parseRaw(text, { relaxed: true });
  if (isProblem(read)) {
    const position = positionAt(text, read.offset);
    return { problem: `The variables are not JSON: ${read.problem.replace(/\.$/, '')}.`, position, source: text };
  }
  const twice = repeatedKey(text);
  if (twice) {
    const position = positionAt(text, twice.key.from);
    return { problem: `The variable ${twice.name} is given twice.`, position, source: text };
  }
  if (read.value === null) return { values: new Map() };
  if (!isRawObject(read.value)) return { problem: 'The variables must be a JSON object, like {"id": 1}.' };
  return { text, values: read.value };
}

/** Finds a duplicate member, which servers interpret differently. */
function repeatedKey(text: string): JsonMember | undefined {
  const seen = new Set<string>();
  return jsonObject(text)?.members.find(({ name }) => seen.size === seen.add(name).size);
}

/** Replaces files with null, as the multipart request spec requires. Creates missing objects but not lists. */
export function withUploads(variables: Variables, paths: readonly string[]): Variables | Failure {
  if (paths.length === 0) return variables;
  // Copy the values so that the caller's remain unchanged.
  const copy = parseRaw(printRaw(variables.values)) as { value: RawValue };
  const values = copy.value as RawObject;
  for (const path of paths) {
    const keys = path.split('.');
    if (keys[0] !== 'variables' || keys.length < 2 || keys.includes('')) {
      return usageError(`--upload ${path}: the path must begin with variables.`, '--upload variables.file=@photo.png');
    }
    const refused = setNull(values, keys.slice(1));
    if (refused) return usageError(`--upload ${path}: ${refused}`, 'The path must name the variable for the file.');
  }
  return { text: printRaw(values), values };
}

function setNull(root: RawObject, keys: readonly string[]): string | undefined {
  let at: RawValue = root;
  for (const [index, key] of keys.entries()) {
    const next = keys[index + 1];
    if (Array.isArray(at)) {
      const position = Number(key);
      if (!/^\d+$/.test(key) || position > at.length) return `the list has no index ${key}`;
      at = at[position] = containerFor(next, at[position]);
    } else if (isRawObject(at)) {
      const value = containerFor(next, at.get(key));
      at.set(key, value);
      at = value;
    } else return `${keys.slice(0, index).join('.')} is neither an object nor a list`;
  }
  return undefined;
}

/** Returns the value that contains a key, an empty one if there is none, or null after the last key. */
function containerFor(key: string | undefined, value: RawValue | undefined): RawValue {
  if (key === undefined) return null;
  return value ?? (/^\d+$/.test(key) ? [] : new Map());
}

/** Returns the variables with a value instead of each file, to satisfy a non-null `Upload!`. */
export function uploadValues(
  variables: Readonly<Record<string, unknown>>,
  paths: readonly string[],
): Readonly<Record<string, unknown>> {
  for (const path of paths) {
    const keys = path.split('.').slice(1);
    const last = keys.pop();
    const at = keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], variables);
    if (last !== undefined) (at as Record<string, unknown>)[last] = 'a file';
  }
  return variables;
}
