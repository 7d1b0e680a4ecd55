/**
 * Formats a query the way graphql-js prints it but preserves comments: those between definitions here, those inside them in
 * `format-comments.ts`. Idempotent.
 */

import { type DefinitionNode, Lexer, print, Source, type Token, TokenKind } from 'graphql';
import { withoutEnd } from '../../text/runs.js';
import type { ParsedText } from '../builder/text/query-document.js';

/** Returns the formatted text with the original line endings. Never changes the meaning or loses a comment. */
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

/** Returns the first line ending of the text. */
const lineEndOf = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';

/** Returns the comments between definitions, one per line, preserving single blank lines. */
function commentsIn(text: string): string {
  if (!text.includes('#')) return '';
  const lines = text
    .split(/\r\n|\r|\n/)
    .map(line => line.replace(/^[\s,\ufeff]+/, '').trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .replace(/\n{3,}/g, '\n\n');
  return withoutEnd(lines, /\n/);
}

function printed(node: DefinitionNode, text: string): string {
  const out = print(node);
  // graphql-js shortens `query { … }`, so restore a keyword the user wrote.
  const withKeyword = out.startsWith('{') && text.startsWith('query', node.loc?.start) ? `query ${out}` : out;
  return commented(node, text, withKeyword);
}

/* Restores the comments of a definition printed by graphql-js, which preserves tokens but not comments. */

/** A comment before a token. */
interface Comment {
  readonly text: string;
  /** True if the comment is on the line of the previous token. */
  readonly trails: boolean;
  /** True if a blank line precedes the comment. */
  readonly apart: boolean;
}

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.PAREN_L, TokenKind.BRACKET_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.PAREN_R, TokenKind.BRACKET_R]);

/**
 * Returns the printed text with the source's comments at their tokens. Brackets that contain a comment are split over several
 * lines.
 */
function commented(node: DefinitionNode, source: string, printed: string): string {
  const comments = commentsOf(node, source);
  if (comments === undefined) return printed;
  const tokens = tokensOf(printed);
  if (tokens.length !== comments.length) return source.slice(node.loc?.start, node.loc?.end);
  const spread = spreadBrackets(tokens, comments, printed);
  let out = '';
  let depth = 0;
  const open: boolean[] = [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const gap = before === undefined ? '' : printed.slice(before.end, token.start);
    const inside = open.at(-1) === true;
    const closes = closing.has(token.kind);
    const outer = closes && inside ? depth - 1 : depth;
    const breaks =
      gap.includes('\n') ||
      (closes && inside) ||
      (before && opening.has(before.kind) && inside) ||
      (gap.includes(',') && inside);
    const here = comments[index] ?? [];
    for (const [nth, { text, trails, apart }] of here.entries()) {
      if (trails) out += ` ${text}`;
      else
        out += `${apart && !(before && opening.has(before.kind) && nth === 0) ? '\n' : ''}\n${'  '.repeat(depth)}${text}`;
    }
    if (breaks) out += `\n${'  '.repeat(outer)}`;
    else if (here.length > 0) out += `\n${'  '.repeat(depth + 1)}`;
    else out += gap;
    out += printed.slice(token.start, token.end);
    if (closes) {
      if (open.pop()) depth -= 1;
    } else if (opening.has(token.kind)) {
      const wide = spread.has(index);
      open.push(wide);
      if (wide) depth += 1;
    }
  }
  return out;
}

/** Returns the comments before each token of a definition, or undefined if there are none. */
function commentsOf(node: DefinitionNode, source: string): readonly (readonly Comment[])[] | undefined {
  const groups: Comment[][] = [];
  const last = node.loc?.endToken;
  let waiting: Comment[] = [];
  let any = false;
  for (let token: Token | null | undefined = node.loc?.startToken; token; token = token.next) {
    if (token.kind === TokenKind.COMMENT) {
      any = true;
      const gap = source.slice(token.prev?.end ?? token.start, token.start);
      const trails = !/[\r\n]/.test(gap) && waiting.length === 0;
      waiting.push({ text: source.slice(token.start, token.end).trimEnd(), trails, apart: blankLine.test(gap) });
    } else {
      groups.push(waiting);
      waiting = [];
    }
    if (token === last) break;
  }
  return any ? groups : undefined;
}

const blankLine = /(?:\r\n|\r|\n)[ \t,\ufeff]*(?:\r\n|\r|\n)/;

function tokensOf(text: string): readonly Token[] {
  const lexer = new Lexer(new Source(text));
  const tokens: Token[] = [];
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) tokens.push(token);
  return tokens;
}

/** Returns the indexes of opening brackets that are multi-line, either as printed or because they contain a comment. */
function spreadBrackets(
  tokens: readonly Token[],
  comments: readonly (readonly Comment[])[],
  printed: string,
): ReadonlySet<number> {
  const spread = new Set<number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if ((comments[index]?.length ?? 0) > 0) for (const bracket of open) spread.add(bracket);
    if (closing.has(token.kind)) open.pop();
    if (!opening.has(token.kind)) continue;
    open.push(index);
    const next = tokens[index + 1];
    if (next && printed.slice(token.end, next.start).includes('\n')) spread.add(index);
  }
  return spread;
}
