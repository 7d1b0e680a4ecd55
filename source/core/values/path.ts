/** Finds, adds and removes a value of a JSON text by its path. */

import { addMember, takeMember } from '../json/edit.js';
import { childOf, type JsonNode, jsonTree } from '../json/tree.js';
import { isProblem } from '../problem.js';
import type { Change } from '../text/changes.js';

/** Member name or item index. */
export type ValueStep = string | number;

/** Steps from the root to a value. */
export type ValuePath = readonly ValueStep[];

/** Returns the root of a JSON text, or undefined if it cannot be parsed. */
export function rootOf(text: string): JsonNode | undefined {
  const tree = jsonTree(text);
  return isProblem(tree) ? undefined : tree.root;
}

export const nodeAt = (root: JsonNode | undefined, path: ValuePath): JsonNode | undefined => path.reduce(childOf, root);

/** Returns the innermost existing value on a path, and the number of steps that lead to it. */
export function innermostAt(root: JsonNode, path: ValuePath): { readonly node: JsonNode; readonly depth: number } {
  let node = root;
  for (const [depth, step] of path.entries()) {
    const child = childOf(node, step);
    if (child === undefined) return { node, depth };
    node = child;
  }
  return { node, depth: path.length };
}

/** Returns the change that adds a member, or an item after the last one, or undefined if the node is no such container. */
export function additionTo(text: string, node: JsonNode, step: ValueStep, json: string): Change | undefined {
  if (node.kind === 'object' && typeof step === 'string') return addMember(text, node, step, json);
  const last = node.kind === 'array' && typeof step === 'number' ? node.items.at(-1) : undefined;
  return last && { from: last.to, to: last.to, insert: `, ${json}` };
}

/** Returns the change that removes a value with its comma, or undefined if there is none. */
export function removalAt(text: string, root: JsonNode, path: ValuePath): Change | undefined {
  const step = path.at(-1);
  const parent = nodeAt(root, path.slice(0, -1));
  if (parent?.kind === 'object') {
    const index = parent.members.findLastIndex(({ name }) => name === step);
    return index < 0 ? undefined : takeMember(text, parent, index);
  }
  if (parent?.kind !== 'array' || typeof step !== 'number') return undefined;
  const [before, item, next] = [parent.items[step - 1], parent.items[step], parent.items[step + 1]];
  if (item === undefined) return undefined;
  return next
    ? { from: item.from, to: next.from, insert: '' }
    : { from: before?.to ?? item.from, to: item.to, insert: '' };
}
