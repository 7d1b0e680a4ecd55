/** The record of the program's surroundings. Apart from the entry points, the only file that reads `process`. */
import { randomBytes } from 'node:crypto';
import { createReadStream, fstatSync } from 'node:fs';
import type { Socket } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { FailureError, usageError } from '../core/failure.js';
import { limitByProcessorTime } from '../core/time-limit.js';
import type { Environment, InputStream, OutputStream, ProcessHooks } from '../environment.js';
import { isInputWaiting, isStdoutClosed } from './descriptors.js';
import { sleep } from './sleep.js';
import { controllingTerminal } from './terminal-device.js';

/** A file on standard input is read in large chunks, because Node's stream takes twice as long for an upload. */
function openStdin(): InputStream {
  try {
    const stats = fstatSync(0);
    // Node's stream would treat a folder as empty input.
    if (stats.isFile() || stats.isDirectory()) {
      return createReadStream('', { fd: 0, autoClose: false, highWaterMark: 1 << 20 });
    }
  } catch {
    // Closed: Node's error is reported as any other.
  }
  return process.stdin as InputStream;
}

/** Replaces a closed stream: each write fails as the system's would. */
const closedStream = (): OutputStream =>
  new Writable({
    write: (_, __, done) => done(Object.assign(new Error('write EBADF'), { code: 'EBADF', syscall: 'write' })),
  });

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    const missing = usageError('The current folder no longer exists.', 'Go to another one with cd, and try again.');
    throw new FailureError(missing);
  }
}

/** The home folder in the user database; `/nonexistent` without an entry (a container's user), as on Debian. */
function homeByName(): string {
  try {
    return userInfo().homedir || '/nonexistent';
  } catch {
    return '/nonexistent';
  }
}

/** Processor time of all threads so far. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function processEnvironment(signal: AbortSignal, notice = () => ''): Environment {
  let stdin: InputStream | undefined;
  let stdout: OutputStream | undefined;
  limitByProcessorTime(processorMs);
  return {
    // Getters: accessing process.stdin creates a stream, which a plain GET never needs.
    get stdin() {
      stdin ??= openStdin();
      return stdin;
    },
    isInputWaiting: mayTake => isInputWaiting(() => process.stdin as unknown as Socket, process.ppid, mayTake),
    get stdout() {
      stdout ??= isStdoutClosed(process.ppid) ? closedStream() : (process.stdout as OutputStream);
      return stdout;
    },
    get stderr() {
      return process.stderr as OutputStream;
    },
    variables: process.env,
    get folder() {
      return currentFolder();
    },
    get home() {
      // A relative or empty one would make the current folder the home, and files there are not the user's.
      const { HOME } = process.env;
      return HOME !== undefined && path.isAbsolute(HOME) ? HOME : homeByName();
    },
    platform: process.platform,
    userId: process.geteuid?.(),
    get newFileMode() {
      return 0o666 & ~process.umask();
    },
    controllingTerminal: controllingTerminal(process.platform),
    now: Date.now,
    // `performance` is a getter that loads `node:perf_hooks`.
    monotonic: () => Number(process.hrtime.bigint() / 1000n) / 1000,
    sleep,
    // A call, not the function itself: accessing it would load node:crypto, which a plain GET does not need.
    random: length => randomBytes(length),
    signal,
    pending: new Set(),
    notice,
    hooks: process as unknown as ProcessHooks,
  };
}
