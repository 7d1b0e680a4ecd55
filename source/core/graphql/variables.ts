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
  let values: RawObject = new Map();
  let wire = text?.replace(/^\ufeff/, '').trimEnd();
  if (wire?.trim() === '') wire = undefined;
  if (wire !== undefined) {
    const read = parseRaw(wire, { relaxed: true });
    if (isProblem(read)) {
      const position = positionAt(wire, read.offset);
      return { problem: `The variables are not JSON: ${read.problem.replace(/\.$/, '')}.`, position, source: wire };
    }
    const twice = repeatedKey(wire);
    if (twice)
      return {
        problem: `The variable ${twice.name} is given twice.`,
        position: positionAt(wire, twice.key.from),
        source: wire,
      };
    if (read.value === null) wire = undefined;
    else if (isRawObject(read.value)) values = read.value;
    else return { problem: 'The variables must be a JSON object, like {"id": 1}.' };
  }
  const strict = wire === undefined || !isProblem(parseRaw(wire));
  for (const item of items) {
    const read = parseRaw(item.json);
    if (isProblem(read)) return { problem: `The variable ${item.name} is not JSON: ${read.problem}` };
    // The root remains an object.
    const laid = withItem(values, item, read.value);
    if (isFailure(laid)) return laid;
  }
  if (items.length > 0 || !strict) return { text: printRaw(values), values };
  return wire === undefined ? { values } : { text: wire, values };
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
    const last = index === keys.length - 1;
    const next = keys[index + 1];
    const fresh = (): RawValue => (next !== undefined && /^\d+$/.test(next) ? [] : new Map());
    if (Array.isArray(at)) {
      const position = Number(key);
      if (!/^\d+$/.test(key) || position > at.length) return `the list has no index ${key}`;
      if (last) at[position] = null;
      else at[position] ??= fresh();
      at = at[position] as RawValue;
    } else if (isRawObject(at)) {
      if (last) at.set(key, null);
      else if ((at.get(key) ?? null) === null) at.set(key, fresh());
      at = at.get(key) as RawValue;
    } else return `${keys.slice(0, index).join('.')} is neither an object nor a list`;
  }
  return undefined;
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
