/**
 * A page of the manual as data. `build/manual.mjs` compiles it from Markdown; `apiclient help` and the man pages display it.
 */

/** A piece of text in one style. `href` is the link target as written in Markdown. */
export interface Span {
  readonly text: string;
  readonly style?: 'code' | 'strong' | 'emphasis';
  readonly href?: string;
}

export type Line = readonly Span[];

export type Block =
  | { readonly kind: 'heading'; readonly depth: number; readonly text: Line }
  | { readonly kind: 'paragraph'; readonly text: Line }
  | { readonly kind: 'code'; readonly language: string; readonly lines: readonly string[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Line[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Line[])[] };

/** A title, a paragraph that summarises the page, and the rest. */
export type Page = readonly Block[];

/** The text without styles. */
export const plainText = (line: Line): string => line.map(({ text }) => text).join('');

/** The first heading. */
export const titleOf = (page: Page): string => firstOf(page, 'heading');

/** The first paragraph, without its full stop. */
export const aboutOf = (page: Page): string => firstOf(page, 'paragraph').replace(/\.$/, '');

type TextBlock = Extract<Block, { readonly kind: 'heading' | 'paragraph' }>;

function firstOf(page: Page, kind: TextBlock['kind']): string {
  const first = page.find((block): block is TextBlock => block.kind === kind);
  return first ? plainText(first.text) : '';
}

/** All rows of a page's tables, as plain text. */
export const rowsOf = (page: Page): readonly (readonly string[])[] =>
  page.flatMap(block => (block.kind === 'table' ? block.rows.map(row => row.map(plainText)) : []));

/** Plain text as a line. */
export const line = (text: string): Line => [{ text }];
/** Text to type. */
export const code = (text: string): Line => [{ text, style: 'code' }];
