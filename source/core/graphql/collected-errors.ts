/** The `errors` of a result as values, as many as anyone will look at: a server may send millions. */
import { printRaw, type RawValue } from '../json/raw.js';
import { JsonScanner } from '../json/scan.js';

/** Entries that are held; the rest are counted. */
const maxErrors = 1000;
/** A list with fewer values than this is read whole. */
const fewValues = 50_000;
/** Characters of entries that are read, all together. */
const maxCharacters = 2_000_000;

/** The errors as `JSON.parse` has them, and their number, if they are more than are held. */
export interface HeldErrors {
  readonly errors: unknown;
  readonly errorCount?: number;
}

/**
 * Reads the text of `errors`, which is valid JSON. Undefined: an empty list, which says that nothing went wrong.
 * @param values values in the text, containers included
 */
export function heldErrors(text: string, values: number): HeldErrors | undefined {
  if (text.length < maxCharacters && values < fewValues) {
    const errors = JSON.parse(text) as unknown;
    return Array.isArray(errors) && errors.length === 0 ? undefined : { errors };
  }
  if (!text.startsWith('[')) return { errors: [tooLarge] };
  const { entries, total } = entriesOf(text);
  let left = maxCharacters;
  const errors = entries.map(([from, to]) => {
    if (to - from > left) return tooLarge;
    left -= to - from;
    return JSON.parse(text.slice(from, to)) as unknown;
  });
  return { errors, ...(total > errors.length ? { errorCount: total } : {}) };
}

/** The errors of a result that grows: each entry is read once, however often the result is summarised. */
export class GrowingErrors {
  #held: readonly unknown[] = [];
  #left = maxCharacters;
  #read = 0;

  /** @param errors the list so far: what was read of it before is not read again */
  read(errors: RawValue | undefined): HeldErrors | undefined {
    if (!Array.isArray(errors) || errors.length === 0) return undefined;
    const fresh = errors.slice(this.#read, maxErrors);
    this.#read += fresh.length;
    if (fresh.length > 0) this.#held = [...this.#held, ...fresh.map(each => this.#value(each))];
    return { errors: this.#held, ...(errors.length > this.#held.length ? { errorCount: errors.length } : {}) };
  }

  #value(error: RawValue): unknown {
    const text = printRaw(error);
    if (text.length > this.#left) return tooLarge;
    this.#left -= text.length;
    return JSON.parse(text);
  }
}

const tooLarge = { message: 'an error too large to be read' };

type Entry = [from: number, to: number];

/** The places of the first entries of a list, and how many it has. */
function entriesOf(text: string): { readonly entries: readonly Entry[]; readonly total: number } {
  const entries: Entry[] = [];
  let total = 0;
  let at = 0;
  const begin = (depth: number): void => {
    if (depth !== 1) return;
    total++;
    if (entries.length < maxErrors) entries.push([at, at]);
  };
  const finish = (): void => {
    const last = entries.at(-1);
    if (scanner.depth === 1 && last !== undefined && total === entries.length) last[1] = at;
  };
  const scanner: JsonScanner = new JsonScanner({
    open() {
      begin(scanner.depth - 1);
      at++;
    },
    close() {
      at++;
      finish();
    },
    colon: () => at++,
    comma: () => at++,
    scalar(piece, role, first) {
      if (first && role !== 'key') begin(scanner.depth);
      at += piece.length;
      finish();
    },
    space(piece) {
      at += piece.length;
    },
    junk: () => {},
  });
  scanner.write(text);
  return { entries, total };
}
