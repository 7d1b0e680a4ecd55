/** One header line as a user writes it: in `-H`, and in a file that `-H @FILE` names. */

import { type Failure, usageError } from '../failure.js';
import type { HeaderOption } from '../options.js';

const form = 'Form: -H "Name: value"; -H "Name:" removes a default, -H "Name;" sends it empty, -H @FILE reads lines';

/** True for an RFC 9110 token (5.6.2): what a method and a header name are made of. */
export const isToken = (text: string): boolean => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);

/**
 * Why a text cannot be a header's value, in words that follow "value …"; nothing if it can (RFC 9110 5.5). What is not
 * ASCII goes over the wire as its UTF-8 bytes (obs-text there), as with curl.
 */
function fieldValueProblem(value: string): string | undefined {
  if (/[\r\n\0]/.test(value)) return 'contains a line end or NUL';
  if (/[\u0001-\u0008\u000b-\u001f\u007f-\u009f]/.test(value)) return 'contains a control character';
  return undefined;
}

/** Reads `Name: value`, `Name:` or `Name;`. Values never appear in the failure: they may be secrets. */
export function readHeaderLine(line: string): Exclude<HeaderOption, { kind: 'file' | 'secret' }> | Failure {
  const colon = line.indexOf(':');
  if (colon < 0) {
    const name = line.slice(0, -1);
    if (line.endsWith(';') && isToken(name)) return { kind: 'empty', name };
    return usageError('A header has no colon.', form);
  }
  const name = line.slice(0, colon).trim();
  if (!isToken(name)) return usageError("A header's name is not one word of letters, digits and -_.", form);
  const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '');
  const problem = fieldValueProblem(value);
  if (problem) return usageError(`The value of the header ${name} ${problem}.`, 'Encode it, or send it in the body.');
  return value === '' ? { kind: 'remove', name } : { kind: 'set', name, value };
}

/** Why a text cannot be a Bearer token (RFC 6750 2.1), in words that follow "The token …"; nothing if it can. */
export function bearerProblem(token: string): string | undefined {
  if (token === '') return 'is empty';
  if (/\s/.test(token)) return 'contains a space or a line end';
  if (/[^\x00-\x7f]/.test(token)) return 'contains a character that is not ASCII';
  return fieldValueProblem(token);
}
