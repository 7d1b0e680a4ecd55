/** Highlights GraphQL queries and SDL with a lexer that never fails (GraphQL specification, appendix B.3). */
import type { Role, Span } from './spans.js';

const token =
  /("""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?)|(#[^\n]*)|(\$\w+)|(@\w+)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|([{}()[\]:=!|&,]|\.\.\.)/g;

/** Role of each group of `token`; names are classified further. */
const roles: readonly Role[] = ['plain', 'string', 'comment', 'variable', 'directive', 'number', 'name', 'punctuation'];
const wordGroup = 6;

const keywords = new Set([
  ...['query', 'mutation', 'subscription', 'fragment', 'on', 'schema', 'type', 'interface', 'union', 'enum', 'input'],
  ...['scalar', 'directive', 'extend', 'implements', 'repeatable'],
]);
const literals = new Set(['true', 'false', 'null']);

const roleOfWord = (word: string): Role => (literals.has(word) ? 'literal' : keywords.has(word) ? 'keyword' : 'name');

/** Spans that concatenate to the text. */
export function graphqlSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const found of text.matchAll(token)) {
    if (found.index > end) spans.push({ text: text.slice(end, found.index), role: 'plain' });
    end = found.index + found[0].length;
    const at = found.findIndex((group, index) => index > 0 && group !== undefined);
    const role = at === wordGroup ? roleOfWord(found[0]) : (roles[at] ?? 'plain');
    spans.push({ text: found[0], role });
  }
  if (end < text.length) spans.push({ text: text.slice(end), role: 'plain' });
  return spans;
}
