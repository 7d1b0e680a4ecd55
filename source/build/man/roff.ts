/** Text and page blocks as man(7) macros, for both groff and mandoc. */
import { shownLink } from '../../command/help/draw.js';
import { type Block, type Line, type Page, plainText, type Span } from '../../command/help/page.js';

/** Characters that are special to troff everywhere. */
const special: Readonly<Record<string, string>> = { '\\': '\\e', '~': '\\(ti', '^': '\\(ha', '`': '\\(ga' };

/** Escapes a leading dot or apostrophe, which would be a macro. */
const guarded = (line: string): string => line.replace(/^(?=[.'])/, '\\&');

/** Escapes non-ASCII characters by code point. */
const beyondAscii = (text: string): string =>
  text.replace(/[^\x20-\x7e\n]/gu, sign => {
    const code = sign.codePointAt(0) ?? 0;
    return `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });

/** Flags, file names, header names and pages in running text, which must not be broken at a dash. */
const codeWord = /^[("'[]*--?\w|\w[./=@_:]+\w|\w\(\d\)|-[A-Z]/;

const dashed = (word: string): string =>
  codeWord.test(word) ? word.replaceAll('-', '\\-') : word.replace(/(?<!\w)-(?=[-\w])/g, '\\-');

/** Running text. A dash before a word belongs to a flag; a dash inside an ordinary word is a hyphen. */
export const prose = (text: string): string =>
  guarded(
    beyondAscii(
      text
        .replace(/[\\~^`]/g, sign => special[sign] ?? sign)
        .split(' ')
        .map(dashed)
        .join(' '),
    ),
  );

/** Verbatim text, with ASCII as typed. */
export const literal = (text: string): string =>
  guarded(
    beyondAscii(
      text
        .replace(/[\\~^`]/g, sign => special[sign] ?? sign)
        .replace(/-/g, '\\-')
        .replace(/'/g, '\\(aq'),
    ),
  );

/** A command to type: words in bold, placeholders (in capitals) in italics. */
export const form = (text: string): string =>
  text
    .split(/(\b[A-Z][A-Z0-9_]+\b)/)
    .map((part, index) => {
      if (part === '') return '';
      return index % 2 === 1 ? `\\fI${literal(part)}\\fR` : `\\fB${literal(part)}\\fR`;
    })
    .join('');

/** A heading. A `"` would end it. */
export const section = (title: string): string => `.SH "${prose(title.toUpperCase()).replace(/"/g, '\\(dq')}"`;
export const subsection = (title: string): string => `.SS "${prose(title).replace(/"/g, '\\(dq')}"`;

/** A tag and its meaning, indented. `tag` is already in roff. */
export const tagged = (tag: string, meaning: string): readonly string[] => ['.TP', tag, prose(meaning)];

/** Indented lines with their line breaks. */
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

/** One input line. A dot or an apostrophe at the start would be a macro, and a blank would break the line. */
export const lineText = (line: Line): string => line.map(spanText).join('');

function blockText(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [(block.depth <= 2 ? section : subsection)(plainText(block.text))];
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

/** All blocks of a page, with headings as sections. */
export const pageBody = (page: Page): readonly string[] => page.flatMap(blockText);
