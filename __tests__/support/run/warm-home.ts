/**
 * Homes in which the program has run before. Its compiled code is kept in the user's cache folder (source/code-cache.ts), so
 * in an empty home every run compiles everything: twice the work of nearly all runs of a user.
 */
import { existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Below the folder of this run of the tests; a build has names of its own there. */
const store = path.join(tmpdir(), 'compiled-code');
const codeFolder = (home: string): string => path.join(home, '.cache/apiclient/code');

function linkAll(from: string, to: string): void {
  try {
    for (const name of readdirSync(from).filter(each => each.endsWith('.v8'))) {
      mkdirSync(to, { recursive: true, mode: 0o700 });
      if (!existsSync(path.join(to, name))) linkSync(path.join(from, name), path.join(to, name));
    }
  } catch {
    // No code yet, a home that cannot be written to, or another worker was first: the program compiles.
  }
}

/** Gives an empty home the code that earlier runs have compiled. */
export function warm(home: string): void {
  if (home.startsWith(tmpdir()) && !existsSync(path.join(home, '.cache'))) linkAll(store, codeFolder(home));
}

/** Keeps what a run has compiled for later homes. */
export const keepCode = (home: string): void => linkAll(codeFolder(home), store);
