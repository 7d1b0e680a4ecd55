/** Highlights one line of formatted JSON. */
import type { Role, Span } from '../response/spans.js';
import { type JsonToken, jsonTokens } from './tokens.js';

const roles: Readonly<Record<JsonToken['kind'], Role>> = {
  '{': 'punctuation',
  '}': 'punctuation',
  '[': 'punctuation',
  ']': 'punctuation',
  ',': 'punctuation',
  ':': 'punctuation',
  string: 'string',
  number: 'number',
  word: 'literal',
  comment: 'plain',
  other: 'plain',
};

/**
 * Returns spans that concatenate to the line. Invalid parts are `plain`. A single line is sufficient context, because a JSON
 * string contains no line break.
 */
export function jsonLineSpans(line: string): readonly Span[] {
  const spans: { text: string; role: Role }[] = [];
  const add = (from: number, to: number, role: Role): void => {
    const last = spans.at(-1);
    if (last?.role === role && role !== 'string') last.text += line.slice(from, to);
    else if (to > from) spans.push({ text: line.slice(from, to), role });
  };
  let end = 0;
  let string: { text: string; role: Role } | undefined;
  for (const { kind, from, to } of jsonTokens(line)) {
    add(end, from, 'plain');
    end = to;
    // A string is a key if a colon follows it.
    if (kind === ':' && string) string.role = 'key';
    const isWord = kind === 'word' && !/^(?:true|false|null)$/.test(line.slice(from, Math.min(to, from + 6)));
    add(from, to, isWord ? 'plain' : roles[kind]);
    string = kind === 'string' ? spans.at(-1) : undefined;
  }
  add(end, line.length, 'plain');
  return spans;
}
