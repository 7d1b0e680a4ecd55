/**
 * The way from a root to every type: through Query wherever Query leads there, else through Subscription, and through Mutation only
 * where nothing else does, because who looks for a field wants to read it. Of one root the shortest: breadth first over fields,
 * type conditions, arguments and input fields, level by level, so that few rows have to be opened.
 */

import { isComposite, isRequired, itemType, requiredArgs } from '../builder/schema/lookups.js';
import { argument, field, input, on, type Path, type PathStep, path, type Root } from '../builder/schema/path.js';
import type { SchemaView } from '../builder/schema/schema-view.js';
import type { SchemaType } from '../schema-types.js';

/** How the rows inside a type are reached. */
interface Route {
  /** Rows from the root to the row whose opening shows the type's own; a root's is 0. */
  readonly levels: number;
  /** Decides among equally short ways of one root: few type conditions, nothing deprecated, few required arguments. */
  readonly cost: number;
  readonly root: Root;
  /** The type before, by its name; undefined at a root. */
  readonly from: string | undefined;
  /** Steps from there. */
  readonly steps: readonly PathStep[];
}

/** Ways to types; a type without one cannot be reached from any root. */
export type Routes = ReadonlyMap<string, Route>;

/** In the order in which they are taken: reading, waiting, writing. */
const roots = ['query', 'subscription', 'mutation'] as const;
const prices = { condition: 1e8, deprecated: 1e4, required: 1 } as const;
/** Deeper rows are shown below Types instead: nobody opens thousands of levels. */
export const maxRouteDepth = 400;

/** Finds the ways to all types. Takes time in proportion to the size of the schema. */
export function routesOf(view: SchemaView): Routes {
  const slices = routeSlices(view);
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
  }
}

/** Types that are followed in one slice. */
const typesPerSlice = 60;

/** Finds the ways in slices of a few milliseconds. */
export function* routeSlices(view: SchemaView): Generator<void, Routes> {
  const routes = new Map<string, Route>();
  // A root type is never entered from another root: a field that leads from Query to the type Mutation reads nothing.
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

/** Adds the ways from one root to the types that have none yet. */
function* reachFrom(view: SchemaView, root: Root, start: string, routes: Map<string, Route>): Generator<void> {
  /** `waiting[n]`: types first met n levels down. */
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

/** A list's items are rows only when they stand in the text, so there is no way through it. */
const isInputObject = (view: SchemaView, of: Parameters<typeof isRequired>[0]): boolean =>
  view.type(of.type.name)?.kind === 'INPUT_OBJECT' && itemType(of.type) === undefined;

/** As many rows farther is what can only be had by changing something, or by waiting. */
const otherRoots = 3;

/** Rows from a root to the rows inside a type, as far as they feel; without a way, more than with any. */
export function distanceTo(reach: Routes, type: string): number {
  const route = reach.get(type);
  if (route === undefined || route.levels > maxRouteDepth) return maxRouteDepth * 2;
  return route.levels === 0 || route.root === 'query' ? route.levels : route.levels + otherRoots;
}

/** The path of the row whose opening shows a type's fields; undefined: there is no way, or it is longer than `deepest`. */
export function routeTo(reach: Routes, type: string): Path | undefined {
  const parts: (readonly PathStep[])[] = [];
  let route = reach.get(type);
  if (route === undefined || route.levels > maxRouteDepth) return undefined;
  const { root } = route;
  for (; route?.from !== undefined; route = reach.get(route.from)) parts.push(route.steps);
  return path(root, ...parts.reverse().flat());
}
