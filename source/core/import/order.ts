/** Order of requests that use values from the responses of other requests. */
import type { ImportedEnvironment, ImportedFolder } from './collection.js';

type Item = ImportedFolder['items'][number];

/** An item with the names that its requests use and capture. */
interface Node {
  readonly item: Item;
  readonly used: ReadonlySet<string>;
  readonly captured: ReadonlySet<string>;
}

/**
 * Moves requests and folders before the items that use their captured values, unless the value is available earlier. Other
 * tools send such requests when they are needed, or one at a time as the user chooses.
 * @param environments variables, whose values may refer to captured values
 */
export function dependenciesFirst(
  items: readonly Item[],
  environments: readonly ImportedEnvironment[],
): readonly Item[] {
  const references = new Map<string, string[]>();
  for (const { name, value } of environments.flatMap(({ variables }) => variables))
    references.set(name, [...(references.get(name) ?? []), ...namesIn(value)]);
  return orderedNodes(items, references).map(({ item }) => item);
}

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim());

function nodeOf(item: Item, references: ReadonlyMap<string, readonly string[]>): Node {
  if (item.kind === 'folder') {
    const nodes = orderedNodes(item.items, references);
    return {
      item: { ...item, items: nodes.map(({ item }) => item) },
      used: new Set(nodes.flatMap(({ used }) => [...used])),
      captured: new Set(nodes.flatMap(({ captured }) => [...captured])),
    };
  }
  const captures = item.kind === 'request' ? (item.captures ?? []) : [];
  return {
    item,
    used: new Set(namesIn(JSON.stringify(item)).flatMap(name => references.get(name) ?? [name])),
    captured: new Set(captures.map(({ name }) => name)),
  };
}

function orderedNodes(items: readonly Item[], references: ReadonlyMap<string, readonly string[]>): readonly Node[] {
  const nodes = items.map(item => nodeOf(item, references));
  const sources = new Map<string, Node>();
  for (const node of nodes) for (const name of node.captured) if (!sources.has(name)) sources.set(name, node);
  const ordered = new Set<Node>();
  const entered = new Set<Node>();
  // A stack instead of recursion, because every request may use the response of the next.
  const work = nodes.toReversed();
  for (let node = work.at(-1); node !== undefined; node = work.at(-1)) {
    const { used, captured } = node;
    const needed = entered.has(node) ? [] : [...used].filter(name => !captured.has(name));
    entered.add(node);
    const missing = needed.flatMap(name => sources.get(name) ?? []).filter(each => !entered.has(each));
    if (missing.length > 0) work.push(...missing.toReversed());
    else {
      work.pop();
      ordered.add(node);
    }
  }
  return [...ordered];
}
