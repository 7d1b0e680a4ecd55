/** Finds several of the shortest paths through a graph, best first. */
import { addTo } from '../add-to.js';

/** A step of a path. */
export interface WayStep<T> {
  readonly to: string;
  /** Cost of the step, an integer of at least 1. */
  readonly cost: number;
  readonly data: T;
}

/** A graph whose nodes have names. `stepsFrom` must return the same steps each time. */
export interface WayGraph<T> {
  readonly nodes: Iterable<string>;
  readonly stepsFrom: (node: string) => readonly WayStep<T>[];
}

/** A path: its steps in order, and their total cost. */
interface FoundWay<T> {
  readonly start: string;
  readonly steps: readonly WayStep<T>[];
  readonly cost: number;
}

/** Limits of a search. */
interface WayLimits {
  /** Maximum number of paths to return. */
  readonly most: number;
  /** Maximum number of steps in a path. */
  readonly longest: number;
}

/** Paths that were found. `isCut` is true if a limit ended the search early. */
interface FoundWays<T> {
  readonly ways: readonly FoundWay<T>[];
  readonly isCut: boolean;
}

/** Maximum number of steps to try, which limits the time of a search to a fraction of a second. */
const maxTried = 300_000;
/** Number of steps to try, and of nodes to visit, in one slice. */
const triedPerSlice = 250;
const nodesPerSlice = 25;

/**
 * Finds the shortest paths from any start to any goal, at least one step long, in slices of a few milliseconds. No path visits a node twice, apart from a goal
 * at its end. Paths are extended best first (A*), and the exact cost of the remainder comes from a single backward search
 * (Dijkstra).
 * @param identityOf paths with the same identity are returned once, in their shortest form
 */
export function* waySlices<T>(
  graph: WayGraph<T>,
  starts: readonly string[],
  goals: ReadonlySet<string>,
  { most, longest }: WayLimits,
  identityOf: (steps: readonly WayStep<T>[]) => string,
): Generator<void, FoundWays<T>> {
  const rest = yield* costsTo(graph, goals);
  const search = new Search(graph, goals, rest);
  for (const start of new Set(starts))
    search.queue.push({ node: start, cost: 0, length: 0, start, step: undefined, before: undefined }, 0);
  const ways = new Map<string, FoundWay<T>>();
  for (let next = search.queue.pop(); next !== undefined && ways.size < most; next = search.queue.pop()) {
    if (next.length > 0 && goals.has(next.node)) {
      const steps = stepsOf(next);
      const identity = identityOf(steps);
      if (!ways.has(identity)) ways.set(identity, { start: next.start, steps, cost: next.cost });
    } else if (next.length < longest) {
      if (search.tried > maxTried) return { ways: [...ways.values()], isCut: true };
      yield* search.extend(next);
    }
  }
  return { ways: [...ways.values()], isCut: false };
}

/** Beginnings of paths to a goal, cheapest first. */
class Search<T> {
  /** Number of steps that were tried. */
  tried = 0;
  readonly queue = new Queue<Partial<T>>();
  readonly #graph: WayGraph<T>;
  readonly #goals: ReadonlySet<string>;
  readonly #rest: ReadonlyMap<string, number>;

  /** @param rest lowest cost from each node to a goal */
  constructor(graph: WayGraph<T>, goals: ReadonlySet<string>, rest: ReadonlyMap<string, number>) {
    this.#graph = graph;
    this.#goals = goals;
    this.#rest = rest;
  }

  /** Adds the paths that are one step longer. */
  *extend(before: Partial<T>): Generator<void, void> {
    for (const step of this.#graph.stepsFrom(before.node)) {
      if (++this.tried % triedPerSlice === 0) yield;
      const { to: node } = step;
      const remaining = this.#rest.get(node);
      if (remaining === undefined || (isVisited(before, node) && !this.#goals.has(node))) continue;
      const cost = before.cost + step.cost;
      this.queue.push({ node, cost, length: before.length + 1, start: before.start, step, before }, cost + remaining);
    }
  }
}

/** The beginning of a path, linked to the previous step. */
interface Partial<T> {
  readonly node: string;
  readonly cost: number;
  readonly length: number;
  readonly start: string;
  readonly step: WayStep<T> | undefined;
  readonly before: Partial<T> | undefined;
}

function stepsOf<T>(end: Partial<T>): readonly WayStep<T>[] {
  const steps: WayStep<T>[] = [];
  for (let at: Partial<T> | undefined = end; at?.step !== undefined; at = at.before) steps.push(at.step);
  return steps.reverse();
}

function isVisited<T>(end: Partial<T>, node: string): boolean {
  for (let at: Partial<T> | undefined = end; at !== undefined; at = at.before) if (at.node === node) return true;
  return false;
}

/** Returns the lowest cost from each node to a goal. Nodes that cannot reach a goal are absent. */
function* costsTo<T>(graph: WayGraph<T>, goals: ReadonlySet<string>): Generator<void, ReadonlyMap<string, number>> {
  const backwards = yield* stepsBackwards(graph);
  const costs = new Map<string, number>();
  const queue = new Queue<{ readonly node: string; readonly cost: number }>();
  for (const node of goals) queue.push({ node, cost: 0 }, 0);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (costs.has(next.node)) continue;
    costs.set(next.node, next.cost);
    if (costs.size % nodesPerSlice === 0) yield;
    for (const { from, cost } of backwards.get(next.node) ?? []) {
      if (!costs.has(from)) queue.push({ node: from, cost: next.cost + cost }, next.cost + cost);
    }
  }
  return costs;
}

/** A step, seen from the node that it leads to. */
interface StepBack {
  readonly from: string;
  readonly cost: number;
}

function* stepsBackwards<T>(graph: WayGraph<T>): Generator<void, ReadonlyMap<string, readonly StepBack[]>> {
  const backwards = new Map<string, StepBack[]>();
  let count = 0;
  for (const from of graph.nodes) {
    if (++count % nodesPerSlice === 0) yield;
    for (const { to, cost } of graph.stepsFrom(from)) addTo(backwards, to, { from, cost });
  }
  return backwards;
}

/**
 * Priority queue with integer costs, cheapest first. Values with equal costs are removed in insertion order. Costs are never
 * lower than the last removed one.
 */
class Queue<T> {
  readonly #byCost: T[][] = [];
  #cost = 0;
  #next = 0;

  push(value: T, cost: number): void {
    const list = this.#byCost[cost];
    if (list === undefined) this.#byCost[cost] = [value];
    else list.push(value);
  }

  pop(): T | undefined {
    for (; this.#cost < this.#byCost.length; this.#cost++) {
      const list = this.#byCost[this.#cost];
      if (list !== undefined && this.#next < list.length) return list[this.#next++];
      this.#byCost[this.#cost] = [];
      this.#next = 0;
    }
    return undefined;
  }
}
