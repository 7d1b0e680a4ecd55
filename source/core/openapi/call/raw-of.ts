/** Conversion of example values. */

import { parseRaw, type RawValue } from '../../json/raw.js';
import { isProblem } from '../../problem.js';

/** Converts a JavaScript value to one with exact numbers. */
export function rawOf(value: unknown): RawValue {
  const result = parseRaw(JSON.stringify(value ?? null));
  return isProblem(result) ? null : result.value;
}
