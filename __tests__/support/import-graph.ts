/** The import graph of source/, read from the source files, and checks of its rules. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Import {
  /** Path relative to source/, or the name of a package or module. */
  readonly target: string;
  readonly ours: boolean;
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
}

export interface Source {
  /** Path relative to source/. */
  readonly file: string;
  readonly text: string;
  /** Removes the comments from a source text. */
  readonly code: string;
  readonly imports: readonly Import[];
}

/** The imports of each file. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** The text without comments, with strings unchanged. */
const withoutComments = (text: string): string =>
  text.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_, kept) => kept ?? '',
  );

function importsOf(file: string, code: string, files: readonly string[]): Import[] {
  const made = (specifier: string, typeOnly: boolean, dynamic: boolean): Import => {
    // A page of the manual is data.
    if (!specifier.startsWith('.') || specifier.endsWith('.md'))
      return { target: specifier, ours: false, typeOnly, dynamic };
    const stem = path.join(path.dirname(file), specifier).replace(/\.jsx?$/, '');
    const target = [`${stem}.ts`, `${stem}.tsx`].find(each => files.includes(each)) ?? stem;
    return { target, ours: true, typeOnly, dynamic };
  };
  const statements = code.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm);
  const calls = code.matchAll(/(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]\s*\)(\.\w)?/g);
  return [
    ...[...statements].map(([all, type, specifier = '']) =>
      made(specifier, type !== undefined || /^(?:import|export)\s*\{(?:\s*type\s[^,}]*,?)+\s*\}/.test(all), false),
    ),
    ...[...calls].map(([, type, specifier = '']) => made(specifier, type !== undefined, true)),
  ];
}

/** All TypeScript files of a folder, including subfolders. */
export function sourcesIn(folder: string): readonly Source[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => /\.tsx?$/.test(file));
  return files.map(file => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const code = withoutComments(text);
    return { file, text, code, imports: importsOf(file, code, files) };
  });
}

/** The imports among our own files. Type imports and dynamic imports count as well. */
export const graphOf = (sources: readonly Source[]): Graph =>
  new Map(
    sources.map(({ file, imports }) => [file, imports.filter(each => each.ours).map(({ target }) => target)] as const),
  );

/** Groups of files that import each other, directly or through others. Each cycle is one sorted group (Tarjan's algorithm). */
export function circlesIn(graph: Graph): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file) as number);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      else if (!open.includes(next)) continue;
      lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(next) as number));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1 || graph.get(file)?.includes(file)) circles.push(group.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/**
 * Imports that violate the layering in `order`, which lists the lowest layer first.
 * @param roomOf returns the layer of a file, or undefined if it belongs to none
 */
export function upwardImports(
  graph: Graph,
  order: readonly string[],
  roomOf: (file: string) => string | undefined,
): readonly string[] {
  const floor = (file: string): number => order.indexOf(roomOf(file) ?? '');
  return [...graph].flatMap(([file, targets]) =>
    floor(file) < 0 ? [] : targets.filter(each => floor(each) > floor(file)).map(each => `${file} -> ${each}`),
  );
}
