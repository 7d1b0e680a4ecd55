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

interface Merger {
  /** Applies the next payload. */
  push(payload: string): Merged | RejectedPayload;
}

/** Maximum number of values in a response. Each takes about fifty bytes of memory until the response ends. */
export const maxMergedValues = 5_000_000;

/** Maximum number of path steps per response. A long path may be announced once and then used a million times. */
const maxSteps = 20_000_000;

type Path = readonly RawValue[];

/** Creates a merger. The first payload is the initial result, and later payloads are patches. */
export function incrementalMerger(): Merger {
  let result: RawObject | undefined;
  const pending = new Map<string, Path>();

  let values = 0;
  let steps = 0;
  const errors = new GrowingErrors();

  const summary = (): ResultSummary => {
    const data = result?.get('data');
    return {
      data: presenceOf(data),
      ...errors.read(result?.get('errors')),
      values,
    };
  };

  const wrongWith = (payload: RawObject): string | undefined => {
    for (const entry of listOf(payload.get('pending'))) {
      const id = isRawObject(entry) ? entry.get('id') : undefined;
      if (isRawObject(entry) && typeof id === 'string') pending.set(id, pathOf(entry.get('path')));
    }
    let wrong: string | undefined;
    if (result === undefined) {
      result = new Map([...payload].filter(([key]) => !machinery.has(key)));
    } else {
      const patches = payload.has('incremental') ? listOf(payload.get('incremental')) : topLevelPatch(payload);
      for (const patch of patches) {
        const path = isRawObject(patch) ? placeOf(patch, pending) : undefined;
        steps += path?.length ?? 0;
        if (steps > maxSteps) break;
        wrong = apply(result, patch, path) ?? wrong;
      }
    }
    for (const entry of listOf(payload.get('completed'))) {
      if (!isRawObject(entry)) continue;
      addErrors(result, entry.get('errors'));
      const id = entry.get('id');
      if (typeof id === 'string') pending.delete(id);
    }
    return wrong;
  };

  return {
    push(text) {
      const read = parseRaw(text, { most: maxMergedValues - values });
      if (isProblem(read)) {
        const full = read.full === true;
        const problem = full
          ? `it contains more than ${maxMergedValues} values`
          : `a part is not JSON: ${read.problem}`;
        return { problem, full };
      }
      values += read.values;
      const payload = read.value;
      if (!isRawObject(payload)) return { problem: 'a part is not a JSON object', full: false };
      const hasNext = payload.get('hasNext') === true;
      const wrong = wrongWith(payload);
      if (steps > maxSteps) return { problem: 'its paths are too long', full: true };
      if (wrong !== undefined) return { problem: wrong, full: false };
      const merged = result ?? new Map();
      return { text: () => printRaw(merged), summary: summary(), hasNext };
    },
  };
}

/** Members that control delivery and are not part of the result. */
const machinery: ReadonlySet<string> = new Set(['hasNext', 'pending', 'incremental', 'completed']);

const listOf = (value: RawValue | undefined): readonly RawValue[] => (Array.isArray(value) ? value : []);
const pathOf = (value: RawValue | undefined): Path => listOf(value);

/** Early servers sent one patch per payload, next to `hasNext`. */
const topLevelPatch = (payload: RawObject): readonly RawValue[] =>
  ['data', 'items', 'errors', 'extensions'].some(key => payload.has(key)) ? [payload] : [];

/** Returns the target of a patch, or undefined if its id is not pending. */
function placeOf(patch: RawObject, pending: ReadonlyMap<string, Path>): Path | undefined {
  const id = patch.get('id');
  const base = typeof id === 'string' ? pending.get(id) : pathOf(patch.get('path'));
  const further = pathOf(patch.get('subPath'));
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
type Pair = readonly [into: RawObject, from: RawObject] | readonly [into: RawValue[], from: readonly RawValue[]];

/**
 * Merges deeply: objects by member and lists by index, since a deferred fragment may refer to a list of the first payload. All
 * other values are replaced.
 */
function merge(into: RawObject, from: RawObject): void {
  const work: Pair[] = [[into, from]];
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) {
    const [target, source] = pair;
    if (Array.isArray(target)) {
      for (const [index, value] of (source as readonly RawValue[]).entries()) {
        if (!joined(target[index], value, work)) target[index] = value;
      }
    } else {
      for (const [key, value] of source as RawObject) {
        if (!joined(target.get(key), value, work)) target.set(key, value);
      }
    }
  }
}

/** Queues a pair for merging if both values are containers. */
function joined(existing: RawValue | undefined, value: RawValue, work: Pair[]): boolean {
  if (isRawObject(existing) && isRawObject(value)) work.push([existing, value]);
  else if (Array.isArray(existing) && Array.isArray(value)) work.push([existing, value]);
  else return false;
  return true;
}

function addErrors(result: RawObject, errors: RawValue | undefined): void {
  if (!Array.isArray(errors) || errors.length === 0) return;
  const known = result.get('errors');
  if (Array.isArray(known)) for (const error of errors) known.push(error);
  else result.set('errors', [...errors]);
}
