/** What a path leads to once the links in it are resolved. */
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

/** The path with the links of its existing part resolved, in the letters that the file system has. */
export function realPath(file: string, depth = 0): string {
  const missing: string[] = [];
  for (let part = path.resolve(file); ; part = path.dirname(part)) {
    try {
      return path.join(realpathSync.native(part), ...missing);
    } catch {
      // A file could be created through a link that leads nowhere yet.
      const target = depth < maxLinks ? linkTarget(part) : undefined;
      if (target !== undefined)
        return realPath(path.join(path.resolve(path.dirname(part), target), ...missing), depth + 1);
      if (part === path.dirname(part)) return path.resolve(file);
      missing.unshift(path.basename(part));
    }
  }
}

/** Where the paths of a file begin. @param folder of the file, absolute */
export const filePlace = (folder: string, { folder: current, home }: Environment): FilePlace => ({
  folder,
  current,
  home,
  realPath: file => realPath(file),
});
