/** The terminal as a file, which prompts and frames reach whatever the standard streams are. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { Environment } from '../environment.js';
import { noControl, nonBlocking } from './open-flags.js';

/** The controlling terminal, or undefined on Windows. */
export const controllingTerminal = (platform: NodeJS.Platform): string | undefined =>
  platform === 'win32' ? undefined : '/dev/tty';

/** Throws the file system's error, as without a terminal. */
export const openTerminal = (path: string): number => openSync(path, constants.O_RDWR | noControl);

/**
 * Another, non-blocking descriptor for the terminal of a stream, or undefined if it cannot be reopened (after `su`). A flag set
 * on the stream's own descriptor would be shared with the shell.
 */
export function reopenTerminal(fd: number, { platform, controllingTerminal: other }: Environment): number | undefined {
  for (const path of [...(platform === 'linux' ? [`/proc/self/fd/${fd}`] : []), other]) {
    try {
      if (path !== undefined) return openSync(path, constants.O_RDWR | noControl | nonBlocking);
    } catch {
      // Try the next one.
    }
  }
  return undefined;
}

/**
 * The standard input of a child that may share our terminal, open while `spawn` starts it. Node makes a child's standard
 * streams blocking, for every process that shares the open file. With our own stream, a key that another process has read
 * meanwhile would leave us in read(2), where no signal is handled.
 */
export function withChildInput<T>(environment: Environment, spawn: (input: number | 'inherit') => T): T {
  const { fd, isTTY } = environment.stdin;
  const device = fd === undefined || isTTY !== true ? undefined : reopenTerminal(fd, environment);
  try {
    return spawn(device ?? 'inherit');
  } finally {
    if (device !== undefined) closeSync(device);
  }
}

/** Replaces a lost terminal with /dev/null: restoring its modes at exit crashes Node 20 (SIGSEGV). */
export function forgetTerminal(): void {
  for (const fd of [0, 1, 2]) {
    try {
      if (!fstatSync(fd).isCharacterDevice()) continue;
      closeSync(fd);
      // Uses the lowest free descriptor, which is the one just closed.
      openSync('/dev/null', 'r+');
    } catch {
      // Closed already.
    }
  }
}
