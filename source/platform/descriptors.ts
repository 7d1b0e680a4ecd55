/** Our open descriptors, as Linux shows them in /proc. */
import { fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { InputStream } from '../environment.js';

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

/** Shells as Linux names their processes: their own redirections to /dev/null are write-only. */
const shells = /^-?(?:ba|da|z|k|mk|a|fi|tc|c)?sh$/;

/**
 * True if standard output was closed (`>&-`). Before our code runs, Node replaces it with /dev/null, open for reading
 * and writing. Others that discard our output on purpose (Python's DEVNULL) do the same, but they are not shells, and a
 * shell started by them has /dev/null itself. Known on Linux only.
 */
export function isStdoutClosed(parentPid: number): boolean {
  const readsAndWrites = 0o2;
  try {
    if (!fstatSync(1).isCharacterDevice() || readlinkSync('/proc/self/fd/1') !== '/dev/null') return false;
    const flags = /^flags:\s+0([0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.[1] ?? '0';
    if ((Number.parseInt(flags, 8) & 0o3) !== readsAndWrites) return false;
    const parent = `/proc/${parentPid}`;
    if (!shells.test(readFileSync(`${parent}/comm`, 'utf8').trim())) return false;
    // dash closes its own descriptor while the command runs, and keeps a copy.
    return !readdirSync(`${parent}/fd`).includes('1') || readlinkSync(`${parent}/fd/1`) !== '/dev/null';
  } catch {
    return false;
  }
}
