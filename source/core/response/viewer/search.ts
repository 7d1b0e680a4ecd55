/** Finding words in a text that may be megabytes of JSON, in slices, by offsets. */

/** As many matches are kept. */
const maxMatches = 100_000;

/**
 * What a query looks for. Lower case means any case. White space around a colon, and escapes of letters, need not be as the
 * server wrote them: `"name": "Zoë"` is found in `{"name":"Zo\u00eb"}`.
 */
export function searchPattern(query: string): RegExp {
  const parts = [...query.replace(/\s*:\s*/g, ':').replace(/\s+/g, ' ')].map(character => {
    if (character === ':') return '\\s*:\\s*';
    if (character === ' ') return '\\s+';
    const plain = character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    if (character < '\u0080') return plain;
    const escaped = character.replace(/[\s\S]/g, unit => `\\\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    return `(?:${plain}|${escaped})`;
  });
  return new RegExp(parts.join(''), query === query.toLowerCase() ? 'gi' : 'g');
}

/** Offsets of matches: begin and end alternate. */
export interface Matches {
  readonly offsets: readonly number[];
  /** Searched up to here. */
  readonly scanned: number;
  /** False: there may be more of them. */
  readonly complete: boolean;
}

/** A search that has not begun. */
export const noMatches: Matches = { offsets: [], scanned: 0, complete: false };

/** A match may reach this far beyond a slice. */
const overlap = 2000;

/** Searches the next `chars` characters. */
export function searchOn(text: string, pattern: RegExp, before: Matches, chars: number): Matches {
  const from = before.scanned;
  const until = Math.min(text.length, from + chars);
  const slice = from === 0 && until === text.length ? text : text.slice(from, until + overlap);
  const offsets = [...before.offsets];
  pattern.lastIndex = 0;
  for (let found = pattern.exec(slice); found !== null; found = pattern.exec(slice)) {
    const at = from + found.index;
    if (at >= until || offsets.length >= maxMatches * 2) break;
    if (found[0] === '') {
      pattern.lastIndex++;
      continue;
    }
    if (at >= (offsets.at(-1) ?? 0)) offsets.push(at, at + found[0].length);
  }
  const full = offsets.length >= maxMatches * 2;
  return { offsets, scanned: until, complete: until === text.length || full };
}

/** How many were found so far; counting ends at 100 000. */
export const matchCount = (matches: Matches): number => matches.offsets.length / 2;

/** Index of the first match that begins at or behind an offset; the number of matches if there is none. */
export function firstMatchFrom({ offsets }: Matches, offset: number): number {
  let low = 0;
  let high = offsets.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle * 2] as number) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
