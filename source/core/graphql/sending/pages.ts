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
  let value: RawValue | undefined = isRawObject(read.value) ? read.value.get('data') : undefined;
  for (const [index, key] of paging.path.entries()) {
    value = isRawObject(value) ? value.get(key) : undefined;
    const name = paging.path.slice(0, index + 1).join('.');
    while (Array.isArray(value)) {
      if (value.length > 1) {
        const problem = `${name} has ${value.length} items with their own pages, but one cursor cannot follow them.`;
        return { kind: 'stuck', problem };
      }
      if (value.length === 0) return { kind: 'last' };
      value = value[0];
    }
    if (value === undefined || value === null) {
      const why = index < paging.path.length - 1 ? `: ${name} is ${value === null ? 'null' : 'missing'}` : '';
      return { kind: 'absent', problem: `The response has no ${paging.path.join('.')}${why}.` };
    }
  }
  return isRawObject(value)
    ? stepFrom(value, paging.moreKey, paging.cursorKey, paging.path)
    : { kind: 'absent', problem: `${paging.path.join('.')} is not an object.` };
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
  const objects: RawObject[] = [];
  const left: RawValue[] = [root];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (isRawObject(value)) {
      if (typeof value.get(forward.more) === 'boolean' && value.has(forward.cursor)) objects.push(value);
      for (const member of value.values()) left.push(member);
    } else if (Array.isArray(value)) for (const item of value) left.push(item);
  }
  const [info] = objects;
  if (info === undefined) return { kind: 'absent', problem: 'The response has no pageInfo { hasNextPage endCursor }.' };
  if (objects.every(each => each.get(forward.more) === false)) return { kind: 'last' };
  if (objects.length === 1) return stepFrom(info, forward.more, forward.cursor, []);
  return {
    kind: 'stuck',
    problem: `${objects.length} lists in the response have a pageInfo, so it is unknown which one takes $endCursor.`,
  };
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
