/** How much of a file that stands on standard input (`< FILE`) is still to be read. */
import { fstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { InputStream } from '../../environment.js';

/**
 * Bytes from where its reader stands to its end: a shell may have read its first lines. Undefined where that cannot be
 * known: no regular file, one that says 0 as those of `/proc` do, or a system that does not tell the place (not Linux).
 */
export async function lengthOfInput({ fd }: InputStream): Promise<number | undefined> {
  if (fd === undefined) return undefined;
  try {
    const found = fstatSync(fd);
    if (!found.isFile()) return undefined;
    const place = /^pos:\s*(\d+)$/m.exec(await readFile(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
    const left = found.size - Number(place);
    return left > 0 ? left : undefined;
  } catch {
    return undefined;
  }
}
