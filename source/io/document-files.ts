/** Finds documents by name, folder and pattern. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import picomatch from 'picomatch';
import { type Failure, failure, isFailure } from '../core/failure.js';
import type { DocumentFile } from '../core/graphql/check-files.js';
import type { Environment } from '../environment.js';
import { readText } from './sources.js';

const isDocument = /\.(?:graphql|gql)$/i;
const maxFiles = 50_000;

/**
 * Expands names, folders (all `.graphql` and `.gql` files below them, unless `wanted` is given) and patterns (`**`, `*`, `?`,
 * `{a,b}`, `[a-z]`) to files, without duplicates, in order; `@-` is standard input. Folders and patterns skip `node_modules`
 * and folders whose name begins with a dot.
 */
export async function documentFiles(
  patterns: readonly string[],
  environment: Environment,
  wanted: RegExp = isDocument,
): Promise<readonly DocumentFile[] | Failure> {
  const names = new Set<string>();
  for (const pattern of patterns) {
    if (pattern === '@-') {
      names.add(pattern);
      continue;
    }
    const found = await namesFor(pattern, environment.folder, wanted);
    if (found.length === 0) {
      const words = `--validate ${pattern} matches no file.`;
      return failure('usage', words, { hint: 'Pass a file, a folder, or a quoted pattern: "src/**/*.graphql"' });
    }
    for (const name of found) names.add(name);
    if (names.size > maxFiles) return failure('limit', `--validate ${pattern} matches more than ${maxFiles} files.`);
  }
  const files: DocumentFile[] = [];
  for (const name of names) {
    const isInput = name === '@-';
    const text = await readText(isInput ? { from: 'stdin' } : { from: 'file', path: name }, environment);
    if (isFailure(text)) return text;
    files.push({ name: isInput ? 'standard input' : name, text });
  }
  return files;
}

export async function namesFor(pattern: string, folder: string, wanted: RegExp): Promise<readonly string[]> {
  const stats = await stat(path.resolve(folder, pattern)).catch(() => undefined);
  if (stats?.isDirectory()) return filesBelow(pattern, folder, name => wanted.test(name));
  if (stats !== undefined) return [pattern];
  const { base, isGlob } = picomatch.scan(pattern);
  if (!isGlob) return [];
  const matches = picomatch(pattern.replace(/^\.\//, ''));
  return filesBelow(base === '' ? '.' : base, folder, name => matches(name.replace(/^\.\//, '')));
}

/** Compares paths so that the files of a folder precede its folders. */
export function filesFirst(a: string, b: string): number {
  const [left, right] = [a.split(/[/\\]/), b.split(/[/\\]/)];
  const at = left.findIndex((part, index) => part !== right[index]);
  const isFile = (parts: readonly string[]): number => (at >= parts.length - 1 ? 0 : 1);
  return isFile(left) - isFile(right) || ((left[at] ?? '') < (right[at] ?? '') ? -1 : 1);
}

/**
 * Returns names below a folder, sorted, as a user would type them. Symbolic links are not followed.
 * @param onLink called for each symbolic link
 */
export async function filesBelow(
  start: string,
  folder: string,
  wanted: (name: string) => boolean,
  onLink: (name: string) => void = () => {},
): Promise<string[]> {
  const names: string[] = [];
  const work = [start];
  for (let next = work.pop(); next !== undefined && names.length <= maxFiles; next = work.pop()) {
    const entries = await readdir(path.resolve(folder, next), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = next === '.' ? entry.name : path.posix.join(next, entry.name);
      const isHidden = entry.name.startsWith('.') || entry.name === 'node_modules';
      if (entry.isDirectory() && !isHidden) work.push(name);
      else if (entry.isFile() && wanted(name)) names.push(name);
      else if (entry.isSymbolicLink() && !isHidden) onLink(name);
    }
  }
  return names.sort();
}
