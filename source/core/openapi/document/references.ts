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

/** Returns the replacement of a reference. */
type Rewrite = (ref: string, isData: boolean) => string;

/**
 * Visits every `$ref` and discriminator `mapping` and replaces it with the result of `rewrite`. Extensions are only visited
 * where a reference points to them. Not recursive.
 */
function eachReference(root: unknown, rewrite: Rewrite): void {
  new ReferenceVisitor(root, rewrite).visitAll();
}

class ReferenceVisitor {
  readonly #root: unknown;
  readonly #rewrite: Rewrite;
  readonly #work: Visit[];
  readonly #extensions = new Set<unknown>();

  constructor(root: unknown, rewrite: Rewrite) {
    this.#root = root;
    this.#rewrite = rewrite;
    this.#work = [{ node: root }];
  }

  visitAll(): void {
    for (let next = this.#work.pop(); next !== undefined; next = this.#work.pop()) this.#visit(next);
  }

  #visit({ node, names = false, isData = false }: Visit): void {
    if (Array.isArray(node)) for (const item of node) this.#push({ node: item });
    if (!isObject(node)) return;
    if (!names) this.#visitReference(node, isData);
    if (isData) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'mapping' && textIn(node, 'propertyName') !== undefined) this.#visitMapping(value);
      else if (names) this.#push({ node: value });
      else this.#visitMember(key, value);
    }
  }

  #visitReference(node: Loose, isData: boolean): void {
    const ref = textIn(node, '$ref');
    if (ref === undefined || (isData && Object.keys(node).length !== 1)) return;
    if (/\/x-/.test(ref)) this.#visitExtension(ref);
    replace(node, '$ref', this.#rewrite(ref, isData));
  }

  #visitMember(key: string, value: unknown): void {
    if (key.startsWith('x-') && key !== filesMember) return;
    if (dataMembers.has(key)) for (const each of exampleNodes(key, value)) this.#push({ node: each, isData: true });
    else this.#push({ node: value, names: mapsNames.has(key) });
  }

  #visitMapping(mapping: unknown): void {
    for (const [name, target] of entriesIn(mapping))
      if (typeof target === 'string' && /[#/.]/.test(target))
        replace(mapping as Loose, name, this.#rewrite(target, false));
  }

  #visitExtension(ref: string): void {
    const target = ref.startsWith('#') ? nodeAt(this.#root, ref) : undefined;
    if (target === undefined || this.#extensions.has(target)) return;
    this.#extensions.add(target);
    this.#push({ node: target });
  }

  #push(visit: Visit): void {
    if (typeof visit.node === 'object' && visit.node !== null) this.#work.push(visit);
  }
}

function replace(node: Loose, key: string, text: string): void {
  if (node[key] !== text) (node as Record<string, unknown>)[key] = text;
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
