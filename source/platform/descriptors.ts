/** Our open file descriptors, as listed by Linux in /proc. */
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { InputStream } from '../environment.js';
import { nonBlocking } from './open-flags.js';

/**
 * Bytes from the read position to the end, because a shell may have read some lines. Undefined if unknown: not a regular file,
 * a file in `/proc` (size 0), or no access to the position (outside Linux).
 */
export async function lengthOfInput({ fd }: InputStream): Promise<number | undefined> {
  if (fd === undefined) return undefined;
  try {
    const stats = fstatSync(fd);
    const left = stats.size - (positionOf(fd) ?? stats.size);
    return stats.isFile() && left > 0 ? left : undefined;
  } catch {
    return undefined;
  }
}

/** Read position of a file in bytes, or undefined outside Linux. */
function positionOf(fd: number): number | undefined {
  try {
    const position = /^pos:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
    return position === undefined ? undefined : Number(position);
  } catch {
    return undefined;
  }
}

/**
 * Whether standard input has unread bytes, without blocking. Linux only reports them to a reader of the pipe, so they are
 * consumed.
 * @param stream opens standard input as a stream, for a socket
 * @param parentPid process whose standard input may be the same pipe
 * @param mayTake whether to consume bytes from a pipe that the parent may still read, such as a shell in a loop
 */
export async function isInputWaiting(stream: () => Socket, parentPid: number, mayTake: boolean): Promise<boolean> {
  try {
    const stats = fstatSync(0);
    if (stats.isFile()) return stats.size > (positionOf(0) ?? 0);
    // macOS and the BSDs report the number of bytes in a pipe.
    if (stats.isFIFO() && stats.size > 0) return true;
    if (!(stats.isFIFO() || stats.isSocket()) || !(mayTake || isOwnInput(parentPid))) return false;
    return stats.isFIFO() ? takeFromPipe() : await takeFromSocket(stream());
  } catch {
    // Closed, or no /proc.
    return false;
  }
}

/** False if in doubt: dash redirects its own descriptor while a command with `<` runs. */
const isOwnInput = (parentPid: number): boolean =>
  readlinkSync('/proc/self/fd/0') !== readlinkSync(`/proc/${parentPid}/fd/0`);

/** By default consumes everything in a pipe, so that a loop does not continue in the middle of a line. */
function takeFromPipe(): boolean {
  // Open the pipe a second time: descriptor 0 stays blocking for the processes that share it.
  const fd = openSync('/proc/self/fd/0', constants.O_RDONLY | nonBlocking);
  try {
    return readSync(fd, Buffer.alloc(64 * 1024)) > 0;
  } finally {
    closeSync(fd);
  }
}

/** Node's `spawn` gives its children a socket instead of a pipe. */
async function takeFromSocket(stdin: Socket): Promise<boolean> {
  await new Promise<void>(resolve => {
    stdin.once('readable', resolve);
    // The event loop polls once between two of these.
    setImmediate(() => setImmediate(resolve));
  });
  stdin.pause();
  stdin.unref();
  return stdin.readableLength > 0;
}

/** Shells, by their process names on Linux: their own redirections to /dev/null are write-only. */
const shells = /^-?(?:ba|da|z|k|mk|a|fi|tc|c)?sh$/;

/**
 * Whether standard output was closed (`>&-`). Before our code runs, Node replaces it with /dev/null, open for reading and
 * writing. Other programs that discard our output on purpose (Python's DEVNULL) do the same, but they are not shells, and a
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
    // dash closes its own descriptor while the command runs, and retains a copy.
    return !readdirSync(`${parent}/fd`).includes('1') || readlinkSync(`${parent}/fd/1`) !== '/dev/null';
  } catch {
    return false;
  }
}
