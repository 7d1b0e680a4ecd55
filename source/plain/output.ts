/** Writes to a stream with backpressure; its errors become failures. */
import type { Writable } from 'node:stream';
import { errorCode, type Failure, FailureError, failure, failureIn, isFailure } from '../core/failure.js';
import { errorReason } from '../io/files/error-reason.js';

export function writeFailure(name: string, error: unknown, kind: 'file' | 'usage' = 'file'): Failure {
  const code = errorCode(error) ?? 'EIO';
  // Before the request the hint is clear; later it depends on the reason.
  const advice = code === 'EISDIR' ? 'Add the name of a file.' : 'Use another file, or create its folder first.';
  const hint = kind === 'usage' ? { hint: `Nothing was sent. ${advice}` } : {};
  return failure(kind, `Cannot write ${name}: ${errorReason(error)}.`, { code, cause: error, ...hint });
}

/** Returns the failure of a file that a response is saved to. Throws errors that are bugs. */
export function savingFailure(name: string, error: unknown): Failure {
  const carried = failureIn(error);
  if (carried) return carried;
  if (typeof errorCode(error) !== 'string') throw error;
  if (errorCode(error) === 'ESTALE') {
    return failure('file', `${name} was replaced while it was written. Another run is saving the same file.`, {
      code: 'ESTALE',
    });
  }
  return writeFailure(name, error);
}

/** Waits for a step and returns its failure, if it throws one. Other exceptions are rethrown. */
export const failureOf = (step: Promise<void>): Promise<Failure | undefined> =>
  step.then(
    () => undefined,
    error => failureIn(error) ?? Promise.reject(error),
  );

/** An error of the operating system (`ENOSPC`, not `ERR_…`), which is not a bug in the program. */
const isSystemError = (error: unknown): boolean => typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string';

/** A stream with backpressure. Its first error fails every later write. */
export class Output {
  readonly #stream: Writable;
  readonly #name: string;
  #error: unknown;
  #lineOpen = false;
  /** Bytes (or characters) passed to the stream and not yet written. */
  #pending = 0;
  /** Twice the stream's buffer: with `drain`, disk and network would wait for each other in turn. */
  readonly #most: number;
  readonly #signal: AbortSignal | undefined;
  #wake: () => void = () => {};

  /**
   * @param name for error messages
   * @param signal ends every wait, because a stalled reader must not keep the program alive
   */
  constructor(stream: Writable, name: string, signal?: AbortSignal) {
    this.#stream = stream;
    this.#name = name;
    this.#signal = signal;
    signal?.addEventListener('abort', () => this.#wake());
    this.#most = 2 * stream.writableHighWaterMark;
    stream.on('error', error => {
      this.#error ??= error;
      this.#wake();
    });
  }

  /** Whether the last text did not end its line. */
  get lineOpen(): boolean {
    return this.#lineOpen;
  }

  endLine(): void {
    if (this.#lineOpen && this.#error === undefined) this.#stream.write('\n');
    this.#lineOpen = false;
  }

  /** Writes, waiting while too much is pending. Rejects with a `FailureError`. */
  async write(data: string | Uint8Array): Promise<void> {
    if (this.#error !== undefined) this.#fail();
    if (data.length === 0) return;
    this.#lineOpen = data.at(-1) !== '\n' && data.at(-1) !== 0x0a;
    this.#pending += data.length;
    this.#stream.write(data, error => {
      this.#pending -= data.length;
      // Recorded before the stream emits it as an event.
      if (error) this.#error ??= error;
      this.#wake();
    });
    await this.#until(() => this.#pending <= this.#most);
  }

  /** Like `write`, for many small texts: those of one turn of the event loop share a system call. */
  async writeTogether(data: string): Promise<void> {
    if (this.#stream.writableCorked === 0) {
      this.#stream.cork();
      setImmediate(() => this.#stream.uncork());
    }
    await this.write(data);
  }

  async flush(): Promise<void> {
    await this.#until(() => this.#pending === 0);
  }

  /** Ends the stream and waits until its file is closed. */
  async close(): Promise<void> {
    if (this.#error !== undefined) this.#fail();
    this.#stream.once('close', () => this.#wake());
    this.#stream.end();
    await this.#until(() => this.#stream.closed);
  }

  async #until(done: () => boolean): Promise<void> {
    while (!done() && this.#error === undefined && !this.#signal?.aborted) {
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
    if (this.#error !== undefined) this.#fail();
    if (!done() && isFailure(this.#signal?.reason)) throw new FailureError(this.#signal.reason);
  }

  #fail(): never {
    throw new FailureError(this.#failure());
  }

  #failure(): Failure {
    const carried = failureIn(this.#error);
    if (carried) return carried;
    const code = (this.#error as NodeJS.ErrnoException).code;
    if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') {
      return failure('broken_pipe', `The reader of ${this.#name} closed it.`, { code });
    }
    if (isSystemError(this.#error)) return writeFailure(this.#name, this.#error);
    throw this.#error;
  }
}
