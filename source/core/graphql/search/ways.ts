/**
 * Finds the path that a query of several words means: `order city` finds `order.shippingAddress.city`. The schema is a graph,
 * and the query selects the shortest path through states of (type, words already matched), found with Dijkstra's algorithm. A
 * step gets cheaper the more of its name the words cover, and more expensive for parts that the query does not mention. Words
 * can be in any order.
 */

import { field, on, type Path, type PathStep, type RootKind } from '../builder/schema/path.js';
import type { SearchIndex } from './entries.js';
import { bitsOf, StepPrices } from './step-prices.js';
import { type WayGraph, wayGraphOf } from './way-graph.js';
import { matchesIn, type WordMatches } from './word-match.js';

/** Maximum number of words. Each further word doubles the number of states, so longer queries are not searched for paths. */
const maxWords = 6;
/** Maximum number of types times word sets. A search uses 25 bytes for each. */
const maxStates = 2 ** 22;

/** The best paths, best first, with each field at most once, and the words each matches, as bits. */
export interface Ways {
  readonly ways: readonly Way[];
  readonly masks: readonly number[];
  /** True if a word matches only with a typo. */
  readonly isGuess: boolean;
}

/** Surcharge for paths that match with a typo. */
const guessed = 1.5;

export const noWays: Ways = { ways: [], masks: [], isGuess: false };

/**
 * Returns the paths with all words that match anything, or with all but one of them.
 * @param typed words as typed, in lower case
 */
export function findWays(index: SearchIndex, typed: readonly string[]): Ways {
  const words = typed.map(word => word.replace(/[^\p{L}\p{N}]+/gu, ''));
  if (words.filter(Boolean).length < 2 || words.length > maxWords) return noWays;
  const graph = wayGraphOf(index);
  const matches = words.map(matchesIn(index));
  const fitting = words.flatMap((word, at) => (word !== '' && matches[at]?.fits ? [at] : []));
  if (fitting.length < 2 || graph.typeNames.length << fitting.length > maxStates) return noWays;
  const { full, near } = new Walk(
    index,
    graph,
    fitting.flatMap(at => matches[at] ?? []),
  ).run();
  const isGuess = fitting.some(at => matches[at]?.isSlip === true);
  const ways = [...full, ...near].map(way => (isGuess ? { ...way, cost: way.cost + guessed } : way));
  const spread = (mask: number): number =>
    fitting.reduce((bits, word, at) => ((mask & (1 << at)) === 0 ? bits : bits | (1 << word)), 0);
  return { ways, masks: ways.map(({ mask }) => spread(mask)), isGuess };
}

/** Maximum number of fields in a path, not counting pass-through fields (`nodes`, `edges`). */
const maxSteps = 7;
/** Maximum number of paths, and maximum difference in cost between the best and the worst path. */
const maxWays = 200;
const maxWorse = 1.25;
/** Maximum cost of a plausible path. It also bounds the length of a path. */
const maxCost = 16;
/** A path with all words that costs this much more than one without one of them is considered implausible. */
const farFetched = 2.5;
/** Surcharge for a field with the same name as an earlier one. */
const sameName = 1;

/** A field at the end of a path. */
interface Way {
  /** Index of the field's entry. */
  readonly entry: number;
  readonly path: Path;
  /** Cost of the path. Lower is better. */
  readonly cost: number;
}

/** A path and the words it matches, as bits. */
interface Ended extends Way {
  readonly mask: number;
}

/** The last step of a path, and the state it starts from. */
interface End {
  readonly state: number;
  readonly step: number;
  readonly cost: number;
  readonly mask: number;
}

/** Range of costs in one bucket of the queue. No step costs less, so a bucket stays empty once it has been emptied. */
const bucketWidth = 1 / 64;

/** A single search. */
class Walk {
  readonly #index: SearchIndex;
  readonly #graph: WayGraph;
  readonly #matches: readonly WordMatches[];
  readonly #all: number;
  readonly #prices: StepPrices;
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
    this.#prices = new StepPrices(graph, matches, index.corpus.names.length);
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
      // A bucket does not grow while it is being emptied.
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

  #rootOf(type: number): RootKind | undefined {
    const name = this.#graph.typeNames[type];
    const { query, mutation, subscription } = this.#index.view.roots;
    if (name === query) return 'query';
    if (name === mutation) return 'mutation';
    if (name === subscription) return 'subscription';
    return undefined;
  }

  #leave(state: number): void {
    const { starts, targets, entries, names, typeNameAt } = this.#graph;
    const prices = this.#prices;
    const bits = this.#matches.length;
    const type = state >> bits;
    const mask = state & this.#all;
    const before = this.#costs[state] ?? 0;
    const root = this.#rootOf(type);
    for (let step = starts[type] ?? 0; step < (starts[type + 1] ?? 0); step++) {
      const target = targets[step] ?? -1;
      const words = prices.wordsOf(step, names[step] ?? -1);
      const newly = words & ~mask;
      const cost = prices.step(step, words, mask) + (root === undefined ? 0 : prices.root(root, step, newly));
      const reached = mask | newly;
      if (newly !== 0) this.#end(entries[step] ?? -1, state, step, reached, before + cost + prices.last(words, target));
      if (target < 0) continue;
      this.#relax((target << bits) | reached, before + cost, state, step);
      const id = typeNameAt[target] ?? -1;
      const typed = prices.wordsIn(id) & ~reached;
      if (typed === 0) continue;
      const less = prices.withType(cost, id, typed);
      const all = reached | typed;
      if (entries[step] !== -1)
        this.#end(entries[step] ?? -1, state, step, all, before + less + prices.last(words | typed, target));
      this.#relax((target << bits) | all, before + less, state, step);
    }
  }

  #end(entry: number, state: number, step: number, mask: number, cost: number): void {
    if (entry < 0) return;
    const isWhole = mask === this.#all;
    if (!isWhole && bitsOf(mask) !== this.#matches.length - 1) return;
    const ends = isWhole ? this.#full : this.#near;
    const limit = isWhole ? this.#best : Math.min(this.#best, this.#bestNear);
    if (cost > limit + maxWorse || cost >= (ends.get(entry)?.cost ?? Number.POSITIVE_INFINITY)) return;
    const more = cost + this.#surcharge(state, step);
    if (more > limit + maxWorse || more >= (ends.get(entry)?.cost ?? Number.POSITIVE_INFINITY)) return;
    ends.set(entry, { state, step, cost: more, mask });
    if (isWhole) this.#best = Math.min(this.#best, more);
    else this.#bestNear = Math.min(this.#bestNear, more);
  }

  #relax(to: number, cost: number, from: number, step: number): void {
    const known = this.#costs[to] ?? 0;
    if (cost >= known || cost > this.#best + maxWorse || this.#isDone[to] === 1) return;
    const more = cost + this.#surcharge(from, step);
    if (more < known) this.#push(to, more, from, step);
  }

  /**
   * Returns the surcharge for a step after an earlier field with the same name, after the same field, or after too many fields.
   */
  #surcharge(state: number, step: number): number {
    const { isPlumbing, names } = this.#graph;
    if (isPlumbing[step] === 1) return 0;
    let steps = 0;
    let more = 0;
    for (let at = state; at >= 0; at = this.#from[at] ?? -1) {
      const by = this.#by[at] ?? -1;
      if (by < 0 || isPlumbing[by] === 1) continue;
      if (by === step || ++steps >= maxSteps) return Number.POSITIVE_INFINITY;
      if (names[by] === names[step]) more = sameName;
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
