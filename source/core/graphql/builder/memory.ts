/**
 * Ticking state that is not part of the text: inverses of ticks, valid while the text is unchanged; selections removed by
 * unticking; and placeholders. The state is immutable and belongs to one query text. A newly loaded text starts with
 * `emptyMemory`.
 */

import { addTo } from '../../add-to.js';
import type { Changes } from '../../text/changes.js';
import type { Path } from './schema/path.js';
import type { ParsedText } from './text/query-document.js';
import { definitionKey } from './text/usage.js';

/** A tick or untick that can be reversed while the text equals one of its snapshots. */
export interface TickMade {
  readonly before: TickSnapshot;
  readonly after: TickSnapshot;
  readonly changes: Changes;
  readonly inverse: Changes;
  /** True if the tick was undone and has not been repeated since. */
  readonly undone?: boolean;
}

/** Text before or after a tick, its active definition, and the row. */
export interface TickSnapshot {
  readonly text: string;
  readonly active: number | undefined;
  readonly path: Path;
  readonly ticked: boolean;
}

/** A selection that was removed and can be restored. */
export interface Remembered {
  /** Source text from the first to the last token. */
  readonly text: string;
  /** Name and alias of a field, and the length of `alias: ` before the text. */
  readonly field?: string;
  readonly alias?: string;
  readonly aliasLength: number;
  /** Length of the part before the braces. Only this part is restored if another child is ticked. */
  readonly headLength: number;
  /** Variables of the selection, with offsets in `text`, and their definitions if known. */
  readonly variables: readonly RememberedVariable[];
  readonly fragments: readonly string[];
}

/** Returns a text without fields and variables as a remembered selection. */
export const rememberedText = (text: string): Remembered => ({
  text,
  aliasLength: 0,
  headLength: text.length,
  variables: [],
  fragments: [],
});

/** A variable of a remembered selection, with what is needed to define it again. */
export interface RememberedVariable {
  readonly name: string;
  /** Offsets of the name in the text, each after `$`. */
  readonly places: readonly number[];
  /** The source text `$name: Type = default @directives`, the type, and the offset of the name. */
  readonly definition?: { readonly text: string; readonly type: string; readonly nameAt: number };
}

export interface TickMemory {
  /** Ticks, most recently used last. */
  readonly ticks: readonly TickMade[];
  /** Removed selections by definition name and path. */
  readonly remembered: ReadonlyMap<string, Remembered>;
  /** Keys of selection sets whose lone `__typename` is a generated placeholder. */
  readonly placeholders: ReadonlySet<string>;
  /** Keys of selection sets ticked while the text did not match the schema. Their origin is unknown. */
  readonly typed: ReadonlySet<string>;
  /** Keys of fields inserted only because of their arguments. */
  readonly carried: ReadonlySet<string>;
  /** Generated operation names. The value is true if the operation was the shorthand `{ … }`. */
  readonly named: ReadonlyMap<string, boolean>;
}

/** Memory for a newly loaded or typed text. */
export const emptyMemory: TickMemory = {
  ticks: [],
  remembered: new Map(),
  placeholders: new Set(),
  typed: new Set(),
  carried: new Set(),
  named: new Map(),
};

const maxTicks = 200;
const maxSelections = 200;

/** Adds a tick and drops the oldest if there are too many. */
export const withTick = (memory: TickMemory, tick: TickMade): TickMemory => ({
  ...memory,
  ticks: [...memory.ticks.slice(-(maxTicks - 1)), tick],
});

/** Marks a tick as undone or repeated. */
export function withTickUsed(memory: TickMemory, tick: TickMade, undone: boolean): TickMemory {
  return { ...memory, ticks: [...memory.ticks.filter(each => each !== tick), { ...tick, undone }] };
}

/** Adds a removed selection and drops the oldest if there are too many. */
export function withRemembered(memory: TickMemory, key: string, value: Remembered): TickMemory {
  const others = [...memory.remembered].filter(([name]) => name !== key);
  return { ...memory, remembered: new Map([...others, [key, value] as const].slice(-maxSelections)) };
}

/** Adds keys to one of the sets and drops the oldest if there are too many. */
export const withKeys = (memory: TickMemory, set: KeySet, keys: readonly string[]): TickMemory =>
  keys.length === 0 ? memory : { ...memory, [set]: new Set([...memory[set], ...keys].slice(-maxSelections)) };

/** Drops the state of rows that are inserted again. */
export function withoutKeys(memory: TickMemory, keys: readonly string[]): TickMemory {
  const left = (set: ReadonlySet<string>): ReadonlySet<string> =>
    keys.some(key => set.has(key)) ? new Set([...set].filter(key => !keys.includes(key))) : set;
  return { ...memory, typed: left(memory.typed), carried: left(memory.carried) };
}

const keySets = ['placeholders', 'typed', 'carried'] as const;
type KeySet = (typeof keySets)[number];

/**
 * Updates keys after operations or fragments were renamed. Definitions whose name is not in both texts are matched by kind and
 * order.
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

/** Returns the keys of all definitions, by kind. */
function keysOf(parsed: ParsedText): ReadonlyMap<string, readonly string[]> {
  const keysByKind = new Map<string, string[]>();
  for (const [index] of parsed.definitions.entries()) {
    const key = definitionKey(parsed, index);
    const kind = key.split(' ', 1)[0] ?? key;
    addTo(keysByKind, kind, key);
  }
  return keysByKind;
}
