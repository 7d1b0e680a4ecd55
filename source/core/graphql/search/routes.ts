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
import type { SchemaType } from '../schema-types.js';

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
    if (name !== undefined && routes.get(name)?.root === root) yield* reachFrom(view, root, name, routes);
  }
  return routes;
}

/** Adds the paths from one root to the types that have none yet. */
function* reachFrom(view: SchemaView, root: Root, start: string, routes: Map<string, Route>): Generator<void> {
  /** `waiting[n]` contains the types first reached at level n. */
  const waiting: string[][] = [[start]];
  const offer = (name: string, route: Route): void => {
    const known = routes.get(name);
    const isBetter =
      known === undefined ||
      (known.root === root &&
        (route.levels < known.levels || (route.levels === known.levels && route.cost < known.cost)));
    if (!isBetter) return;
    routes.set(name, route);
    const level = waiting[route.levels];
    if (level === undefined) waiting[route.levels] = [name];
    else level.push(name);
  };
  let followed = 0;
  for (let level = 0; level < waiting.length; level++) {
    const done = new Set<string>();
    for (const name of waiting[level] ?? []) {
      const route = routes.get(name);
      const type = view.type(name);
      if (route === undefined || route.levels !== level || type === undefined || done.has(name)) continue;
      done.add(name);
      follow(view, type, route, offer);
      if (++followed % typesPerSlice === 0) yield;
    }
  }
}

function follow(view: SchemaView, type: SchemaType, route: Route, offer: (name: string, route: Route) => void): void {
  const { name } = type;
  const next = (steps: readonly PathStep[], price: number): Route => ({
    levels: route.levels + steps.length,
    cost: route.cost + price,
    root: route.root,
    from: name,
    steps,
  });
  for (const each of type.fields) {
    const step = field(each.name);
    const price = each.deprecated === undefined ? 0 : prices.deprecated;
    if (isComposite(view.type(each.type.name))) {
      offer(each.type.name, next([step], price + requiredArgs(each).length * prices.required));
    }
    for (const arg of each.args) {
      if (!isInputObject(view, arg)) continue;
      const old = arg.deprecated === undefined ? 0 : prices.deprecated;
      offer(arg.type.name, next([step, argument(arg.name)], price + old));
    }
  }
  for (const each of type.inputFields) {
    if (!isInputObject(view, each)) continue;
    const price = (each.deprecated === undefined ? 0 : prices.deprecated) + (isRequired(each) ? prices.required : 0);
    offer(each.type.name, next([input(each.name)], price));
  }
  if (type.kind !== 'UNION' && type.kind !== 'INTERFACE') return;
  for (const possible of type.possibleTypes) {
    if (isComposite(view.type(possible))) offer(possible, next([on(possible)], prices.condition));
  }
}

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
