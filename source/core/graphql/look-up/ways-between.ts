/** Finds the shortest paths through a schema from one type or field to another. */
import { finished } from '../../memoize-weak.js';
import { type WayGraph, type WayStep, waySlices } from '../../search/shortest-ways.js';
import { fieldOf, isComposite, requiredArgs, rootType } from '../builder/schema/lookups.js';
import { argument, field, input, on, type Path, type PathStep, path } from '../builder/schema/path.js';
import type { SchemaView } from '../builder/schema/schema-view.js';
import type { SchemaField, SchemaInput } from '../schema-types.js';
import type { Entry, SearchIndex } from '../search/entries.js';
import { resultsOf, type SearchResults } from '../search/find.js';
import { type Routes, routeSlices, routeTo } from '../search/routes.js';
import { fieldPrice, isPlumbing } from '../search/way-graph.js';
import { type Named, readName } from './read-name.js';

/** The required arguments of a field on a path. */
export interface FieldNeeds {
  readonly field: string;
  readonly arguments: readonly SchemaInput[];
}

/** A path between two ends. */
export interface SchemaWay {
  /** Path from a root to the end of this one, or undefined if no root leads to its start. */
  readonly path: Path | undefined;
  /** Names on the path, starting with its first type: `Customer`, `orders`, `nodes`. */
  readonly words: readonly string[];
  /** Element at the end of the path. */
  readonly end: Omit<Named, 'path'>;
  /** Type at the end of the path in GraphQL notation. */
  readonly type: string;
  /** All required arguments, starting from the root. */
  readonly needed: readonly FieldNeeds[];
}

/** Paths, best first. `isCut` is true if a limit ended the search early. */
interface SchemaWays {
  readonly ways: readonly SchemaWay[];
  readonly isCut: boolean;
}

/** An end of a path: a type, or a field with its type. */
export interface WayEnd {
  readonly type: string;
  readonly field?: { readonly owner: string; readonly name: string };
  /** Path that was typed. */
  readonly path?: Path;
}

/** Maximum number of paths to return, and of fields and type conditions in one of them. */
const limits = { most: 10, longest: 12 };
/** Factor that converts fractional prices to the integer costs of a graph. */
const costUnit = 100;
/**
 * Returns the price of a type condition. It rises with the number of types, because a value with many possible types carries
 * little meaning.
 */
const conditionPrice = (count: number): number => 0.5 + Math.min(4, 0.2 * count);

/** Parses a type, `Type.field` or a path. Type names are also found case-insensitively. */
export function readWayEnd(view: SchemaView, typed: string): WayEnd | undefined {
  const name = typed.trim();
  const named = readName(view, name);
  if (named?.kind === 'type') return { type: named.name };
  if (named?.kind === 'field') {
    const { owner } = named;
    const type = fieldOf(view, owner, named.name)?.type.name;
    if (type === undefined) return undefined;
    return { type, field: { owner, name: named.name }, path: named.path };
  }
  const low = name.toLowerCase();
  const type = view.typeNames.find(each => each.toLowerCase() === low);
  return type === undefined ? undefined : { type };
}

/**
 * Finds the paths between two ends, in slices of a few milliseconds. Without a start, they begin at Query, or at another root if
 * Query has none.
 */
export function* wayBetweenSlices(view: SchemaView, from: WayEnd | undefined, to: WayEnd): Generator<void, SchemaWays> {
  const routes = yield* routeSlices(view);
  const { query, subscription, mutation } = view.roots;
  const starts = from === undefined ? [query, subscription, mutation].filter(each => each !== undefined) : [from.type];
  const goal = to.field?.owner ?? to.type;
  const goals = [[goal], view.type(goal)?.possibleTypes ?? []];
  const last = to.field && fieldOf(view, to.field.owner, to.field.name);
  const ending: readonly Move[] = last === undefined ? [] : [{ kind: 'field', field: last }];
  for (const start of starts) {
    const before = pathTo(routes, from, start);
    const empty: readonly Move[][] = last !== undefined && start === goal ? [[]] : [];
    const first = wordOf(from, start);
    // Accept types that implement an interface if no field returns the interface itself.
    for (const types of goals) {
      const { ways, isCut } = yield* waySlices(graphOf(view, types), [start], new Set(types), limits, identityOf);
      const all = [...empty, ...ways.map(({ steps }) => steps.map(({ data }) => data))];
      if (all.length === 0) continue;
      const schemaWays = all.map(moves => wayOf(view, start, before, [...moves, ...ending], first));
      return { ways: schemaWays.slice(0, limits.most), isCut };
    }
  }
  return { ways: [], isCut: false };
}

/** Returns the first word of a path. */
const wordOf = (from: WayEnd | undefined, start: string): string =>
  from?.field === undefined ? start : `${from.field.owner}.${from.field.name}`;

/** Finds the paths between two ends in one go. */
export const waysBetween = (...ends: Parameters<typeof wayBetweenSlices>): SchemaWays =>
  finished(wayBetweenSlices(...ends));

/** Returns the paths as search results. */
export function resultsOfWays(index: SearchIndex, ways: readonly SchemaWay[]): SearchResults {
  const entries = ways.map(
    ({ end, path: { steps } = path('query') }): Entry => ({ ...end, deprecated: false, depth: steps.length }),
  );
  const paths = ways.flatMap((way, at) => (way.path === undefined ? [] : [[at, way.path] as const]));
  return resultsOf(index, entries, new Map(paths));
}

/** Element that a step of a path uses. */
type Move =
  | { readonly kind: 'field'; readonly field: SchemaField; readonly isPlumbing?: boolean }
  | { readonly kind: 'argument'; readonly field: SchemaField; readonly argument: SchemaInput }
  | { readonly kind: 'input'; readonly input: SchemaInput }
  | { readonly kind: 'on'; readonly type: string };

/** A graph with types as nodes. Its steps are fields, type conditions and, if the goal is an input type, arguments. */
function graphOf(view: SchemaView, goals: readonly string[]): WayGraph<Move> {
  const roots = new Set(Object.values(view.roots));
  const isInputType = (name: string): boolean => view.type(name)?.kind === 'INPUT_OBJECT';
  const takesInputs = goals.some(isInputType);
  const isInput = ({ type }: SchemaInput): boolean => takesInputs && isInputType(type.name);
  const leadsOn = (name: string): boolean => !roots.has(name) && (goals.includes(name) || isComposite(view.type(name)));
  const known = new Map<string, readonly WayStep<Move>[]>();
  const step = (to: string, price: number, data: Move): WayStep<Move> => ({
    to,
    cost: Math.round(price * costUnit),
    data,
  });
  const fieldSteps = (each: SchemaField, isRoot: boolean): readonly WayStep<Move>[] => {
    const price = fieldPrice(each, isRoot);
    const { name } = each.type;
    const move: Move = { kind: 'field', field: each, isPlumbing: isPlumbing(each.name, isRoot) };
    return [
      ...(leadsOn(name) ? [step(name, price, move)] : []),
      ...each.args
        .filter(isInput)
        .map(arg => step(arg.type.name, price, { kind: 'argument', field: each, argument: arg })),
    ];
  };
  const stepsOf = (name: string): readonly WayStep<Move>[] => {
    const type = view.type(name);
    if (type === undefined) return [];
    const possible = type.kind === 'OBJECT' ? [] : type.possibleTypes;
    return [
      ...type.fields.flatMap(each => fieldSteps(each, roots.has(name))),
      ...type.inputFields.filter(isInput).map(each => step(each.type.name, 1, { kind: 'input', input: each })),
      ...possible.filter(leadsOn).map(each => step(each, conditionPrice(possible.length), { kind: 'on', type: each })),
    ];
  };
  return {
    nodes: view.typeNames,
    stepsFrom: name => {
      const steps = known.get(name) ?? stepsOf(name);
      known.set(name, steps);
      return steps;
    },
  };
}

/** Returns the identity of a path. Paths that differ only by `nodes` and `edges.node` are the same. */
const identityOf = (steps: readonly WayStep<Move>[]): string =>
  steps.flatMap(({ data }) => (data.kind === 'field' && data.isPlumbing ? [] : nameOf(data))).join('.');

function nameOf(move: Move): string {
  switch (move.kind) {
    case 'field':
      return move.field.name;
    case 'argument':
      return `${move.field.name}(${move.argument.name}:)`;
    case 'input':
      return move.input.name;
    case 'on':
      return `… on ${move.type}`;
  }
}

function pathSteps(move: Move): readonly PathStep[] {
  switch (move.kind) {
    case 'field':
      return [field(move.field.name)];
    case 'argument':
      return [field(move.field.name), argument(move.argument.name)];
    case 'input':
      return [input(move.input.name)];
    case 'on':
      return [on(move.type)];
  }
}

/** Returns the path to a start: the typed one, or otherwise the shortest one from a root. */
function pathTo(routes: Routes, from: WayEnd | undefined, start: string): Path | undefined {
  if (from?.path !== undefined) return from.path;
  const route = routeTo(routes, from?.field?.owner ?? start);
  return route === undefined || from?.field === undefined
    ? route
    : path(route.root, ...route.steps, field(from.field.name));
}

function wayOf(
  view: SchemaView,
  start: string,
  before: Path | undefined,
  moves: readonly Move[],
  first: string,
): SchemaWay {
  const steps = moves.flatMap(pathSteps);
  const fullPath = before && { root: before.root, steps: [...before.steps, ...steps] };
  const root = fullPath && fullPath.root !== 'fragment' ? rootType(view, fullPath.root) : undefined;
  const walked = root === undefined ? walk(view, start, steps) : walk(view, root, fullPath?.steps ?? []);
  return { path: fullPath, words: [first, ...moves.map(nameOf)], ...walked };
}

/** Element that a path leads to. */
interface WalkPosition extends Pick<SchemaWay, 'end' | 'type'> {
  /** Name of its type. */
  readonly owner: string;
  /** The last field on the path. */
  readonly inner?: SchemaField;
}

/** Returns the end of steps from a type, and the required arguments along the path. */
function walk(view: SchemaView, start: string, steps: readonly PathStep[]): Pick<SchemaWay, 'end' | 'type' | 'needed'> {
  let position: WalkPosition = atType(start);
  const needed: FieldNeeds[] = [];
  for (const [at, step] of steps.entries()) {
    const next = stepFrom(view, position, step);
    if (next === undefined) break;
    position = next;
    const required = step.kind === 'field' && next.inner ? requiredArgs(next.inner) : [];
    const following = steps[at + 1];
    const given = following?.kind === 'argument' ? following.name : undefined;
    const missing = required.filter(({ name }) => name !== given);
    if (missing.length > 0) needed.push({ field: next.end.name, arguments: missing });
  }
  return { end: position.end, type: position.type, needed };
}

const atType = (name: string): WalkPosition => ({
  owner: name,
  type: name,
  end: { kind: 'type', name, owner: '', field: '' },
});

/** Returns the position after a step, or undefined if the schema does not have the element. */
function stepFrom(view: SchemaView, position: WalkPosition, step: PathStep): WalkPosition | undefined {
  const { owner, end, inner } = position;
  const at = ({ type }: SchemaField | SchemaInput, element: WalkPosition['end']): WalkPosition => ({
    owner: type.name,
    type: type.text,
    end: element,
    inner,
  });
  switch (step.kind) {
    case 'on':
      return { ...atType(step.type ?? owner), inner };
    case 'field': {
      const next = fieldOf(view, owner, step.name);
      return next && { ...at(next, { kind: 'field', name: step.name, owner, field: '' }), inner: next };
    }
    case 'argument': {
      const arg = inner?.args.find(({ name }) => name === step.name);
      return arg && at(arg, { kind: 'argument', name: step.name, owner: end.owner, field: end.name });
    }
    case 'input': {
      const value = view.type(owner)?.inputFields.find(({ name }) => name === step.name);
      return value && at(value, { kind: 'input', name: step.name, owner, field: '' });
    }
    default:
      return position;
  }
}
