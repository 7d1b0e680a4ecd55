/**
 * What ticking remembers beside the text: the inverse of each tick while the text is what it left, and the selection
 * an untick took away, for later. Immutable; it belongs to the state of one query text. A text loaded from elsewhere starts
 * with `emptyMemory`.
 */

import type { Path } from './schema/path.js';
import type { Changes } from './text/changes.js';

/** One tick or untick, usable in both directions as long as the text is exactly what it was on that side. */
export interface Turn {
  readonly before: Side;
  readonly after: Side;
  readonly changes: Changes;
  readonly inverse: Changes;
  /** It was taken back, and not repeated since. */
  readonly undone?: true;
}

/** What the text looks like on one side of a turn: its active definition, and the row with its tick. */
export interface Side {
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

/** The turns and the selections that are kept. */
export interface Memory {
  /** The one used last, in whichever direction, at the end. */
  readonly turns: readonly Turn[];
  /** By definition name and path. */
  readonly remembered: ReadonlyMap<string, Remembered>;
}

/** Nothing ticked yet: for a text that was loaded or typed. */
export const emptyMemory: Memory = { turns: [], remembered: new Map() };

const keptTurns = 200;
const keptSelections = 200;

/** The memory with one more turn; the oldest are forgotten. */
export const withTurn = (memory: Memory, turn: Turn): Memory => ({
  ...memory,
  turns: [...memory.turns.slice(-(keptTurns - 1)), turn],
});

/** The memory after a turn of it was taken back or repeated. */
export function withTurnUsed(memory: Memory, turn: Turn, undone: boolean): Memory {
  const { undone: _, ...rest } = turn;
  const used: Turn = undone ? { ...rest, undone } : rest;
  return { ...memory, turns: [...memory.turns.filter(each => each !== turn), used] };
}

/** The memory with what an untick took away; the oldest are forgotten. */
export function withRemembered(memory: Memory, key: string, value: Remembered): Memory {
  const remembered = new Map(memory.remembered);
  remembered.delete(key);
  remembered.set(key, value);
  for (const old of remembered.keys()) {
    if (remembered.size <= keptSelections) break;
    remembered.delete(old);
  }
  return { ...memory, remembered };
}
