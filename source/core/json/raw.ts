/**
 * JSON values with exact numbers: `12345678901234567890` and `1.0` survive a merge. Objects are Maps, so `__proto__` is an
 * ordinary key. Not recursive, so depth is limited only by memory.
 */
import { isProblem } from '../problem.js';
import { type JsonOptions, type JsonProblem, readJson } from './read.js';

/** An unconverted number. */
export interface RawNumber {
  /** Number as written in the source. */
  readonly number: string;
}

/** Members in source order. The last of several duplicates wins. */
export type RawObject = Map<string, RawValue>;
export type RawValue = string | boolean | null | RawNumber | RawValue[] | RawObject;

export const isRawObject = (value: RawValue | undefined): value is RawObject => value instanceof Map;

export const isRawNumber = (value: RawValue | undefined): value is RawNumber =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawObject(value);

interface RawText {
  readonly value: RawValue;
  /** Number of values, including containers. */
  readonly values: number;
}

type RawContainer =
  | { readonly kind: '['; readonly list: RawValue[] }
  | { readonly kind: '{'; readonly object: RawObject; key: string };

/** Parses JSON text, or reports the first problem. */
export function parseRaw(text: string, options: JsonOptions = {}): RawText | JsonProblem {
  const stack: RawContainer[] = [];
  let root: RawValue = null;
  const put = (value: RawValue): void => {
    const holder = stack.at(-1);
    if (holder === undefined) root = value;
    else if (holder.kind === '[') holder.list.push(value);
    else holder.object.set(holder.key, value);
  };
  const values = readJson(
    text,
    {
      open: kind => stack.push(kind === '{' ? { kind, object: new Map(), key: '' } : { kind, list: [] }),
      close() {
        const closed = stack.pop();
        if (closed) put(closed.kind === '[' ? closed.list : closed.object);
      },
      key(name) {
        const holder = stack.at(-1);
        if (holder?.kind === '{') holder.key = name;
      },
      string: put,
      number: number => put({ number }),
      word: put,
    },
    options,
  );
  return typeof values === 'number' ? { value: root, values } : values;
}

/** Returns the object of a JSON text, or undefined for any other text. */
export function rawObjectIn(text: string): RawObject | undefined {
  const read = parseRaw(text);
  return !isProblem(read) && isRawObject(read.value) ? read.value : undefined;
}

/** Converts a JavaScript value to one with exact numbers. */
export function rawOf(value: unknown): RawValue {
  const read = parseRaw(JSON.stringify(value ?? null));
  return isProblem(read) ? null : read.value;
}

/** Converts a value to a JavaScript value. */
export const parsedValue = (value: RawValue): unknown => JSON.parse(printRaw(value)) as unknown;

/** Punctuation to print between values. */
interface Mark {
  readonly mark: string;
}

/** Prints compact JSON. Numbers are preserved. */
export function printRaw(root: RawValue): string {
  const out: string[] = [];
  // Pending work, last item first.
  const work: (RawValue | Mark)[] = [root];
  while (work.length > 0) {
    const item = work.pop() as RawValue | Mark;
    if (typeof item !== 'object' || item === null) out.push(JSON.stringify(item));
    else if (Array.isArray(item)) {
      out.push('[');
      pushItems(work, item);
    } else if (item instanceof Map) {
      out.push('{');
      pushMembers(work, item);
    } else out.push('mark' in item ? item.mark : item.number);
  }
  return out.join('');
}

function pushItems(work: (RawValue | Mark)[], items: readonly RawValue[]): void {
  work.push({ mark: ']' });
  for (let i = items.length - 1; i >= 0; i--) {
    work.push(items[i] as RawValue);
    if (i > 0) work.push({ mark: ',' });
  }
}

function pushMembers(work: (RawValue | Mark)[], object: RawObject): void {
  work.push({ mark: '}' });
  const entries = [...object];
  for (let i = entries.length - 1; i >= 0; i--) {
    const [key, value] = entries[i] as [string, RawValue];
    work.push(value, { mark: `${i > 0 ? ',' : ''}${JSON.stringify(key)}:` });
  }
}
