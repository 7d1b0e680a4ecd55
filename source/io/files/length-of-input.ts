import { fstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { InputStream } from '../../environment.js';

/**
 * Bytes from the read position to the end: a shell may have read some lines. Undefined if unknown: not a regular file,
 * a file of `/proc` (size 0), or no access to the position (outside Linux).
 */
export async function lengthOfInput({ fd }: InputStream): Promise<number | undefined> {
  if (fd === undefined) return undefined;
  try {
    const found = fstatSync(fd);
    if (!found.isFile()) return undefined;
    const position = /^pos:\s*(\d+)$/m.exec(await readFile(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
    const left = found.size - Number(position);
    return left > 0 ? left : undefined;
  } catch {
    return undefined;
  }
}
