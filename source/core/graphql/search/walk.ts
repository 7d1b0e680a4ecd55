/** Dijkstra over (type, words already matched): what `ways.ts` asks it. */
import { field, on, type Path, type PathStep, type Root } from '../builder/schema/path.js';
import type { SearchIndex } from './entries.js';
import type { WayGraph } from './way-graph.js';
import type { WordMatches } from './word-match.js';

/** Fields of a way that do more than lead on. */
const maxSteps = 7;
/** Ways that are found, and how much worse than the best the worst may be. */
const maxWays = 200;
const maxWorse = 1.25;
/** Nothing dearer is meant by anybody; it also bounds how long a way gets. */
const maxCost = 16;
/** So much worse than what leaves one word out, a way that has all of them is not what was meant. */
const farFetched = 2.5;

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
  /** On for a field whose name an earlier one has. */
  sameName: 1,
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

/** A field at the end of a way. */
export interface Way {
  /** Number of the field's entry in the index. */
  readonly entry: number;
  readonly path: Path;
  /** The lower, the better. */
  readonly cost: number;
}

/** A way, and which of the words it has, as bits. */
interface Ended extends Way {
  readonly mask: number;
}

/** The last step of a way, and the state it leaves from. */
interface End {
  readonly state: number;
  readonly step: number;
  readonly cost: number;
  readonly mask: number;
}

/** Costs in one bucket of the queue. No step is cheaper, so that a bucket is finished once it is emptied. */
const bucketWidth = 1 / 64;

/** One search. */
export class Walk {
  readonly #index: SearchIndex;
  readonly #graph: WayGraph;
  readonly #matches: readonly WordMatches[];
  readonly #all: number;
  /** For each name which words fit it. */
  readonly #fits: Uint8Array;
  /** The words that ask how many there are. */
  readonly #howMany: number;
  readonly #costs: Float64Array;
  readonly #from: Int32Array;
  readonly #by: Int32Array;
  readonly #isDone: Uint8Array;
  readonly #buckets: number[][] = [];
  readonly #full = new Map<number, End>();
  readonly #near = new Map<number, End>();
  #best = Number.POSITIVE_INFINITY;
  #bestNear = Number.POSITIVE_INFINITY;

  constructor(index: SearchIndex, graph: WayGraph, matches: readonly WordMatches[]) {
    this.#index = index;
    this.#graph = graph;
    this.#matches = matches;
    this.#all = (1 << matches.length) - 1;
    this.#fits = new Uint8Array(index.names.length);
    this.#howMany = matches.reduce((bits, { asksHowMany }, bit) => (asksHowMany ? bits | (1 << bit) : bits), 0);
    for (const [bit, { scores }] of matches.entries()) {
      for (let id = 0; id < scores.length; id++)
        if (scores[id] !== 0) this.#fits[id] = (this.#fits[id] ?? 0) | (1 << bit);
    }
    const states = graph.typeNames.length << matches.length;
    this.#costs = new Float64Array(states).fill(Number.POSITIVE_INFINITY);
    this.#from = new Int32Array(states).fill(-1);
    this.#by = new Int32Array(states).fill(-1);
    this.#isDone = new Uint8Array(states);
  }

  run(): { readonly full: readonly Ended[]; readonly near: readonly Ended[] } {
    const { roots } = this.#index.view;
    for (const root of ['query', 'subscription', 'mutation'] as const) {
      const type = this.#graph.typeIds.get(roots[root] ?? '');
      if (type !== undefined) this.#push(type << this.#matches.length, 0, -1, -1);
    }
    for (let at = 0; at < this.#buckets.length; at++) {
      if (at * bucketWidth > Math.min(maxCost, this.#best + maxWorse) || this.#full.size >= maxWays) break;
      // A bucket does not grow while it is emptied.
      for (const state of this.#buckets[at] ?? []) {
        if (this.#isDone[state] === 1) continue;
        this.#isDone[state] = 1;
        this.#leave(state);
      }
    }
    const full = this.#ended(this.#full);
    const near = this.#best <= this.#bestNear + farFetched ? [] : this.#ended(this.#near);
    return { full, near };
  }

  #push(state: number, cost: number, from: number, by: number): void {
    this.#costs[state] = cost;
    this.#from[state] = from;
    this.#by[state] = by;
    const at = Math.floor(cost / bucketWidth);
    for (let length = this.#buckets.length; length <= at; length++) this.#buckets.push([]);
    this.#buckets[at]?.push(state);
  }

  #rootOf(type: number): Exclude<Root, 'fragment'> | undefined {
    const name = this.#graph.typeNames[type];
    const { query, mutation, subscription } = this.#index.view.roots;
    return name === query
      ? 'query'
      : name === mutation
        ? 'mutation'
        : name === subscription
          ? 'subscription'
          : undefined;
  }

  #leave(state: number): void {
    const { starts, targets, entries, names, typeNameAt } = this.#graph;
    const bits = this.#matches.length;
    const type = state >> bits;
    const mask = state & this.#all;
    const before = this.#costs[state] ?? 0;
    const root = this.#rootOf(type);
    for (let step = starts[type] ?? 0; step < (starts[type + 1] ?? 0); step++) {
      const target = targets[step] ?? -1;
      const name = names[step] ?? -1;
      const own = this.#wordsOf(step, name);
      const newly = own & ~mask;
      let cost = this.#price(step, own, newly);
      if (newly !== 0 && mask > (newly & -newly)) cost += weights.swapped;
      if (root !== undefined && root !== 'query') {
        const { most, named } = handicaps[root];
        const cover = newly === this.#all ? this.#cover(name, newly) : 0;
        cost += cover < halfNamed ? most : named + (most / 2) * (1 - cover);
      }
      const reached = mask | newly;
      if (newly !== 0) this.#end(entries[step] ?? -1, state, step, reached, before + cost + this.#lastly(own, target));
      if (target < 0) continue;
      this.#relax((target << bits) | reached, before + cost, state, step);
      const typed = (this.#fits[typeNameAt[target] ?? -1] ?? 0) & ~reached;
      if (typed === 0) continue;
      const id = typeNameAt[target] ?? -1;
      const less = Math.max(weights.least, cost - weights.typed * this.#cover(id, typed) + this.#inexact(id, typed));
      const all = reached | typed;
      if (entries[step] !== -1)
        this.#end(entries[step] ?? -1, state, step, all, before + less + this.#lastly(own | typed, target));
      this.#relax((target << bits) | all, before + less, state, step);
    }
  }

  /** The words that fit a step: `comments: Int!` also the word `count`. */
  #wordsOf(step: number, name: number): number {
    const named = name < 0 ? 0 : (this.#fits[name] ?? 0);
    return named !== 0 && this.#graph.isCount[step] === 1 ? named | this.#howMany : named;
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
  #lastly(own: number, target: number): number {
    const isOwn = (own & (1 << (this.#matches.length - 1))) !== 0;
    return (isOwn ? 0 : weights.lastElsewhere) - (target < 0 ? weights.leaf : 0);
  }

  #end(entry: number, state: number, step: number, mask: number, cost: number): void {
    if (entry < 0) return;
    const isWhole = mask === this.#all;
    if (!isWhole && bitsOf(mask) !== this.#matches.length - 1) return;
    const ends = isWhole ? this.#full : this.#near;
    const limit = isWhole ? this.#best : Math.min(this.#best, this.#bestNear);
    if (cost > limit + maxWorse || cost >= (ends.get(entry)?.cost ?? Number.POSITIVE_INFINITY)) return;
    const more = cost + this.#again(state, step);
    if (more > limit + maxWorse || more >= (ends.get(entry)?.cost ?? Number.POSITIVE_INFINITY)) return;
    ends.set(entry, { state, step, cost: more, mask });
    if (isWhole) this.#best = Math.min(this.#best, more);
    else this.#bestNear = Math.min(this.#bestNear, more);
  }

  #relax(to: number, cost: number, from: number, step: number): void {
    const known = this.#costs[to] ?? 0;
    if (cost >= known || cost > this.#best + maxWorse || this.#isDone[to] === 1) return;
    const more = cost + this.#again(from, step);
    if (more < known) this.#push(to, more, from, step);
  }

  /** Surcharge of a step: if earlier ones have a field of this name, or this very field, or are too many. */
  #again(state: number, step: number): number {
    const { isPlumbing, names } = this.#graph;
    if (isPlumbing[step] === 1) return 0;
    let steps = 0;
    let more = 0;
    for (let at = state; at >= 0; at = this.#from[at] ?? -1) {
      const by = this.#by[at] ?? -1;
      if (by < 0 || isPlumbing[by] === 1) continue;
      if (by === step || ++steps >= maxSteps) return Number.POSITIVE_INFINITY;
      if (names[by] === names[step]) more = weights.sameName;
    }
    return more;
  }

  #ended(ends: ReadonlyMap<number, End>): readonly Ended[] {
    return [...ends]
      .sort(([a, { cost }], [b, other]) => cost - other.cost || a - b)
      .slice(0, maxWays)
      .map(([entry, { state, step, cost, mask }]) => ({ entry, cost, mask, path: this.#path(state, step) }));
  }

  #path(state: number, last: number): Path {
    const steps: PathStep[] = [];
    let type = state >> this.#matches.length;
    for (let at = state, by = last; by >= 0; by = this.#by[at] ?? -1, at = this.#from[at] ?? -1) {
      steps.push(this.#stepOf(by));
      type = at >> this.#matches.length;
    }
    return { root: this.#rootOf(type) ?? 'query', steps: steps.reverse() };
  }

  #stepOf(step: number): PathStep {
    const entry = this.#index.entries[this.#graph.entries[step] ?? -1];
    if (entry !== undefined) return field(entry.name);
    return on(this.#graph.typeNames[this.#graph.targets[step] ?? -1] ?? '');
  }
}

function bitsOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
