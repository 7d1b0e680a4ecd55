/** Problems, positions and references of an OpenAPI document, which has not been validated. */
import { entriesIn, isObject, member, textIn } from '../../json/loose.js';

/** A problem in a document and its position, a JSON Pointer as a fragment (`#/paths/~1pets`, RFC 6901). */
export interface Problem {
  readonly place: string;
  /** Untrusted text. */
  readonly text: string;
}

const escapeStep = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the position below another one. */
export const placeBelow = (pointer: string, ...steps: readonly (string | number)[]): string =>
  [pointer, ...steps.map(step => escapeStep(String(step)))].join('/');

/** Returns the steps of `#/a/b`, or undefined if the text is not such a pointer. */
export function stepsOf(pointer: string): readonly string[] | undefined {
  if (pointer === '#' || pointer === '') return [];
  if (!pointer.startsWith('#/')) return undefined;
  return pointer.slice(2).split('/').map(unescapeStep);
}

function unescapeStep(step: string): string {
  if (!/[%~]/.test(step)) return step;
  let text = step;
  try {
    text = decodeURIComponent(step);
  } catch {
    // A literal percent sign.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Looks up a pointer. Returns undefined if it refers to nothing. */
export function nodeAt(root: unknown, pointer: string): unknown {
  const steps = stepsOf(pointer);
  let node: unknown = steps === undefined ? undefined : root;
  for (const step of steps ?? []) {
    node = Array.isArray(node) && /^\d+$/.test(step) ? node[Number(step)] : member(node, step);
    if (node === undefined) return undefined;
  }
  return node;
}

type ComponentKind = 'schemas' | 'securitySchemes';

/** Returns the components of a kind, in order. */
export const componentsOf = (root: unknown, kind: ComponentKind): ReturnType<typeof entriesIn> =>
  entriesIn(member(root, 'components'), kind);

export const componentNamed = (root: unknown, kind: ComponentKind, name: string): unknown =>
  member(member(member(root, 'components'), kind), name);

/** Maximum length of a chain of references. A longer one is treated as circular. */
const maxHops = 32;

/** A node with its references followed, and its position. */
interface Resolved {
  readonly node: unknown;
  /** The last reference that was followed; absent if the node was not a reference. */
  readonly ref?: string;
}

/** Follows `$ref`s to their end. `node` is undefined if they are broken or circular. */
export function resolve(root: unknown, node: unknown): Resolved {
  let resolved: Resolved = { node };
  for (let hops = 0; hops <= maxHops; hops++) {
    const ref = textIn(resolved.node, '$ref');
    if (ref === undefined) return resolved;
    resolved = { node: nodeAt(root, ref), ref };
  }
  return { node: undefined, ref: resolved.ref };
}

/**
 * Returns an object with its reference followed. Its own members override those it refers to. Returns undefined if the
 * reference is broken.
 */
export function resolved(root: unknown, node: unknown): unknown {
  const { node: target, ref } = resolve(root, node);
  if (ref === undefined || !isObject(target) || !isObject(node)) return target;
  const { $ref: _, ...own } = node;
  return { ...target, ...own };
}
