/** `schema == @FILE`: JSON Schema for bodies. A separate chunk, because it loads the validator. */
import { type Failure, usageError } from '../failure.js';
import { isObject, parsedJson } from '../json/loose.js';
import { misfits } from '../openapi/check/json-schema.js';
import type { Description } from '../openapi/document/types.js';
import { pathText } from '../response/viewer/paths.js';

/** Returns a function that lists where a body does not match a schema. @param text the schema; @param file its name */
export function schemaEngine(text: string, file: string): ((body: string) => readonly string[]) | Failure {
  const root = parsedJson(text);
  if (root === undefined || !(isObject(root) || typeof root === 'boolean'))
    return usageError(`${file} is not a JSON Schema.`, 'Usage: schema == @book.schema.json');
  const description = { root, version: '3.1.0' } as Description;
  return body => {
    const value = parsedJson(body);
    if (value === undefined) return ['the body is not JSON'];
    return misfits(description, root, value, 'response').map(({ path, text: why }) =>
      path.length === 0 ? why : `$${pathText(path.map(part => (/^\d+$/.test(part) ? Number(part) : part)))} ${why}`,
    );
  };
}
