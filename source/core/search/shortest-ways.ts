/** The shortest ways through a graph, several of them, best first. */

/** One step of a way. */
export interface WayStep<T> {
  readonly to: string;
  /** A whole number, at least 1. */
  readonly cost: number;
  readonly data: T;
}

/** A graph whose nodes have names. `stepsFrom` returns the same steps each time. */
export interface WayGraph<T> {
  readonly nodes: Iterable<string>;
  readonly stepsFrom: (node: string) => readonly WayStep<T>[];
}

/** One way: its steps in order, with their total cost. */
export interface FoundWay<T> {
  readonly start: string;
  readonly steps: readonly WayStep<T>[];
  readonly cost: number;
}

/** Limits of a search. */
export interface WayLimits {
  /** Ways that are returned. */
  readonly most: number;
  /** Steps of one way. */
  readonly longest: number;
}

/** Ways that were found. `isCut` means that a limit ended the search early. */
export interface FoundWays<T> {
  readonly ways: readonly FoundWay<T>[];
  readonly isCut: boolean;
}

/** Steps that are tried, which bounds the time of a search to a fraction of a second. */
const maxTried = 300_000;

/**
 * The shortest ways from any start to any goal, at least one step long. No way visits a node twice, apart from a goal at its end.
 * Ways are extended best first (A*); the exact cost of the rest comes from one backward search (Dijkstra).
 * @param identityOf ways with the same identity are returned once, as their shortest form
 */
export function shortestWays<T>(
  graph: WayGraph<T>,
  starts: readonly string[],
  goals: ReadonlySet<string>,
  { most, longest }: WayLimits,
  identityOf: (steps: readonly WayStep<T>[]) => string,
): FoundWays<T> {
  const rest = costsTo(graph, goals);
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
      tried++;
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

/** The beginning of a way, linked to the step before. */
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

/** The lowest cost from each node to a goal; nodes without a way are absent. */
function costsTo<T>(graph: WayGraph<T>, goals: ReadonlySet<string>): ReadonlyMap<string, number> {
  const backwards = new Map<string, { readonly from: string; readonly cost: number }[]>();
  for (const from of graph.nodes) {
    for (const { to, cost } of graph.stepsFrom(from)) {
      const list = backwards.get(to);
      if (list === undefined) backwards.set(to, [{ from, cost }]);
      else list.push({ from, cost });
    }
  }
  const costs = new Map<string, number>();
  const queue = new Queue<{ readonly node: string; readonly cost: number }>();
  for (const node of goals) queue.push({ node, cost: 0 }, 0);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (costs.has(next.node)) continue;
    costs.set(next.node, next.cost);
    for (const { from, cost } of backwards.get(next.node) ?? []) {
      if (!costs.has(from)) queue.push({ node: from, cost: next.cost + cost }, next.cost + cost);
    }
  }
  return costs;
}

/** Values by whole-numbered cost, cheapest first; equals leave in the order in which they came. Costs never fall below the last. */
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
