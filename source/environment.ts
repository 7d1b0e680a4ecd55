/** The program's surroundings in one record, so that tests can run any part. Created by `platform/process-environment.ts`. */
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

/** Process features that only the full screen needs: exit, signals, suspending itself. */
export interface ProcessHooks {
  on(event: string, listener: (...values: never[]) => void): unknown;
  off(event: string, listener: (...values: never[]) => void): unknown;
  /** `SIGWINCH` makes the streams query the terminal's size. */
  emit(event: string): unknown;
  readonly pid: number;
  /** `pid` 0 is the process group. Signal 0 only checks that the process exists. */
  kill(pid: number, signal: string | 0): unknown;
  exit(code: number): never;
}

export interface Environment {
  readonly stdin: InputStream;
  /**
   * Whether standard input has unread bytes. Never blocks, but may consume them. Absent in tests that run a part in their own
   * process.
   * @param mayTake whether to consume bytes from a pipe that the parent process may still read
   */
  isInputWaiting?(mayTake: boolean): Promise<boolean>;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The owner of files we create; absent if the system has no user IDs (Windows). */
  readonly userId?: number;
  /** Mode of the user's new files (`0o666` without the umask). */
  readonly newFileMode: number;
  /** For hidden prompts, independent of standard input. Absent without a terminal (tests, Windows). */
  readonly controllingTerminal?: string;
  /** Wall clock, milliseconds since 1970. */
  now(): number;
  monotonic(): number;
  /** Waits. An abort ends the wait early, without an error. @param ms milliseconds */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  random(length: number): Uint8Array;
  /** Aborted on SIGINT, SIGTERM and SIGHUP; its reason is a `Failure` of kind `interrupted` or `terminated`. */
  readonly signal: AbortSignal;
  /** Callbacks that fail pending exchanges. `start.ts` calls them if the event loop ends before the exchanges do. */
  readonly pending: Set<() => void>;
  /** The licences of the program and its bundled packages. Throws if the installation is damaged. */
  notice(): string;
  /** Absent in tests that run a part in their own process. */
  readonly hooks?: ProcessHooks;
}
