/** Reads, inserts, replaces and removes a value of a JSON text by its path. The rest of the text is preserved. */

import { applyChange } from '../../json/edit.js';
import { objectOf } from '../../json/loose.js';
import { withoutPlaceholders } from '../../json/tokens.js';
import type { JsonNode } from '../../json/tree.js';
import { additionTo, innermostAt, nodeAt, removalAt, rootOf, type ValuePath } from '../../values/path.js';
import type { LineEnd } from './head.js';

/**
 * Containers that an edit created or filled, by the `keyOf` of their path, with their previous text (undefined if they did not
 * exist). Removing the last value of a container restores that text. An empty text means that there was no body.
 */
export type Filled = ReadonlyMap<string, string | undefined>;

export const keyOf = (path: ValuePath): string => JSON.stringify(path);

const trees = new Map<string, JsonNode | undefined>();

/** Returns the source of the value at a path, or undefined if there is none. */
export function jsonAt(text: string, path: ValuePath): string | undefined {
  // All rows of a body use the same text.
  if (!trees.has(text)) {
    trees.clear();
    trees.set(text, rootOf(text));
  }
  const node = nodeAt(trees.get(text), path);
  return node && text.slice(node.from, node.to);
}

const inserted = (text: string, change: Parameters<typeof applyChange>[1], end: LineEnd): string =>
  applyChange(text, { ...change, insert: change.insert.replace(/\r?\n/g, end) });

/** An edited text, and the containers that were filled. */
interface JsonEdit {
  readonly text: string;
  readonly filled: Filled;
}

/**
 * Inserts a value along with the objects and lists that must contain it.
 * @param end line end of the text that contains the body
 * @returns an error message if it is not possible
 */
export function jsonPut(
  text: string,
  path: ValuePath,
  value: unknown,
  filled: Filled,
  end: LineEnd,
): JsonEdit | string {
  const root = rootOf(text);
  if (root === undefined) return 'The body is not valid JSON. Edit it in the text.';
  const { node, depth } = innermostAt(root, path);
  const step = path[depth];
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', node.from - 1) + 1))?.[0] ?? '';
  if (step === undefined) {
    const insert = printed(value, !text.includes('\n')).replaceAll('\n', `\n${outer}`);
    return { text: inserted(text, { from: node.from, to: node.to, insert }, end), filled };
  }
  const rest = path.slice(depth + 1).reduceRight<unknown>((inner, each) => holder(each, inner), value);
  const way = path.slice(0, depth);
  const isEmpty = node.kind === 'object' ? node.members.length === 0 : node.kind === 'array' && node.items.length === 0;
  const next = new Map(filled);
  if (isEmpty && !next.has(keyOf(way))) next.set(keyOf(way), text.slice(node.from, node.to));
  for (let made = depth + 1; made < path.length; made++) next.set(keyOf(path.slice(0, made)), undefined);
  const isFlat = !isEmpty && !text.slice(node.from, node.to).includes('\n');
  const json = printed(rest, isFlat);
  const item = `[\n${outer}  ${json.replaceAll('\n', `\n${outer}  `)}\n${outer}]`;
  const change =
    node.kind === 'array' && isEmpty && step === 0
      ? { from: node.from, to: node.to, insert: item }
      : additionTo(text, node, step, json);
  return change === undefined
    ? 'The body already has another kind of value there. Edit it in the text.'
    : { text: inserted(text, change, end), filled: next };
}

const holder = (step: string | number, inner: unknown): unknown =>
  typeof step === 'number' ? [inner] : objectOf([[step, inner]]);

const printed = (value: unknown, isFlat: boolean): string =>
  withoutPlaceholders(JSON.stringify(value, undefined, isFlat ? undefined : 2) ?? 'null');

/** Removes a value, along with the containers that an earlier edit created for it. */
export function jsonTaken(text: string, path: ValuePath, filled: Filled): JsonEdit | string {
  const way = path.slice(0, -1);
  const root = rootOf(text);
  const node = nodeAt(root, way);
  if (root === undefined || node === undefined || path.length === 0) return 'It is not in the body.';
  if (node.kind === 'array' && (node.items.length !== 1 || !filled.has(keyOf(way))))
    return 'List items cannot be removed in the tree. Edit the text.';
  const isLast = (node.kind === 'object' && node.members.length === 1) || node.kind === 'array';
  if (isLast && filled.has(keyOf(way))) {
    const before = filled.get(keyOf(way));
    const left = new Map(filled);
    left.delete(keyOf(way));
    if (before === undefined && way.length > 0) return jsonTaken(text, way, left);
    return { text: applyChange(text, { from: node.from, to: node.to, insert: before ?? '' }), filled: left };
  }
  const change = removalAt(text, root, path);
  return change === undefined ? 'It is not in the body.' : { text: applyChange(text, change), filled };
}
