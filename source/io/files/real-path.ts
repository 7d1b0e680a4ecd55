/** Resolves the links in a path. */
import { readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { FilePlace } from '../../core/rights/paths.js';
import type { Environment } from '../../environment.js';

const maxLinks = 40;

function linkTarget(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}

/** Returns the path with the links of its existing part resolved, in the file system's upper and lower case. */
export function realPath(file: string, depth = 0): string {
  const missing: string[] = [];
  for (let part = path.resolve(file); ; part = path.dirname(part)) {
    try {
      return path.join(realpathSync.native(part), ...missing);
    } catch {
      // A file could be created through a dangling link.
      const target = depth < maxLinks ? linkTarget(part) : undefined;
      if (target !== undefined)
        return realPath(path.join(path.resolve(path.dirname(part), target), ...missing), depth + 1);
      if (part === path.dirname(part)) return path.resolve(file);
      missing.unshift(path.basename(part));
    }
  }
}

/** Returns the base of a file's relative paths. @param folder of the file, absolute */
export const filePlace = (folder: string, { folder: current, home }: Environment): FilePlace => ({
  folder,
  current,
  home,
  realPath: file => realPath(file),
});
