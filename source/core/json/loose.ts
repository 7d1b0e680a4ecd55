/** Parsed JSON that has not been validated. */

/** An unvalidated JSON object. */
export type Loose = Readonly<Record<string, unknown>>;

/** Returns false for arrays and null. */
export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isEmptyObject = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

/** Returns an object's own member, since a member may be named `constructor`. */
export const ownMember = (object: Loose, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/**
 * Returns a member of an object, or undefined for any other value. `textIn` and `listIn` also return undefined for members of
 * another kind.
 */
export const member = (node: unknown, key: string): unknown => (isObject(node) ? ownMember(node, key) : undefined);

export const textIn = (node: unknown, key: string): string | undefined => {
  const value = member(node, key);
  return typeof value === 'string' ? value : undefined;
};

export const listIn = (node: unknown, key: string): readonly unknown[] => {
  const value = member(node, key);
  return Array.isArray(value) ? value : [];
};

export const entriesIn = (node: unknown, key?: string): readonly (readonly [name: string, value: unknown])[] => {
  const value = key === undefined ? node : member(node, key);
  return isObject(value) ? Object.entries(value) : [];
};

export const textsIn = (node: unknown, key: string): readonly string[] =>
  listIn(node, key).filter(each => typeof each === 'string');

/** Sets a member, which is an ordinary one even if it is named `__proto__`. */
export const setMember = (object: object, name: string, value: unknown): unknown =>
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });

/** Returns a text that is not empty, or undefined for any other value. */
export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Returns an object with these members. Of members with the same name, the last one counts. */
export function objectOf(members: Iterable<readonly [name: string, value: unknown]>): Loose {
  const object = {};
  for (const [name, value] of members) setMember(object, name, value);
  return object;
}

/** Returns the value of a JSON text, or undefined for any other text. Numbers may lose digits. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns true if `JSON.parse` accepts a text. Loads less code than `is-json.ts`, but builds the value. */
export const parsesAsJson = (text: string): boolean => parsedJson(text) !== undefined;

/** Returns the object of a JSON text, or undefined for any other text. */
export function objectIn(text: string): Loose | undefined {
  const value = parsedJson(text);
  return isObject(value) ? value : undefined;
}
