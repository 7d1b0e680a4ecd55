/** Members of an OpenAPI document that nobody has checked: a member of another kind counts as absent. */
import { isObject, type Loose, own } from '../../json/loose.js';

export { isObject, type Loose };

/** An own member of an object; undefined of anything else. */
export const member = (node: unknown, key: string): unknown => (isObject(node) ? own(node, key) : undefined);

export const textIn = (node: unknown, key: string): string | undefined => {
  const value = member(node, key);
  return typeof value === 'string' ? value : undefined;
};

/** Empty if absent. */
export const listIn = (node: unknown, key: string): readonly unknown[] => {
  const value = member(node, key);
  return Array.isArray(value) ? value : [];
};

/** The members of an object in order; empty if absent. */
export const entriesIn = (node: unknown, key?: string): readonly (readonly [name: string, value: unknown])[] => {
  const value = key === undefined ? node : member(node, key);
  return isObject(value) ? Object.entries(value) : [];
};

export const textsIn = (node: unknown, key: string): readonly string[] =>
  listIn(node, key).filter(each => typeof each === 'string');

/** A problem of a document and its place, a JSON Pointer as a fragment (`#/paths/~1pets`, RFC 6901). */
export interface Problem {
  readonly place: string;
  /** Untrusted text. */
  readonly text: string;
}

const escapeStep = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

/** The place below another one. */
export const placeBelow = (place: string, ...steps: readonly (string | number)[]): string =>
  [place, ...steps.map(step => escapeStep(String(step)))].join('/');

/** The steps of `#/a/b`; undefined if the text is no such pointer. */
export function stepsOf(pointer: string): readonly string[] | undefined {
  if (pointer === '#' || pointer === '') return [];
  if (!pointer.startsWith('#/')) return undefined;
  return pointer.slice(2).split('/').map(unescapeStep);
}

function unescapeStep(step: string): string {
  let text = step;
  try {
    text = decodeURIComponent(step);
  } catch {
    // A percent sign that stands for itself.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Looks a pointer up; undefined if nothing is there. */
export function nodeAt(root: unknown, pointer: string): unknown {
  const steps = stepsOf(pointer);
  let node: unknown = steps === undefined ? undefined : root;
  for (const step of steps ?? []) {
    node = Array.isArray(node) && /^\d+$/.test(step) ? node[Number(step)] : member(node, step);
    if (node === undefined) return undefined;
  }
  return node;
}

/** Longer chains of references are a circle. */
const maxHops = 32;

/** A node with its references followed, and where it was found. */
interface Resolved {
  readonly node: unknown;
  /** The last reference that was followed; absent: the node stood where it was asked for. */
  readonly ref?: string;
}

/** Follows `$ref`s to their end; `node` is undefined where they lead nowhere or in a circle. */
export function resolve(root: unknown, node: unknown): Resolved {
  let found: Resolved = { node };
  for (let hops = 0; hops <= maxHops; hops++) {
    const ref = textIn(found.node, '$ref');
    if (ref === undefined) return found;
    found = { node: nodeAt(root, ref), ref };
  }
  return { node: undefined, ref: found.ref };
}

/** An object with its reference followed; its own members override those it refers to. Undefined if the reference leads nowhere. */
export function resolved(root: unknown, node: unknown): unknown {
  const { node: found, ref } = resolve(root, node);
  if (ref === undefined || !isObject(found) || !isObject(node)) return found;
  const { $ref: _, ...own } = node;
  return { ...found, ...own };
}
