import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type DocumentKind, kindOfFile } from '../core/document-kind.js';
import { isFailure } from '../core/failure.js';
import type { Environment } from '../environment.js';
import { JsonStore, textList } from './files/json-store.js';
import { unicodeText } from './sources.js';

export interface SavedFile {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

const maxFiles = 500;
/** Maximum size in bytes; longer files are not operations. */
const maxFileBytes = 1024 * 1024;
/** Maximum total size of files read at the same time, in bytes. */
const maxBytes = 32 * 1024 * 1024;
const maxRecent = 50;
const maxDepth = 4;

/** Operation and request files in a folder, by name. @param below include subfolders @param only one kind of them */
export async function filesIn(folder: string, below: boolean, only?: DocumentKind): Promise<readonly SavedFile[]> {
  const isWanted = (name: string): boolean => {
    const kind = kindOfFile(name);
    return kind !== undefined && (only === undefined || kind === only);
  };
  const names: string[] = [];
  const look = async (at: string, depth: number): Promise<void> => {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (names.length >= maxFiles) return;
      const file = path.join(at, entry.name);
      if (entry.isDirectory()) {
        if (below && depth < maxDepth && !/^\.|^node_modules$/.test(entry.name)) await look(file, depth + 1);
      } else if (isWanted(entry.name)) names.push(file);
    }
  };
  await look(folder, 0);
  return readAll(names);
}

/** Recently opened or saved files that still exist, newest first. */
export const recentFiles = async (environment: Environment): Promise<readonly SavedFile[]> =>
  readAll(recentPaths.read(environment));

async function readAll(files: readonly string[]): Promise<readonly SavedFile[]> {
  let bytes = 0;
  const read = await Promise.all(
    files.map(async (file): Promise<SavedFile | undefined> => {
      try {
        const about = await stat(file);
        // Reading a FIFO would block.
        if (!about.isFile() || about.size > maxFileBytes || bytes + about.size > maxBytes) return undefined;
        bytes += about.size;
        const content = await readFile(file);
        const text = unicodeText(content, { from: 'file', path: file });
        return { path: file, text: isFailure(text) ? content.toString('utf8') : text, writtenAt: about.mtimeMs };
      } catch {
        return undefined;
      }
    }),
  );
  return read.filter(each => each !== undefined);
}

const recentPaths = new JsonStore('files.json', textList(maxRecent));

/** Puts a file first among the recent ones. Never fails. @param file absolute */
export async function rememberFile(file: string, environment: Environment): Promise<void> {
  try {
    await recentPaths.change(environment, paths => [file, ...paths.filter(each => each !== file)].slice(0, maxRecent));
  } catch {
    // The next list lacks one name.
  }
}

/** Completions of a typed path: names in its folder with that prefix, folders with a trailing slash. */
export async function pathsLike(typed: string, at: (path: string) => string): Promise<readonly string[]> {
  const cut = typed.lastIndexOf('/') + 1;
  const [folder, begin] = [typed.slice(0, cut), typed.slice(cut)];
  const entries = await readdir(at(folder === '' ? '.' : folder), { withFileTypes: true }).catch(() => []);
  const fitting = entries.filter(({ name }) => name.startsWith(begin) && (begin !== '' || !name.startsWith('.')));
  const named = await Promise.all(
    fitting.map(async entry => {
      const isFolder =
        entry.isDirectory() ||
        (entry.isSymbolicLink() &&
          (await stat(at(`${folder}${entry.name}`)).catch(() => undefined))?.isDirectory() === true);
      return `${folder}${entry.name}${isFolder ? '/' : ''}`;
    }),
  );
  return named.sort();
}
