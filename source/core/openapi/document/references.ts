/** Finds references to other documents and bundles all of them in one document. */
import { entriesIn, isObject, type Loose, member, textIn } from '../../json/loose.js';
import { nodeAt, stepsOf } from './node.js';

/** Member of the bundled document that contains the parts of other documents, by name. */
const filesMember = 'x-files';

/** Returns the absolute URLs (http, https or file) of the documents that a document refers to, each once. */
export function documentsNamed(root: unknown, base: string): readonly string[] {
  const references = new Set<string>();
  eachReference(root, ref => {
    const target = splitReference(ref, base);
    if (target !== undefined && target.document !== base) references.add(target.document);
    return ref;
  });
  return [...references];
}

/** Splits a reference into two parts. Returns undefined if it cannot be parsed. */
function splitReference(
  ref: string,
  base: string,
): { readonly document: string; readonly pointer: string } | undefined {
  try {
    const url = new URL(ref, base);
    const pointer = url.hash;
    url.hash = '';
    return { document: url.href, pointer: pointer === '' ? '#' : pointer };
  } catch {
    return undefined;
  }
}

/** A document and its absolute URL. */
export interface NamedDocument {
  readonly url: string;
  readonly root: unknown;
}

/**
 * Bundles several documents: the others are moved to `x-files`, and references are updated. References to documents that were
 * not read are unchanged. Modifies the given nodes.
 */
export function bundle(main: NamedDocument, others: readonly NamedDocument[]): unknown {
  if (others.length === 0 || !isObject(main.root)) return main.root;
  const names = namesOf(others);
  const at = new Map(others.map(({ url }) => [url, `#/${filesMember}/${names.get(url)}`]));
  at.set(main.url, '#');
  for (const { url, root } of [main, ...others]) {
    eachReference(root, ref => {
      const target = splitReference(ref, url);
      const prefix = target === undefined ? undefined : at.get(target.document);
      if (target === undefined || prefix === undefined || stepsOf(target.pointer) === undefined) return ref;
      return target.pointer === '#' ? prefix : `${prefix}/${target.pointer.slice(2)}`;
    });
  }
  return { ...main.root, [filesMember]: Object.fromEntries(others.map(({ url, root }) => [names.get(url), root])) };
}

/**
 * Returns a unique name for each document, which is the name of the schema in it: its file name without an extension, after
 * as many of its folders as are needed.
 */
function namesOf(documents: readonly NamedDocument[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const used = new Set<string>();
  for (const url of documents.map(each => each.url).sort()) {
    const steps = url.replace(/\.\w+$/, '').split('/');
    const count = Math.max(
      0,
      steps.findIndex((_, at) => !used.has(nameFrom(steps, at + 1))),
    );
    const base = nameFrom(steps, count + 1);
    let name = base;
    for (let nth = 2; used.has(name); nth++) name = `${base}_${nth}`;
    used.add(name);
    names.set(url, name);
  }
  return names;
}

const nameFrom = (steps: readonly string[], count: number): string =>
  steps
    .slice(-count)
    .join('_')
    .replace(/[^\w.-]+/g, '_') || 'file';

/**
 * Returns broken references, each once, with its first position. References in examples are not included, because they may be
 * the API's data.
 */
export function brokenReferences(root: unknown): readonly string[] {
  const broken = new Set<string>();
  const seen = new Set<string>();
  eachReference(root, (ref, isData) => {
    if (!seen.has(ref) && !isData) {
      seen.add(ref);
      if (nodeAt(root, ref) === undefined) broken.add(ref);
    }
    return ref;
  });
  return [...broken];
}

/** Members whose values are the API's data. A `$ref` in them is not a reference, unless it is the value itself. */
export const dataMembers: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** A node to visit. */
interface Visit {
  readonly node: unknown;
  /** True if its keys are names chosen by the API. */
  readonly names?: boolean;
  /** True for an example, in which only a `$ref` alone is followed. */
  readonly isData?: boolean;
}

/**
 * Visits every `$ref` and discriminator `mapping` and replaces it with the result of `rewrite`. Extensions are only visited
 * where a reference points to them. Not recursive.
 */
function eachReference(root: unknown, rewrite: (ref: string, isData: boolean) => string): void {
  const work: Visit[] = [{ node: root }];
  const extensions = new Set<unknown>();
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { node, names = false, isData = false } = next;
    if (Array.isArray(node)) for (const item of node) push({ node: item });
    if (!isObject(node)) continue;
    const ref = names ? undefined : textIn(node, '$ref');
    if (ref !== undefined && (!isData || Object.keys(node).length === 1)) {
      if (/\/x-/.test(ref)) visitExtension(ref);
      replace(node, '$ref', rewrite(ref, isData));
    }
    if (isData) continue;
    for (const [key, value] of Object.entries(node)) {
      if (!names && key.startsWith('x-') && key !== filesMember) continue;
      if (!names && dataMembers.has(key)) {
        for (const each of exampleNodes(key, value)) push({ node: each, isData: true });
        continue;
      }
      if (key === 'mapping' && textIn(node, 'propertyName') !== undefined) {
        for (const [name, target] of entriesIn(value))
          if (typeof target === 'string' && /[#/.]/.test(target)) replace(value as Loose, name, rewrite(target, false));
      } else push({ node: value, names: !names && mapsNames.has(key) });
    }
  }
  function visitExtension(ref: string): void {
    const target = ref.startsWith('#') ? nodeAt(root, ref) : undefined;
    if (target === undefined || extensions.has(target)) return;
    extensions.add(target);
    push({ node: target });
  }
  function push(visit: Visit): void {
    if (typeof visit.node === 'object' && visit.node !== null) work.push(visit);
  }
  function replace(node: Loose, key: string, text: string): void {
    if (node[key] !== text) (node as Record<string, unknown>)[key] = text;
  }
}

/** Returns the parts of an example that may be references: the example, each of several, and their values. */
const exampleNodes = (key: string, value: unknown): readonly unknown[] => {
  if (key === 'example') return [value];
  if (key !== 'examples' || !isObject(value)) return [];
  const all = Object.values(value);
  return [value, ...all, ...all.map(each => member(each, 'value'))];
};

/** Members that map names chosen by the API to nodes. A key `example` in them is just a name. */
const mapsNames: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'schemas'],
  ...['responses', 'headers', 'parameters', 'requestBodies', 'securitySchemes', 'links', 'callbacks', 'pathItems'],
]);
