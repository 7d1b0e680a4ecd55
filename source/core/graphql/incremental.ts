/**
 * A `@defer`/`@stream` answer put together from its payloads, in both dialects: the older one names each patch by `path`
 * (in an `incremental` list, or at top level as the first servers did), the newer one by the `id` of something `pending`
 * (graphql-over-http `rfcs/IncrementalDelivery.md`). Numbers keep their text.
 */
import type { ResultSummary } from './answer.js';
import { isRawObject, parseRaw, printRaw, type RawObject, type RawValue } from './raw-json.js';

/** The result after one payload more. */
export interface Merged {
  /** JSON text of the result as far as it has come. */
  text(): string;
  readonly summary: ResultSummary;
  /** False: the last payload has come. */
  readonly hasNext: boolean;
}

/** Puts the payloads of one answer together, in the order in which they come. */
export interface Merger {
  /** Takes the next payload. A text: what is wrong with it; it was left out. */
  push(payload: string): Merged | string;
}

type Path = readonly RawValue[];

/** A merger for one answer. The first payload is the result; what follows are patches to it. */
export function incrementalMerger(): Merger {
  let result: RawObject | undefined;
  const pending = new Map<string, Path>();

  const summary = (): ResultSummary => {
    const data = result?.get('data');
    const errors = result?.get('errors');
    return {
      data: data === undefined ? 'absent' : data === null ? 'null' : 'present',
      ...(Array.isArray(errors) && errors.length > 0 ? { errors: JSON.parse(printRaw(errors)) as unknown } : {}),
    };
  };

  return {
    push(text) {
      const read = parseRaw(text);
      if ('problem' in read) return `a part is not JSON: ${read.problem}`;
      const payload = read.value;
      if (!isRawObject(payload)) return 'a part is no JSON object';
      const hasNext = payload.get('hasNext') === true;
      for (const entry of listOf(payload.get('pending'))) {
        const id = isRawObject(entry) ? entry.get('id') : undefined;
        if (isRawObject(entry) && typeof id === 'string') pending.set(id, pathOf(entry.get('path')));
      }
      let wrong: string | undefined;
      if (result === undefined) {
        result = new Map([...payload].filter(([key]) => !machinery.has(key)));
      } else {
        const patches = payload.has('incremental') ? listOf(payload.get('incremental')) : topLevelPatch(payload);
        for (const patch of patches) wrong = apply(result, patch, pending) ?? wrong;
      }
      for (const entry of listOf(payload.get('completed'))) {
        if (!isRawObject(entry)) continue;
        addErrors(result, entry.get('errors'));
        const id = entry.get('id');
        if (typeof id === 'string') pending.delete(id);
      }
      if (wrong !== undefined) return wrong;
      const merged = result;
      return { text: () => printRaw(merged), summary: summary(), hasNext };
    },
  };
}

/** Members of a first payload that steer the delivery and are no part of the result. */
const machinery: ReadonlySet<string> = new Set(['hasNext', 'pending', 'incremental', 'completed']);

const listOf = (value: RawValue | undefined): readonly RawValue[] => (Array.isArray(value) ? value : []);
const pathOf = (value: RawValue | undefined): Path => listOf(value);

/** The first dialect had one patch a payload, its members beside `hasNext`. */
const topLevelPatch = (payload: RawObject): readonly RawValue[] =>
  ['data', 'items', 'errors', 'extensions'].some(key => payload.has(key)) ? [payload] : [];

/** Applies one patch. Answers what is wrong with it, if it cannot be applied. */
function apply(result: RawObject, patch: RawValue, pending: ReadonlyMap<string, Path>): string | undefined {
  if (!isRawObject(patch)) return 'a patch is no JSON object';
  addErrors(result, patch.get('errors'));
  const extensions = patch.get('extensions');
  if (isRawObject(extensions)) merge(result, new Map([['extensions', extensions]]));
  const id = patch.get('id');
  const base = typeof id === 'string' ? pending.get(id) : pathOf(patch.get('path'));
  if (base === undefined) return 'a patch names something that is not pending';
  const path = [...base, ...pathOf(patch.get('subPath'))];
  const items = patch.get('items');
  if (Array.isArray(items)) return insert(result, path, items, typeof id === 'string');
  const data = patch.get('data');
  // `data: null` says that the deferred part failed; what is there stays.
  if (data === undefined || data === null) return undefined;
  if (!isRawObject(data)) return 'the data of a patch is no JSON object';
  const target = walk(result, path);
  if (!isRawObject(target)) return `a patch is for a place that is not there: ${path.map(shown).join('.')}`;
  merge(target, data);
  return undefined;
}

/** @param append the newer dialect names the list itself, the older one the index of the first item */
function insert(result: RawObject, path: Path, items: readonly RawValue[], append: boolean): string | undefined {
  const last = path.at(-1);
  const first = append ? undefined : indexOf(last);
  const list = walk(result, append || first === undefined ? path : path.slice(0, -1));
  if (!Array.isArray(list)) return `items are for a list that is not there: ${path.map(shown).join('.')}`;
  const start = first ?? list.length;
  if (start > list.length) return `items would leave a hole in the list: ${path.map(shown).join('.')}`;
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
  typeof key === 'object' && key !== null && 'number' in key && /^\d{1,9}$/.test(key.number)
    ? Number(key.number)
    : undefined;

const shown = (key: RawValue): string => (typeof key === 'string' ? key : printRaw(key));

/** Lays `from` over `into`: objects are joined at any depth, all else is replaced. */
function merge(into: RawObject, from: RawObject): void {
  const work: (readonly [RawObject, RawObject])[] = [[into, from]];
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) {
    const [target, source] = pair;
    for (const [key, value] of source) {
      const there = target.get(key);
      if (isRawObject(there) && isRawObject(value)) work.push([there, value]);
      else if (Array.isArray(there) && Array.isArray(value)) mergeLists(there, value, work);
      else target.set(key, value);
    }
  }
}

/** A deferred fragment may speak of a list the first payload had already: its objects are joined place by place. */
function mergeLists(into: RawValue[], from: readonly RawValue[], work: (readonly [RawObject, RawObject])[]): void {
  for (const [index, value] of from.entries()) {
    const there = into[index];
    if (isRawObject(there) && isRawObject(value)) work.push([there, value]);
    else if (Array.isArray(there) && Array.isArray(value)) mergeLists(there, value, work);
    else into[index] = value;
  }
}

function addErrors(result: RawObject, errors: RawValue | undefined): void {
  if (!Array.isArray(errors) || errors.length === 0) return;
  const known = result.get('errors');
  if (Array.isArray(known)) for (const error of errors) known.push(error);
  else result.set('errors', [...errors]);
}
