/** Cursor connections from a script: where an answer says that another page follows (`pageInfo`, as `gh api graphql` reads it). */
import type { OperationDefinitionNode } from 'graphql';
import { isRawObject, parseRaw, printRaw, type RawObject, type RawValue } from '../../json/raw.js';

/** The variable that carries the cursor of the page before. */
export const cursorVariable = 'endCursor';

/** Values that an answer may hold if its pages are followed. */
const maxValues = 5_000_000;

/** What an answer says about the page behind it. */
export type NextPage =
  | { readonly kind: 'next'; readonly cursor: string }
  | { readonly kind: 'last' }
  /** No `pageInfo { hasNextPage endCursor }` in it; `why` if it could not even be read. */
  | { readonly kind: 'unknown'; readonly why?: string };

/** True if the operation takes the cursor. */
export const takesCursor = ({ variableDefinitions = [] }: OperationDefinitionNode): boolean =>
  variableDefinitions.some(each => each.variable.name.value === cursorVariable);

/**
 * Reads it from the text of a result. Of several the outermost counts, of those the first that has more, so that one list is
 * followed to its end and the others with it.
 */
export function nextPage(text: string): NextPage {
  const read = parseRaw(text, { most: maxValues });
  if ('problem' in read) return { kind: 'unknown', why: read.problem };
  const found = pageInfos(read.value);
  if (found.length === 0) return { kind: 'unknown' };
  for (const info of found) {
    const cursor = info.get('endCursor');
    if (info.get('hasNextPage') === true && typeof cursor === 'string') return { kind: 'next', cursor };
  }
  return { kind: 'last' };
}

/** The objects that tell about pages, of the level that has any. */
function pageInfos(root: RawValue): readonly RawObject[] {
  let level: RawValue[] = [root];
  while (level.length > 0) {
    const found: RawObject[] = [];
    const below: RawValue[] = [];
    for (const value of level) {
      if (isRawObject(value)) {
        if (typeof value.get('hasNextPage') === 'boolean' && value.has('endCursor')) found.push(value);
        for (const member of value.values()) below.push(member);
      } else if (Array.isArray(value)) for (const item of value) below.push(item);
    }
    if (found.length > 0) return found;
    level = below;
  }
  return [];
}

/** The variables with the cursor laid over them. */
export function withCursor(variables: string | undefined, cursor: string): string {
  const read = parseRaw(variables ?? '{}');
  const values: RawObject = 'value' in read && isRawObject(read.value) ? read.value : new Map();
  values.set(cursorVariable, cursor);
  return printRaw(values);
}
