/** Roles for one line of JSON, by one expression: for a window of lines of text that is laid out already. */
import type { Role, Span } from './spans.js';

const token = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b|([{}[\],:]+)|\s+/g;

function roleOf(found: RegExpMatchArray): Role {
  if (found[1] !== undefined) return found[2] === undefined ? 'string' : 'key';
  if (found[3] !== undefined) return 'number';
  if (found[4] !== undefined) return 'literal';
  return found[5] === undefined ? 'plain' : 'punctuation';
}

/**
 * The spans of a line. Their texts put together are the line; what is no JSON is `plain`. Needs no other line, because a
 * JSON string cannot hold a line break.
 */
export function jsonLineSpans(line: string): readonly Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const found of line.matchAll(token)) {
    if (found.index > end) spans.push({ text: line.slice(end, found.index), role: 'plain' });
    end = found.index + found[0].length;
    const role = roleOf(found);
    if (role === 'key') spans.push({ text: found[1] ?? '', role }, { text: found[2] ?? '', role: 'punctuation' });
    else spans.push({ text: found[0], role });
  }
  if (end < line.length) spans.push({ text: line.slice(end), role: 'plain' });
  return spans;
}
