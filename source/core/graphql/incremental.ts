/**
 * Merges the payloads of a `@defer`/`@stream` response in both formats. The older one has patches with a `path`, in
 * `incremental` or, on early servers, at the top level. The newer one refers to an `id` in `pending` (graphql-over-http
 * `rfcs/IncrementalDelivery.md`). Numbers remain exact.
 */

import { isRawNumber, isRawObject, parseRaw, printRaw, type RawObject, type RawValue } from '../json/raw.js';
import { isProblem } from '../problem.js';
import { GrowingErrors } from './collected-errors.js';
import { presenceOf, type ResultSummary } from './response.js';

/** Result after applying another payload. */
export interface Merged {
  /** Returns the JSON of the result so far. */
  text(): string;
  readonly summary: ResultSummary;
  readonly hasNext: boolean;
}

/** Reason why a payload was ignored. */
export interface RejectedPayload {
  /** Untrusted: it may quote the payload. */
  readonly problem: string;
  /** True if the result would have too many values. */
  readonly full: boolean;
}

/** Maximum number of values in a response. Each takes about fifty bytes of memory until the response ends. */
export const maxMergedValues = 5_000_000;

/** Maximum number of path steps per response. A long path may be announced once and then used a million times. */
const maxSteps = 20_000_000;

type Path = readonly RawValue[];

/** Merges the payloads of one response. The first payload is the initial result, and later payloads are patches. */
export class IncrementalMerger {
  #result: RawObject | undefined;
  /** Paths of the announced patches by ID. */
  readonly #pending = new Map<string, Path>();
  readonly #errors = new GrowingErrors();
  #values = 0;
  #steps = 0;

  /** Applies the next payload. */
  push(text: string): Merged | RejectedPayload {
    const read = parseRaw(text, { most: maxMergedValues - this.#values });
    if (isProblem(read)) {
      if (read.full === true) return { problem: `it contains more than ${maxMergedValues} values`, full: true };
      return { problem: `a part is not JSON: ${read.problem}`, full: false };
    }
    this.#values += read.values;
    const payload = read.value;
    if (!isRawObject(payload)) return { problem: 'a part is not a JSON object', full: false };
    const hasNext = payload.get('hasNext') === true;
    const problem = this.#apply(payload);
    if (this.#steps > maxSteps) return { problem: 'its paths are too long', full: true };
    if (problem !== undefined) return { problem, full: false };
    const merged = this.#result ?? new Map();
    return { text: () => printRaw(merged), summary: this.#summary(merged), hasNext };
  }

  #summary(result: RawObject): ResultSummary {
    return { data: presenceOf(result.get('data')), ...this.#errors.read(result.get('errors')), values: this.#values };
  }

  /** Applies a payload, or returns its last problem. */
  #apply(payload: RawObject): string | undefined {
    for (const { id, entry } of entriesWithId(payload.get('pending'))) this.#pending.set(id, listOf(entry.get('path')));
    let problem: string | undefined;
    if (this.#result === undefined) this.#result = new Map([...payload].filter(([key]) => !machinery.has(key)));
    else problem = this.#applyPatches(this.#result, payload);
    const completed = payload.get('completed');
    for (const entry of listOf(completed).filter(isRawObject)) addErrors(this.#result, entry.get('errors'));
    for (const { id } of entriesWithId(completed)) this.#pending.delete(id);
    return problem;
  }

  #applyPatches(result: RawObject, payload: RawObject): string | undefined {
    let problem: string | undefined;
    for (const patch of payload.has('incremental') ? listOf(payload.get('incremental')) : topLevelPatch(payload)) {
      const path = isRawObject(patch) ? placeOf(patch, this.#pending) : undefined;
      this.#steps += path?.length ?? 0;
      if (this.#steps > maxSteps) break;
      problem = apply(result, patch, path) ?? problem;
    }
    return problem;
  }
}

/** Members that control delivery and are not part of the result. */
const machinery: ReadonlySet<string> = new Set(['hasNext', 'pending', 'incremental', 'completed']);

const listOf = (value: RawValue | undefined): readonly RawValue[] => (Array.isArray(value) ? value : []);

/** Returns the entries of `pending` or `completed` that have an ID. */
const entriesWithId = (entries: RawValue | undefined): readonly { readonly id: string; readonly entry: RawObject }[] =>
  listOf(entries).flatMap(entry => {
    const id = isRawObject(entry) ? entry.get('id') : undefined;
    return isRawObject(entry) && typeof id === 'string' ? [{ id, entry }] : [];
  });

/** Early servers sent one patch per payload, next to `hasNext`. */
const topLevelPatch = (payload: RawObject): readonly RawValue[] =>
  ['data', 'items', 'errors', 'extensions'].some(key => payload.has(key)) ? [payload] : [];

/** Returns the target of a patch, or undefined if its id is not pending. */
function placeOf(patch: RawObject, pending: ReadonlyMap<string, Path>): Path | undefined {
  const id = patch.get('id');
  const base = typeof id === 'string' ? pending.get(id) : listOf(patch.get('path'));
  const further = listOf(patch.get('subPath'));
  return base === undefined || further.length === 0 ? base : [...base, ...further];
}

/** Applies a patch, or returns the problem. */
function apply(result: RawObject, patch: RawValue, path: Path | undefined): string | undefined {
  if (!isRawObject(patch)) return 'a patch is not a JSON object';
  addErrors(result, patch.get('errors'));
  const extensions = patch.get('extensions');
  if (isRawObject(extensions)) merge(result, new Map([['extensions', extensions]]));
  if (path === undefined) return 'a patch refers to something that is not pending';
  const items = patch.get('items');
  if (Array.isArray(items)) return insert(result, path, items, typeof patch.get('id') === 'string');
  const data = patch.get('data');
  // `data: null` means that the deferred part failed. The rest is still applied.
  if (data === undefined || data === null) return undefined;
  if (!isRawObject(data)) return 'the data of a patch is not a JSON object';
  const target = walk(result, path);
  if (!isRawObject(target)) return `a patch has an unknown path: ${pathText(path)}`;
  merge(target, data);
  return undefined;
}

/** @param append true in the newer format, whose path refers to the list; in the older one, it refers to the first item */
function insert(result: RawObject, path: Path, items: readonly RawValue[], append: boolean): string | undefined {
  const last = path.at(-1);
  const first = append ? undefined : indexOf(last);
  const list = walk(result, append || first === undefined ? path : path.slice(0, -1));
  if (!Array.isArray(list)) return `items have an unknown path: ${pathText(path)}`;
  const start = first ?? list.length;
  if (start > list.length) return `items would leave a gap in the list: ${pathText(path)}`;
  for (const [offset, item] of items.entries()) list[start + offset] = item;
  return undefined;
}

function walk(result: RawObject, path: Path): RawValue | undefined {
  let at: RawValue | undefined = result.get('data');
  for (const key of path) {
    if (Array.isArray(at)) {
      const index = indexOf(key);
      at = index === undefined ? undefined : at[index];
    } else at = isRawObject(at) && typeof key === 'string' ? at.get(key) : undefined;
  }
  return at;
}

const indexOf = (key: RawValue | undefined): number | undefined =>
  isRawNumber(key) && /^\d{1,9}$/.test(key.number) ? Number(key.number) : undefined;

/** Formats a path for messages, truncated. */
const pathText = (path: Path): string =>
  path.length > 30 ? `${path.slice(0, 30).map(keyText).join('.')}…` : path.map(keyText).join('.');

const keyText = (key: RawValue): string => (typeof key === 'string' ? key : printRaw(key));

/** A container and the container to merge into it. */
type Pair =
  | { readonly kind: 'object'; readonly into: RawObject; readonly from: RawObject }
  | { readonly kind: 'list'; readonly into: RawValue[]; readonly from: readonly RawValue[] };

/**
 * Merges deeply: objects by member and lists by index, since a deferred fragment may refer to a list of the first payload. All
 * other values are replaced.
 */
function merge(into: RawObject, from: RawObject): void {
  const work: Pair[] = [{ kind: 'object', into, from }];
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) {
    if (pair.kind === 'object') mergeMembers(pair.into, pair.from, work);
    else mergeItems(pair.into, pair.from, work);
  }
}

function mergeMembers(into: RawObject, from: RawObject, work: Pair[]): void {
  for (const [key, value] of from) {
    const pair = pairOf(into.get(key), value);
    if (pair === undefined) into.set(key, value);
    else work.push(pair);
  }
}

function mergeItems(into: RawValue[], from: readonly RawValue[], work: Pair[]): void {
  for (const [index, value] of from.entries()) {
    const pair = pairOf(into[index], value);
    if (pair === undefined) into[index] = value;
    else work.push(pair);
  }
}

/** Returns a pair to merge if both values are objects or both are lists. */
function pairOf(into: RawValue | undefined, from: RawValue): Pair | undefined {
  if (isRawObject(into) && isRawObject(from)) return { kind: 'object', into, from };
  return Array.isArray(into) && Array.isArray(from) ? { kind: 'list', into, from } : undefined;
}

function addErrors(result: RawObject, errors: RawValue | undefined): void {
  if (!Array.isArray(errors) || errors.length === 0) return;
  const known = result.get('errors');
  if (Array.isArray(known)) for (const error of errors) known.push(error);
  else result.set('errors', [...errors]);
}
