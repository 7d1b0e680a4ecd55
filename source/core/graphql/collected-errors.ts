/** Parses a limited number of `errors`, because a server may send millions. */
import { printRaw, type RawValue } from '../json/raw.js';
import { JsonScanner } from '../json/scan.js';

/** Maximum number of parsed entries. Further entries are only counted. */
const maxErrors = 1000;
/** Maximum number of values up to which a list is parsed in one go. */
const fewValues = 50_000;
/** Total characters of parsed entries. */
const maxCharacters = 2_000_000;

/** Parsed errors, and their total number if some were dropped. */
interface HeldErrors {
  readonly errors: unknown;
  readonly errorCount?: number;
}

/**
 * Parses the text of `errors`, which is valid JSON. Returns undefined for an empty list, which means success.
 * @param values number of values in the text, including containers
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
  return { errors, errorCount: total > errors.length ? total : undefined };
}

/** Errors of a result that grows over time. Each entry is parsed once. */
export class GrowingErrors {
  #held: readonly unknown[] = [];
  #left = maxCharacters;
  #read = 0;

  /** @param errors list so far; entries that were already parsed are not parsed again */
  read(errors: RawValue | undefined): HeldErrors | undefined {
    if (!Array.isArray(errors) || errors.length === 0) return undefined;
    const fresh = errors.slice(this.#read, maxErrors);
    this.#read += fresh.length;
    if (fresh.length > 0) this.#held = [...this.#held, ...fresh.map(each => this.#value(each))];
    return { errors: this.#held, errorCount: errors.length > this.#held.length ? errors.length : undefined };
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

/** Returns the offsets of the first entries, and the total number of entries. */
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
