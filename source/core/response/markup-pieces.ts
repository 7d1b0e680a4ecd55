/**
 * Highlights HTML and XML by looking only for `<` and `>`. XML is indented: between two tags, white space with a line break is
 * replaced. Elements with text, and white space that is all the content of an element, are never changed.
 */
import { maxIndentedDepth } from './json-format.js';
import type { Emit } from './spans.js';

/** A `<` that may start a tag, or whose next character has not arrived. */
const tagStart = /<(?=[\w/!?]|$)/g;

/** White space in XML (section 2.3). */
const blank = /^[ \t\r\n]*$/;
/** Longer white space is text, so that memory use stays flat. */
const maxSpace = 4096;

type Terminator = '>' | '-->' | ']]>';
const roles = { '>': 'tag', '-->': 'comment', ']]>': 'plain' } as const;

/** Call `write` with chunks of any size, then `end`. */
export class MarkupPieces {
  readonly #emit: Emit;
  readonly #layout: Layout | undefined;
  /** The terminator of the tag, comment or CDATA section that the chunk ended in. */
  #until: Terminator | '' = '';
  /** A `<` without its next characters, or the beginning of a terminator. */
  #held = '';
  /** White space after a tag. The next character decides whether it is part of a text. */
  #space = '';

  /** @param indent true to insert line breaks between adjacent tags */
  constructor(emit: Emit, indent: boolean, spaces = 2) {
    this.#emit = emit;
    this.#layout = indent ? new Layout(' '.repeat(spaces)) : undefined;
  }

  write(chunk: string): void {
    const text = this.#held + chunk;
    this.#held = '';
    let at = 0;
    while (at < text.length) at = this.#until === '' ? this.#text(text, at) : this.#tag(text, at);
  }

  end(): void {
    if (this.#space) this.#emit(this.#space, 'plain');
    if (this.#held) this.#emit(this.#held, this.#until === '' ? 'plain' : roles[this.#until]);
    this.#held = '';
    this.#space = '';
  }

  /** Writes the text up to the next tag and determines the kind of tag. */
  #text(text: string, at: number): number {
    tagStart.lastIndex = at;
    const open = tagStart.exec(text)?.index ?? -1;
    const end = open < 0 ? text.length : open;
    if (end > at) this.#between(text.slice(at, end));
    if (open < 0) return end;
    if (open + 4 > text.length) {
      this.#held = text.slice(open);
      return text.length;
    }
    const next = text.charAt(open + 1);
    if (text.startsWith('<![C', open)) {
      this.#until = ']]>';
      if (this.#space) this.#emit(this.#takeSpace(), 'plain');
      this.#layout?.text();
      return open;
    }
    this.#until = text.startsWith('<!--', open) ? '-->' : '>';
    const space = this.#takeSpace();
    const indented = this.#layout?.begin(next, space) ?? space;
    if (indented) this.#emit(indented, 'plain');
    return open;
  }

  /** Writes text, or holds white space after a tag. */
  #between(text: string): void {
    const run = this.#space + text;
    if (this.#layout?.isAfterTag && blank.test(run) && run.length <= maxSpace) {
      this.#space = run;
      return;
    }
    this.#emit(run, 'plain');
    this.#space = '';
    this.#layout?.text(run);
  }

  #takeSpace(): string {
    const space = this.#space;
    this.#space = '';
    return space;
  }

  /** Writes a tag, comment or CDATA section, complete or partial. */
  #tag(text: string, at: number): number {
    const until = this.#until as Terminator;
    const role = roles[until];
    const close = text.indexOf(until, at);
    const [mark] = until;
    let marks = 0;
    if (until.length >= 3) while (marks < 2 && text.at(-1 - marks) === mark) marks++;
    const end = close >= 0 ? close + until.length : text.length - Math.min(marks, text.length - at);
    if (end > at) {
      const piece = text.slice(at, end);
      this.#emit(piece, role);
      this.#layout?.piece(piece);
    }
    if (close < 0) {
      this.#held = text.slice(end);
      return text.length;
    }
    this.#until = '';
    if (role === 'plain') this.#layout?.text();
    else this.#layout?.finish();
    return end;
  }
}

/** Decides on line breaks from the sequence of tags and text. */
class Layout {
  readonly #level: string;
  #depth = 0;
  /** True if the previous piece was a tag. */
  #touching = false;
  #kind: 'open' | 'close' | 'other' = 'other';
  /** The last two characters of the tag. */
  #tail = '';
  /** For each level, whether its content is on separate lines, or contains text and must not be moved. */
  readonly #levels: ('empty' | 'broken' | 'mixed')[] = [];

  /** @param level white space for each level */
  constructor(level: string) {
    this.#level = level;
  }

  /** Whether only white space can have followed the previous tag. */
  get isAfterTag(): boolean {
    return this.#touching;
  }

  /** @param text a text that is only white space before the first tag does not count as text */
  text(text?: string): void {
    if (text !== undefined && this.#depth === 0 && blank.test(text)) return;
    this.#touching = false;
    if (this.#depth <= maxIndentedDepth) this.#levels[this.#depth] = 'mixed';
  }

  /**
   * Starts a tag and returns the white space before it.
   * @param next character after `<`
   * @param space the white space between this tag and the one before
   */
  begin(next: string, space: string): string {
    const last = this.#kind;
    // As between the words of a sentence.
    if (space !== '' && !space.includes('\n')) this.text();
    this.#kind = /[!?]/.test(next) ? 'other' : 'open';
    if (next === '/') this.#kind = 'close';
    this.#tail = '';
    if (this.#kind === 'close') {
      const broken = this.#levels[this.#depth] === 'broken';
      this.#depth = Math.max(0, this.#depth - 1);
      return this.#touching && broken && last !== 'open' ? this.#break() : space;
    }
    if (!this.#touching || this.#depth > maxIndentedDepth || this.#levels[this.#depth] === 'mixed') return space;
    this.#levels[this.#depth] = 'broken';
    return this.#break();
  }

  piece(text: string): void {
    this.#tail = (this.#tail + text).slice(-2);
  }

  finish(): void {
    this.#touching = true;
    if (this.#kind !== 'open') return;
    // `<a/>` is empty, so siblings follow.
    if (this.#tail === '/>') {
      this.#kind = 'other';
      return;
    }
    this.#depth++;
    if (this.#depth <= maxIndentedDepth) this.#levels[this.#depth] = 'empty';
  }

  #break(): string {
    return `\n${this.#level.repeat(this.#depth)}`;
  }
}
