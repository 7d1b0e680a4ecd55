/** Draws a page of the manual in a terminal: 80 columns, with or without colours. */
import { row, width, wrap } from './columns.js';
import { type Block, type Line, type Page, plainText, type Span } from './page.js';

/** Styles one word. */
export type Paint = (text: string, role: 'heading' | 'code' | 'strong') => string;

export const unpainted: Paint = text => text;

/** Returns the command to type for a link's target, or nothing if the text already contains it. */
export function shownLink(href: string, topic: (name: string) => string): string {
  // The README is not a page of the manual.
  const page = /([a-z\d-]+)\.md(?:#.*)?$/.exec(href)?.[1];
  if (page !== undefined) return topic(page);
  return /^https?:/.test(href) ? href : '';
}

function drawnSpan({ text, style, href }: Span, paint: Paint): string {
  const role = style === 'code' ? 'code' : 'strong';
  // Word by word, because each word may be the last on its line.
  const drawn = style === undefined ? text : text.replace(/\S+/g, word => paint(word, role));
  const leads = href === undefined ? '' : shownLink(href, name => `apiclient help ${name}`);
  return leads === '' || leads === text ? drawn : `${drawn} (${leads})`;
}

const drawn = (line: Line, paint: Paint): string => line.map(span => drawnSpan(span, paint)).join('');

/** Column at which the second column begins. */
function columnOf(rows: readonly (readonly Line[])[]): number {
  const widths = rows.map(([left = []]) => plainText(left).length);
  return Math.min(30, Math.max(14, ...widths.map(each => each + 4)));
}

function blockLines(block: Block, paint: Paint): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [paint(plainText(block.text), 'heading')];
    case 'paragraph':
      return wrap(drawn(block.text, paint));
    case 'code':
      return block.lines.map(line => (line === '' ? '' : `  ${line}`));
    case 'list':
      return block.items.flatMap((item, index) => {
        const mark = block.ordered ? `${index + 1}. ` : '- ';
        return wrap(drawn(item, paint), width - mark.length).map(
          (line, at) => `${at === 0 ? mark : ' '.repeat(mark.length)}${line}`,
        );
      });
    case 'table': {
      const at = columnOf(block.rows);
      return block.rows.flatMap(([left = [], ...others]) => {
        const right = others.map(cell => drawn(cell, paint)).filter(text => text !== '');
        return row(paint(plainText(left), 'code'), right.join(' · '), at);
      });
    }
  }
}

/** Returns the lines of a page. A heading is directly above its content. */
export function pageLines(page: Page, paint: Paint = unpainted): readonly string[] {
  return page.flatMap((block, index) => {
    const above = page[index - 1];
    const isApart = above !== undefined && (above.kind !== 'heading' || block.kind === 'heading');
    return [...(isApart ? [''] : []), ...blockLines(block, paint)];
  });
}
