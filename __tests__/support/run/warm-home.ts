/**
 * Homes in which the program has run before. The program caches compiled code in the user's cache folder
 * (source/code-cache.ts), so in an empty home every run compiles everything, which is twice the work of a normal run.
 */
import { existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Located in the temporary folder of this test run. Each build uses different file names in it. */
const store = path.join(tmpdir(), 'compiled-code');
const codeFolder = (home: string): string => path.join(home, '.cache/apiclient/code');

function linkAll(from: string, to: string): void {
  try {
    for (const name of readdirSync(from).filter(each => each.endsWith('.v8'))) {
      mkdirSync(to, { recursive: true, mode: 0o700 });
      if (!existsSync(path.join(to, name))) linkSync(path.join(from, name), path.join(to, name));
    }
  } catch {
    // There is no code yet, the home is read-only, or another worker was first: the program compiles.
  }
}

/** Copies code compiled by earlier runs into an empty home. */
export function warm(home: string): void {
  if (home.startsWith(tmpdir()) && !existsSync(codeFolder(home))) linkAll(store, codeFolder(home));
}

/** Saves the code that a run has compiled, for later homes. */
export const keepCode = (home: string): void => linkAll(codeFolder(home), store);
