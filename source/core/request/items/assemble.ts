/** Items laid one over the other to one JSON text, as HTTPie does it; no value passes through JavaScript's numbers. */
import { type Failure, isFailure, usageError } from '../../failure.js';
import { isRawObject, parseRaw, printRaw, type RawValue } from '../../json/raw.js';
import { type ItemPath, type ItemPathStep, shownName } from './path.js';

/** An item whose value has been read. */
export interface ReadItem {
  /** As typed, for messages. */
  readonly name: string;
  readonly path: ItemPath;
  /** JSON text. */
  readonly json: string;
}

/** The JSON text of all items: an object, or a list if their names begin with a bracket. */
export function itemsText(items: readonly ReadItem[]): string | Failure {
  let root: RawValue | undefined;
  for (const item of items) {
    // The text of a value goes out as it came in, blanks and all: to a writer of JSON it is one long number.
    const laid = withItem(root, item, { number: item.json });
    if (isFailure(laid)) return laid;
    root = laid;
  }
  return printRaw(root ?? new Map());
}

interface ValueSlot {
  get(): RawValue | undefined;
  set(value: RawValue): void;
}

/** Puts a value where the item's path leads; what is missing on the way is made, and null gives way. `root` is changed. */
export function withItem(
  root: RawValue | undefined,
  { name, path }: Pick<ReadItem, 'name' | 'path'>,
  value: RawValue,
): RawValue | Failure {
  let whole = root;
  let place: ValueSlot = {
    get: () => whole,
    set(next) {
      whole = next;
    },
  };
  for (const [depth, step] of path.entries()) {
    const there = opened(place.get());
    const here: RawValue = there ?? ('key' in step ? new Map() : []);
    place.set(here);
    if ('key' in step ? !isRawObject(here) : !Array.isArray(here))
      return mismatch(name, path.slice(0, depth), step, here);
    place = placeIn(here as Map<string, RawValue> | RawValue[], step);
  }
  place.set(value);
  return whole ?? value;
}

function placeIn(holder: Map<string, RawValue> | RawValue[], step: ItemPathStep): ValueSlot {
  if (!Array.isArray(holder)) {
    const key = 'key' in step ? step.key : '';
    return { get: () => holder.get(key), set: value => void holder.set(key, value) };
  }
  const index = 'index' in step ? step.index : holder.length;
  while (holder.length <= index) holder.push(null);
  return {
    get: () => holder[index],
    set(value) {
      holder[index] = value;
    },
  };
}

/** A value that can be gone into: the text of an object or list is read now; nothing for null. */
function opened(value: RawValue | undefined): RawValue | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object' || isRawObject(value) || Array.isArray(value)) return value;
  const read = parseRaw(value.number);
  return 'problem' in read ? value : (read.value ?? undefined);
}

function mismatch(name: string, path: ItemPath, step: ItemPathStep, there: RawValue): Failure {
  const wanted = 'key' in step ? 'an object' : 'a list';
  const shown = path.map(part).join('');
  return usageError(
    `The item ${shownName(name)} needs ${wanted}, but ${shown === '' ? 'the whole' : shownName(shown)} is ${kindOf(there)}.`,
    'Give every place one kind of value: members of an object, or items of a list.',
  );
}

const part = (step: ItemPathStep, at: number): string => {
  if ('append' in step) return '[]';
  if ('index' in step) return `[${step.index}]`;
  return at === 0 ? step.key : `[${step.key}]`;
};

function kindOf(value: RawValue): string {
  if (isRawObject(value)) return 'an object';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'string' ? 'a text' : 'a number';
}
