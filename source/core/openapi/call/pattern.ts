/** Generates a short text that matches a schema's regular expression, for examples. */
import { TextScanner } from '../../text/scanner.js';
import { TimeLimitError, withinTimeLimit } from '../../time-limit.js';

/** Maximum number of repetitions to write out. */
const maxRepeats = 4096;

class Unreadable extends Error {}

/**
 * @param least minimum length of the text
 * @param most maximum length of the text
 * @returns the text, or undefined if the expression uses unsupported syntax
 */
export function textOfPattern(pattern: string, least = 0, most = Number.POSITIVE_INFINITY): string | undefined {
  if (pattern.length > 1000) return undefined;
  for (const extra of [0, 1, least, Math.max(least - 1, 0)]) {
    try {
      const made = new Sampler(pattern, extra).alternatives();
      const fits = made.length >= least && made.length <= most;
      if (fits && withinTimeLimit(() => expressionOf(pattern).test(made))) return made;
    } catch (error) {
      if (error instanceof TimeLimitError) return undefined;
      if (!(error instanceof Unreadable || error instanceof SyntaxError || error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}

/**
 * Compiles a pattern as JSON Schema does. Falls back to the older lenient syntax, which allows a brace that repeats nothing.
 */
function expressionOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

/** Characters to choose from a class, common ones first. */
const letters = 'ax1A0-_. @/:+,;=!#$%&*?^~(){}[]|<>"\'\\éж日';

class Sampler extends TextScanner {
  /** Number of extra repetitions for unbounded quantifiers, in addition to their minimum. */
  readonly #extra: number;

  constructor(pattern: string, extra: number) {
    super(pattern);
    this.#extra = extra;
  }

  /** Returns the first alternative and skips the others. */
  alternatives(): string {
    const first = this.#sequence();
    while (this.eat('|')) this.#sequence();
    return first;
  }

  #sequence(): string {
    let made = '';
    while (this.at < this.text.length && !/[|)]/.test(this.text[this.at] ?? '')) {
      const atom = this.#atom();
      made += atom.repeat(this.#times());
      if (made.length > 100_000) throw new Unreadable();
    }
    return made;
  }

  #times(): number {
    const [match, least, comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(this.text.slice(this.at)) ?? [];
    let times = 1;
    if (match !== undefined) {
      this.at += match.length;
      times = Math.min(Number(least) + (comma === '' ? 0 : this.#extra), max ? Number(max) : maxRepeats);
      if (comma === '') times = Number(least);
    } else if (this.eat('*')) times = this.#extra;
    else if (this.eat('+')) times = Math.max(1, this.#extra);
    else if (this.eat('?')) times = 0;
    this.eat('?');
    if (times > maxRepeats) throw new Unreadable();
    return times;
  }

  #atom(): string {
    const here = this.text[this.at] ?? '';
    if (here === '^' || here === '$') {
      this.at++;
      return '';
    }
    if (here === '(') return this.#group();
    if (here === '[') return this.#pick(this.#class());
    if (here === '\\') {
      const escaped = this.take(/\\(?:x[\da-fA-F]{2}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|p\{[^}]*\}|P\{[^}]*\}|.?)/y) ?? '';
      if (/^\\[bB]$/.test(escaped)) return '';
      if (/^\\[1-9k]/.test(escaped)) throw new Unreadable();
      return this.#pick(escaped);
    }
    this.at++;
    return here === '.' ? 'x' : here;
  }

  #group(): string {
    this.at++;
    const match = this.take(/\?(?::|<\w+>|=|!|<=|<!)/y) ?? '';
    const made = this.alternatives();
    if (!this.eat(')')) throw new Unreadable();
    return /^\?(?:=|!|<=|<!)$/.test(match) ? '' : made;
  }

  #class(): string {
    const match = this.take(/\[(?:\\.|[^\]\\])*\]/sy);
    if (match === undefined) throw new Unreadable();
    return match;
  }

  /** Returns a character that the class or escape matches. */
  #pick(one: string): string {
    const matches = new RegExp(`^${one}$`, 'u');
    for (const letter of letters) if (matches.test(letter)) return letter;
    for (let code = 0x20; code < 0x2ff; code++) {
      const letter = String.fromCharCode(code);
      if (matches.test(letter)) return letter;
    }
    throw new Unreadable();
  }
}
