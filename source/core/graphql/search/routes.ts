/**
 * Finds a path from a root to every type: through Query if possible, otherwise through Subscription, and through Mutation only
 * if nothing else leads there, because users searching for a field usually want to read it. Within a root, the shortest path is
 * chosen by a breadth-first search over fields, type conditions, arguments and input fields, so that few rows have to be
 * expanded.
 */

import { memoizeSlices } from '../../memoize-weak.js';
import { isComposite, isRequired, itemType, requiredArgs } from '../builder/schema/lookups.js';
import { argument, field, input, on, type Path, type PathStep, path, type Root } from '../builder/schema/path.js';
import type { SchemaView } from '../builder/schema/schema-view.js';
import type { SchemaField, SchemaType } from '../schema-types.js';

/** How to reach the rows inside a type. */
interface Route {
  /** Number of rows from the root to the row that shows the type's rows when expanded. It is 0 for a root. */
  readonly levels: number;
  /**
   * Breaks ties between equally short paths from one root: prefers few type conditions, no deprecated elements, and few
   * required arguments.
   */
  readonly cost: number;
  readonly root: Root;
  /** Name of the previous type, or undefined at a root. */
  readonly from: string | undefined;
  /** Steps from that type. */
  readonly steps: readonly PathStep[];
}

/** Paths to types. A type without one cannot be reached from any root. */
export type Routes = ReadonlyMap<string, Route>;

/** Roots in order of preference: read, subscribe, write. */
const roots = ['query', 'subscription', 'mutation'] as const;
const prices = { condition: 1e8, deprecated: 1e4, required: 1 } as const;
/** Rows below this depth are shown under Types instead, because expanding thousands of levels is impractical. */
export const maxRouteDepth = 400;

/** The paths to all types, found on the first request or in slices, in time proportional to the size of the schema. */
export const [routesOf, routeSlices] = memoizeSlices(reachable);

/** Number of types to visit in one slice. */
const typesPerSlice = 20;

function* reachable(view: SchemaView): Generator<void, Routes> {
  const routes = new Map<string, Route>();
  // A root type is never entered from another root: a field that leads from Query to the type Mutation does not read anything.
  for (const root of roots) {
    const name = view.roots[root];
    if (name !== undefined && !routes.has(name))
      routes.set(name, { levels: 0, cost: 0, root, from: undefined, steps: [] });
  }
  for (const root of roots) {
    const name = view.roots[root];
    if (name !== undefined && routes.get(name)?.root === root) yield* new RootSearch(view, root, name, routes).run();
  }
  return routes;
}

/** Adds the paths from one root to the types that have none yet. */
class RootSearch {
  readonly #view: SchemaView;
  readonly #root: Root;
  readonly #routes: Map<string, Route>;
  /** The types first reached at each level. */
  readonly #waiting: string[][];

  constructor(view: SchemaView, root: Root, start: string, routes: Map<string, Route>) {
    this.#view = view;
    this.#root = root;
    this.#routes = routes;
    this.#waiting = [[start]];
  }

  *run(): Generator<void> {
    let followed = 0;
    for (let level = 0; level < this.#waiting.length; level++) {
      const done = new Set<string>();
      for (const name of this.#waiting[level] ?? []) {
        const route = this.#routes.get(name);
        const type = this.#view.type(name);
        if (route === undefined || route.levels !== level || type === undefined || done.has(name)) continue;
        done.add(name);
        this.#follow(type, route);
        if (++followed % typesPerSlice === 0) yield;
      }
    }
  }

  #follow(type: SchemaType, route: Route): void {
    const { name } = type;
    for (const each of type.fields) this.#followField(each, name, route);
    for (const each of type.inputFields) {
      if (!isInputObject(this.#view, each)) continue;
      const price = ageSurcharge(each) + (isRequired(each) ? prices.required : 0);
      this.#offer(each.type.name, name, route, [input(each.name)], price);
    }
    if (type.kind !== 'UNION' && type.kind !== 'INTERFACE') return;
    for (const possible of type.possibleTypes) {
      if (isComposite(this.#view.type(possible))) this.#offer(possible, name, route, [on(possible)], prices.condition);
    }
  }

  #followField(each: SchemaField, from: string, route: Route): void {
    const step = field(each.name);
    const price = ageSurcharge(each);
    if (isComposite(this.#view.type(each.type.name))) {
      this.#offer(each.type.name, from, route, [step], price + requiredArgs(each).length * prices.required);
    }
    for (const arg of each.args) {
      if (!isInputObject(this.#view, arg)) continue;
      this.#offer(arg.type.name, from, route, [step, argument(arg.name)], price + ageSurcharge(arg));
    }
  }

  /** Adds a route through a type if it is better than the known one. */
  #offer(name: string, from: string, through: Route, steps: readonly PathStep[], price: number): void {
    const levels = through.levels + steps.length;
    const cost = through.cost + price;
    const known = this.#routes.get(name);
    if (known !== undefined) {
      const isShorter = levels < known.levels || (levels === known.levels && cost < known.cost);
      if (known.root !== this.#root || !isShorter) return;
    }
    this.#routes.set(name, { levels, cost, root: this.#root, from, steps });
    const level = this.#waiting[levels];
    if (level === undefined) this.#waiting[levels] = [name];
    else level.push(name);
  }
}

const ageSurcharge = ({ deprecated }: { readonly deprecated?: string }): number =>
  deprecated === undefined ? 0 : prices.deprecated;

/** Items of a list are rows only if they are in the text, so no path leads through a list. */
const isInputObject = (view: SchemaView, of: Parameters<typeof isRequired>[0]): boolean =>
  view.type(of.type.name)?.kind === 'INPUT_OBJECT' && itemType(of.type) === undefined;

/** Extra distance of elements that require a mutation or subscription, in rows. */
const otherRoots = 3;

/**
 * Returns the perceived number of rows from a root to the rows inside a type. A type that cannot be reached is farther away
 * than any other.
 */
export function distanceTo(reach: Routes, type: string): number {
  const route = reach.get(type);
  if (route === undefined || route.levels > maxRouteDepth) return maxRouteDepth * 2;
  return route.levels === 0 || route.root === 'query' ? route.levels : route.levels + otherRoots;
}

/**
 * Returns the path of the row that shows a type's fields when expanded, or undefined if there is no path or it is longer than
 * `deepest`.
 */
export function routeTo(reach: Routes, type: string): Path | undefined {
  const parts: (readonly PathStep[])[] = [];
  let route = reach.get(type);
  if (route === undefined || route.levels > maxRouteDepth) return undefined;
  const { root } = route;
  for (; route?.from !== undefined; route = reach.get(route.from)) parts.push(route.steps);
  return path(root, ...parts.reverse().flat());
}
