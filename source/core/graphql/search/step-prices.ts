/** The price of each step of a walk through the schema, by the words that its name and its type have. Words are bits. */
import type { Root } from '../builder/schema/path.js';
import type { WayGraph } from './way-graph.js';
import type { WordMatches } from './word-match.js';

const weights = {
  /** Off for a name that the words are, all of it; and what more each further word of it takes off. */
  named: 0.75,
  further: 0.25,
  /** Off for the name of the type that a field leads to. */
  typed: 0.3,
  /** On for a name of which no word says anything, and for the part of a name that no word asked for. */
  unasked: 0.5,
  /** Times the price, for a name that only says again what a step before has said. */
  repeated: 0.3,
  /** On for words in another order than the steps. */
  swapped: 0.2,
  rest: 0.35,
  /** On for each word that is not exactly a part of the name. */
  plural: 0.3,
  beginning: 0.2,
  slip: 0.4,
  /** On where the last word is not the field's own; off for a leaf. */
  lastElsewhere: 0.6,
  leaf: 0.1,
  least: 0.02,
} as const;

/** Extra cost of a route through a root: all of it unless the root's field is named, then more the less of it is named. */
const handicaps: Readonly<Record<Exclude<Root, 'fragment'>, { readonly most: number; readonly named: number }>> = {
  query: { most: 0, named: 0 },
  subscription: { most: 2, named: 0.5 },
  mutation: { most: 3, named: 0.5 },
};

/** Of a root's field that writes, less than this much named is not named. */
const halfNamed = 0.75;

/** For one search. */
export class StepPrices {
  readonly #graph: WayGraph;
  readonly #matches: readonly WordMatches[];
  readonly #all: number;
  /** For each name which words fit it. */
  readonly #fits: Uint8Array;
  /** The words that ask how many there are. */
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

  /** The words that fit a step: `comments: Int!` also the word `count`. */
  wordsOf(step: number, name: number): number {
    const named = name < 0 ? 0 : (this.#fits[name] ?? 0);
    return named !== 0 && this.#graph.isCount[step] === 1 ? named | this.#howMany : named;
  }

  /** The words that fit a name. */
  wordsIn(name: number): number {
    return this.#fits[name] ?? 0;
  }

  /** Of a step whose name has the words `own`, after steps that had those of `mask`. */
  step(step: number, own: number, mask: number): number {
    const newly = own & ~mask;
    const price = this.#price(step, own, newly);
    return newly !== 0 && mask > (newly & -newly) ? price + weights.swapped : price;
  }

  /** Surcharge of a step from a root. */
  root(root: Exclude<Root, 'fragment'>, step: number, newly: number): number {
    const { most, named } = handicaps[root];
    const cover = newly === this.#all ? this.#cover(this.#graph.names[step] ?? -1, newly) : 0;
    return cover < halfNamed ? most : named + (most / 2) * (1 - cover);
  }

  /** Of a step that costs so much by its name, where the name of the type it leads to has words, too. */
  withType(cost: number, typeName: number, typed: number): number {
    const off = weights.typed * this.#cover(typeName, typed);
    return Math.max(weights.least, cost - off + this.#inexact(typeName, typed));
  }

  /** The price of a step, by the words its name has and those of them that no step before had. */
  #price(step: number, own: number, newly: number): number {
    const { costs, names, isPlumbing } = this.#graph;
    const price = costs[step] ?? 1;
    if (newly === 0) {
      if (own !== 0) return price * weights.repeated;
      return isPlumbing[step] === 1 ? price : price + weights.unasked;
    }
    const name = names[step] ?? -1;
    const cover = this.#cover(name, own);
    const off = (weights.named + weights.further * (bitsOf(newly) - 1)) * cover;
    return Math.max(weights.least, price - off + weights.rest * (1 - cover) + this.#inexact(name, newly));
  }

  /** How much of a name the words are, from 0 to 1. */
  #cover(name: number, words: number): number {
    let covered = 0;
    for (let bit = 0; bit < this.#matches.length; bit++) {
      if ((words & (1 << bit)) !== 0) covered += this.#matches[bit]?.covers[name] ?? 0;
    }
    return Math.min(1, covered / (this.#graph.lengths[name] ?? 1));
  }

  /** Surcharge for words that are not exactly parts of the name. */
  #inexact(name: number, words: number): number {
    let more = 0;
    for (let bit = 0; bit < this.#matches.length; bit++) {
      if ((words & (1 << bit)) === 0) continue;
      const score = this.#matches[bit]?.scores[name] ?? 0;
      // A word that only the type says.
      if (score === 0) more += weights.plural;
      else if (score < 0.7) more += weights.slip;
      else if (score < 0.9) more += weights.beginning;
      else if (score < 1) more += weights.plural;
    }
    return more;
  }

  /** The last word should be the field's own, and a leaf is rather meant than an object. */
  last(own: number, target: number): number {
    const isOwn = (own & (1 << (this.#matches.length - 1))) !== 0;
    return (isOwn ? 0 : weights.lastElsewhere) - (target < 0 ? weights.leaf : 0);
  }
}

export function bitsOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
