/**
 * Markdown descriptions (CommonMark) as plain text: paragraphs on one line each, without marks of emphasis, links and HTML. The
 * text is untrusted, so it is read once from start to end, and nothing in it can cause more work than its length.
 */

/** HTML elements that occur in descriptions. Other names in angle brackets are text, such as `List<String>`. */
const elements =
  /^\/?(?:a|abbr|b|blockquote|br|code|dd|del|details|div|dl|dt|em|h[1-6]|hr|i|img|kbd|li|ol|p|pre|s|small|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul|var)$/i;

/** Entities, apart from those that contain a number. */
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Maximum length of a tag, an entity, a link or emphasized text in UTF-16 units. */
const maxInline = 400;

/** Length in UTF-16 units from which a text is returned unchanged. */
const maxLength = 100_000;

/** Returns the text with each paragraph, heading and list item on one line. Code blocks are unchanged. */
export function plainMarkdown(markdown: string): string {
  if (markdown.length > maxLength) return markdown;
  const lines = new PlainLines();
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) lines.add(line);
  return lines.finish();
}

class PlainLines {
  readonly #out: string[] = [];
  /** Lines of the current paragraph, with the marks in it. */
  #paragraph = '';
  /** Mark that ends the current code block, or empty outside of one. */
  #fence = '';

  finish(): string {
    this.#endParagraph();
    return this.#out.join('\n').trim();
  }

  add(line: string): void {
    const text = line.trim();
    if (this.#fence === '') this.#addOutsideCode(line, text);
    else if (text.startsWith(this.#fence)) this.#fence = '';
    else this.#out.push(line.trimEnd());
  }

  #addOutsideCode(line: string, text: string): void {
    const heading = headingOf(text);
    if (text.startsWith('```') || text.startsWith('~~~')) {
      this.#endParagraph();
      this.#fence = text.slice(0, 3);
    } else if (text === '') {
      this.#endParagraph();
      if (this.#out.length > 0 && this.#out.at(-1) !== '') this.#out.push('');
    } else if (isRule(text)) this.#endParagraph();
    else if (text.startsWith('|') || this.#isIndentedCode(line, text)) this.#addLine(line.trimEnd());
    else if (heading !== undefined) this.#addLine(inlineText(heading));
    else this.#addToParagraph(line, text);
  }

  #isIndentedCode(line: string, text: string): boolean {
    return this.#paragraph === '' && line.startsWith('    ') && bulletOf(text) === '';
  }

  #addLine(line: string): void {
    this.#endParagraph();
    this.#out.push(line);
  }

  #addToParagraph(line: string, text: string): void {
    const isItem = bulletOf(text) !== '';
    if (isItem) this.#endParagraph();
    const indent = isItem ? ' '.repeat(line.length - line.trimStart().length) : '';
    const isFirst = this.#paragraph === '' || this.#paragraph.endsWith('\n');
    const hasBackslash = text.endsWith('\\');
    const rest = text.startsWith('>') ? text.slice(1).trim() : text;
    this.#paragraph += `${isFirst ? indent : ' '}${hasBackslash ? rest.slice(0, -1) : rest}`;
    if (hasBackslash || line.endsWith('  ')) this.#paragraph += '\n';
  }

  #endParagraph(): void {
    if (this.#paragraph !== '') this.#out.push(...inlineText(this.#paragraph).split('\n'));
    this.#paragraph = '';
  }
}

/** True for a thematic break, and for the line below a heading of the other form. */
const isRule = (text: string): boolean =>
  text.length > 2 && ['-', '=', '*', '_'].some(mark => text.replaceAll(mark, '').trim() === '');

/** The text of a heading, or undefined if the line is none. */
function headingOf(text: string): string | undefined {
  const level = text.length - text.replace(/^#{1,6}/, '').length;
  if (level === 0 || text[level] !== ' ') return undefined;
  const words = text.slice(level).split(' ');
  const last = words.at(-1) ?? '';
  return (last.replaceAll('#', '') === '' ? words.slice(0, -1) : words).join(' ').trim();
}

/** The mark of a list item, or empty. */
const bulletOf = (text: string): string => /^(?:[-*+]|\d{1,9}[.)])(?= )/.exec(text)?.[0] ?? '';

/** Removes the marks within a paragraph. Code between backticks is unchanged, including the backticks. */
function inlineText(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; ) {
    const [piece, length] = pieceAt(text, at);
    out += piece;
    at += length;
  }
  return out;
}

/** The plain form of the construct at a position, and the length of its source. */
function pieceAt(text: string, at: number): readonly [piece: string, length: number] {
  const character = text[at] ?? '';
  switch (character) {
    case '\\':
      return /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '') ? [text[at + 1] ?? '', 2] : [character, 1];
    case '`': {
      const end = endOf(text, '`', at + 1);
      return end < 0 ? [character, 1] : [text.slice(at, end + 1), end + 1 - at];
    }
    case '<':
      return tagAt(text, at);
    case '&':
      return entityAt(text, at);
    case '!':
      return text[at + 1] === '[' ? linkAt(text, at, at + 1) : [character, 1];
    case '[':
      return linkAt(text, at, at);
    case '*':
    case '_':
      return emphasisAt(text, at, character);
    default:
      return [character, 1];
  }
}

/** Position of a character within `maxInline`, or -1. */
function endOf(text: string, mark: string, from: number): number {
  const end = text.slice(from, from + maxInline).indexOf(mark);
  return end < 0 ? -1 : from + end;
}

function tagAt(text: string, at: number): readonly [piece: string, length: number] {
  const end = endOf(text, '>', at + 1);
  const inside = end < 0 ? '' : text.slice(at + 1, end);
  const length = inside.length + 2;
  if (/^(?:https?:\/\/|mailto:)/.test(inside)) return [inside, length];
  if (inside.startsWith('!--')) return ['', length];
  const [name = ''] = inside.split(/[\s/]/, inside.startsWith('/') ? 2 : 1).slice(-1);
  if (!elements.test(name)) return ['<', 1];
  return [/^(?:br|p|li|tr|h[1-6])$/i.test(name) && !inside.startsWith('/') ? '\n' : '', length];
}

function entityAt(text: string, at: number): readonly [piece: string, length: number] {
  const [all = '', name = ''] = /^&([a-z]{2,4}|#\d{2,5});/.exec(text.slice(at, at + 10)) ?? [];
  const code = name.startsWith('#') ? Number(name.slice(1)) : 0;
  const piece = code > 0 ? String.fromCharCode(code) : entities[name];
  return piece === undefined ? ['&', 1] : [piece, all.length];
}

/** @param open position of the bracket, after the `!` of an image */
function linkAt(text: string, at: number, open: number): readonly [piece: string, length: number] {
  const close = endOf(text, ']', open + 1);
  const end = close > 0 && text[close + 1] === '(' ? endOf(text, ')', close + 2) : -1;
  if (end < 0) return [text.slice(at, open + 1), open + 1 - at];
  const words = inlineText(text.slice(open + 1, close).replaceAll('[', ''));
  const [url = ''] = text
    .slice(close + 2, end)
    .trim()
    .split(/\s/, 1);
  const isShown = open === at && /^https?:/.test(url) && url !== words;
  return [isShown ? `${words} (${url})` : words, end + 1 - at];
}

/** Removes a pair of marks around words. An underscore within a word is text, and so is a star between blanks. */
function emphasisAt(text: string, at: number, mark: string): readonly [piece: string, length: number] {
  const marks = text[at + 1] === mark ? mark + mark : mark;
  const from = at + marks.length;
  const end = endOf(text, marks, from);
  const isOpen = /\S/.test(text[from] ?? ' ') && !(mark === '_' && /\w/.test(text[at - 1] ?? ''));
  const isClosed = /\S/.test(text[end - 1] ?? ' ') && !(mark === '_' && /\w/.test(text[end + marks.length] ?? ''));
  if (end <= from || !isOpen || !isClosed) return [marks, marks.length];
  return [inlineText(text.slice(from, end)), end + marks.length - at];
}
