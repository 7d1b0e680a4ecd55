/**
 * The order of a run: which requests need values or responses of others, and which only have to wait for them. A failure skips
 * the former.
 */
import { addTo } from '../add-to.js';
import { isUnsafe } from '../request/spec.js';
import { textsOf } from '../rights/entry-rights.js';
import { withoutEnd } from '../text/runs.js';
import type { Entry, FileVariable, LineText } from './document.js';
import { referencesIn } from './variables.js';

/** A request without which another one cannot be sent. */
export interface Need {
  /** Index of the required request in the run. */
  readonly on: number;
  /** Required name, as in `{{name}}`; absent for `# @ref`. */
  readonly name?: string;
}

/** A request in the order of a run. */
export interface GraphNode {
  readonly entry: Entry;
  readonly needs: readonly Need[];
  /** Indexes of the requests that end before this one starts. Includes `needs`. */
  readonly waits: readonly number[];
  /** Indexes of the requests that this one cleans up after. It is sent even after failures. Empty with `# @always`. */
  readonly cleansUp?: readonly number[];
}

/** The parts of a run that the graph depends on. */
export interface GraphOptions {
  readonly variables: readonly FileVariable[];
  /** Names with a value from the command line, which overrides captures. */
  readonly commandLineNames: { has(name: string): boolean };
  /** Further texts of a request in which names are filled in: flags of the command line, and `<@ FILE`. */
  readonly extraTexts: (entry: Entry) => readonly string[];
  /** Name of the request's session. Its requests are sent one after another. */
  readonly session: (entry: Entry) => string | undefined;
  /** `--cleanup`: a DELETE with a captured value in its URL cleans up after the request that captured it. */
  readonly cleanup: boolean;
}

/** Name of the request in `login.response.body.$.token`, `login.request.headers.X` or `login.token` (httpyac), or undefined. */
export const responseName = (expression: string): string | undefined =>
  /^(.+?)\.(?:response|request)\.(?:body|headers|cookies)\b/.exec(expression)?.[1] ??
  /^([A-Za-z_$][\w$]*)(?:[.[].*)?$/s.exec(expression)?.[1];

/** Returns the graph of requests in the order in which they are sent one at a time. */
export function graphOf(entries: readonly Entry[], options: GraphOptions): readonly GraphNode[] {
  const order = new Accesses();
  const sources = new Map<string, number>();
  const named = namesOf(entries);
  const namesIn = expander(options);
  const nodes: (GraphNode & { readonly needs: Need[] })[] = [];
  for (const [index, entry] of entries.entries()) {
    const needs = needsOf(entry);
    const urlNames = namesIn([entry.url]).filter(name => needs.has(name));
    const isWriting = isUnsafe(entry.method);
    const session = options.session(entry);
    const writtenKeys = writtenBy(entry);
    const waits = order.of(index, [
      ...[...needs.values()].flatMap(({ name }) =>
        name === undefined ? [] : [{ key: sourceKey(name), writes: false }],
      ),
      ...urlNames.map(name => ({ key: `url ${sourceKey(name)}`, writes: isWriting })),
      ...(session === undefined ? [] : [{ key: `session ${session}`, writes: true }]),
      ...writtenKeys.map(key => ({ key, writes: true })),
    ]);
    const cleansUp = cleanupTargets(entry, named, options.cleanup && urlNames.map(name => needs.get(name)?.on ?? 0));
    nodes.push({ entry, needs: [...needs.values()], waits, cleansUp });
    if (!isSent(entry)) continue;
    for (const key of writtenKeys) sources.set(key, index);
  }
  return nodes.map((node, index) => ({
    ...node,
    waits: [...new Set([...node.waits, ...node.needs.map(({ on }) => on), ...cleanupWaits(node, index, nodes)])].sort(
      (a, b) => a - b,
    ),
  }));

  function needsOf(entry: Entry): ReadonlyMap<string, Need> {
    const needs = new Map<string, Need>();
    for (const name of namesIn([textsOf(entry), ...options.extraTexts(entry)])) {
      const source = sources.get(sourceKey(name));
      if (source !== undefined) needs.set(name, { on: source, name });
    }
    for (const { text } of entry.needs) {
      // The same request as in `{{NAME.response.…}}`: the nearest one above, if several have the name.
      const on = sources.get(`${text}.response`);
      if (on !== undefined) needs.set(`# ${on}`, { on });
    }
    return needs;
  }

  /** The key of the value or response that a name refers to. */
  function sourceKey(name: string): string {
    const request = responseName(name) ?? '';
    const key = `${request}.response`;
    // The number of a repetition follows the name of its request.
    return [name, key].find(each => sources.has(each)) ?? `${withoutEnd(request, /\d/)}.response`;
  }
}

const isSent = (entry: Entry | undefined): boolean => entry?.skip === undefined;

/** Keys of the values that a request provides. */
const writtenBy = ({ name, captures }: Entry): readonly string[] => [
  ...captures.map(capture => capture.name),
  ...(name === undefined ? [] : [`${name}.response`]),
];

function namesOf(entries: readonly Entry[]): ReadonlyMap<string, readonly number[]> {
  const named = new Map<string, number[]>();
  for (const [index, { name }] of entries.entries()) if (name !== undefined) addTo(named, name, index);
  return named;
}

/** Returns a function that finds the names in texts, including those in the values of `@name = value`. */
function expander({ variables, commandLineNames }: GraphOptions): (texts: readonly string[]) => readonly string[] {
  const values = new Map<string, string[]>();
  for (const { name, text } of variables) addTo(values, name, text);
  return texts => {
    const names = new Set<string>();
    const work = [...texts];
    for (let text = work.pop(); text !== undefined; text = work.pop()) {
      for (const { expression } of referencesIn(text)) {
        const name = expression.replace(/^%\s*/, '');
        if (names.has(name) || commandLineNames.has(name)) continue;
        names.add(name);
        work.push(...(values.get(name) ?? []));
      }
    }
    return [...names];
  };
}

/** The requests that a request cleans up after, or undefined if it is not a cleanup. */
function cleanupTargets(
  { always, after, method }: Entry,
  named: ReadonlyMap<string, readonly number[]>,
  deleteTargets: readonly number[] | false,
): readonly number[] | undefined {
  const markedTargets = after.flatMap(({ text }) => named.get(text) ?? []);
  if (markedTargets.length > 0 || always) return markedTargets;
  return deleteTargets && deleteTargets.length > 0 && method === 'DELETE' ? deleteTargets : undefined;
}

/**
 * A cleanup waits for everything above it that uses the resource it removes. With `# @always`, it waits for everything above
 * it. That is the previous request with `# @always`, which has waited for those above, and the requests since then. A list of
 * all requests above each cleanup would be quadratic.
 */
function cleanupWaits({ cleansUp }: GraphNode, index: number, nodes: readonly GraphNode[]): readonly number[] {
  if (!cleansUp) return [];
  if (cleansUp.length === 0) {
    let from = index - 1;
    while (from > 0 && nodes[from]?.cleansUp?.length !== 0) from--;
    return Array.from({ length: index - Math.max(0, from) }, (_, at) => Math.max(0, from) + at);
  }
  const users = new Set(cleansUp);
  const end = Math.max(index, ...cleansUp.map(each => (each > index ? nodes.length : 0)));
  for (let at = Math.min(...cleansUp); at < end; at++)
    if (at !== index && nodes[at]?.needs.some(({ on }) => users.has(on))) users.add(at);
  users.delete(index);
  return [...users];
}

/** Orders the requests that read and write a key, so that each reads the value it would read in a run of one at a time. */
class Accesses {
  readonly #writer = new Map<string, number>();
  readonly #readers = new Map<string, number[]>();

  /** Returns the requests that must end first. */
  of(index: number, accesses: readonly { readonly key: string; readonly writes: boolean }[]): readonly number[] {
    const waits = new Set<number>();
    for (const { key, writes } of accesses) {
      const writer = this.#writer.get(key);
      if (writer !== undefined && writer !== index) waits.add(writer);
      const readers = this.#readers.get(key) ?? [];
      if (!writes) {
        this.#readers.set(key, readers);
        readers.push(index);
        continue;
      }
      for (const reader of readers) if (reader !== index) waits.add(reader);
      this.#readers.set(key, []);
      this.#writer.set(key, index);
    }
    return [...waits];
  }
}

/** Returns a request that waits for itself, through `# @after` above the named request; undefined if there is none. */
export function circularAfter(nodes: readonly GraphNode[]): LineText | undefined {
  const waitCounts = nodes.map(({ waits }) => waits.length);
  const dependents = nodes.map((): number[] => []);
  for (const [index, { waits }] of nodes.entries()) for (const on of waits) dependents[on]?.push(index);
  const ready = nodes.flatMap(({ waits }, index) => (waits.length === 0 ? [index] : []));
  for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
    for (const each of dependents[index] ?? []) {
      waitCounts[each] = (waitCounts[each] ?? 0) - 1;
      if (waitCounts[each] === 0) ready.push(each);
    }
  }
  const stuck = nodes.find(({ entry }, index) => (waitCounts[index] ?? 0) > 0 && entry.after.length > 0);
  return stuck?.entry.after[0];
}

/** Returns the indexes of requests and of everything they need, in order. */
export function withNeeds(nodes: readonly GraphNode[], wanted: Iterable<number>): readonly number[] {
  const all = new Set<number>();
  const work = [...wanted];
  for (let index = work.pop(); index !== undefined; index = work.pop()) {
    if (all.has(index)) continue;
    all.add(index);
    work.push(...(nodes[index]?.needs ?? []).map(({ on }) => on));
  }
  return [...all].sort((a, b) => a - b);
}

/** Explains a need: `{{token}} from login`. */
export const needText = ({ on, name }: Need, nodes: readonly GraphNode[]): string => {
  const { name: request, line } = nodes[on]?.entry ?? {};
  const source = request ?? `line ${line}`;
  return name === undefined ? source : `{{${name}}} from ${source}`;
};
