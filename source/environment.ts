/** The program's surroundings in one record. Only this file and the entries read `process`, so tests can run any part. */
import { randomBytes } from 'node:crypto';
import { createReadStream, fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { FailureError, usageError } from './core/failure.js';

export interface OutputStream extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  readonly fd?: number;
}

export interface InputStream extends Readable {
  readonly isTTY?: boolean;
  readonly fd?: number;
  setRawMode?(raw: boolean): unknown;
}

/** Process features that only the full screen needs: exit, signals, stopping itself. */
export interface ProcessHooks {
  on(event: string, listener: (...values: never[]) => void): unknown;
  off(event: string, listener: (...values: never[]) => void): unknown;
  /** `SIGWINCH` makes the streams ask the terminal for its size. */
  emit(event: string): unknown;
  readonly pid: number;
  /** `pid` 0 is the process group; signal 0 only checks that the process exists. */
  kill(pid: number, signal: string | 0): unknown;
  exit(code: number): never;
}

export interface Environment {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The owner of files we make; absent where the system has no user ids (Windows). */
  readonly userId?: number;
  /** The user's mode for new files (`0o666` without the umask). */
  readonly newFileMode: number;
  /** For hidden prompts, whatever standard input is; absent without a terminal (tests, Windows). */
  readonly controllingTerminal?: string;
  /** Wall clock, milliseconds since 1970. */
  now(): number;
  monotonic(): number;
  random(length: number): Uint8Array;
  /** Aborted on SIGINT, SIGTERM and SIGHUP; its reason is a `Failure` of kind `interrupted` or `terminated`. */
  readonly signal: AbortSignal;
  /** The licences of the program and its bundled packages. Throws if the installation is damaged. */
  notice(): string;
  /** Absent in tests that run a part in their own process. */
  readonly hooks?: ProcessHooks;
}

/** A file on standard input is read in large chunks: Node's own stream takes twice as long for an upload. */
function openStdin(): InputStream {
  try {
    const found = fstatSync(0);
    // Node's own stream would treat a folder as empty input.
    if (found.isFile() || found.isDirectory()) {
      return createReadStream('', { fd: 0, autoClose: false, highWaterMark: 1 << 20 });
    }
  } catch {
    // Closed: Node's error is reported as any other.
  }
  return process.stdin as InputStream;
}

/** Shells as Linux names their processes: their own redirections to /dev/null are write-only. */
const shells = /^-?(?:ba|da|z|k|mk|a|fi|tc|c)?sh$/;

/**
 * True if standard output was closed (`>&-`). Before our code runs, Node replaces it with /dev/null, open for reading
 * and writing. Others that discard our output on purpose (Python's DEVNULL) do the same, but they are not shells, and a
 * shell started by them has /dev/null itself. Known on Linux only.
 */
function isStdoutClosed(): boolean {
  const readsAndWrites = 0o2;
  try {
    if (!fstatSync(1).isCharacterDevice() || readlinkSync('/proc/self/fd/1') !== '/dev/null') return false;
    const flags = /^flags:\s+0([0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.[1] ?? '0';
    if ((Number.parseInt(flags, 8) & 0o3) !== readsAndWrites) return false;
    const parent = `/proc/${process.ppid}`;
    if (!shells.test(readFileSync(`${parent}/comm`, 'utf8').trim())) return false;
    // dash closes its own descriptor while the command runs, and keeps a copy.
    return !readdirSync(`${parent}/fd`).includes('1') || readlinkSync(`${parent}/fd/1`) !== '/dev/null';
  } catch {
    return false;
  }
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
    const missing = usageError(
      'The current folder is not there any more.',
      'Go to another one with cd, and try again.',
    );
    throw new FailureError(missing);
  }
}

/** The home in the user database; `/nonexistent` without an entry (a container's user), as on Debian. */
function homeByName(): string {
  try {
    return userInfo().homedir || '/nonexistent';
  } catch {
    return '/nonexistent';
  }
}

export function processEnvironment(signal: AbortSignal, notice = () => ''): Environment {
  let stdin: InputStream | undefined;
  let stdout: OutputStream | undefined;
  return {
    // Getters: touching process.stdin creates a stream, which a plain GET never needs.
    get stdin() {
      stdin ??= openStdin();
      return stdin;
    },
    get stdout() {
      stdout ??= isStdoutClosed() ? closedStream() : (process.stdout as OutputStream);
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
      // A relative or empty one would make the current folder the home, whose files are not the user's.
      const { HOME } = process.env;
      return HOME !== undefined && path.isAbsolute(HOME) ? HOME : homeByName();
    },
    platform: process.platform,
    ...(process.geteuid ? { userId: process.geteuid() } : {}),
    get newFileMode() {
      return 0o666 & ~process.umask();
    },
    ...(process.platform === 'win32' ? {} : { controllingTerminal: '/dev/tty' }),
    now: Date.now,
    // `performance` is a getter that loads `node:perf_hooks`.
    monotonic: () => Number(process.hrtime.bigint() / 1000n) / 1000,
    // A call, not the function itself: touching it would load node:crypto, which a plain GET does not need.
    random: length => randomBytes(length),
    signal,
    notice,
    hooks: process as unknown as ProcessHooks,
  };
}
