/**
 * A query laid out evenly. Definitions without comments are printed by graphql-js; those with comments, which its printer
 * would lose, only get their indentation. Comments between definitions stay where they are.
 */
import { type DefinitionNode, print, type Token, TokenKind } from 'graphql';
import type { ParsedText } from '../builder/text/query-document.js';

/** The formatted text, with the line ends of the old one. Never changes what the text means, never loses a comment. */
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
  return text.includes('\r\n') ? joined.replace(/\r?\n/g, '\r\n') : joined;
}

/** The comments of a text between definitions, one a line. Single blank lines between them stay. */
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
  if (hasComment(node)) return reindented(node, text);
  const out = print(node);
  // graphql-js shortens `query { … }`; who wrote the word keeps it.
  return out.startsWith('{') && text.startsWith('query', node.loc?.start) ? `query ${out}` : out;
}

function hasComment(node: DefinitionNode): boolean {
  const last = node.loc?.endToken;
  for (let token: Token | null | undefined = node.loc?.startToken; token && token !== last; token = token.next) {
    if (token.kind === TokenKind.COMMENT) return true;
  }
  return false;
}

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.PAREN_L, TokenKind.BRACKET_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.PAREN_R, TokenKind.BRACKET_R]);

/** Each line begins with two blanks per open bracket; nothing else moves, and the inside of block strings not at all. */
function reindented(node: DefinitionNode, text: string): string {
  const last = node.loc?.endToken;
  let out = '';
  let depth = 0;
  let before: Token | undefined;
  for (let token: Token | null | undefined = node.loc?.startToken; token; token = token.next) {
    if (closing.has(token.kind)) depth -= 1;
    if (before !== undefined) {
      const gap = text.slice(before.end, token.start);
      const cut = gap.search(/[\r\n]/);
      // Between tokens are white space and commas only: commas that end a line stay on it.
      if (cut < 0) out += gap;
      else
        out += `${gap.slice(0, cut).trimEnd()}\n${blankLine.test(gap) ? '\n' : ''}${'  '.repeat(Math.max(0, depth))}`;
    }
    const source = text.slice(token.start, token.end);
    out += token.kind === TokenKind.COMMENT ? source.trimEnd() : source;
    if (opening.has(token.kind)) depth += 1;
    if (token === last) break;
    before = token;
  }
  return out;
}

const blankLine = /(?:\r\n|\r|\n)[ \t,]*(?:\r\n|\r|\n)/;
