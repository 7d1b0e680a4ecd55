/** References to other documents: which there are, and one document that holds them all. */
import { entriesIn, isObject, type Loose, nodeAt, stepsOf, textIn } from './node.js';

/** Where the parts of other documents stand in the bundled one, by number. */
const filesMember = 'x-files';

/** Absolute URLs (http, https or file) of the documents that a document refers to, each once. */
export function documentsNamed(root: unknown, base: string): readonly string[] {
  const found = new Set<string>();
  eachReference(root, ref => {
    const target = splitReference(ref, base);
    if (target !== undefined && target.document !== base) found.add(target.document);
    return ref;
  });
  return [...found];
}

/** A reference in two parts; undefined if it cannot be read. */
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

/** A document that was read, under its absolute URL. */
export interface NamedDocument {
  readonly url: string;
  readonly root: unknown;
}

/**
 * One document of several: the others stand under `x-files`, and references lead there. What was not read keeps its reference.
 * Changes the nodes it is given.
 */
export function bundle(main: NamedDocument, others: readonly NamedDocument[]): unknown {
  if (others.length === 0 || !isObject(main.root)) return main.root;
  const at = new Map(others.map(({ url }, index) => [url, `#/${filesMember}/${index + 1}`]));
  at.set(main.url, '#');
  for (const { url, root } of [main, ...others]) {
    eachReference(root, ref => {
      const target = splitReference(ref, url);
      const prefix = target === undefined ? undefined : at.get(target.document);
      if (target === undefined || prefix === undefined || stepsOf(target.pointer) === undefined) return ref;
      return target.pointer === '#' ? prefix : `${prefix}/${target.pointer.slice(2)}`;
    });
  }
  return { ...main.root, [filesMember]: Object.fromEntries(others.map(({ root }, index) => [index + 1, root])) };
}

/** References that lead nowhere, each once, with the first place that has it. */
export function brokenReferences(root: unknown): readonly string[] {
  const broken = new Set<string>();
  const known = new Set<string>();
  eachReference(root, ref => {
    if (!known.has(ref)) {
      known.add(ref);
      if (nodeAt(root, ref) === undefined) broken.add(ref);
    }
    return ref;
  });
  return [...broken];
}

/** Members whose values are the API's data: a `$ref` there refers to nothing. */
const data: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum', 'x-examples']);

/** Visits every `$ref` and `mapping` of a discriminator, and writes what comes back. Nothing recurses. */
function eachReference(root: unknown, rewrite: (ref: string) => string): void {
  const work: { readonly node: unknown; readonly names: boolean }[] = [{ node: root, names: false }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { node, names } = next;
    if (Array.isArray(node)) for (const item of node) push(item, false);
    if (!isObject(node)) continue;
    const ref = names ? undefined : textIn(node, '$ref');
    if (ref !== undefined) replace(node, '$ref', rewrite(ref));
    for (const [key, value] of Object.entries(node)) {
      if (!names && data.has(key) && !isNamed(key, value)) continue;
      if (key === 'mapping' && textIn(node, 'propertyName') !== undefined) {
        for (const [name, target] of entriesIn(value))
          if (typeof target === 'string' && /[#/.]/.test(target)) replace(value as Loose, name, rewrite(target));
      } else push(value, !names && mapsNames.has(key));
    }
  }
  function push(node: unknown, names: boolean): void {
    if (typeof node === 'object' && node !== null) work.push({ node, names });
  }
  function replace(node: Loose, key: string, text: string): void {
    if (node[key] !== text) (node as Record<string, unknown>)[key] = text;
  }
}

/** `examples` of a media type may be references; those of a schema are data. */
const isNamed = (key: string, value: unknown): boolean =>
  key === 'examples' && isObject(value) && Object.values(value).every(each => textIn(each, '$ref') !== undefined);

/** Members that map names of the API to nodes: what is called `example` there is a name. */
const mapsNames: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'schemas']);
