/**
 * Formats a query as graphql-js prints it, keeping comments: those between definitions here, those inside in
 * `format-comments.ts`. Idempotent.
 */
import { type DefinitionNode, print } from 'graphql';
import type { ParsedText } from '../builder/text/query-document.js';
import { commented } from './format-comments.js';

/** The formatted text with the original line endings. Never changes the meaning or loses a comment. */
export function formatQuery({ text, definitions }: ParsedText): string {
  if (definitions.length === 0) return text;
  const parts: string[] = [];
  let done = 0;
  for (const node of definitions) {
    const { start, end } = node.loc ?? { start: done, end: done };
    const trailing = done > 0 ? (/^[ \t,]*(#[^\r\n]*)/.exec(text.slice(done, start))?.[1] ?? '') : '';
    if (trailing !== '') parts.push(`${parts.pop() ?? ''} ${trailing.trimEnd()}`);
    const comments = commentsIn(
      text.slice(trailing === '' ? done : text.indexOf(trailing, done) + trailing.length, start),
    );
    parts.push(`${comments === '' ? '' : `${comments}\n`}${printed(node, text)}`);
    done = end;
  }
  const rest = text.slice(done);
  const sameLine = /^[ \t,]*#/.test(rest);
  const last = commentsIn(rest);
  if (last !== '') parts.push(sameLine ? `${parts.pop() ?? ''} ${last}` : last);
  const joined = `${parts.join('\n\n')}\n`;
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  return mark + joined.replace(/\r\n|\r|\n/g, lineEndOf(text));
}

/** The first line ending of the text. */
const lineEndOf = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';

/** Comments between definitions, one per line, keeping single blank lines. */
function commentsIn(text: string): string {
  if (!text.includes('#')) return '';
  return text
    .split(/\r\n|\r|\n/)
    .map(line => line.replace(/^[\s,\ufeff]+/, '').trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
    .replace(/\n{3,}/g, '\n\n');
}

function printed(node: DefinitionNode, text: string): string {
  const out = print(node);
  // graphql-js shortens `query { … }`; keep the keyword if written.
  const whole = out.startsWith('{') && text.startsWith('query', node.loc?.start) ? `query ${out}` : out;
  return commented(node, text, whole);
}
