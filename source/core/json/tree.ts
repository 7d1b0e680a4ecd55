/**
 * A JSON text as a tree with offsets, so that information about a value can be shown at its position. Comments and trailing
 * commas are allowed unless disabled. Not recursive, so depth is limited only by memory, and numbers are never converted.
 */
import { isProblem } from '../problem.js';
import { type JsonOptions, type JsonProblem, readJson } from './read.js';

interface SourceRange {
  readonly from: number;
  readonly to: number;
}

/** An object including its braces. Members are as written, without merging duplicates. */
export interface JsonObject extends SourceRange {
  readonly kind: 'object';
  /** Members in source order, including duplicates. */
  readonly members: readonly JsonMember[];
}

/** A member from its key to the end of its value, without the comma. `name` is unescaped. */
export interface JsonMember extends SourceRange {
  readonly name: string;
  readonly key: SourceRange;
  readonly value: JsonNode;
}

/** A value with UTF-16 offsets. */
export type JsonNode =
  | JsonObject
  | (SourceRange & { readonly kind: 'array'; readonly items: readonly JsonNode[] })
  | (SourceRange & { readonly kind: 'string'; readonly value: string })
  | (SourceRange & { readonly kind: 'number'; readonly text: string })
  | (SourceRange & { readonly kind: 'boolean'; readonly value: boolean })
  | (SourceRange & { readonly kind: 'null' });

interface Open {
  readonly kind: '{' | '[';
  readonly from: number;
  readonly members: JsonMember[];
  readonly items: JsonNode[];
  key?: SourceRange & { readonly name: string };
}

/**
 * Returns the tree of a text, or the error and its position. @param options by default, comments and trailing commas are
 * allowed
 */
export function jsonTree(
  text: string,
  options: JsonOptions = { relaxed: true },
): { readonly root: JsonNode } | JsonProblem {
  const stack: Open[] = [];
  let root: JsonNode = { kind: 'null', from: 0, to: 0 };
  const add = (node: JsonNode): void => {
    const holder = stack.at(-1);
    if (holder === undefined) root = node;
    else if (holder.kind === '[') holder.items.push(node);
    else if (holder.key !== undefined) {
      const { name, from, to } = holder.key;
      holder.members.push({ name, key: { from, to }, value: node, from, to: node.to });
    }
  };
  const read = readJson(
    text,
    {
      open: (kind, from) => stack.push({ kind, from, members: [], items: [] }),
      close(to) {
        const { kind, from, members, items } = stack.pop() as Open;
        add(kind === '{' ? { kind: 'object', from, to, members } : { kind: 'array', from, to, items });
      },
      key(name, from, to) {
        const holder = stack.at(-1);
        if (holder) holder.key = { name, from, to };
      },
      string: (value, from, to) => add({ kind: 'string', from, to, value }),
      number: (number, from, to) => add({ kind: 'number', from, to, text: number }),
      word: (value, from, to) =>
        add(value === null ? { kind: 'null', from, to } : { kind: 'boolean', from, to, value }),
    },
    options,
  );
  return typeof read === 'number' ? { root } : read;
}

/** Returns the object in a text. An empty text counts as an object without members. */
export function jsonObject(text: string): JsonObject | undefined {
  const tree = text.trim() === '' ? undefined : jsonTree(text);
  if (tree === undefined) return { kind: 'object', from: 0, to: 0, members: [] };
  return !isProblem(tree) && tree.root.kind === 'object' ? tree.root : undefined;
}

/** Returns a member or an item, if it exists. Of members with the same name, the last one counts. */
export function childOf(node: JsonNode | undefined, step: string | number): JsonNode | undefined {
  if (node?.kind === 'object') return node.members.findLast(({ name }) => name === step)?.value;
  return node?.kind === 'array' && typeof step === 'number' ? node.items[step] : undefined;
}

/** Yields the values of a tree in document order, each with the names and indexes that lead to it. */
export function* nodesIn(
  root: JsonNode,
): Generator<{ readonly node: JsonNode; readonly path: readonly (string | number)[] }> {
  const work: { readonly node: JsonNode; readonly path: readonly (string | number)[] }[] = [{ node: root, path: [] }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    yield next;
    const { node, path } = next;
    if (node.kind === 'object')
      for (const { name, value } of node.members.toReversed()) work.push({ node: value, path: [...path, name] });
    if (node.kind === 'array')
      for (let at = node.items.length - 1; at >= 0; at--)
        work.push({ node: node.items[at] as JsonNode, path: [...path, at] });
  }
}

/** Returns the names and indexes that lead from the root to the smallest value containing an offset. */
export function pathTo(root: JsonNode, offset: number): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let node = root; ; ) {
    const isIn = ({ from, to }: SourceRange): boolean => from <= offset && offset < to;
    if (node.kind === 'object') {
      const member = node.members.find(isIn);
      if (member === undefined) return path;
      path.push(member.name);
      node = member.value;
    } else if (node.kind === 'array') {
      const at = node.items.findIndex(isIn);
      const item = node.items[at];
      if (item === undefined) return path;
      path.push(at);
      node = item;
    } else return path;
  }
}
