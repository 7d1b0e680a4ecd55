/**
 * Determines the shape of a JSON text from its tokens: top-level members, number of values, depth. Nothing else is stored, so
 * half a gigabyte of `0,0,0` uses no more memory than its bytes, while values would use ten times as much.
 */
import { JsonScanner } from './scan.js';

/** A top-level member with offsets, in UTF-16 units for a text and in bytes for a body. */
export interface JsonMemberShape {
  readonly from: number;
  readonly to: number;
  /** First character, which determines the type: `{`, `[`, `"`, a digit or `-`, `t`, `f`, `n`. */
  readonly first: string;
  /** Number of values, including the member's own. */
  readonly values: number;
}

export interface JsonShape {
  /** The requested members. The last of several duplicates wins, as in `JSON.parse`. */
  readonly members: ReadonlyMap<string, JsonMemberShape>;
  /** Number of other members. */
  readonly others: number;
  readonly values: number;
  /** Maximum nesting depth of the text. */
  readonly depth: number;
}

/** Maximum length of requested names. */
const maxNameLength = 200;

/** Reads a text in chunks. Call `write` with each, then `end`. */
export class ShapeReader {
  #at = 0;
  #values = 0;
  #depth = 0;
  #tops = 0;
  #others = 0;
  #isObject: boolean | undefined;
  #name = '';
  #current: { name: string; from: number; first: string; values: number } | undefined;
  readonly #members = new Map<string, JsonMemberShape>();
  readonly #wanted: ReadonlySet<string>;
  readonly #scanner: JsonScanner;

  /** @param wanted names of members to locate */
  constructor(wanted: readonly string[]) {
    this.#wanted = new Set(wanted);
    const mark = (): void => {
      this.#at++;
    };
    this.#scanner = new JsonScanner({
      open: bracket => {
        this.#begin(bracket, this.#scanner.depth - 1);
        this.#at++;
        this.#depth = Math.max(this.#depth, this.#scanner.depth);
      },
      close: () => {
        this.#at++;
        this.#finish();
      },
      colon: mark,
      comma: mark,
      scalar: (piece, role, first) => {
        if (role === 'key') this.#key(piece, first);
        else {
          if (first) this.#begin(piece.charAt(0), this.#scanner.depth);
          this.#at += piece.length;
          this.#finish();
        }
      },
      space: piece => {
        this.#at += piece.length;
        // With a `)]}'` guard line, the text is not JSON.
        if (piece.startsWith(')')) this.#tops = 2;
      },
      junk: () => {},
    });
  }

  write(text: string): void {
    if (!this.hopeless) this.#scanner.write(text);
  }

  /** True once the text can no longer be a JSON object. */
  get hopeless(): boolean {
    return this.#scanner.problem !== undefined || this.#tops > 1 || this.#isObject === false;
  }

  /** Returns the shape if the text is a single complete object. */
  end(): JsonShape | undefined {
    this.#scanner.end();
    if (this.hopeless || this.#tops !== 1 || this.#scanner.depth > 0) return undefined;
    return {
      members: this.#members,
      others: this.#others,
      values: this.#values,
      depth: this.#depth,
    };
  }

  /** @param depth number of containers around the value */
  #begin(first: string, depth: number): void {
    this.#values++;
    if (depth === 0) {
      this.#tops++;
      this.#isObject = first === '{';
    } else if (depth === 1 && this.#isObject === true) {
      const name = this.#nameRead();
      if (this.#wanted.has(name)) this.#current = { name, from: this.#at, first, values: this.#values };
      else this.#others++;
    }
  }

  /** Records the offsets of a requested member that ends here. The last of several duplicates wins. */
  #finish(): void {
    const current = this.#current;
    if (current === undefined || this.#scanner.depth !== 1) return;
    const { name, from, first } = current;
    this.#members.set(name, { from, to: this.#at, first, values: this.#values - current.values + 1 });
  }

  #key(piece: string, first: boolean): void {
    this.#at += piece.length;
    if (this.#scanner.depth !== 1) return;
    this.#current = undefined;
    if (first) this.#name = piece;
    else if (this.#name.length <= maxNameLength) this.#name += piece;
  }

  #nameRead(): string {
    if (this.#name.length > maxNameLength) return '';
    return this.#name.includes('\\') ? (JSON.parse(this.#name) as string) : this.#name.slice(1, -1);
  }
}

/** Number of characters per chunk. */
const piece = 64 * 1024;

/** Returns the shape of a complete text, or undefined if it is not a single JSON object. */
export function shapeOf(text: string, wanted: readonly string[]): JsonShape | undefined {
  const reader = new ShapeReader(wanted);
  for (let at = 0; at < text.length && !reader.hopeless; at += piece) reader.write(text.slice(at, at + piece));
  return reader.end();
}

export const textOf = (text: string, member: JsonMemberShape | undefined): string | undefined =>
  member && text.slice(member.from, member.to);
