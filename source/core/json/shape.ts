/**
 * Shape of a JSON text from its tokens: top-level members, number of values, depth. Nothing else is kept: half a gigabyte of
 * `0,0,0` costs no more than its bytes, where values would cost ten.
 */
import { JsonScanner } from './scan.js';

/** A top-level member with offsets: UTF-16 units of a text, bytes of a body. */
export interface JsonMemberShape {
  readonly from: number;
  readonly to: number;
  /** Tells the type: `{`, `[`, `"`, a digit or `-`, `t`, `f`, `n`. */
  readonly first: string;
  /** Values inside, itself included. */
  readonly values: number;
}

export interface JsonShape {
  /** The wanted members; the last duplicate wins, as in `JSON.parse`. */
  readonly members: ReadonlyMap<string, JsonMemberShape>;
  /** Number of other members. */
  readonly others: number;
  readonly values: number;
  /** Maximum nesting. */
  readonly depth: number;
}

/** No wanted name is longer. */
const maxNameLength = 200;

/** Reads a text in chunks: `write` each, then `end`. */
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
        // A `)]}'` guard line makes it not JSON.
        if (piece.startsWith(')')) this.#tops = 2;
      },
      junk: () => {},
    });
  }

  write(text: string): void {
    if (!this.hopeless) this.#scanner.write(text);
  }

  /** True once it cannot be a JSON object any more. */
  get hopeless(): boolean {
    return this.#scanner.problem !== undefined || this.#tops > 1 || this.#isObject === false;
  }

  /** The shape, if the text is one whole object. */
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

  /** @param depth containers around the value */
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

  /** Records the offsets of a wanted member that ends here; the last duplicate wins. */
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

/** Characters per chunk. */
const piece = 64 * 1024;

/** The shape of a whole text; undefined if it is not one JSON object. */
export function shapeOf(text: string, wanted: readonly string[]): JsonShape | undefined {
  const reader = new ShapeReader(wanted);
  for (let at = 0; at < text.length && !reader.hopeless; at += piece) reader.write(text.slice(at, at + piece));
  return reader.end();
}

export const textOf = (text: string, member: JsonMemberShape | undefined): string | undefined =>
  member && text.slice(member.from, member.to);
