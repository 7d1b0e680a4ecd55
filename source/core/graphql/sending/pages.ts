/** Reads from a response (`pageInfo`) whether another page follows, for cursor connections. */

import {
  isRawNumber,
  isRawObject,
  parseRaw,
  printRaw,
  type RawNumber,
  type RawObject,
  type RawValue,
  rawObjectIn,
} from '../../json/raw.js';
import { isProblem } from '../../problem.js';
import { forward, type Paging } from './paging.js';

/** Maximum number of values in a response whose pages are followed. */
const maxValues = 5_000_000;

/** A cursor as the server sent it: a string, or a number from servers that count. */
export type Cursor = string | RawNumber;

/** The page that follows a response, as reported by that response. */
type NextPage =
  | { readonly kind: 'next'; readonly cursor: Cursor }
  | { readonly kind: 'last' }
  /** There is no information: `pageInfo` or its parent is null or missing. */
  | { readonly kind: 'absent'; readonly problem: string }
  /** More pages may exist but cannot be requested. */
  | { readonly kind: 'stuck'; readonly problem: string };

/**
 * Reads the next page from the text of a result.
 * @param paging how the operation pages; absent if only the server knows the text, in which case exactly one list may report
 * another page
 */
export function nextPage(text: string, paging: Paging | undefined): NextPage {
  const read = parseRaw(text, { most: maxValues });
  if (isProblem(read)) {
    return { kind: 'stuck', problem: `The pages of this response cannot be followed: ${read.problem}.` };
  }
  if (paging === undefined) return onlyPageInfo(read.value);
  const { path, moreKey, cursorKey } = paging;
  let value: RawValue | undefined = isRawObject(read.value) ? read.value.get('data') : undefined;
  for (const [index, key] of path.entries()) {
    value = onlyItem(isRawObject(value) ? value.get(key) : undefined);
    const end = endAt(value, path, index + 1);
    if (end !== undefined) return end;
  }
  return isRawObject(value)
    ? stepFrom(value, moreKey, cursorKey, path)
    : { kind: 'absent', problem: `${path.join('.')} is not an object.` };
}

/** Returns the only item of a list, also of nested lists. Returns any other value unchanged. */
function onlyItem(value: RawValue | undefined): RawValue | undefined {
  let item = value;
  while (Array.isArray(item) && item.length === 1) item = item[0];
  return item;
}

/** Returns the reason why no page information follows a value, whose path consists of the first `count` keys. */
function endAt(value: RawValue | undefined, path: readonly string[], count: number): NextPage | undefined {
  const name = path.slice(0, count).join('.');
  if (Array.isArray(value)) {
    if (value.length === 0) return { kind: 'last' };
    const problem = `${name} has ${value.length} items with their own pages, but one cursor cannot follow them.`;
    return { kind: 'stuck', problem };
  }
  if (value !== undefined && value !== null) return undefined;
  const why = count < path.length ? `: ${name} is ${value === null ? 'null' : 'missing'}` : '';
  return { kind: 'absent', problem: `The response has no ${path.join('.')}${why}.` };
}

function stepFrom(info: RawObject, moreKey: string, cursorKey: string, path: readonly string[]): NextPage {
  const more = info.get(moreKey);
  if (more === false) return { kind: 'last' };
  const name = (key: string): string => [...path, key].join('.');
  if (more !== true)
    return {
      kind: 'absent',
      problem: `The response does not report whether more pages follow: ${name(moreKey)} is neither true nor false.`,
    };
  const cursor = info.get(cursorKey);
  if (isCursor(cursor)) return { kind: 'next', cursor };
  return {
    kind: 'stuck',
    problem: `Another page follows, but the server returned no cursor: ${name(cursorKey)} is empty.`,
  };
}

/** An empty cursor would request the first page again. */
const isCursor = (value: RawValue | undefined): value is Cursor =>
  typeof value === 'string' ? value !== '' : isRawNumber(value);

/** Returns the next page of a document that only the server knows. Does not guess between several lists. */
function onlyPageInfo(root: RawValue): NextPage {
  const objects = [...objectsIn(root)].filter(
    each => typeof each.get(forward.more) === 'boolean' && each.has(forward.cursor),
  );
  const [info] = objects;
  if (info === undefined) return { kind: 'absent', problem: 'The response has no pageInfo { hasNextPage endCursor }.' };
  if (objects.every(each => each.get(forward.more) === false)) return { kind: 'last' };
  if (objects.length === 1) return stepFrom(info, forward.more, forward.cursor, []);
  return {
    kind: 'stuck',
    problem: `${objects.length} lists in the response have a pageInfo, so it is unknown which one takes $endCursor.`,
  };
}

/** Yields all objects of a JSON value. */
function* objectsIn(root: RawValue): Generator<RawObject> {
  const left: RawValue[] = [root];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (isRawObject(value)) yield value;
    const parts = isRawObject(value) || Array.isArray(value) ? value.values() : [];
    for (const part of parts) left.push(part);
  }
}

/** Returns the variables with the cursor set. */
export function withCursor(variables: string | undefined, name: string, cursor: Cursor): string {
  const values: RawObject = rawObjectIn(variables ?? '{}') ?? new Map();
  values.set(name, cursor);
  return printRaw(values);
}

/** Returns the initial cursor if the variables contain one. */
export function startCursorOf(variables: string | undefined, name: string): Cursor | undefined {
  const value = rawObjectIn(variables ?? '{}')?.get(name);
  return isCursor(value) ? value : undefined;
}
