/**
 * What ticking remembers beside the text: the inverse of each tick while the text is what it left, the selection an untick took
 * away, for later, and what was put there only because something must stand there. Immutable; it belongs to the state of one query text. A text loaded from elsewhere starts
 * with `emptyMemory`.
 */

import type { Path } from './schema/path.js';
import type { Changes } from './text/changes.js';
import type { ParsedText } from './text/query-document.js';
import { definitionKey } from './text/usage.js';

/** One tick or untick, usable in both directions as long as the text is exactly what it was on that side. */
export interface TickMade {
  readonly before: TickSnapshot;
  readonly after: TickSnapshot;
  readonly changes: Changes;
  readonly inverse: Changes;
  /** It was taken back, and not repeated since. */
  readonly undone?: true;
}

/** What the text looks like on one side of a tick: its active definition, and the row with its tick. */
export interface TickSnapshot {
  readonly text: string;
  readonly active: number | undefined;
  readonly path: Path;
  readonly ticked: boolean;
}

/** A selection that was taken away. */
export interface Remembered {
  /** Its text, from its first to its last token. */
  readonly text: string;
  /** For a field: its name, its alias, and the length of `alias: ` in front of the text. */
  readonly field?: string;
  readonly alias?: string;
  readonly aliasLength: number;
  /** Where all before its braces ends: what comes back when something else below it is ticked. */
  readonly headLength: number;
  /** Offsets in `text` of its `$` variables, with their definitions where the operation had one. */
  readonly variables: readonly RememberedVariable[];
  /** Fragments it needs. */
  readonly fragments: readonly string[];
}

/** A variable that a remembered selection uses, with all that is needed to define it anew. */
export interface RememberedVariable {
  readonly name: string;
  /** Offsets of the name (behind the `$`) in the text. */
  readonly places: readonly number[];
  /** `$name: Type = default @directives` as it stood, its type alone, and where in it the name begins. */
  readonly definition?: { readonly text: string; readonly type: string; readonly nameAt: number };
}

/** The ticks and the selections that are kept. */
export interface TickMemory {
  /** The one used last, in whichever direction, at the end. */
  readonly ticks: readonly TickMade[];
  /** By definition name and path. */
  readonly remembered: ReadonlyMap<string, Remembered>;
  /** Keys of the braces in which a lone `__typename` is ours. */
  readonly placeholders: ReadonlySet<string>;
  /** Keys of braces in a text that did not fit the schema when they were ticked in: nobody knows what of them ticks made. */
  readonly typed: ReadonlySet<string>;
  /** Keys of fields that came only because something in their parentheses was ticked. */
  readonly carried: ReadonlySet<string>;
  /** Names that operations got because there were several; true: before that it was the shorthand `{ … }`. */
  readonly named: ReadonlyMap<string, boolean>;
}

/** Nothing ticked yet: for a text that was loaded or typed. */
export const emptyMemory: TickMemory = {
  ticks: [],
  remembered: new Map(),
  placeholders: new Set(),
  typed: new Set(),
  carried: new Set(),
  named: new Map(),
};

const keptTicks = 200;
const keptSelections = 200;

/** The memory with one more tick; the oldest are forgotten. */
export const withTick = (memory: TickMemory, tick: TickMade): TickMemory => ({
  ...memory,
  ticks: [...memory.ticks.slice(-(keptTicks - 1)), tick],
});

/** The memory after a tick of it was taken back or repeated. */
export function withTickUsed(memory: TickMemory, tick: TickMade, undone: boolean): TickMemory {
  const { undone: _, ...rest } = tick;
  const used: TickMade = undone ? { ...rest, undone } : rest;
  return { ...memory, ticks: [...memory.ticks.filter(each => each !== tick), used] };
}

/** The memory with what an untick took away; the oldest are forgotten. */
export const withRemembered = (memory: TickMemory, key: string, value: Remembered): TickMemory => ({
  ...memory,
  remembered: youngest([...memory.remembered].filter(([known]) => known !== key).concat([[key, value]])),
});

/** The memory with more keys in one of its sets; the oldest are forgotten. */
export const withKeys = (memory: TickMemory, set: KeySet, keys: readonly string[]): TickMemory =>
  keys.length === 0 ? memory : { ...memory, [set]: new Set([...memory[set], ...keys].slice(-keptSelections)) };

/** The memory without what was noted of rows that come anew. */
export function withoutKeys(memory: TickMemory, keys: readonly string[]): TickMemory {
  const left = (set: ReadonlySet<string>): ReadonlySet<string> =>
    keys.some(key => set.has(key)) ? new Set([...set].filter(key => !keys.includes(key))) : set;
  return { ...memory, typed: left(memory.typed), carried: left(memory.carried) };
}

const keySets = ['placeholders', 'typed', 'carried'] as const;
type KeySet = (typeof keySets)[number];

const youngest = (entries: readonly (readonly [string, Remembered])[]): ReadonlyMap<string, Remembered> =>
  new Map(entries.slice(-keptSelections));

/**
 * The memory for a text that came from another by an edit: what belongs to an operation or fragment goes along with its new name.
 * Definitions are recognised by their kind and order, if the name on either side is not on the other.
 */
export function followNames(memory: TickMemory, before: ParsedText, after: ParsedText): TickMemory {
  const size = keySets.reduce((sum, set) => sum + memory[set].size, memory.remembered.size);
  if (before === after || size === 0) return memory;
  const [was, now] = [keysOf(before), keysOf(after)];
  const renamed = new Map<string, string>();
  for (const [kind, old] of was) {
    const fresh = now.get(kind) ?? [];
    for (const [index, key] of old.entries()) {
      const other = fresh[index];
      if (other !== undefined && !fresh.includes(key) && !old.includes(other)) renamed.set(key, other);
    }
  }
  if (renamed.size === 0) return memory;
  const moved = (key: string): string => {
    const end = key.indexOf('|');
    return (renamed.get(key.slice(0, end)) ?? key.slice(0, end)) + key.slice(end);
  };
  return {
    ...memory,
    remembered: new Map([...memory.remembered].map(([key, value]) => [moved(key), value])),
    placeholders: new Set([...memory.placeholders].map(moved)),
    typed: new Set([...memory.typed].map(moved)),
    carried: new Set([...memory.carried].map(moved)),
  };
}

/** The keys of all definitions, by their kind. */
function keysOf(parsed: ParsedText): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [index] of parsed.definitions.entries()) {
    const key = definitionKey(parsed, index);
    const kind = key.split(' ', 1)[0] ?? key;
    found.set(kind, [...(found.get(kind) ?? []), key]);
  }
  return found;
}
