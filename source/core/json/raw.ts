/**
 * JSON as values whose numbers keep their text: `12345678901234567890` and `1.0` survive a merge. Objects are Maps, so a
 * key named `__proto__` is a key like any other. Neither direction recurses: depth is bounded by memory only.
 */
import { type JsonOptions, type JsonProblem, readJson } from './read.js';

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

/** A text that was read. */
export interface RawText {
  readonly value: RawValue;
  /** Values in it, containers included. */
  readonly values: number;
}

type RawContainer = { readonly list: RawValue[] } | { readonly object: RawObject; key: string };

/** Reads JSON text, or says what is wrong with it and where. */
export function parseRaw(text: string, options: JsonOptions = {}): RawText | JsonProblem {
  const stack: RawContainer[] = [];
  let root: RawValue = null;
  const put = (value: RawValue): void => {
    const holder = stack.at(-1);
    if (holder === undefined) root = value;
    else if ('list' in holder) holder.list.push(value);
    else holder.object.set(holder.key, value);
  };
  const values = readJson(
    text,
    {
      open: kind => stack.push(kind === '{' ? { object: new Map(), key: '' } : { list: [] }),
      close() {
        const closed = stack.pop();
        if (closed) put('list' in closed ? closed.list : closed.object);
      },
      key(name) {
        const holder = stack.at(-1);
        if (holder && 'object' in holder) holder.key = name;
      },
      string: put,
      number: number => put({ number }),
      word: put,
    },
    options,
  );
  return typeof values === 'number' ? { value: root, values } : values;
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
