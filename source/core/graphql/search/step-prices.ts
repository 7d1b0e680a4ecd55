/**
 * Computes the price of each step of a walk through the schema, based on the query words in the step's field name and type
 * name. Words are represented as bits.
 */
import type { RootKind } from '../builder/schema/path.js';
import type { WayGraph } from './way-graph.js';
import type { WordMatches } from './word-match.js';

const weights = {
  /** Discount for a name that the words cover completely, and for each further word it contains. */
  named: 0.75,
  further: 0.25,
  /** Discount for the name of the type a field leads to. */
  typed: 0.3,
  /** Surcharge for a name that contains no query word, and for the part of a name that the query does not mention. */
  unasked: 0.5,
  /** Price factor for a name that only repeats words of an earlier step. */
  repeated: 0.3,
  /** Surcharge for words in a different order from the steps. */
  swapped: 0.2,
  rest: 0.35,
  /** Surcharge for each word that is not exactly a part of the name. */
  plural: 0.3,
  beginning: 0.2,
  slip: 0.4,
  /** Surcharge if the last word does not belong to the field itself, and discount for a leaf. */
  lastElsewhere: 0.6,
  leaf: 0.1,
  least: 0.02,
} as const;

/**
 * Extra cost of a path through a root. It applies in full unless the query names the root field; otherwise it grows with the
 * part of the name that the query does not cover.
 */
const handicaps: Readonly<Record<RootKind, { readonly most: number; readonly named: number }>> = {
  query: { most: 0, named: 0 },
  subscription: { most: 2, named: 0.5 },
  mutation: { most: 3, named: 0.5 },
};

/** A root field that writes counts as named only if at least this much of its name is covered. */
const halfNamed = 0.75;

/** Step prices for one search. */
export class StepPrices {
  readonly #graph: WayGraph;
  readonly #matches: readonly WordMatches[];
  readonly #all: number;
  /** Words that match each name. */
  readonly #fits: Uint8Array;
  /** Words that ask for a count. */
  readonly #howMany: number;

  constructor(graph: WayGraph, matches: readonly WordMatches[], names: number) {
    this.#graph = graph;
    this.#matches = matches;
    this.#all = (1 << matches.length) - 1;
    this.#fits = new Uint8Array(names);
    this.#howMany = matches.reduce((bits, { asksHowMany }, bit) => (asksHowMany ? bits | (1 << bit) : bits), 0);
    for (const [bit, { ids }] of matches.entries()) {
      for (const id of ids) this.#fits[id] = (this.#fits[id] ?? 0) | (1 << bit);
    }
  }

  /** Returns the words that match a step. `comments: Int!` also matches the word `count`. */
  wordsOf(step: number, name: number): number {
    const named = name < 0 ? 0 : (this.#fits[name] ?? 0);
    return named !== 0 && this.#graph.isCount[step] === 1 ? named | this.#howMany : named;
  }

  /** Returns the words that match a name. */
  wordsIn(name: number): number {
    return this.#fits[name] ?? 0;
  }

  /** Returns the price of a step whose name matches `words`, after steps that matched the words in `mask`. */
  step(step: number, words: number, mask: number): number {
    const newly = words & ~mask;
    const price = this.#price(step, words, newly);
    return newly !== 0 && mask > (newly & -newly) ? price + weights.swapped : price;
  }

  /** Returns the surcharge for a step from a root. */
  root(root: RootKind, step: number, newly: number): number {
    const { most, named } = handicaps[root];
    const cover = newly === this.#all ? this.#cover(this.#graph.names[step] ?? -1, newly) : 0;
    return cover < halfNamed ? most : named + (most / 2) * (1 - cover);
  }

  /** Returns the price of a step with the given cost by name if the name of its target type matches words too. */
  withType(cost: number, typeName: number, typed: number): number {
    const off = weights.typed * this.#cover(typeName, typed);
    return Math.max(weights.least, cost - off + this.#inexact(typeName, typed));
  }

  /** Returns the price of a step, given the words its name matches and those that no earlier step matched. */
  #price(step: number, words: number, newly: number): number {
    const { costs, names, isPlumbing } = this.#graph;
    const price = costs[step] ?? 1;
    if (newly === 0) {
      if (words !== 0) return price * weights.repeated;
      return isPlumbing[step] === 1 ? price : price + weights.unasked;
    }
    const name = names[step] ?? -1;
    const cover = this.#cover(name, words);
    const off = (weights.named + weights.further * (bitsOf(newly) - 1)) * cover;
    return Math.max(weights.least, price - off + weights.rest * (1 - cover) + this.#inexact(name, newly));
  }

  /** Returns the fraction of a name that the words cover, from 0 to 1. */
  #cover(name: number, words: number): number {
    let covered = 0;
    for (let bit = 0; bit < this.#matches.length; bit++) {
      if ((words & (1 << bit)) !== 0) covered += this.#matches[bit]?.covers[name] ?? 0;
    }
    return Math.min(1, covered / (this.#graph.lengths[name] ?? 1));
  }

  /** Returns the surcharge for words that are not exactly parts of the name. */
  #inexact(name: number, words: number): number {
    let more = 0;
    for (let bit = 0; bit < this.#matches.length; bit++) {
      if ((words & (1 << bit)) === 0) continue;
      const score = this.#matches[bit]?.scores[name] ?? 0;
      // Only the type contains this word.
      if (score === 0) more += weights.plural;
      else if (score < 0.7) more += weights.slip;
      else if (score < 0.9) more += weights.beginning;
      else if (score < 1) more += weights.plural;
    }
    return more;
  }

  /** The last word should belong to the field itself, and a leaf is more likely to be meant than an object. */
  last(words: number, target: number): number {
    const isOwn = (words & (1 << (this.#matches.length - 1))) !== 0;
    return (isOwn ? 0 : weights.lastElsewhere) - (target < 0 ? weights.leaf : 0);
  }
}

export function bitsOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
