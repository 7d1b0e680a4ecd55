/**
 * What a JSON text is, by its tokens alone: which members its top has and where, how many values it holds, how deep it is.
 * Nothing becomes a value and nothing is kept of what lies deeper, so a hostile text costs its bytes and no more: half a
 * gigabyte of `0,0,0` would be ten of values.
 */
import { JsonScanner } from './scan.js';

/** One member of the top-level object, by offsets: of a text UTF-16 units, of a body bytes. */
export interface JsonMemberShape {
  readonly from: number;
  readonly to: number;
  /** Its first character tells what it is: `{`, `[`, `"`, a digit or `-`, `t`, `f`, `n`. */
  readonly first: string;
  /** Values in it, itself included. */
  readonly values: number;
}

/** A text that is one JSON object. */
export interface JsonShape {
  /** Those members that were asked for; of a name that comes twice the last, as `JSON.parse` has it. */
  readonly members: ReadonlyMap<string, JsonMemberShape>;
  /** Members under other names. */
  readonly others: number;
  /** Values in the whole text, containers included. */
  readonly values: number;
  /** The most containers that were open at once. */
  readonly depth: number;
}

/** Longer names are none that anyone asks for. */
const longestName = 200;

/** Reads the shape of a text that comes in pieces. `write` the pieces, then `end`. */
export class ShapeReader {
  /** Offset of the next character. */
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

  /** @param wanted names of members whose places are kept */
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
        // The line that guards some answers against script tags makes them no JSON.
        if (piece.startsWith(')')) this.#tops = 2;
      },
      junk: () => {},
    });
  }

  write(text: string): void {
    if (!this.hopeless) this.#scanner.write(text);
  }

  /** True once it is certain that this is no JSON object. */
  get hopeless(): boolean {
    return this.#scanner.problem !== undefined || this.#tops > 1 || this.#isObject === false;
  }

  /** The shape, if what came is one whole object. */
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

  /** Something ended: if it is the value of a member that was asked for, its place is known. The later piece counts. */
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
    else if (this.#name.length <= longestName) this.#name += piece;
  }

  #nameRead(): string {
    if (this.#name.length > longestName) return '';
    return this.#name.includes('\\') ? (JSON.parse(this.#name) as string) : this.#name.slice(1, -1);
  }
}

/** Characters that are scanned at a time. */
const piece = 64 * 1024;

/** The shape of a whole text; undefined: it is not one JSON object. */
export function shapeOf(text: string, wanted: readonly string[]): JsonShape | undefined {
  const reader = new ShapeReader(wanted);
  for (let at = 0; at < text.length && !reader.hopeless; at += piece) reader.write(text.slice(at, at + piece));
  return reader.end();
}

/** The text of a member that `shapeOf` found. */
export const textOf = (text: string, member: JsonMemberShape | undefined): string | undefined =>
  member && text.slice(member.from, member.to);
