/** Parsed JSON that nobody has checked yet. */

/** An unvalidated JSON object. */
export type Loose = Readonly<Record<string, unknown>>;

/** False for arrays and null. */
export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Own members only: a member may be named `constructor`. */
export const own = (object: Loose, key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined);

/** Whether `JSON.parse` accepts a text; loads less than `is-json.ts`, but builds the value. */
export function parsesAsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
