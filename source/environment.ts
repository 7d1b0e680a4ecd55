/**
 * All that the program takes from the world around it, in one record that is passed down. Only this file and those that a
 * process begins with read `process`, so a test can run any part with streams, variables and a clock of its own.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream, fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { FailureError, usageError } from './core/failure.js';

/** A writable stream that may be a terminal. */
export interface OutputStream extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  readonly fd?: number;
}

/** A readable stream that may be a terminal. */
export interface InputStream extends Readable {
  readonly isTTY?: boolean;
  readonly fd?: number;
  setRawMode?(raw: boolean): unknown;
}

/** What only the full screen needs of the process itself: its last moment, its signals, stopping itself. */
export interface ProcessHooks {
  on(event: string, listener: (...values: never[]) => void): unknown;
  off(event: string, listener: (...values: never[]) => void): unknown;
  /** `SIGWINCH` has the streams ask the terminal for its size. */
  emit(event: string): unknown;
  readonly pid: number;
  /** `pid` 0 is the whole process group; signal 0 only asks whether the process is there. */
  kill(pid: number, signal: string | 0): unknown;
  exit(code: number): never;
}

export interface Environment {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Environment variables. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The current folder, absolute. */
  readonly folder: string;
  /** The user's home folder, absolute. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Who owns the files we make; absent where the system has no such numbers (Windows). */
  readonly userId?: number;
  /** The rights the user wants new files to have (`0o666` without the umask). */
  readonly newFileMode: number;
  /** Where hidden prompts are asked, whatever standard input is; absent where nobody can be asked (tests, Windows). */
  readonly controllingTerminal?: string;
  /** Wall clock in milliseconds since 1970. */
  now(): number;
  /** Monotonic clock in milliseconds. */
  monotonic(): number;
  /** Cryptographically strong random bytes. */
  random(length: number): Uint8Array;
  /** Aborted on SIGINT, SIGTERM and SIGHUP; its reason is a `Failure` of kind `interrupted` or `terminated`. */
  readonly signal: AbortSignal;
  /** The licences of the program and of what is bundled in it. Throws where its installation is damaged. */
  notice(): string;
  /** Absent in tests that run a part in their own process. */
  readonly hooks?: ProcessHooks;
}

/** Standard input. A file there is read in large pieces: Node's own stream takes twice the time for an upload. */
function openStdin(): InputStream {
  try {
    const found = fstatSync(0);
    // A folder is nothing that can be read, which Node's own stream would pass over as an empty input.
    if (found.isFile() || found.isDirectory()) {
      return createReadStream('', { fd: 0, autoClose: false, highWaterMark: 1 << 20 });
    }
  } catch {
    // Closed: what Node makes of that is told as for any other.
  }
  return process.stdin as InputStream;
}

/** Shells as Linux calls their processes: their own redirection to /dev/null is for writing only. */
const shells = /^-?(?:ba|da|z|k|mk|a|fi|tc|c)?sh$/;

/**
 * True if standard output was closed (`>&-`). Node puts /dev/null in its place before anything of ours runs, for reading and
 * writing. So do others who throw our output away on purpose (Python's DEVNULL), but they are no shells, and a shell that was
 * started by them has /dev/null itself. Known on Linux only.
 */
function isStdoutClosed(): boolean {
  const readsAndWrites = 0o2;
  try {
    if (!fstatSync(1).isCharacterDevice() || readlinkSync('/proc/self/fd/1') !== '/dev/null') return false;
    const flags = /^flags:\s+0([0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.[1] ?? '0';
    if ((Number.parseInt(flags, 8) & 0o3) !== readsAndWrites) return false;
    const parent = `/proc/${process.ppid}`;
    if (!shells.test(readFileSync(`${parent}/comm`, 'utf8').trim())) return false;
    // dash closes its own while the command runs, and keeps it under another number.
    return !readdirSync(`${parent}/fd`).includes('1') || readlinkSync(`${parent}/fd/1`) !== '/dev/null';
  } catch {
    return false;
  }
}

/** In the place of a stream that is closed: each write fails as the system's own would. */
const closedStream = (): OutputStream =>
  new Writable({
    write: (_, __, done) => done(Object.assign(new Error('write EBADF'), { code: 'EBADF', syscall: 'write' })),
  });

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    const gone = usageError('The current folder is not there any more.', 'Go to another one with cd, and try again.');
    throw new FailureError(gone);
  }
}

/** The home that the system knows for this user. One without an entry there (a container's user) has none, as Debian calls it. */
function homeByName(): string {
  try {
    return userInfo().homedir || '/nonexistent';
  } catch {
    return '/nonexistent';
  }
}

/** The environment of this process. A test has no licences to show. */
export function processEnvironment(signal: AbortSignal, notice = () => ''): Environment {
  let stdin: InputStream | undefined;
  let stdout: OutputStream | undefined;
  return {
    // Getters: touching process.stdin makes a stream object, which a plain GET never needs.
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
      // A relative one (an empty one is) would make the current folder the home: what lies there is not the user's.
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
    // A call, not the function itself: one plain GET needs no node:crypto, and that is loaded at the first use.
    random: length => randomBytes(length),
    signal,
    notice,
    hooks: process as unknown as ProcessHooks,
  };
}
