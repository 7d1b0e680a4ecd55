/**
 * Highlights HTML and XML by looking only for `<` and `>`. In XML without line breaks, they are added between adjacent tags.
 * Text is never moved.
 */
import { maxIndentedDepth } from './json-format.js';
import type { Emit } from './spans.js';

/** A `<` that may start a tag, or whose next character has not arrived. */
const tagStart = /<(?=[\w/!?]|$)/g;

/** Call `write` with chunks of any size, then `end`. */
export class MarkupPieces {
  readonly #emit: Emit;
  readonly #layout: Layout | undefined;
  /** The terminator of the tag or comment that the chunk ended in. */
  #until: '>' | '-->' | '' = '';
  /** A `<` without its next characters, or dashes that may end a comment. */
  #held = '';

  /** @param indent true to insert line breaks between adjacent tags */
  constructor(emit: Emit, indent: boolean) {
    this.#emit = emit;
    this.#layout = indent ? new Layout() : undefined;
  }

  write(chunk: string): void {
    const text = this.#held + chunk;
    this.#held = '';
    let at = 0;
    while (at < text.length) at = this.#until === '' ? this.#text(text, at) : this.#tag(text, at);
  }

  end(): void {
    if (this.#held) this.#emit(this.#held, this.#until === '-->' ? 'comment' : 'plain');
    this.#held = '';
  }

  /** Writes the text up to the next tag and determines the kind of tag. */
  #text(text: string, at: number): number {
    tagStart.lastIndex = at;
    const open = tagStart.exec(text)?.index ?? -1;
    const end = open < 0 ? text.length : open;
    if (end > at) {
      this.#emit(text.slice(at, end), 'plain');
      this.#layout?.text();
    }
    if (open < 0) return end;
    if (open + 4 > text.length) {
      this.#held = text.slice(open);
      return text.length;
    }
    const next = text.charAt(open + 1);
    this.#until = text.startsWith('<!--', open) ? '-->' : '>';
    const space = this.#layout?.begin(next) ?? '';
    if (space) this.#emit(space, 'plain');
    return open;
  }

  /** Writes a tag or comment, complete or partial. */
  #tag(text: string, at: number): number {
    const role = this.#until === '>' ? 'tag' : 'comment';
    const close = text.indexOf(this.#until, at);
    const dashes = text.endsWith('--') ? 2 : text.endsWith('-') ? 1 : 0;
    const keep = close >= 0 || role === 'tag' ? 0 : Math.min(dashes, text.length - at);
    const end = close >= 0 ? close + this.#until.length : text.length - keep;
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
    this.#layout?.finish();
    return end;
  }
}

/** Decides on line breaks from the sequence of tags and text. */
class Layout {
  #depth = 0;
  /** True if the previous piece was a tag. */
  #touching = false;
  #kind: 'open' | 'close' | 'other' = 'other';
  /** The last two characters of the tag. */
  #tail = '';
  /** For each level, whether its content is on separate lines, or contains text and must not be moved. */
  readonly #levels: ('empty' | 'broken' | 'mixed')[] = [];

  text(): void {
    this.#touching = false;
    if (this.#depth <= maxIndentedDepth) this.#levels[this.#depth] = 'mixed';
  }

  /** Starts a tag and returns the white space before it. @param next character after `<` */
  begin(next: string): string {
    const last = this.#kind;
    this.#kind = next === '/' ? 'close' : /[!?]/.test(next) ? 'other' : 'open';
    this.#tail = '';
    if (this.#kind === 'close') {
      const broken = this.#levels[this.#depth] === 'broken';
      this.#depth = Math.max(0, this.#depth - 1);
      return this.#touching && broken && last !== 'open' ? this.#break() : '';
    }
    if (!this.#touching || this.#depth > maxIndentedDepth || this.#levels[this.#depth] === 'mixed') return '';
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
    return `\n${'  '.repeat(this.#depth)}`;
  }
}
