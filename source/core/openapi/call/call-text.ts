/** Parses a call such as `getPetById(petId: 1, body: {name: "Rex"})`: an operation name with arguments in GraphQL notation. */

import type { RawObject, RawValue } from '../../json/raw.js';
import { TextScanner } from '../../text/scanner.js';

/** A parsed call. */
interface CallText {
  /** `getPetById` or `GET /pets/{petId}`. */
  readonly name: string;
  readonly args: readonly (readonly [name: string, value: RawValue])[];
}

class Syntax extends Error {}

/** Maximum nesting of values. */
const maxDepth = 100;

/** @returns the call, or the syntax error in its text */
export function parseCall(text: string): CallText | { readonly problem: string } {
  const typed = text.trim();
  const open = /^[A-Za-z]+\s+\//.test(typed) ? -1 : typed.indexOf('(');
  if (open < 0) return { name: typed.replace(/\s+/, ' '), args: [] };
  try {
    const reader = new Reader(typed, open + 1);
    return { name: typed.slice(0, open).trim(), args: reader.members(')', 0) };
  } catch (error) {
    if (!(error instanceof Syntax)) throw error;
    return { problem: error.message };
  }
}

const space = /(?:[\s,]|#[^\r\n]*(?:[\r\n]|$))*/y;
const bareKey = /[\p{L}\p{N}_$][\p{L}\p{N}_$.[\]-]*/uy;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_.-])/uy;
const word = /[\p{L}\p{N}_$.+-][\p{L}\p{N}_$.+:/@%-]*/uy;
const double = /"(?:\\.|[^"\\])*"/sy;
const single = /'(?:\\.|[^'\\])*'/sy;

class Reader extends TextScanner {
  /** Reads members up to the closing bracket. */
  members(close: ')' | '}', depth: number): readonly (readonly [string, RawValue])[] {
    const members: (readonly [string, RawValue])[] = [];
    for (;;) {
      this.take(space);
      if (this.eat(close)) break;
      const name = this.#quoted() ?? this.take(bareKey);
      if (name === undefined) throw this.#expected(`a name or ${close}`);
      this.take(space);
      if (!this.eat(':')) throw this.#expected(`a colon after ${name}`);
      if (members.some(([each]) => each === name)) throw new Syntax(`${name} is given twice`);
      members.push([name, this.#value(depth)]);
    }
    if (close === ')' && this.text.slice(this.at).trim() !== '') throw new Syntax('unexpected text after the call');
    return members;
  }

  #value(depth: number): RawValue {
    if (depth > maxDepth) throw new Syntax('the values are nested too deeply');
    this.take(space);
    if (this.eat('{')) return new Map(this.members('}', depth + 1)) as RawObject;
    if (this.eat('[')) {
      const list: RawValue[] = [];
      for (this.take(space); !this.eat(']'); this.take(space)) list.push(this.#value(depth + 1));
      return list;
    }
    const quoted = this.#quoted();
    if (quoted !== undefined) return quoted;
    const digits = this.take(number);
    if (digits !== undefined) return { number: digits };
    const bare = this.take(word);
    if (bare === undefined) throw this.#expected('a value');
    return Object.hasOwn(constants, bare) ? (constants[bare] as boolean | null) : bare;
  }

  #quoted(): string | undefined {
    const text = this.take(double);
    if (text !== undefined) {
      try {
        return JSON.parse(
          text.replace(/[\n\r\t]/g, parsed => ({ '\n': '\\n', '\r': '\\r' })[parsed] ?? '\\t'),
        ) as string;
      } catch {
        throw new Syntax(`${text.slice(0, 20)} has an invalid escape`);
      }
    }
    return this.take(single)
      ?.slice(1, -1)
      .replace(/\\(['\\])/g, '$1');
  }

  #expected(what: string): Syntax {
    const rest = this.text.slice(this.at, this.at + 12);
    return new Syntax(`${what} is expected ${rest === '' ? 'at its end' : `before ${JSON.stringify(rest)}`}`);
  }
}

const constants: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
