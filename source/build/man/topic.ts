/** The blocks of a page of the manual as man(7) macros. */
import { shownLink } from '../../command/help/draw.js';
import { type Block, type Line, type Page, plainText, type Span } from '../../command/help/page.js';
import { literal, prose, section, subsection } from './roff.js';

/** Lines that keep their breaks, indented. */
export const exampleBlock = (lines: readonly string[]): readonly string[] => [
  '.PP',
  '.RS 4',
  '.nf',
  ...lines.map(literal),
  '.fi',
  '.RE',
];

function spanText({ text, style, href }: Span): string {
  if (style === 'code' || style === 'strong') return `\\fB${literal(text)}\\fR`;
  if (style === 'emphasis') return `\\fI${prose(text)}\\fR`;
  const leads = href === undefined ? '' : shownLink(href, name => `apiclient-${name}(7)`);
  return prose(leads === '' || leads === text ? text : `${text} (${leads})`);
}

/** One input line: a dot or an apostrophe in front would be a macro, a blank would break the line. */
export const lineText = (line: Line): string => line.map(spanText).join('');

function blockText(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [(block.depth === 1 ? section : block.depth === 2 ? section : subsection)(plainText(block.text))];
    case 'paragraph':
      return ['.PP', lineText(block.text)];
    case 'code':
      return exampleBlock(block.lines);
    case 'list':
      return block.items.flatMap((item, at) => [block.ordered ? `.IP ${at + 1}. 4` : '.IP \\(bu 2', lineText(item)]);
    case 'table':
      return block.rows.flatMap(([left = [], ...others]) => [
        '.TP',
        `\\fB${literal(plainText(left))}\\fR`,
        others
          .map(lineText)
          .filter(text => text !== '')
          .join(' \\(bu '),
      ]);
  }
}

/** All blocks, headings as sections. */
export const pageBody = (page: Page): readonly string[] => page.flatMap(blockText);
