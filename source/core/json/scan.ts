/**
 * Streaming JSON tokenizer (RFC 8259): one pass, no recursion, no values. Numbers, escapes, duplicate keys and order are
 * preserved. A token may span chunks, so memory use is constant except for one bit per nesting level.
 */
import { finished, isDigit, Num, step } from './number.js';

/** Receives the tokens, whose pieces concatenate to the document. */
export interface JsonEvents {
  open(bracket: '{' | '['): void;
  close(bracket: '}' | ']'): void;
  colon(): void;
  comma(): void;
  /** Receives a scalar or key. `first` is false for later pieces of a token. */
  scalar(piece: string, role: 'key' | 'string' | 'number' | 'literal', first: boolean): void;
  space(piece: string): void;
  /** Receives the text from the first error on. `inside` is true if the error interrupts a token. */
  junk(piece: string, first: boolean, inside: boolean): void;
}

/** The first syntax error. */
export interface JsonProblem {
  readonly line: number;
  /** One-based column in UTF-16 units. */
  readonly column: number;
  /** True if the document is only truncated. */
  readonly early: boolean;
}

/** Tokens allowed next. */
const Next = { value: 0, valueOrEnd: 1, keyOrEnd: 2, key: 3, colon: 4, commaOrEnd: 5, top: 6 } as const;
/** Token in which a chunk may end. */
const Token = { none: 0, string: 1, escape: 2, hex: 3, number: 4, literal: 5, junk: 6 } as const;
const isHex = (code: number) => isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
/** Returns true for letters, digits and the other characters of numbers and literals. */
const isWordPart = (code: number) =>
  isDigit(code) ||
  ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) ||
  code === 0x5f ||
  code === 0x2b ||
  code === 0x2d ||
  code === 0x2e;
const strange = /[\\\u0000-\u001f]/g;
const escapes: ReadonlySet<number> = new Set([...'"\\/bfnrtu'].map(each => each.charCodeAt(0)));

/** Scans one document, several concatenated ones, or (with `lines`) one per line, in which case an error ends with its line. */
export class JsonScanner {
  /** The first error. */
  problem: JsonProblem | undefined;
  /** Number of open containers. */
  depth = 0;
  /** True after the first complete value. */
  hasValue = false;
  readonly #events: JsonEvents;
  readonly #lines: boolean;
  /** One bit per open container: 1 for an object. */
  #kinds = new Uint8Array(64);
  #next: number = Next.top;
  #token: number = Token.none;
  #role: 'key' | 'string' = 'string';
  /** Number state, literal index, or number of hex digits left. */
  #state = 0;
  #word = '';
  #began = false;
  #line = 1;
  /** Offset of the line start relative to the chunk. Negative if the line started in an earlier chunk. */
  #lineStart = 0;
  /** Offset up to which the last search found no special character in the chunk. */
  #strange = -1;

  constructor(events: JsonEvents, options: { readonly lines?: boolean } = {}) {
    this.#events = events;
    this.#lines = options.lines ?? false;
  }

  /** Scans the next chunk. */
  write(text: string): void {
    let at = 0;
    this.#strange = -1;
    if (!this.#began && text.length > 0) at = this.#guard(text);
    while (at < text.length) {
      at = this.#token === Token.none ? this.#between(text, at) : this.#inside(text, at);
    }
    this.#lineStart -= text.length;
  }

  /** Ends the document. */
  end(): void {
    if (this.#token === Token.number && finished[this.#state]) this.#valueDone();
    if (this.#token === Token.literal && this.#state === this.#word.length) this.#valueDone();
    if (this.#token === Token.none && (this.#next === Next.top || !this.#began)) return;
    if (this.#token !== Token.junk) this.#note(0, true);
  }

  /** Skips the `)]}'` line that some servers prepend as protection against script inclusion. */
  #guard(text: string): number {
    this.#began = true;
    if (!text.startsWith(")]}'")) return 0;
    const end = text.indexOf('\n') + 1;
    if (end > 0) {
      this.#line++;
      this.#lineStart = end;
    }
    this.#events.space(text.slice(0, end || text.length));
    return end || text.length;
  }

  #between(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (isSpace(code)) return this.#space(text, at);
    switch (code) {
      case 0x7b:
      case 0x5b:
        if (!this.#canStartValue()) break;
        this.#open(code === 0x7b);
        return at + 1;
      case 0x7d:
      case 0x5d:
        if (!this.#canClose(code === 0x7d)) break;
        this.depth--;
        this.#events.close(code === 0x7d ? '}' : ']');
        this.#valueDone();
        return at + 1;
      case 0x2c:
        if (this.#next !== Next.commaOrEnd) break;
        this.#next = this.#inObject() ? Next.key : Next.value;
        this.#events.comma();
        return at + 1;
      case 0x3a:
        if (this.#next !== Next.colon) break;
        this.#next = Next.value;
        this.#events.colon();
        return at + 1;
      case 0x22:
        return this.#startString(text, at);
      default:
        return this.#startWord(text, at, code);
    }
    return this.#bad(text, at, at, false);
  }

  #space(text: string, start: number): number {
    let at = start;
    for (let code = text.charCodeAt(at); isSpace(code); code = text.charCodeAt(++at)) {
      if (code !== 0x0a) continue;
      this.#line++;
      this.#lineStart = at + 1;
      if (this.#lines && this.#next !== Next.top) return this.#bad(text, start, at, false);
    }
    this.#events.space(text.slice(start, at));
    return at;
  }

  #canStartValue(): boolean {
    return this.#next <= Next.valueOrEnd || this.#next === Next.top;
  }

  #canClose(isObject: boolean): boolean {
    const next = this.#next;
    const isAllowed = next === Next.commaOrEnd || next === (isObject ? Next.keyOrEnd : Next.valueOrEnd);
    return isAllowed && this.#inObject() === isObject;
  }

  #startString(text: string, at: number): number {
    const isKey = this.#next === Next.keyOrEnd || this.#next === Next.key;
    if (!isKey && !this.#canStartValue()) return this.#bad(text, at, at, false);
    this.#role = isKey ? 'key' : 'string';
    this.#token = Token.string;
    return this.#string(text, at, at + 1);
  }

  /** Scans a number or literal. */
  #startWord(text: string, at: number, code: number): number {
    if (!this.#canStartValue()) return this.#bad(text, at, at, false);
    if (code === 0x2d || isDigit(code)) {
      this.#token = Token.number;
      this.#state = numberStart(code);
      return this.#number(text, at, at + 1);
    }
    this.#word = wordStart(code);
    if (this.#word === '') return this.#bad(text, at, at, false);
    this.#token = Token.literal;
    this.#state = 1;
    return this.#literal(text, at, at + 1);
  }

  /** Continues the token that the last chunk ended in. */
  #inside(text: string, at: number): number {
    switch (this.#token) {
      case Token.number:
        return this.#number(text, at, at);
      case Token.literal:
        return this.#literal(text, at, at);
      case Token.junk:
        return this.#junk(text, at, false, false);
      default:
        return this.#string(text, at, at);
    }
  }

  #string(text: string, start: number, from: number): number {
    let at = this.#token === Token.string ? this.#plainEnd(text, from) : from;
    const first = from !== start;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (this.#token !== Token.string) {
        if (!this.#continuesEscape(code)) break;
      } else if (code === 0x22) return this.#endString(text, start, at + 1, first);
      else if (code < 0x20) break;
      else if (code === 0x5c) this.#token = Token.escape;
      at++;
    }
    if (at > start) this.#events.scalar(text.slice(start, at), this.#role, first);
    return at < text.length ? this.#bad(text, at, at, true) : at;
  }

  /** Returns the offset of the closing quote if the string up to there needs no inspection, or otherwise the given offset. */
  #plainEnd(text: string, from: number): number {
    // Most strings need none, and `indexOf` is fast even in code that is not hot yet.
    const quote = text.indexOf('"', from);
    return quote >= 0 && quote < this.#strangeFrom(text, from) ? quote : from;
  }

  #endString(text: string, start: number, end: number, first: boolean): number {
    this.#token = Token.none;
    this.#events.scalar(text.slice(start, end), this.#role, first);
    if (this.#role === 'key') this.#next = Next.colon;
    else this.#valueDone();
    return end;
  }

  /** Scans a character of an escape. Returns false if it is invalid. */
  #continuesEscape(code: number): boolean {
    if (this.#token === Token.escape) {
      if (!escapes.has(code)) return false;
      this.#token = code === 0x75 ? Token.hex : Token.string;
      this.#state = 4;
      return true;
    }
    if (!isHex(code)) return false;
    if (--this.#state === 0) this.#token = Token.string;
    return true;
  }

  /** Returns the offset of the next character that a string cannot contain verbatim, or the chunk's end. */
  #strangeFrom(text: string, at: number): number {
    if (this.#strange < at) {
      strange.lastIndex = at;
      this.#strange = strange.test(text) ? strange.lastIndex - 1 : text.length;
    }
    return this.#strange;
  }

  #number(text: string, start: number, from: number): number {
    let at = from;
    while (at < text.length) {
      const state = step(this.#state, text.charCodeAt(at));
      if (state < 0) break;
      this.#state = state;
      at++;
    }
    if (at > start) this.#events.scalar(text.slice(start, at), 'number', from !== start);
    if (at === text.length) return at;
    if (!finished[this.#state]) return this.#bad(text, at, at, true);
    return this.#afterWord(text, at);
  }

  #literal(text: string, start: number, from: number): number {
    let at = from;
    while (at < text.length && this.#state < this.#word.length) {
      if (text.charAt(at) !== this.#word[this.#state]) break;
      this.#state++;
      at++;
    }
    if (at > start) this.#events.scalar(text.slice(start, at), 'literal', from !== start);
    if (at === text.length) return at;
    if (this.#state < this.#word.length) return this.#bad(text, at, at, true);
    return this.#afterWord(text, at);
  }

  /** Requires a delimiter after a number or literal: `01`, `1x` and `truely` are not two values. */
  #afterWord(text: string, at: number): number {
    this.#valueDone();
    return isWordPart(text.charCodeAt(at)) ? this.#bad(text, at, at, true) : at;
  }

  #open(isObject: boolean): void {
    const byte = this.depth >> 3;
    if (byte >= this.#kinds.length) {
      const larger = new Uint8Array(this.#kinds.length * 2);
      larger.set(this.#kinds);
      this.#kinds = larger;
    }
    const bit = 1 << (this.depth & 7);
    const kinds = this.#kinds[byte] ?? 0;
    this.#kinds[byte] = isObject ? kinds | bit : kinds & ~bit;
    this.depth++;
    this.#next = isObject ? Next.keyOrEnd : Next.valueOrEnd;
    this.#events.open(isObject ? '{' : '[');
  }

  #inObject(): boolean {
    const top = this.depth - 1;
    return top >= 0 && ((this.#kinds[top >> 3] ?? 0) & (1 << (top & 7))) !== 0;
  }

  #valueDone(): void {
    this.#token = Token.none;
    this.#next = this.depth === 0 ? Next.top : Next.commaOrEnd;
    if (this.depth === 0) this.hasValue = true;
  }

  /** @param from start of the text that has not been emitted yet; the error is at `at` */
  #bad(text: string, from: number, at: number, inside: boolean): number {
    this.#note(at, false);
    this.#token = Token.junk;
    return this.#junk(text, from, true, inside);
  }

  #junk(text: string, start: number, first: boolean, inside: boolean): number {
    const newline = this.#lines ? text.indexOf('\n', start) : -1;
    const end = newline < 0 ? text.length : newline + 1;
    this.#events.junk(text.slice(start, end), first, inside);
    if (newline >= 0) {
      this.#token = Token.none;
      this.#next = Next.top;
      this.depth = 0;
      this.#line++;
      this.#lineStart = end;
    }
    return end;
  }

  #note(at: number, early: boolean): void {
    this.problem ??= { line: this.#line, column: at - this.#lineStart + 1, early };
  }
}

function numberStart(code: number): number {
  if (code === 0x2d) return Num.minus;
  return code === 0x30 ? Num.zero : Num.int;
}

/** Returns the word that starts with a character, or an empty string. */
function wordStart(code: number): string {
  if (code === 0x74) return 'true';
  if (code === 0x66) return 'false';
  return code === 0x6e ? 'null' : '';
}
