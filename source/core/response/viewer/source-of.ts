/** Lines of a text of unknown kind. */
import { JsonScanner } from '../json-scan.js';
import { JsonLines } from './json-lines.js';
import type { LineSource } from './line-source.js';
import { PlainLines } from './plain-lines.js';

/** Texts up to here are also tried as several JSON texts one after the other (what `jq .[]` prints). */
const scannedLength = 8_000_000;

/** True for one JSON text, or several. */
export function isJson(text: string): boolean {
  if (!/^\s*["[{\dtfn-]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    if (text.length > scannedLength) return false;
  }
  const nothing = (): void => {};
  const scanner = new JsonScanner({
    open: nothing,
    close: nothing,
    colon: nothing,
    comma: nothing,
    scalar: nothing,
    space: nothing,
    junk: nothing,
  });
  scanner.write(text);
  scanner.end();
  return scanner.hasValue && scanner.problem === undefined && scanner.depth === 0;
}

/** Lines of a text: laid out if it is JSON, else as they stand. @param json what is known of it already */
export const sourceOf = (text: string, json = isJson(text)): LineSource =>
  json ? new JsonLines(text) : new PlainLines(text);
