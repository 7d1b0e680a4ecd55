/** Writing to a stream without outrunning it, with its errors as failures. */
import type { Writable } from 'node:stream';
import { type Failure, FailureError, failure, failureIn, isFailure } from '../core/failure.js';
import { errorReason } from '../io/files/error-reason.js';

/** Why something could not be written, in words. */
export function writeFailure(name: string, error: unknown, kind: 'file' | 'usage' = 'file'): Failure {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? 'EIO';
  // Found out before the request: the hint says so. Later there are as many ways out as there are reasons.
  const hint = kind === 'usage' ? { hint: 'Nothing was sent. Name another file, or make its folder first.' } : {};
  return failure(kind, `Cannot write ${name}: ${errorReason(error)}.`, { code, cause: error, ...hint });
}

/** True for an error of the operating system (`ENOSPC`, not `ERR_…`): not a bug of ours. */
const isSystemError = (error: unknown): boolean => typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string';

/** A stream that is written to with backpressure. Its first error fails every write after it. */
export class Output {
  readonly #stream: Writable;
  readonly #name: string;
  #error: unknown;
  #lineOpen = false;
  /** Bytes (or characters) handed to the stream and not written yet. */
  #pending = 0;
  /**
   * Twice what the stream gathers: `drain` would let the disk and the network wait for each other, one gathering while the
   * other rests.
   */
  readonly #most: number;
  readonly #signal: AbortSignal | undefined;
  #wake: () => void = () => {};

  /**
   * @param name what an error calls it
   * @param signal ends every wait: a reader that has stopped reading must not keep the program from being stopped
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

  /** True if the last text did not end its line. */
  get lineOpen(): boolean {
    return this.#lineOpen;
  }

  /** Ends a line that broke off, so that what follows begins one of its own. */
  endLine(): void {
    if (this.#lineOpen && this.#error === undefined) this.#stream.write('\n');
    this.#lineOpen = false;
  }

  /** Writes, and waits while too much is under way. Rejects with a `FailureError`. */
  async write(data: string | Uint8Array): Promise<void> {
    if (this.#error !== undefined) this.#fail();
    if (data.length === 0) return;
    this.#lineOpen = data.at(-1) !== '\n' && data.at(-1) !== 0x0a;
    this.#pending += data.length;
    this.#stream.write(data, error => {
      this.#pending -= data.length;
      // Told here before the stream tells it as an event.
      if (error) this.#error ??= error;
      this.#wake();
    });
    await this.#until(() => this.#pending <= this.#most);
  }

  /** Like `write`, for many small texts: those of one turn of the event loop leave in one system call. */
  async writeTogether(data: string): Promise<void> {
    if (this.#stream.writableCorked === 0) {
      this.#stream.cork();
      setImmediate(() => this.#stream.uncork());
    }
    await this.write(data);
  }

  /** Waits until all that was written has left. */
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
      return failure('broken_pipe', `The reader of ${this.#name} went away.`, { code });
    }
    if (isSystemError(this.#error)) return writeFailure(this.#name, this.#error);
    throw this.#error;
  }
}
