/** Combines `--variables` and items into one JSON text; numbers stay as written. */

import { type Failure, isFailure, usageError } from '../failure.js';
import { isRawObject, parseRaw, printRaw, type RawObject, type RawValue } from '../json/raw.js';
import { type JsonMember, jsonObject } from '../json/tree.js';
import { type ReadItem, withItem } from '../request/items/assemble.js';
import { positionOf, type SourcePosition } from './marked-line.js';

/** Variables to send. `values` are those of `text`, with exact numbers. */
interface Variables {
  /** JSON to send: the user's own text where unchanged. Absent: no variables. */
  readonly text?: string;
  readonly values: RawObject;
}

/** The problem; may quote names. */
interface VariablesProblem {
  readonly problem: string;
  readonly place?: SourcePosition;
  /** The text that `place` refers to. */
  readonly source?: string;
}

/**
 * Reads `--variables` (JSON with optional comments and trailing commas, which are not sent) and applies the items.
 * @param items in order
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
    if ('problem' in read) {
      const place = positionOf(wire, read.offset);
      return { problem: `The variables are not JSON: ${read.problem.replace(/\.$/, '')}.`, place, source: wire };
    }
    const twice = repeatedKey(wire);
    if (twice)
      return {
        problem: `The variable ${twice.name} is given twice.`,
        place: positionOf(wire, twice.key.from),
        source: wire,
      };
    if (read.value === null) wire = undefined;
    else if (isRawObject(read.value)) values = read.value;
    else return { problem: 'The variables must be a JSON object, like {"id": 1}.' };
  }
  const strict = wire === undefined || !('problem' in parseRaw(wire));
  for (const item of items) {
    const read = parseRaw(item.json);
    if ('problem' in read) return { problem: `The variable ${item.name} is not JSON: ${read.problem}` };
    // The root stays an object.
    const laid = withItem(values, item, read.value);
    if (isFailure(laid)) return laid;
  }
  if (items.length > 0 || !strict) return { text: printRaw(values), values };
  return wire === undefined ? { values } : { text: wire, values };
}

/** A duplicate member: servers differ in which they take. */
function repeatedKey(text: string): JsonMember | undefined {
  const seen = new Set<string>();
  return jsonObject(text)?.members.find(({ name }) => seen.size === seen.add(name).size);
}

/** Sets null in the place of files, as the multipart request spec requires. Creates missing objects, not lists. */
export function withUploads(variables: Variables, paths: readonly string[]): Variables | Failure {
  if (paths.length === 0) return variables;
  // A copy: the caller's values stay.
  const copy = parseRaw(printRaw(variables.values)) as { value: RawValue };
  const values = copy.value as RawObject;
  for (const path of paths) {
    const keys = path.split('.');
    if (keys[0] !== 'variables' || keys.length < 2 || keys.includes('')) {
      return usageError(`--upload ${path}: the path must begin with variables.`, '--upload variables.file=@photo.png');
    }
    const refused = setNull(values, keys.slice(1));
    if (refused) return usageError(`--upload ${path}: ${refused}`, 'The path names the variable that the file is for.');
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
      if (!/^\d+$/.test(key) || position > at.length) return `there is no place ${key} in the list`;
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

/** Variables with something in the place of files, to satisfy a non-null `Upload!`. */
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
