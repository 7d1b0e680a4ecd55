/**
 * Output to the terminal. Node's own streams block in the system call until a terminal has taken the bytes, and a blocked
 * program handles neither keys nor signals. So bytes go through a separate non-blocking descriptor: whatever the terminal
 * does not take now is retried while the rest of the program goes on.
 */
import { closeSync, readSync, writeSync } from 'node:fs';
import type { Environment } from '../../environment.js';
import { reopenTerminal } from '../../platform/terminal-device.js';

interface Channel {
  /** Never blocks. */
  write(bytes: string): void;
  /** Whether bytes are still waiting to be taken. */
  readonly isBehind: boolean;
  /** Replaces the bytes not yet taken, and blocks until all are taken; returns whether they were, within `ms` milliseconds. */
  writeNow(bytes: string, ms: number): boolean;
  /**
   * Blocks for the terminal's input, byte by byte until `enough`, or for `ms` milliseconds; later bytes are left for the next
   * reader. Does nothing on a stream.
   */
  readNow(enough: (byte: Uint8Array) => boolean, ms: number): void;
  /** Bytes not yet taken are lost. */
  close(): void;
}

interface ChannelListener {
  /** All bytes were taken after a delay. */
  onDrain(): void;
  /** The terminal has disconnected. */
  onGone(): void;
}

/** Interval between retries, in milliseconds. */
const retryMs = 10;

const sleep = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Non-blocking where possible, else through the stream. */
export function openChannel(environment: Environment, listener: ChannelListener): Channel {
  const { stdout } = environment;
  const fd = stdout.fd === undefined || !stdout.isTTY ? undefined : reopenTerminal(stdout.fd, environment);
  return fd === undefined ? streamChannel(environment, listener) : ownChannel(fd, environment, listener);
}

function ownChannel(fd: number, { monotonic }: Environment, { onDrain, onGone }: ChannelListener): Channel {
  let rest = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;
  let isGone = false;

  /** Writes as much as the terminal takes. */
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
      // The unsent rest may begin in the middle of a sequence; CAN ends it.
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
          if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
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

/** Through the stream itself: tests, Windows, a terminal of another user. */
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
        // In an exit handler only a synchronous write gets out.
        if (stdout.fd !== undefined) writeSync(stdout.fd, bytes);
        else stdout.write(bytes);
        return true;
      } catch {
        // EAGAIN: the terminal is slow; the stream will deliver. EIO, EPIPE: it has disconnected, nothing to restore.
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
