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
  const queue = new Queue<Partial<T>>();
  for (const start of new Set(starts)) {
    queue.push({ node: start, cost: 0, length: 0, start, step: undefined, before: undefined }, 0);
  }
  const ways: FoundWay<T>[] = [];
  const seen = new Set<string>();
  let tried = 0;
  for (let next = queue.pop(); next !== undefined && ways.length < most; next = queue.pop()) {
    if (next.length > 0 && goals.has(next.node)) {
      const steps = stepsOf(next);
      const identity = identityOf(steps);
      if (!seen.has(identity)) ways.push({ start: next.start, steps, cost: next.cost });
      seen.add(identity);
      continue;
    }
    if (next.length >= longest) continue;
    if (tried > maxTried) return { ways, isCut: true };
    for (const step of graph.stepsFrom(next.node)) {
      if (++tried % triedPerSlice === 0) yield;
      const remaining = rest.get(step.to);
      if (remaining === undefined || (isVisited(next, step.to) && !goals.has(step.to))) continue;
      const cost = next.cost + step.cost;
      queue.push(
        { node: step.to, cost, length: next.length + 1, start: next.start, step, before: next },
        cost + remaining,
      );
    }
  }
  return { ways, isCut: false };
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
  let count = 0;
  const backwards = new Map<string, { readonly from: string; readonly cost: number }[]>();
  for (const from of graph.nodes) {
    if (++count % nodesPerSlice === 0) yield;
    for (const { to, cost } of graph.stepsFrom(from)) addTo(backwards, to, { from, cost });
  }
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
