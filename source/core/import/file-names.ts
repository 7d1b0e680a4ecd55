/** File names made from names in an export, which are untrusted. */

import { withoutEnd } from '../text/runs.js';

/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Maximum length of a name without its extension, in bytes of UTF-8. File systems allow 255, also for temporary names. */
const maxLength = 100;

/**
 * Returns a name that is safe on every system: one path segment, without control, format or reserved characters, and not
 * hidden.
 */
export function fileName(name: string, fallback: string): string {
  const safeName = name
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|{}$`'!&;()[\]#%~^]+/gu, ' ')
    .trim()
    .replace(/\s+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[.-]+/, '');
  const short = withoutEnd(firstBytes(safeName, maxLength), /[.-]/);
  if (short === '') return fallback;
  return reserved.test(short) ? `_${short}` : short;
}

/** Returns the beginning of a text that has at most this many bytes in UTF-8. */
function firstBytes(text: string, most: number): string {
  let [whole, size] = ['', 0];
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > most) break;
    whole += character;
  }
  return whole;
}

/** The next number for each name that is taken, so that the search for a free name does not begin at 1 each time. */
export class NextNumbers {
  readonly #next = new Map<string, number>();

  /**
   * Returns the first name that is not taken. Names that were taken must stay taken.
   * @param key of the names that differ only in their number
   * @param nameOf returns the name with a number, which is at least 1
   */
  firstFree(key: string, nameOf: (nth: number) => string, isTaken: (name: string) => boolean): string {
    let nth = this.#next.get(key) ?? 1;
    while (isTaken(nameOf(nth))) nth++;
    this.#next.set(key, nth);
    return nameOf(nth);
  }
}

/** Distributes names within one folder, where names that differ only in case are the same. */
export class FreeNames {
  readonly #taken = new Set<string>();
  readonly #numbers = new NextNumbers();

  /** @param extension with its dot, or empty */
  take(name: string, extension = ''): string {
    const free = this.#numbers.firstFree(
      `${name}/${extension}`.toLowerCase(),
      nth => `${nth === 1 ? name : `${name}-${nth}`}${extension}`,
      candidate => this.#taken.has(candidate.toLowerCase()),
    );
    this.#taken.add(free.toLowerCase());
    return free;
  }
}
