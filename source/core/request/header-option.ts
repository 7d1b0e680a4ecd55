/** Parses a header line of `-H`, or of a file given as `-H @FILE`. */

import { type Failure, usageError } from '../failure.js';
import type { HeaderOption } from '../options.js';
import { withoutEnd } from '../text/runs.js';

const form = 'Usage: -H "Name: value"; -H "Name:" removes a default, -H "Name;" sends it empty, -H @FILE reads lines';

/** Returns true for a token (RFC 9110 5.6.2), the syntax of methods and field names. */
export const isToken = (text: string): boolean => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);

/**
 * Returns why a text is not a valid field value (RFC 9110 5.5), to follow "value …", or `undefined` if it is valid. Non-ASCII
 * text is sent as UTF-8 (obs-text), as curl does.
 */
function fieldValueProblem(value: string): string | undefined {
  if (/[\r\n\0]/.test(value)) return 'contains a line break or NUL';
  if (/[\u0001-\u0008\u000b-\u001f\u007f-\u009f]/.test(value)) return 'contains a control character';
  return undefined;
}

/** Parses `Name: value`, `Name:` or `Name;`. The failure never quotes the value, which may be secret. */
export function readHeaderLine(line: string): Exclude<HeaderOption, { kind: 'file' | 'secret' }> | Failure {
  const colon = line.indexOf(':');
  if (colon < 0) {
    const name = line.slice(0, -1);
    if (line.endsWith(';') && isToken(name)) return { kind: 'empty', name };
    return usageError('A header has no colon.', form);
  }
  const name = line.slice(0, colon).trim();
  if (!isToken(name)) return usageError("A header's name is not one word of letters, digits and -_.", form);
  const value = withoutEnd(line.slice(colon + 1).replace(/^[ \t]+/, ''), /[ \t]/);
  const problem = fieldValueProblem(value);
  if (problem) return usageError(`The value of the header ${name} ${problem}.`, 'Encode it, or send it in the body.');
  return value === '' ? { kind: 'remove', name } : { kind: 'set', name, value };
}

/** Returns why a text is not a valid Bearer token (RFC 6750 2.1), to follow "The token …". */
export function bearerProblem(token: string): string | undefined {
  if (token === '') return 'is empty';
  if (/\s/.test(token)) return 'contains a space or a line end';
  if (/[^\x00-\x7f]/.test(token)) return 'contains a character that is not ASCII';
  return fieldValueProblem(token);
}
