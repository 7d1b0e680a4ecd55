/** argv taken apart: what the tokeniser gives, and what `by-meow.ts` makes of it. */
import type { FlagName, KnownFlag } from './flags.js';

/** One flag as it stood on the command line. `value` is a text, or on/off for a switch. */
export interface Occurrence {
  readonly flag: KnownFlag;
  readonly value: string | boolean;
}

/** argv taken apart; both lists are in the order in which they were typed. */
export interface Tokens {
  readonly occurrences: readonly Occurrence[];
  /** What is no flag: command or method, URL, items. */
  readonly words: readonly string[];
}

/** A value and its place among all flags, for flags whose order counts together. */
export interface PositionedValue {
  readonly value: string;
  readonly place: number;
}

/** The flags of one command line. */
export interface FlagTokens {
  /** True if the flag occurs, in any form. */
  has(name: FlagName): boolean;
  /** A switch: what its last occurrence said; absent: off, or `standard`. */
  on(name: FlagName, standard?: boolean): boolean;
  /** The last value. */
  last(name: FlagName): string | undefined;
  /** All values with their places. */
  positioned(name: FlagName): readonly PositionedValue[];
  /** All values, in order. */
  all(name: FlagName): readonly string[];
  readonly words: readonly string[];
}
