/** What may be written at a place of a text, and how a typed word picks from it. Shared by query and variables. */

/** One entry of the completion list. */
export interface Suggestion {
  /** What the list shows. */
  readonly label: string;
  /** What takes the place of the word. */
  readonly insert: string;
  /** Cells the cursor goes back into `insert`. */
  readonly back?: number;
  /** The type, as GraphQL writes it. */
  readonly detail?: string;
  /** Present if deprecated; the reason, which may be empty. Foreign text. */
  readonly deprecated?: string;
  /** Foreign text. */
  readonly description?: string;
}

/** What kind of thing a place takes; decides whether the list opens by itself. */
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

/** What the completion list offers at one place of the text. */
export interface Suggestions {
  readonly kind: SuggestionKind;
  /** Where the word begins that the suggestions replace: an offset in the text. */
  readonly from: number;
  /** All that fits the place, whatever has been typed of the word. */
  readonly items: readonly Suggestion[];
}

/** How well a word picks a label: lower is better, undefined is not at all. */
function score(label: string, lower: string, word: string): number | undefined {
  const low = label.toLowerCase();
  if (label === word) return 0;
  if (label.startsWith(word)) return 1;
  if (low.startsWith(lower)) return 2;
  const at = low.indexOf(lower);
  // The beginning of a part of the name: `Count` in `totalCount`, `COUNT` in `TOTAL_COUNT`.
  if (at > 0 && (label[at - 1] === '_' || /[A-Z]/.test(label[at] ?? ''))) return 3;
  if (at > 0) return 4;
  let next = 0;
  for (const character of low) if (character === lower[next]) next += 1;
  return next === lower.length ? 5 : undefined;
}

/** The items a word picks, best first: exact, beginning, inside, scattered letters; what is deprecated comes last. */
export function pick(items: readonly Suggestion[], word: string): readonly Suggestion[] {
  const lower = word.toLowerCase();
  const bare = lower.replace(/^["$@]/, '');
  const ranked: { readonly item: Suggestion; readonly rank: number }[] = [];
  for (const item of items) {
    const label = item.label.replace(/^[$@]/, '');
    // What every type has stays out of the way until it is asked for.
    const meta = label.startsWith('__') && !bare.startsWith('_') && bare !== '' ? 50 : 0;
    const found = bare === '' ? 1 : score(label, bare, word.replace(/^["$@]/, ''));
    if (found !== undefined)
      ranked.push({ item, rank: found + meta + (item.deprecated === undefined || found === 0 ? 0 : 100) });
  }
  // Scattered letters count only where nothing holds the word as it was typed.
  const whole = ranked.filter(each => each.rank % 50 < 5);
  // Sorting is stable: within a rank the schema's order stays.
  return (whole.length > 0 ? whole : ranked).sort((a, b) => a.rank - b.rank).map(each => each.item);
}
