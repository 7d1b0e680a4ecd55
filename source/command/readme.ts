/** The generated parts of the manual, from the same tables as the program. */
import { flagTable, groups } from './flags.js';
import { flagPage } from './help/flag-page.js';
import { topicList } from './help/overview.js';
import type { Block, Line, Page, Span } from './help/page.js';

/** Escapes prose so that Markdown shows it verbatim. */
const plain = (text: string): string => text.replace(/[*_<>`\\]/g, '\\$&');

function spanText({ text, style, href }: Span): string {
  if (href !== undefined) return `[${plain(text)}](${href})`;
  if (style === 'code') return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
  if (style === 'strong') return `**${plain(text)}**`;
  if (style === 'emphasis') return `*${plain(text)}*`;
  return plain(text);
}

const lineText = (line: Line): string => line.map(spanText).join('');

/** Escapes bars, which would end the table cell, even in code. */
const cell = (line: Line): string => lineText(line).replace(/\|/g, '\\|');

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.depth)} ${lineText(block.text)}`;
    case 'paragraph':
      return lineText(block.text);
    case 'code':
      return [`\`\`\`${block.language}`, ...block.lines, '```'].join('\n');
    case 'list':
      return block.items.map((item, at) => `${block.ordered ? `${at + 1}.` : '-'} ${lineText(item)}`).join('\n');
    case 'table': {
      const columns = Math.max(...block.rows.map(row => row.length));
      const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
      const head = [Array(columns).fill(''), Array(columns).fill('---')].map(row);
      return [...head, ...block.rows.map(cells => row(cells.map(cell)))].join('\n');
    }
  }
}

/** A page as Markdown that compiles to the same blocks. */
export const markdownOf = (page: Page): string => page.map(blockText).join('\n\n');

/** Every flag with its page, by group. */
export const flagBlock = (): string =>
  groups
    .map(group => {
      const flags = flagTable.filter(flag => flag.group === group);
      return [`## ${group}`, ...flags.map(flag => markdownOf(flagPage(flag, 3)))].join('\n\n');
    })
    .join('\n\n');

/**
 * All pages with their summaries.
 * @param fileOf returns the file of a topic, relative to the manual's folder
 */
export const topicBlock = (fileOf: (name: string) => string): string =>
  [
    '| page | content |',
    '| --- | --- |',
    ...topicList
      .filter(([name]) => name !== 'licences')
      .map(([name, about]) => `| [${name}](${fileOf(name)}) | ${plain(about)} |`),
  ].join('\n');

/** Replaces a page's block between `<!-- name:begin -->` and `<!-- name:end -->`, which must exist. */
export function withBlock(page: string, name: string, block: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no block ${begin} … ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${block}\n\n${page.slice(to)}`;
}
