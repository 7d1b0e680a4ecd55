/** Completion suggestions and their ranking, shared by all editors. */

export interface Suggestion {
  readonly label: string;
  /** Text that replaces the word. */
  readonly insert: string;
  /** Number of cells to move the cursor back into `insert`. */
  readonly back?: number;
  /** Type in GraphQL notation. */
  readonly detail?: string | undefined;
  /** Untrusted deprecation reason, possibly empty; undefined if not deprecated. */
  readonly deprecated?: string | undefined;
  /** Untrusted text. */
  readonly description?: string | undefined;
}

/** Kind of a suggestion. It decides whether the list opens automatically. */
export type SuggestionKind =
  | 'keyword'
  | 'field'
  | 'argument'
  | 'value'
  | 'variable'
  | 'type'
  | 'fragment'
  | 'directive'
  | 'key';

/** Patterns for the characters of a word, before the cursor and after it. */
export interface WordBounds {
  readonly before: RegExp;
  readonly after: RegExp;
}

/** Suggestions at one position. */
export interface Suggestions {
  readonly kind: SuggestionKind;
  /** Offset of the word to replace. */
  readonly from: number;
  /** All suggestions for the position, unfiltered. */
  readonly items: readonly Suggestion[];
  /** Defaults to a GraphQL name or, in JSON, a string. */
  readonly bounds?: WordBounds;
}

/** Returns the rank of a match (lower is better), or undefined if it does not match. */
function score(label: string, lower: string, word: string): number | undefined {
  const low = label.toLowerCase();
  if (label === word) return 0;
  if (label.startsWith(word)) return 1;
  if (low.startsWith(lower)) return 2;
  const at = low.indexOf(lower);
  // Start of a word within the name: `Count` in `totalCount`, `COUNT` in `TOTAL_COUNT`.
  if (at > 0 && (label[at - 1] === '_' || /[A-Z]/.test(label[at] ?? ''))) return 3;
  if (at > 0) return 4;
  let next = 0;
  for (const character of low) if (character === lower[next]) next += 1;
  return next === lower.length ? 5 : undefined;
}

/** Returns matching items, best first: exact, prefix, substring, scattered letters. Deprecated ones are last. */
export function pick(items: readonly Suggestion[], word: string): readonly Suggestion[] {
  const lower = word.toLowerCase();
  const bare = lower.replace(/^["$@]/, '');
  const ranked: { readonly item: Suggestion; readonly rank: number }[] = [];
  for (const item of items) {
    const label = item.label.replace(/^[$@]/, '');
    // Meta fields come last unless the word starts with `__`.
    const meta = label.startsWith('__') && !bare.startsWith('_') && bare !== '' ? 50 : 0;
    const rank = bare === '' ? 1 : score(label, bare, word.replace(/^["$@]/, ''));
    if (rank !== undefined)
      ranked.push({ item, rank: rank + meta + (item.deprecated === undefined || rank === 0 ? 0 : 100) });
  }
  // Scattered letters count only if no name contains the word.
  const containing = ranked.filter(each => each.rank % 50 < 5);
  // The sort is stable, so schema order is preserved within a rank.
  return (containing.length > 0 ? containing : ranked).sort((a, b) => a.rank - b.rank).map(each => each.item);
}
