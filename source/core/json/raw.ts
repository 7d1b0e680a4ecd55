/**
 * JSON as values whose numbers keep their text: `12345678901234567890` and `1.0` survive a merge. Objects are Maps, so a
 * key named `__proto__` is a key like any other. Neither direction recurses: depth is bounded by memory only.
 */

/** A number that was never converted: 64-bit integers and trailing zeros survive. */
export interface RawNumber {
  /** The number's text as it stood in the source. */
  readonly number: string;
}

/** Members in the order of the source; of a name that comes twice the last value counts. */
export type RawObject = Map<string, RawValue>;
/** Any JSON value (RFC 8259). */
export type RawValue = string | boolean | null | RawNumber | RawValue[] | RawObject;

/** Tells objects from arrays, numbers and all else. */
export const isRawObject = (value: RawValue | undefined): value is RawObject => value instanceof Map;

/** Where a text stops being JSON. */
export interface JsonProblem {
  /** What is wrong, in words; quotes at most one character of the source. */
  readonly problem: string;
  /** Index into the text. */
  readonly offset: number;
  /** True: it may be JSON, but holds more values than were wanted. */
  readonly full?: boolean;
}

/** How strictly a text is read; by default as RFC 8259 has it. */
export interface JsonOptions {
  /** Accept comments and trailing commas, as editors of variables do. */
  readonly relaxed?: boolean;
  /** The most values that are read, containers included; absent: any number. */
  readonly most?: number;
}

const blank = /[ \t\n\r]*/y;
const relaxedBlank = /(?:[ \t\n\r]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;

class Syntax extends Error {
  readonly offset: number;
  readonly full: boolean;
  constructor(problem: string, offset: number, full = false) {
    super(problem);
    this.offset = offset;
    this.full = full;
  }
}

/** Index just behind the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (Number.isNaN(code)) throw new Syntax('a string has no end', start);
    if (code < 0x20) throw new Syntax('a control character stands in a string; write it as an escape', at);
    at += code === 0x5c ? 2 : 1;
  }
}

function readString(text: string, start: number): { value: string; end: number } {
  const end = stringEnd(text, start);
  const token = text.slice(start, end);
  if (!token.includes('\\')) return { value: token.slice(1, -1), end };
  try {
    return { value: JSON.parse(token) as string, end };
  } catch {
    throw new Syntax('a string has an escape that JSON does not know', start);
  }
}

/** A text that was read. */
export interface RawText {
  readonly value: RawValue;
  /** Values in it, containers included. */
  readonly values: number;
}

type Frame = { readonly list: RawValue[] } | { readonly object: RawObject; key: string };

/** Reads JSON text, or says what is wrong with it and where. */
export function parseRaw(text: string, options: JsonOptions = {}): RawText | JsonProblem {
  try {
    return read(text, options.relaxed ?? false, options.most ?? Number.POSITIVE_INFINITY);
  } catch (error) {
    if (error instanceof Syntax) {
      const { message, offset, full } = error;
      return { problem: message, offset: Math.min(offset, text.length), ...(full ? { full } : {}) };
    }
    throw error;
  }
}

function read(text: string, relaxed: boolean, most: number): RawText {
  const stack: Frame[] = [];
  const gap = relaxed ? relaxedBlank : blank;
  let at = 0;
  let values = 0;
  const skip = (): string => {
    gap.lastIndex = at;
    gap.test(text);
    at = gap.lastIndex;
    return text[at] ?? '';
  };
  const expected = (what: string): Syntax =>
    new Syntax(at >= text.length ? `the text ends where ${what} is expected` : `${what} is expected here`, at);
  const readKey = (): string => {
    if (text[at] !== '"') throw expected('a name in double quotes');
    const { value, end } = readString(text, at);
    at = end;
    if (skip() !== ':') throw expected('a colon');
    at++;
    return value;
  };

  for (;;) {
    // A value is expected at `at`.
    let value: RawValue;
    if (++values > most) throw new Syntax(`it holds more than ${most} values`, at, true);
    const first = skip();
    if (first === '{') {
      at++;
      if (skip() !== '}') {
        stack.push({ object: new Map(), key: readKey() });
        continue;
      }
      at++;
      value = new Map();
    } else if (first === '[') {
      at++;
      if (skip() !== ']') {
        stack.push({ list: [] });
        continue;
      }
      at++;
      value = [];
    } else if (first === '"') {
      const { value: string, end } = readString(text, at);
      at = end;
      value = string;
    } else {
      numberToken.lastIndex = at;
      word.lastIndex = at;
      const number = numberToken.exec(text)?.[0];
      const literal = number === undefined ? word.exec(text)?.[0] : undefined;
      if (number !== undefined) value = { number };
      else if (literal !== undefined) value = literal === 'null' ? null : literal === 'true';
      else throw expected('a value');
      at += (number ?? literal ?? '').length;
    }

    // The value is complete: put it where it belongs, closing what ends with it.
    for (;;) {
      const next = skip();
      const frame = stack.at(-1);
      if (frame === undefined) {
        if (at < text.length) throw new Syntax('something follows the end of the JSON value', at);
        return { value, values };
      }
      const close = 'list' in frame ? ']' : '}';
      if ('list' in frame) frame.list.push(value);
      else frame.object.set(frame.key, value);
      let ends = next === close;
      if (next === ',') {
        at++;
        ends = relaxed && skip() === close;
        if (!ends) {
          skip();
          if ('object' in frame) frame.key = readKey();
          break;
        }
      }
      if (!ends) throw expected(`a comma or ${close}`);
      at++;
      value = 'list' in frame ? frame.list : frame.object;
      stack.pop();
    }
  }
}

/** JSON text of a value, without blanks. Numbers come out as they went in. */
export function printRaw(root: RawValue): string {
  const out: string[] = [];
  // What is still to be written, last first; a plain string behind `mark` is punctuation.
  const work: (RawValue | { readonly mark: string })[] = [root];
  while (work.length > 0) {
    const item = work.pop() as RawValue | { readonly mark: string };
    if (item === null || typeof item === 'boolean' || typeof item === 'string') out.push(JSON.stringify(item));
    else if (Array.isArray(item)) {
      out.push('[');
      work.push({ mark: ']' });
      for (let i = item.length - 1; i >= 0; i--) {
        work.push(item[i] as RawValue);
        if (i > 0) work.push({ mark: ',' });
      }
    } else if (item instanceof Map) {
      out.push('{');
      work.push({ mark: '}' });
      const entries = [...item];
      for (let i = entries.length - 1; i >= 0; i--) {
        const [key, value] = entries[i] as [string, RawValue];
        work.push(value, { mark: `${i > 0 ? ',' : ''}${JSON.stringify(key)}:` });
      }
    } else out.push('mark' in item ? item.mark : item.number);
  }
  return out.join('');
}
