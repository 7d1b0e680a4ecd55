/** Searches a long text in slices. */
import { partitionPoint } from '../../partition-point.js';

const maxMatches = 100_000;

/**
 * Returns the pattern of a query. Lower case matches any case. White space around colons and escapes may differ: `"name":
 * "Zoë"` matches `{"name":"Zo\u00eb"}`.
 */
export function searchPattern(query: string): RegExp {
  const parts = [...query.replace(/\s+/g, ' ').replace(/ ?: ?/g, ':')].map((character, at) => {
    // A match that can start anywhere in a long run of white space would be tried at each of its characters.
    if (character === ':') return at === 0 ? ':\\s*' : '\\s*:\\s*';
    if (character === ' ') return at === 0 ? '\\s' : '\\s+';
    const plain = character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    if (character < '\u0080') return plain;
    const escaped = character.replace(/[\s\S]/g, unit => `\\\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    return `(?:${plain}|${escaped})`;
  });
  return new RegExp(parts.join(''), query === query.toLowerCase() ? 'gi' : 'g');
}

/** Alternating start and end offsets. */
export interface Matches {
  readonly offsets: readonly number[];
  /** Offset up to which the text has been searched. */
  readonly scanned: number;
  readonly complete: boolean;
}

export const noMatches: Matches = { offsets: [], scanned: 0, complete: false };

/** Maximum length of a match that spans slices. */
const overlap = 2000;

/** Searches the next `chars` characters. */
export function searchOn(text: string, pattern: RegExp, before: Matches, chars: number): Matches {
  const from = before.scanned;
  const until = Math.min(text.length, from + chars);
  const slice = from === 0 && until === text.length ? text : text.slice(from, until + overlap);
  const offsets = [...before.offsets];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(slice); match !== null; match = pattern.exec(slice)) {
    const at = from + match.index;
    if (at >= until || offsets.length >= maxMatches * 2) break;
    if (match[0] === '') {
      pattern.lastIndex++;
      continue;
    }
    if (at >= (offsets.at(-1) ?? 0)) offsets.push(at, at + match[0].length);
  }
  const full = offsets.length >= maxMatches * 2;
  return { offsets, scanned: until, complete: until === text.length || full };
}

/** Returns the number of matches so far, at most 100,000. */
export const matchCount = (matches: Matches): number => matches.offsets.length / 2;

/** Returns the index of the first match at or after an offset, or the number of matches if there is none. */
export const firstMatchFrom = ({ offsets }: Matches, offset: number): number =>
  partitionPoint(offsets.length / 2, match => (offsets[match * 2] as number) < offset);
