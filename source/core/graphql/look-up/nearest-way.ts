/** Rewrites a pick that starts with a type instead of a root field as a path from a root. */

import { isProblem } from '../../problem.js';
import { shellWord } from '../../request/shell.js';
import type { PickProblem } from '../builder/pick/parse.js';
import { pickOf } from '../builder/pick/write.js';
import { input, type PathStep } from '../builder/schema/path.js';
import type { SchemaView } from '../builder/schema/schema-view.js';
import { emptyDocument } from '../builder/text/query-document.js';
import { routesOf, routeTo } from '../search/routes.js';
import { readCoordinate, readPath } from './read-name.js';

/**
 * Returns the pick with the shortest path to its leading type. Returns undefined if it does not start with a type or the type
 * cannot be reached.
 */
export function nearestPick(view: SchemaView, typed: string): string | undefined {
  const [, owner = '', rest = ''] = /^\s*(?:type:)?(\w+)\s*\.\s*([\s\S]+)$/.exec(typed) ?? [];
  if (view.type(owner) === undefined) return undefined;
  const way = routeTo(routesOf(view), owner);
  const pickTo = (more: readonly PathStep[]): string | undefined =>
    way && pickOf(view, emptyDocument.lastValid, undefined, { root: way.root, steps: [...way.steps, ...more] });
  const named = readCoordinate(view, typed);
  if (named?.kind === 'input') return pickTo([input(named.name)]);
  const pick = pickTo([]);
  const nearest = pick === undefined ? undefined : readPath(view, `${pick}.${rest}`);
  return pick === undefined || nearest === undefined || isProblem(nearest) ? undefined : `${pick}.${rest}`;
}

/** Returns the problem of a pick. If the pick starts with a type, the hint is replaced with the shortest path to that type. */
export function withNearestWay(view: SchemaView, problem: PickProblem, picks: readonly string[]): PickProblem {
  const wrong = picks.find(pick => problem.problem.endsWith(` has no field ${/^\s*(?:type:)?(\w+)/.exec(pick)?.[1]}.`));
  const near = wrong === undefined ? undefined : nearestPick(view, wrong);
  return near === undefined ? problem : { ...problem, hint: `The shortest way there: --pick ${shellWord(near)}` };
}
