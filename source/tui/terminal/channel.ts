/**
 * Output to the terminal. Node's own streams block in the system call until a terminal has taken the bytes, and a blocked
 * program handles neither keys nor signals. So bytes are written to a separate non-blocking descriptor. If the terminal does
 * not accept some of them, they are retried later while the rest of the program runs.
 */
import { closeSync, readSync, writeSync } from 'node:fs';
import { errorCode } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { reopenTerminal } from '../../platform/terminal-device.js';

interface Channel {
  /** Writes bytes. Never blocks. */
  write(bytes: string): void;
  /** True while bytes are waiting to be written. */
  readonly isBehind: boolean;
  /**
   * Replaces the pending bytes, and blocks until all are written or `ms` milliseconds have passed. Returns whether they were
   * written.
   */
  writeNow(bytes: string, ms: number): boolean;
  /**
   * Blocks and reads the terminal's input byte by byte until `enough`, or for `ms` milliseconds. Later bytes are left for the
   * next reader. Does nothing on a stream.
   */
  readNow(enough: (byte: Uint8Array) => boolean, ms: number): void;
  /** Closes the channel. Pending bytes are lost. */
  close(): void;
}

interface ChannelListener {
  /** Called when all bytes have been written after a delay. */
  onDrain(): void;
  /** Called when the terminal has disconnected. */
  onGone(): void;
}

/** Interval between retries, in milliseconds. */
const retryMs = 10;

const sleep = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Opens a non-blocking channel if possible, otherwise one that uses the stream. */
export function openChannel(environment: Environment, listener: ChannelListener): Channel {
  const { stdout } = environment;
  const fd = stdout.fd === undefined || !stdout.isTTY ? undefined : reopenTerminal(stdout.fd, environment);
  return fd === undefined ? streamChannel(environment, listener) : ownChannel(fd, environment, listener);
}

/** @param fd non-blocking */
export function ownChannel(fd: number, { monotonic }: Environment, { onDrain, onGone }: ChannelListener): Channel {
  let rest = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;
  let isGone = false;

  /** Writes as many bytes as the terminal accepts. */
  function push(): void {
    while (rest.length > 0 && !isGone) {
      try {
        rest = rest.subarray(writeSync(fd, rest));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EAGAIN') return;
        if (code === 'EINTR') continue;
        isGone = true;
        rest = Buffer.alloc(0);
        onGone();
      }
    }
  }
  function retry(): void {
    push();
    if (rest.length > 0) timer = setTimeout(retry, retryMs);
    else {
      timer = undefined;
      onDrain();
    }
  }
  return {
    write(bytes) {
      rest = Buffer.concat([rest, Buffer.from(bytes)]);
      push();
      if (rest.length > 0) timer ??= setTimeout(retry, retryMs);
    },
    get isBehind() {
      return rest.length > 0;
    },
    writeNow(bytes, ms) {
      // The remaining bytes may start in the middle of a sequence, which CAN ends.
      rest = Buffer.from(rest.length === 0 ? bytes : `\u0018${bytes}`);
      for (let waited = 0; waited <= ms; waited += retryMs) {
        push();
        if (rest.length === 0) return !isGone;
        sleep(retryMs);
      }
      return false;
    },
    readNow(enough, ms) {
      const byte = Buffer.alloc(1);
      const end = monotonic() + ms;
      while (monotonic() <= end) {
        try {
          if (readSync(fd, byte) === 0 || enough(byte)) return;
        } catch (error) {
          if (errorCode(error) !== 'EAGAIN') return;
          sleep(retryMs / 2);
        }
      }
    },
    close() {
      clearTimeout(timer);
      closeSync(fd);
    },
  };
}

/** Channel that writes to the stream itself, for tests, Windows, and a terminal of another user. */
function streamChannel({ stdout }: Environment, { onDrain, onGone }: ChannelListener): Channel {
  let isBehind = false;
  const drained = (): void => {
    isBehind = false;
    onDrain();
  };
  stdout.on('drain', drained);
  stdout.on('error', onGone);
  return {
    write(bytes) {
      if (!stdout.write(bytes)) isBehind = true;
    },
    get isBehind() {
      return isBehind;
    },
    writeNow(bytes) {
      try {
        // In an exit handler, only synchronous writes take effect.
        if (stdout.fd !== undefined) writeSync(stdout.fd, bytes);
        else stdout.write(bytes);
        return true;
      } catch {
        // EAGAIN: the terminal is slow, and the stream will deliver. EIO, EPIPE: it has disconnected, so there is nothing to
        // restore.
        if (stdout.writable) stdout.write(bytes);
        return false;
      }
    },
    readNow() {},
    close() {
      stdout.off('drain', drained);
      stdout.off('error', onGone);
    },
  };
}
