/**
 * Parses JSON (RFC 8259) from tokens and reports errors. Optionally allows comments and trailing commas. Writes to a sink and
 * is not recursive.
 */
import { positionAt } from '../text/position.js';
import { type JsonToken, jsonTokens } from './tokens.js';

export interface JsonProblem {
  /** Error message, which quotes at most one character of the source. */
  readonly problem: string;
  readonly offset: number;
  /** True if the text exceeds the limit of values but may be valid. */
  readonly full?: boolean;
}

/** Parser strictness. RFC 8259 by default. */
export interface JsonOptions {
  /** True to accept comments and trailing commas, for variables. */
  readonly relaxed?: boolean;
  /** Maximum number of values, including containers. Absent for no limit. */
  readonly most?: number;
}

/** Receives parsed values in order, with offsets. */
interface JsonSink {
  open(kind: '{' | '[', from: number): void;
  /** @param to offset after the bracket */
  close(to: number): void;
  key(name: string, from: number, to: number): void;
  string(value: string, from: number, to: number): void;
  /** @param text number as written */
  number(text: string, from: number, to: number): void;
  word(value: boolean | null, from: number, to: number): void;
}

const strictNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const strictWord = /true|false|null/y;
const words: ReadonlyMap<string | undefined, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const closerOf = (open: '{' | '['): '}' | ']' => (open === '{' ? '}' : ']');

class Syntax extends Error {
  readonly offset: number;
  readonly full: boolean;
  constructor(problem: string, offset: number, full = false) {
    super(problem);
    this.offset = offset;
    this.full = full;
  }
}

/** Parses into a sink. Returns the number of values, including containers, or the problem. */
export function readJson(text: string, sink: JsonSink, options: JsonOptions = {}): number | JsonProblem {
  try {
    return new Reader(text, sink, options).read();
  } catch (error) {
    if (!(error instanceof Syntax)) throw error;
    const { message, offset, full } = error;
    return { problem: message, offset: Math.min(offset, text.length), full: full || undefined };
  }
}

const none = (): void => {};
const emptySink: JsonSink = { open: none, close: none, key: none, string: none, number: none, word: none };

/** Returns the first syntax error of a text, or undefined if it is JSON. */
export function jsonProblem(text: string, options?: JsonOptions): JsonProblem | undefined {
  const read = readJson(text, emptySink, options);
  return typeof read === 'number' ? undefined : read;
}

/** Returns the position and reason of a JSON syntax error (`line 1, column 2: …`), or undefined if the text is JSON. */
export function jsonSyntaxProblem(text: string, options?: JsonOptions): string | undefined {
  const bare = text.replace(/^\ufeff/, '');
  const wrong = jsonProblem(bare, options);
  if (wrong === undefined) return undefined;
  const { line, column } = positionAt(bare, wrong.offset);
  return `line ${line}, column ${column}: ${wrong.problem}`;
}

class Reader {
  readonly #text: string;
  readonly #sink: JsonSink;
  readonly #relaxed: boolean;
  readonly #most: number;
  readonly #tokens: Iterator<JsonToken>;
  readonly #open: ('{' | '[')[] = [];
  #values = 0;
  /** Kind of the current token, or undefined at the end. */
  #kind: JsonToken['kind'] | undefined;
  #from = 0;
  #to = 0;

  constructor(text: string, sink: JsonSink, { relaxed = false, most = Number.POSITIVE_INFINITY }: JsonOptions) {
    this.#text = text;
    this.#sink = sink;
    this.#relaxed = relaxed;
    this.#most = most;
    this.#tokens = jsonTokens(text);
  }

  read(): number {
    this.#next();
    let hasMore = true;
    while (hasMore) hasMore = this.#value() || this.#isFollowed();
    if (this.#kind !== undefined) throw new Syntax('unexpected text after the JSON value', this.#from);
    return this.#values;
  }

  /** Closes the containers that end after a value. Returns true if another value follows in one of them. */
  #isFollowed(): boolean {
    for (let holder = this.#open.at(-1); holder !== undefined; holder = this.#open.at(-1)) {
      if (this.#comma(closerOf(holder))) {
        if (holder === '{') this.#key();
        return true;
      }
      this.#close();
    }
    return false;
  }

  /** Parses the comma before another value. Returns false at the closing bracket. */
  #comma(close: '}' | ']'): boolean {
    if (!this.#is(',')) {
      if (!this.#is(close)) throw this.#expected(`a comma or ${close}`);
      return false;
    }
    this.#next();
    return !(this.#relaxed && this.#is(close));
  }

  /** Parses a value. Returns true for a non-empty container, whose first value is next. */
  #value(): boolean {
    if (++this.#values > this.#most) throw new Syntax(`it contains more than ${this.#most} values`, this.#from, true);
    const kind = this.#kind;
    switch (kind) {
      case '{':
      case '[':
        return this.#container(kind);
      case 'string':
        this.#sink.string(this.#string(), this.#from, this.#to);
        this.#next();
        return false;
      case 'number': {
        const text = this.#strict(strictNumber) ?? '';
        this.#sink.number(text, this.#from, this.#from + text.length);
        this.#skip(text.length);
        return false;
      }
      default: {
        const word = kind === 'word' ? this.#strict(strictWord) : undefined;
        const value = words.get(word);
        if (word === undefined || value === undefined) throw this.#expected('a value');
        this.#sink.word(value, this.#from, this.#from + word.length);
        this.#skip(word.length);
        return false;
      }
    }
  }

  /** Parses the start of a container. Returns false if it is empty. */
  #container(kind: '{' | '['): boolean {
    this.#sink.open(kind, this.#from);
    this.#open.push(kind);
    this.#next();
    if (this.#is(closerOf(kind))) {
      this.#close();
      return false;
    }
    if (kind === '{') this.#key();
    return true;
  }

  #key(): void {
    if (!this.#is('string')) throw this.#expected('a name in double quotes');
    this.#sink.key(this.#string(), this.#from, this.#to);
    this.#next();
    if (!this.#is(':')) throw this.#expected('a colon');
    this.#next();
  }

  #close(): void {
    this.#open.pop();
    this.#sink.close(this.#to);
    this.#next();
  }

  #is(kind: JsonToken['kind']): boolean {
    return this.#kind === kind;
  }

  #expected(what: string): Syntax {
    const isOver = this.#kind === undefined;
    return new Syntax(isOver ? `the text ends where ${what} is expected` : `${what} is expected here`, this.#from);
  }

  /** Returns the longest prefix of the token that is strict JSON. */
  #strict(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#from;
    return pattern.exec(this.#text)?.[0];
  }

  /** Skips part of the token. The rest is reported as unexpected. */
  #skip(length: number): void {
    if (this.#from + length === this.#to) this.#next();
    else {
      this.#kind = 'other';
      this.#from += length;
    }
  }

  #next(): void {
    for (;;) {
      const before = this.#to;
      const { done, value } = this.#tokens.next();
      const from = done ? this.#text.length : value.from;
      const stray = this.#strayIn(before, from);
      this.#from = stray >= 0 ? stray : from;
      this.#kind = stray >= 0 ? 'other' : value?.kind;
      if (done || stray >= 0) return;
      this.#to = value.to;
      if (value.kind !== 'comment') return;
      if (!this.#isAllowedComment()) {
        this.#kind = 'other';
        return;
      }
    }
  }

  #isAllowedComment(): boolean {
    if (!this.#relaxed) return false;
    if (this.#text.startsWith('//', this.#from)) return true;
    return this.#to - this.#from >= 4 && this.#text.endsWith('*/', this.#to);
  }

  /** Returns the index of white space that JSON does not allow, or -1. */
  #strayIn(from: number, to: number): number {
    for (let at = from; at < to; at++) {
      const code = this.#text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    }
    return -1;
  }

  #string(): string {
    const source = this.#text.slice(this.#from, this.#to);
    const control = source.search(/[\u0000-\u001f]/);
    if (control >= 0) throw new Syntax(controlWords, this.#from + control);
    let slashes = 0;
    while (source.charCodeAt(source.length - 2 - slashes) === 0x5c) slashes++;
    if (source.length === 1 || !source.endsWith('"') || slashes % 2 === 1) {
      if (this.#to < this.#text.length) throw new Syntax(controlWords, this.#to);
      throw new Syntax('a string is not closed', this.#from);
    }
    if (!source.includes('\\')) return source.slice(1, -1);
    try {
      return JSON.parse(source) as string;
    } catch {
      throw new Syntax('a string has an invalid escape', this.#from);
    }
  }
}

const controlWords = 'a control character in a string; write it as an escape';
