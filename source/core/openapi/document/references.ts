/** Finds references to other documents and bundles all of them in one document. */
import { entriesIn, isObject, type Loose, nodeAt, stepsOf, textIn } from './node.js';

/** Member of the bundled document that contains the parts of other documents, by number. */
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

/** Returns broken references, each once, with its first position. */
export function brokenReferences(root: unknown): readonly string[] {
  const broken = new Set<string>();
  const seen = new Set<string>();
  eachReference(root, ref => {
    if (!seen.has(ref)) {
      seen.add(ref);
      if (nodeAt(root, ref) === undefined) broken.add(ref);
    }
    return ref;
  });
  return [...broken];
}

/** Members whose values are the API's data. A `$ref` in them is not a reference. */
const data: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum', 'x-examples']);

/** Visits every `$ref` and discriminator `mapping` and replaces it with the result of `rewrite`. Not recursive. */
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

/** Returns true for `examples` of a media type, which may be references. Those of a schema are data. */
const isNamed = (key: string, value: unknown): boolean =>
  key === 'examples' && isObject(value) && Object.values(value).every(each => textIn(each, '$ref') !== undefined);

/** Members that map names chosen by the API to nodes. A key `example` in them is just a name. */
const mapsNames: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'schemas']);
