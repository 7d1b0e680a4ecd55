/**
 * Formats JSON into lines, one element each, from its tokens (RFC 8259): incrementally, with nine bytes per line. Values are
 * not parsed, so numbers, escapes and order are preserved. The text must be valid (concatenated) JSON, which `sourceOf` checks.
 */
import { closingQuote } from '../../json/tokens.js';
import { partitionPoint } from '../../partition-point.js';
import { Bytes, Numbers } from './grow.js';
import { type LineKind, type LineParts, type LineSource, maxLines } from './line-source.js';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b;
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d;

/** Maximum depth. Depths have seven bits, so deeper levels are not indented further. */
const maxDepth = 127;
const keyBit = 128;

function stringEnd(text: string, start: number): number {
  const close = closingQuote(text, start);
  return close < 0 ? text.length : close + 1;
}

/** Finds lines on demand. */
export class JsonLines implements LineSource {
  readonly json = true;
  readonly text: string;
  complete = false;
  readonly #starts = new Numbers();
  /**
   * For each opening or closing line, the number of its partner plus one; 0 for a leaf or a container that is not closed yet.
   */
  readonly #links = new Numbers();
  readonly #levels = new Bytes();
  readonly #open = new Numbers(64);
  #at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get known(): number {
    return this.#starts.length;
  }

  advance(chars: number): void {
    const until = this.#at + chars;
    while (!this.complete && this.#at < until) this.#next();
  }

  has(line: number): boolean {
    while (!this.complete && this.#starts.length <= line) this.#next();
    return line >= 0 && line < this.#starts.length;
  }

  start(line: number): number {
    return this.#starts.at(line);
  }

  kind(line: number): LineKind {
    const code = this.text.charCodeAt(this.#starts.at(line));
    if (isClosing(code)) return 'close';
    if (this.#links.at(line) > 0) return 'open';
    // A partly read container has no partner yet.
    return this.#isWaiting(line) ? 'open' : 'leaf';
  }

  partner(line: number): number {
    if (this.kind(line) === 'leaf') return line;
    while (this.#links.at(line) === 0 && !this.complete) this.#next();
    const link = this.#links.at(line);
    return link === 0 ? this.#starts.length - 1 : link - 1;
  }

  parts(line: number): LineParts {
    const { text } = this;
    const hasNext = this.has(line + 1);
    const start = this.#starts.at(line);
    const level = this.#levels.at(line);
    const depth = level & maxDepth;
    let to = hasNext ? this.#starts.at(line + 1) : text.length;
    // Only commas and white space occur between a line's last token and the next line.
    for (let code = text.charCodeAt(to - 1); to > start && (isSpace(code) || code === comma); ) {
      code = text.charCodeAt(--to - 1);
    }
    const kind = this.kind(line);
    const more = hasNext && depth > 0 && kind !== 'open' && !isClosing(text.charCodeAt(this.#starts.at(line + 1)));
    if ((level & keyBit) === 0) return { kind, depth, value: [start, to], comma: more };
    const keyEnd = stringEnd(text, start);
    return { kind, depth, key: [start, keyEnd], value: [this.#afterColon(keyEnd), to], comma: more };
  }

  /** Returns true if an element follows the container that closes at this line. */
  hasSibling(line: number): boolean {
    return this.parts(line).comma;
  }

  #isWaiting(line: number): boolean {
    const index = partitionPoint(this.#open.length, each => this.#open.at(each) < line);
    return index < this.#open.length && this.#open.at(index) === line;
  }

  #skip(from: number): number {
    let at = from;
    while (isSpace(this.text.charCodeAt(at))) at++;
    return at;
  }

  #afterColon(from: number): number {
    return this.#skip(this.#skip(from) + 1);
  }

  #line(start: number, link: number, key: boolean): void {
    this.#starts.push(start);
    this.#links.push(link);
    this.#levels.push(Math.min(this.#open.length, maxDepth) | (key ? keyBit : 0));
  }

  /** Reads one line. Beyond the line limit, the rest of the text is one line. */
  #next(): void {
    const { text } = this;
    let at = this.#skip(this.#at);
    let code = text.charCodeAt(at);
    while (code === comma) {
      at = this.#skip(at + 1);
      code = text.charCodeAt(at);
    }
    const isLast = this.#starts.length === maxLines - 1;
    if (isLast && at < text.length) this.#line(at, 0, false);
    if (isLast || at >= text.length) {
      this.#at = text.length;
      this.complete = true;
      return;
    }
    if (isClosing(code)) {
      const line = this.#starts.length;
      const opening = this.#open.pop();
      this.#line(at, opening + 1, false);
      this.#links.set(opening, line + 1);
      this.#at = at + 1;
      return;
    }
    const start = at;
    let key = false;
    if (code === quote) {
      at = stringEnd(text, at);
      const behind = this.#skip(at);
      key = text.charCodeAt(behind) === colon;
      if (!key) {
        this.#line(start, 0, false);
        this.#at = at;
        return;
      }
      at = this.#skip(behind + 1);
      code = text.charCodeAt(at);
    }
    if (isOpening(code)) {
      const inside = this.#skip(at + 1);
      if (isClosing(text.charCodeAt(inside))) {
        this.#line(start, 0, key);
        this.#at = inside + 1;
        return;
      }
      const line = this.#starts.length;
      this.#line(start, 0, key);
      this.#open.push(line);
      this.#at = at + 1;
      return;
    }
    this.#line(start, 0, key);
    this.#at = code === quote ? stringEnd(text, at) : this.#wordEnd(at);
  }

  #wordEnd(from: number): number {
    const { text } = this;
    let at = from;
    for (;;) {
      const code = text.charCodeAt(at);
      if (Number.isNaN(code) || code === comma || isClosing(code) || isSpace(code)) return Math.max(at, from + 1);
      at++;
    }
  }
}
