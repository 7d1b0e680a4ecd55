/** "Did you mean" suggestions, computed only after an error. */

/** Returns the optimal string alignment distance: insertions, deletions, replacements and swaps of adjacent characters. */
export function distance(from: string, to: string): number {
  const rows = Array.from({ length: from.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let column = 1; column <= to.length; column++) rows[0]?.push(column);
  for (let row = 1; row <= from.length; row++) {
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const best = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (same ? 0 : 1));
      rows[row]?.push(swapped ? Math.min(best, at(row - 2, column - 2) + 1) : best);
    }
  }
  return at(from.length, to.length);
}

/** Returns the entry of `known` at distance one, or undefined if the word itself is known. */
export const oneSlipFrom = (word: string, candidates: readonly string[]): string | undefined =>
  word.length > 40 || candidates.includes(word) ? undefined : candidates.find(name => distance(word, name) === 1);

/** Returns the candidates within `most` edits of a lower-case word, closest first. */
const within = (most: number, lower: string, candidates: readonly string[]): readonly string[] =>
  candidates
    .filter(name => Math.abs(name.length - lower.length) <= most)
    .map(name => ({ name, edits: distance(lower, name.toLowerCase()) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
    .map(({ name }) => name);

/** Returns the closest entry of `known`, within one edit per three letters or sharing a long prefix. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  // Untrusted words may be of any length, while known words are shorter than this.
  if (lower.length > 40) return undefined;
  const best = within(Math.max(1, Math.floor(lower.length / 3)), lower, candidates)[0];
  if (best !== undefined) return best;
  if (lower.length < 3) return undefined;
  return candidates.find(name => name.startsWith(lower)) ?? candidates.find(name => name.endsWith(`-${lower}`));
}

/** Returns the three entries of `known` with the fewest edits, regardless of their number. */
export function closestFew(word: string, candidates: readonly string[]): readonly string[] {
  const lower = word.toLowerCase().slice(0, 40);
  return candidates
    .map(name => ({ name, edits: distance(lower, name.toLowerCase().slice(0, 40)) }))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Returns up to three entries of `known`: the closest by edits, or otherwise those that contain the word. */
export function nearestFew(word: string, candidates: readonly string[]): readonly string[] {
  const lower = word.toLowerCase().slice(0, 40);
  const most = Math.max(1, Math.floor(lower.length / 3));
  const near = within(most, lower, candidates);
  if (near.length > 0 || lower.length < 2) return near.slice(0, 3);
  return candidates
    .filter(name => name.toLowerCase().includes(lower))
    .sort((a, b) => a.length - b.length)
    .slice(0, 3);
}
