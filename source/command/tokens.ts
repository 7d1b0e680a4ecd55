/** argv as tokens, read by `read-line.ts`. */
import type { FlagName, KnownFlag } from './flags.js';

/** One flag on the command line. `value` is a string, or on/off for a switch. */
export interface Occurrence {
  readonly flag: KnownFlag;
  readonly value: string | boolean;
}

/** Flags and words, both in the order typed. */
export interface Tokens {
  readonly occurrences: readonly Occurrence[];
  /** Words that are not flags: command or method, URL, items. */
  readonly words: readonly string[];
}

/** A value and its position among all flags, for flags whose relative order matters. */
export interface PositionedValue {
  readonly value: string;
  readonly position: number;
}

export interface FlagTokens {
  /** Whether the flag occurs in any form. */
  has(name: FlagName): boolean;
  /** The last occurrence of a switch; if absent, off or `standard`. */
  on(name: FlagName, standard?: boolean): boolean;
  last(name: FlagName): string | undefined;
  /** All values with their positions. */
  positioned(name: FlagName): readonly PositionedValue[];
  all(name: FlagName): readonly string[];
  readonly words: readonly string[];
}
