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
  const appendToLast = (comment: string): void => {
    parts.push(`${parts.pop() ?? ''} ${comment}`);
  };
  let done = 0;
  for (const node of definitions) {
    const { start, end } = node.loc ?? { start: done, end: done };
    const gap = text.slice(done, start);
    const trailing = done > 0 ? trailingComment.exec(gap) : null;
    if (trailing) appendToLast(`${trailing[1]?.trimEnd()}`);
    const comments = commentsIn(gap.slice(trailing?.[0].length ?? 0));
    parts.push(`${comments === '' ? '' : `${comments}\n`}${printed(node, text)}`);
    done = end;
  }
  const rest = text.slice(done);
  const last = commentsIn(rest);
  if (trailingComment.test(rest)) appendToLast(last);
  else if (last !== '') parts.push(last);
  const joined = `${parts.join('\n\n')}\n`;
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  return mark + joined.replace(/\r\n|\r|\n/g, lineEndOf(text));
}

/** A comment on the line of the previous definition. */
const trailingComment = /^[ \t,]*(#[^\r\n]*)/;

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
  const writer = new CommentedText();
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    writer.addGap({
      gap: before === undefined ? '' : printed.slice(before.end, token.start),
      comments: comments[index] ?? [],
      opens: before !== undefined && opening.has(before.kind),
      closes: closing.has(token.kind),
    });
    writer.addToken(token.kind, printed.slice(token.start, token.end), spread.has(index));
  }
  return writer.text;
}

/** The text between two tokens. */
interface Gap {
  /** White space and commas as printed by graphql-js. */
  readonly gap: string;
  readonly comments: readonly Comment[];
  /** True if an opening bracket precedes the gap. */
  readonly opens: boolean;
  /** True if a closing bracket follows the gap. */
  readonly closes: boolean;
}

/** Printed tokens with comments between them. */
class CommentedText {
  text = '';
  #depth = 0;
  /** Whether each open bracket is split over several lines. */
  readonly #open: boolean[] = [];

  addGap({ gap, comments, opens, closes }: Gap): void {
    for (const [nth, comment] of comments.entries()) this.#addComment(comment, opens && nth === 0);
    const isSpread = this.#open.at(-1) === true;
    if (gap.includes('\n') || (isSpread && (opens || closes || gap.includes(','))))
      this.#breakLine(closes && isSpread ? this.#depth - 1 : this.#depth);
    else if (comments.length > 0) this.#breakLine(this.#depth + 1);
    else this.text += gap;
  }

  #addComment({ text, trails, apart }: Comment, isFirst: boolean): void {
    if (trails) this.text += ' ';
    else {
      if (apart && !isFirst) this.text += '\n';
      this.#breakLine(this.#depth);
    }
    this.text += text;
  }

  #breakLine(depth: number): void {
    this.text += `\n${'  '.repeat(depth)}`;
  }

  /** @param isSpread true for an opening bracket that is split over several lines */
  addToken(kind: string, text: string, isSpread: boolean): void {
    this.text += text;
    if (closing.has(kind) && this.#open.pop()) this.#depth -= 1;
    if (!opening.has(kind)) return;
    this.#open.push(isSpread);
    if (isSpread) this.#depth += 1;
  }
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
