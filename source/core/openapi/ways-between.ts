/**
 * Finds chains of operations from one resource to another, in which an operation returns an ID that the next one takes. IDs are
 * recognised by name: property `id` of `Order`, property `orderId` and parameter `orderId`, or `{id}` after `/orders`.
 */
import { addTo } from '../add-to.js';
import { isObject } from '../json/loose.js';
import { finished, memoizeSlices, memoizeTexts, memoizeWeak } from '../memoize-weak.js';
import { ask } from '../search/ask.js';
import { Corpus } from '../search/corpus.js';
import { tiers } from '../search/name-match.js';
import { type WayGraph, type WayStep, waySlices } from '../search/shortest-ways.js';
import { builtInSynonyms } from '../search/synonyms.js';
import { nameWords, stem, withoutPlural } from '../search/words.js';
import type { Description, Operation, Parameter } from './document/types.js';
import { findOperation, titleOf } from './look-up.js';
import { identityOf, type Shape, shapeOf } from './schema.js';
import type { OperationResults } from './search.js';

/** An operation in a chain. */
export interface WayCall {
  readonly operation: Operation;
  /** The parameter or body property that takes an ID, and the property of the previous response that contains it. */
  readonly takes?: { readonly parameter: string; readonly from: string | undefined };
  /** Other required parameters. */
  readonly needs: readonly Parameter[];
}

/** Chains, best first. `isCut` is true if a limit ended the search early. */
interface OperationWays {
  readonly ways: readonly (readonly WayCall[])[];
  readonly isCut: boolean;
}

/** An end of a chain: an operation, or a resource by its normalised name. */
export type CallEnd =
  | { readonly kind: 'operation'; readonly operation: Operation }
  | { readonly kind: 'resource'; readonly resource: string };

/** Maximum number of chains to search and to return, and of steps in a chain. Each call takes two steps. */
const limits = { most: 60, longest: 12 };
const maxWays = 10;
/** Costs of calls. A call costs more if it writes, if an ID is optional, and for each additional required parameter. */
const costs = { read: 100, write: 250, optional: 60, further: 80, handOver: 1, nested: 60 };
/** Maximum nesting of objects whose properties count as returned. */
const maxLevels = 2;
/** Maximum number of properties to read in a response. */
const maxProperties = 2000;

/** Words at the end of an ID's name, and words of schema names that do not denote a resource. */
const idWords = new Set('id ids uuid guid sid number key slug name code handle login'.split(' '));
const plainIds = new Set(['id', 'uuid', 'guid', 'sid']);
const decoration = new Set(
  'response request dto object model list page collection summary detail details info data item items result results base full minimal simple'.split(
    ' ',
  ),
);
/** Properties whose objects are the contents of a page or an envelope. */
const envelopes = new Set('data items item results result values value records nodes edges node content'.split(' '));

/** Maximum number of names to cache. Large descriptions repeat theirs in hundreds of responses. */
const maxNames = 20_000;
const wordsOf = memoizeTexts(maxNames, nameWords);

/** Normalizes a resource name: `v1.CustomerResponse`, `customers` and `customer` are the same resource. */
export const resourceOf = memoizeTexts(maxNames, normalized);

function normalized(name: string): string {
  const words = wordsOf(name.split('.').at(-1) ?? name);
  const own = words.filter(word => !decoration.has(word));
  const left = own.length > 0 ? own : words;
  return [...left.slice(0, -1), shortForm(withoutPlural(left.at(-1) ?? ''))].join('');
}

/** Returns a shorter synonym that the word starts with, such as `repo` for `repository`. */
const shortForm = (word: string): string =>
  [...builtInSynonyms.of(stem(word)).keys()].find(
    other => other.length >= 3 && other.length < word.length && word.startsWith(other),
  ) ?? word;

/**
 * An ID derived from a name: `orderId` is the `id` of `order`, `id` is the ID of its owner, and `order` may be any ID of
 * `order`.
 */
interface Id {
  readonly resource: string;
  readonly kind: string;
}

/** Returns the kind for any ID with a certain type, so that a number is not used as the name in `/repos/{repo}`. */
const kindOfType = (root: unknown, schema: unknown): string =>
  shapeOf(root, schema).types.some(type => type === 'integer' || type === 'number') ? 'number of' : 'text of';
/** Preferred kinds, in order, for IDs without a kind. */
const preferred = ['login', 'handle', 'slug', 'key', 'id', 'name'];

const nodeOfId = ({ resource, kind }: Id): string => `id ${resource} ${kind}`;
const nodeOfCall = (operation: Operation): string => `call ${titleOf(operation)}`;
const nodeOfResource = (resource: string): string => `resource ${resource}`;
const startNode = 'start';

function idIn(name: string, owner: string): Id | undefined {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (!idWords.has(last)) return undefined;
  const kind = plainIds.has(last) || last === 'ids' ? 'id' : last;
  if (words.length === 1) return { resource: owner, kind };
  return { resource: resourceOf(words.slice(0, -1).join(' ')), kind };
}

/** Returns the last fixed segment before a position in a path, as a resource. */
function segmentBefore(path: string, end = path.length): string {
  const segments = path
    .slice(0, end)
    .split('/')
    .filter(each => each !== '' && !/[{}]/.test(each));
  return resourceOf(segments.at(-1)?.replace(/\.\w+$/, '') ?? '');
}

interface TakenId extends Id {
  readonly parameter: string;
  readonly required: boolean;
}

/** Returns the IDs that an operation takes in its path, query and body. */
function takenIds({ root }: Description, { path, parameters, body }: Operation): readonly TakenId[] {
  const isSent = parameters.filter(({ place }) => place === 'path' || place === 'query');
  const ids = isSent.flatMap(({ name, place, required, schema }): readonly TakenId[] => {
    const inPath = place === 'path';
    const owner = inPath ? segmentBefore(path, path.indexOf(`{${name}}`)) : '';
    const id =
      idIn(name, owner) ?? (inPath ? { resource: resourceOf(name), kind: kindOfType(root, schema) } : undefined);
    return id === undefined || id.resource === '' ? [] : [{ ...id, parameter: name, required }];
  });
  const [content] = body?.content ?? [];
  const properties = content === undefined ? [] : shapeOf(root, content.schema).properties;
  const inBody = properties.flatMap(({ name, required }): readonly TakenId[] => {
    const id = idIn(name, '');
    return id === undefined || id.resource === '' || id.kind !== 'id' ? [] : [{ ...id, parameter: name, required }];
  });
  return [...ids, ...inBody];
}

/** Resources and IDs that an operation returns, with the properties that lead to them. */
interface Returned {
  readonly ids: ReadonlyMap<string, string>;
  readonly resources: ReadonlyMap<string, number>;
}

function returnedBy(
  { root }: Description,
  { path, responses }: Operation,
  shapeAt: (schema: object) => Shape,
): Returned {
  const search = new ReturnedSearch(root, shapeAt);
  const names = [segmentBefore(path)];
  for (const { status, content } of responses) {
    if (!/^[23]|^default/.test(status)) continue;
    for (const { schema } of content) search.look(schema, { names, path: '', level: 0, above: [] });
  }
  return search;
}

/** Position of a schema in a response. */
interface Nesting {
  /** Resources that its objects may be. */
  readonly names: readonly string[];
  /** Properties that lead to it, separated by dots. */
  readonly path: string;
  /** Number of objects around it, without envelopes. */
  readonly level: number;
  /** Schemas around it. */
  readonly above: readonly unknown[];
}

class ReturnedSearch implements Returned {
  readonly ids = new Map<string, string>();
  readonly resources = new Map<string, number>();
  readonly #root: unknown;
  readonly #shapeAt: (schema: object) => Shape;
  /** Rank of the preferred ID so far, by node. */
  readonly #best = new Map<string, number>();
  #left = maxProperties;

  constructor(root: unknown, shapeAt: (schema: object) => Shape) {
    this.#root = root;
    this.#shapeAt = shapeAt;
  }

  look(schema: unknown, nesting: Nesting): void {
    const node = identityOf(this.#root, schema);
    if (nesting.above.includes(node) || this.#left <= 0 || !isObject(schema)) return;
    const shape = this.#shapeAt(schema);
    const inside = { ...nesting, above: [...nesting.above, node] };
    if (shape.items !== undefined) {
      this.look(shape.items, inside);
      return;
    }
    for (const choice of shape.choices) this.look(choice, inside);
    if (shape.properties.length > 0) this.#lookAtProperties(shape, inside);
  }

  #lookAtProperties(shape: Shape, nesting: Nesting): void {
    const { names, path, level } = nesting;
    const owners = [...new Set([...(shape.name === undefined ? [] : [resourceOf(shape.name)]), ...names])];
    for (const owner of owners) if (!this.resources.has(owner)) this.resources.set(owner, level);
    for (const { name, schema } of shape.properties) {
      if (--this.#left <= 0) return;
      const at = path === '' ? name : `${path}.${name}`;
      for (const owner of owners) this.#addId(idIn(name, owner), schema, at);
      if (envelopes.has(name.toLowerCase())) this.look(schema, { ...nesting, path: at });
      else if (level < maxLevels)
        this.look(schema, { ...nesting, names: [resourceOf(name)], path: at, level: level + 1 });
    }
  }

  #addId(id: Id | undefined, schema: unknown, path: string): void {
    if (id === undefined || id.resource === '') return;
    if (!this.ids.has(nodeOfId(id))) this.ids.set(nodeOfId(id), path);
    const open = nodeOfId({ ...id, kind: kindOfType(this.#root, schema) });
    const rank = preferred.includes(id.kind) ? preferred.indexOf(id.kind) : preferred.length;
    if (rank >= (this.#best.get(open) ?? Number.POSITIVE_INFINITY)) return;
    this.#best.set(open, rank);
    this.ids.set(open, path);
  }
}

/** A step: a call is made, an ID is taken from its response, or the response is the goal. */
type Move =
  | { readonly kind: 'call'; readonly operation: Operation; readonly parameter?: string }
  | { readonly kind: 'id'; readonly property: string }
  | { readonly kind: 'end' };

interface CallGraph extends WayGraph<Move> {
  readonly nodes: readonly string[];
  readonly steps: ReadonlyMap<string, readonly WayStep<Move>[]>;
}

const isRead = ({ method }: Operation): boolean => method === 'GET' || method === 'HEAD';

const [graphOf, graphSlices] = memoizeSlices(callGraph);

/** Number of operations to read in one slice. */
const operationsPerSlice = 2;

function* callGraph(description: Description): Generator<void, CallGraph> {
  const steps = new Map<string, WayStep<Move>[]>();
  const shapeAt = memoizeWeak((schema: object) => shapeOf(description.root, schema));
  for (const [nth, operation] of description.operations.entries()) {
    if (nth % operationsPerSlice === 0) yield;
    addCalls(steps, description, operation);
    // After a removal, there is no resource to continue with.
    if (operation.method !== 'DELETE') addReturned(steps, operation, returnedBy(description, operation, shapeAt));
  }
  return { steps, nodes: [...steps.keys()], stepsFrom: (node: string) => steps.get(node) ?? [] };
}

/** Adds the steps to a call. */
function addCalls(steps: Map<string, WayStep<Move>[]>, description: Description, operation: Operation): void {
  const to = nodeOfCall(operation);
  const taken = takenIds(description, operation);
  const required = taken.filter(each => each.required).length;
  const cost = isRead(operation) ? costs.read : costs.write;
  if (required === 0 && operation.method !== 'DELETE')
    addTo(steps, startNode, { to, cost, data: { kind: 'call', operation } });
  for (const id of taken) {
    const further = costs.further * Math.max(0, required - (id.required ? 1 : 0));
    const price = cost + further + (id.required ? 0 : costs.optional);
    addTo(steps, nodeOfId(id), { to, cost: price, data: { kind: 'call', operation, parameter: id.parameter } });
  }
}

/** Adds the steps from a call to what it returns. */
function addReturned(steps: Map<string, WayStep<Move>[]>, operation: Operation, { ids, resources }: Returned): void {
  const call = nodeOfCall(operation);
  for (const [to, property] of ids) addTo(steps, call, { to, cost: costs.handOver, data: { kind: 'id', property } });
  for (const [resource, level] of resources) {
    const cost = costs.handOver + costs.nested * level;
    addTo(steps, call, { to: nodeOfResource(resource), cost, data: { kind: 'end' } });
  }
}

/** Parses an operation, or a resource that an operation takes or returns. */
export function readCallEnd(description: Description, typed: string): CallEnd | undefined {
  const operation = findOperation(description, typed);
  if (operation !== undefined) return { kind: 'operation', operation };
  const resource = resourceOf(typed.trim());
  const { steps } = graphOf(description);
  const isTaken = [...steps.keys()].some(node => node.startsWith(`id ${resource} `));
  const isKnown = isTaken || [...steps.values()].some(list => list.some(({ to }) => to === nodeOfResource(resource)));
  return resource !== '' && isKnown ? { kind: 'resource', resource } : undefined;
}

/** Finds the chains between two ends in one go. */
export const callsBetween = (...ends: Parameters<typeof callSlices>): OperationWays => finished(callSlices(...ends));

/**
 * Finds the chains between two ends, in slices of a few milliseconds. Without a start, they begin with operations that take no
 * ID.
 */
export function* callSlices(
  description: Description,
  from: CallEnd | undefined,
  to: CallEnd,
): Generator<void, OperationWays> {
  const graph = yield* graphSlices(description);
  const goal = to.kind === 'operation' ? nodeOfCall(to.operation) : nodeOfResource(to.resource);
  const { ways, isCut } = yield* waySlices(graph, startsOf(graph, from), new Set([goal]), limits, identityOfWay);
  const first = from?.kind === 'operation' ? [{ operation: from.operation, needs: [] }] : [];
  // A chain ends at the first response that is the goal itself.
  const isGoal = ({ operation }: WayCall): boolean =>
    graph.stepsFrom(nodeOfCall(operation)).some(step => step.to === goal && step.cost === costs.handOver);
  const found = ways.map(({ steps }) => [...first, ...callsOf(steps)]).filter(way => !way.slice(0, -1).some(isGoal));
  return { ways: found.slice(0, maxWays).map(withNeeds), isCut };
}

function startsOf({ nodes }: CallGraph, from: CallEnd | undefined): readonly string[] {
  if (from === undefined) return [startNode];
  if (from.kind === 'operation') return [nodeOfCall(from.operation)];
  return nodes.filter(node => node.startsWith(`id ${from.resource} `));
}

/** Chains as results of a search: each call of each chain is a match. */
interface WayResults extends OperationResults {
  readonly ways: readonly (readonly WayCall[])[];
}

/** The calls of the ways as results of a search, for going from one to the next. */
export function resultsOfCalls(description: Description, ways: readonly (readonly WayCall[])[]): WayResults {
  const matches = ways.flatMap((calls, way) =>
    calls.map(({ operation }, call) => ({ operation, missing: [], way, call })),
  );
  return {
    description,
    corpus: new Corpus(),
    asked: ask('', builtInSynonyms),
    matches,
    results: [...matches.keys()],
    fits: matches.map(() => tiers.exact),
    total: matches.length,
    ways,
  };
}

const identityOfWay = (steps: readonly WayStep<Move>[]): string =>
  steps.flatMap(({ data }) => (data.kind === 'call' ? titleOf(data.operation) : [])).join(' ');

function callsOf(steps: readonly WayStep<Move>[]): readonly WayCall[] {
  return steps.flatMap(({ data }, at) => {
    if (data.kind !== 'call') return [];
    const { operation, parameter } = data;
    const before = steps[at - 1]?.data;
    const from = before?.kind === 'id' ? before.property : undefined;
    return [{ operation, needs: [], takes: parameter === undefined ? undefined : { parameter, from } }];
  });
}

/** Adds the required parameters that no earlier call of the chain has. */
function withNeeds(way: readonly WayCall[]): readonly WayCall[] {
  const given = new Set<string>();
  return way.map(call => {
    const needs = call.operation.parameters.filter(
      ({ name, required }) => required && name !== call.takes?.parameter && !given.has(name),
    );
    for (const { name } of needs) given.add(name);
    if (call.takes !== undefined) given.add(call.takes.parameter);
    return { ...call, needs };
  });
}
