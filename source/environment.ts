/** The program's surroundings in one record, so that tests can run any part. `platform/process-environment.ts` makes it. */
import type { Readable, Writable } from 'node:stream';

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
  /**
   * Whether bytes wait on standard input. Never blocks, and may consume them. Absent in tests that run a part in their own process.
   * @param mayTake whether to consume bytes from a pipe that the parent process may still read
   */
  isInputWaiting?(mayTake: boolean): Promise<boolean>;
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
  /** Callbacks that fail the exchanges under way. `start.ts` calls them when the event loop ends before the exchanges do. */
  readonly pending: Set<() => void>;
  /** The licences of the program and its bundled packages. Throws if the installation is damaged. */
  notice(): string;
  /** Absent in tests that run a part in their own process. */
  readonly hooks?: ProcessHooks;
}
