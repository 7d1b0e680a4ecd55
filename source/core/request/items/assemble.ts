/** Merges items into one JSON text, as HTTPie does. Values never become JavaScript numbers. */

import { type Failure, isFailure, usageError } from '../../failure.js';
import { isRawNumber, isRawObject, parseRaw, printRaw, type RawValue } from '../../json/raw.js';
import { isProblem } from '../../problem.js';
import { type ItemPath, type ItemPathStep, shownName } from './path.js';

export interface ReadItem {
  readonly name: string;
  readonly path: ItemPath;
  readonly json: string;
}

/** Returns the JSON text of all items: an object, or an array if the names start with a bracket. */
export function itemsText(items: readonly ReadItem[]): string | Failure {
  let root: RawValue | undefined;
  for (const item of items) {
    // The value's text is printed verbatim, including blanks, because the printer treats it as one long number.
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

/** Sets a value at the item's path, creating missing containers and replacing null. Modifies `root`. */
export function withItem(
  root: RawValue | undefined,
  { name, path }: Pick<ReadItem, 'name' | 'path'>,
  value: RawValue,
): RawValue | Failure {
  let whole = root;
  let slot: ValueSlot = {
    get: () => whole,
    set(next) {
      whole = next;
    },
  };
  for (const [depth, step] of path.entries()) {
    const existing = opened(slot.get());
    const here: RawValue = existing ?? (step.kind === 'key' ? new Map() : []);
    slot.set(here);
    if (step.kind === 'key' ? !isRawObject(here) : !Array.isArray(here))
      return mismatch(name, path.slice(0, depth), step, here);
    slot = placeIn(here as Map<string, RawValue> | RawValue[], step);
  }
  slot.set(value);
  return whole ?? value;
}

function placeIn(holder: Map<string, RawValue> | RawValue[], step: ItemPathStep): ValueSlot {
  if (!Array.isArray(holder)) {
    const key = step.kind === 'key' ? step.key : '';
    return { get: () => holder.get(key), set: value => void holder.set(key, value) };
  }
  const index = step.kind === 'index' ? step.index : holder.length;
  while (holder.length <= index) holder.push(null);
  return {
    get: () => holder[index],
    set(value) {
      holder[index] = value;
    },
  };
}

/** Returns a container to descend into, parsed on demand. Returns undefined for null. */
function opened(value: RawValue | undefined): RawValue | undefined {
  if (value === null || value === undefined) return undefined;
  if (!isRawNumber(value)) return value;
  const read = parseRaw(value.number);
  return isProblem(read) ? value : (read.value ?? undefined);
}

function mismatch(name: string, path: ItemPath, step: ItemPathStep, existing: RawValue): Failure {
  const wanted = step.kind === 'key' ? 'an object' : 'a list';
  const shown = path.map(part).join('');
  return usageError(
    `The item ${shownName(name)} needs ${wanted}, but ${shown === '' ? 'the body' : shownName(shown)} is ${kindOf(existing)}.`,
    'Use one kind of value: members of an object (a[b]=text) or items of a list (a[]=text).',
  );
}

const part = (step: ItemPathStep, at: number): string => {
  if (step.kind === 'append') return '[]';
  if (step.kind === 'index') return `[${step.index}]`;
  return at === 0 ? step.key : `[${step.key}]`;
};

function kindOf(value: RawValue): string {
  if (isRawObject(value)) return 'an object';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'string' ? 'a string' : 'a number';
}
