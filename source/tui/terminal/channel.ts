/**
 * The way to the terminal. Node's own streams wait inside the system until a terminal has taken what is written, and a program
 * that waits there hears neither keys nor signals. So bytes go through a descriptor of our own that never waits: what the
 * terminal does not take now is tried again, and the rest of the program goes on.
 */
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import type { Environment } from '../../environment.js';

/** Bytes out, in order. */
export interface Channel {
  /** Never waits. */
  write(bytes: string): void;
  /** Whether some of it was not taken yet. */
  readonly isBehind: boolean;
  /** Writes in place of what was not taken yet, and waits until all is taken; answers whether it was, within `ms` milliseconds. */
  writeNow(bytes: string, ms: number): boolean;
  /**
   * Waits for what the terminal says, byte by byte until `enough` of it, or for `ms` milliseconds: what comes behind that is left for
   * whoever reads next. Nothing where only a stream is there.
   */
  readNow(enough: (byte: Uint8Array) => boolean, ms: number): void;
  /** Ends. What was not taken is lost. */
  close(): void;
}

/** What a channel tells. */
export interface ChannelListener {
  /** All was taken, after it had not been. */
  onDrain(): void;
  /** The terminal is gone. */
  onGone(): void;
}

/** How often it is tried again, in milliseconds. */
const retryMs = 10;

const sleep = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** A descriptor of our own for the terminal of a stream; absent where it is none, or cannot be opened again (after `su`). */
function openAgain(fd: number, { platform, controllingTerminal }: Environment): number | undefined {
  const flags = constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK;
  const paths = [...(platform === 'linux' ? [`/proc/self/fd/${fd}`] : []), controllingTerminal];
  for (const path of paths) {
    try {
      if (path !== undefined) return openSync(path, flags);
    } catch {
      // The next one, or the stream.
    }
  }
  return undefined;
}

/** The best way that there is. */
export function openChannel(environment: Environment, listener: ChannelListener): Channel {
  const { stdout } = environment;
  const fd = stdout.fd === undefined || !stdout.isTTY ? undefined : openAgain(stdout.fd, environment);
  return fd === undefined ? streamChannel(environment, listener) : ownChannel(fd, environment, listener);
}

function ownChannel(fd: number, { monotonic }: Environment, { onDrain, onGone }: ChannelListener): Channel {
  let rest = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;
  let isGone = false;

  /** Writes what the terminal takes. */
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
  function again(): void {
    push();
    if (rest.length > 0) timer = setTimeout(again, retryMs);
    else {
      timer = undefined;
      onDrain();
    }
  }
  return {
    write(bytes) {
      rest = Buffer.concat([rest, Buffer.from(bytes)]);
      push();
      if (rest.length > 0) timer ??= setTimeout(again, retryMs);
    },
    get isBehind() {
      return rest.length > 0;
    },
    writeNow(bytes, ms) {
      // What was not taken may have been cut within a sequence, which CAN ends.
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
        // In an exit handler nothing else gets out.
        if (stdout.fd !== undefined) writeSync(stdout.fd, bytes);
        else stdout.write(bytes);
        return true;
      } catch {
        // EAGAIN: the terminal is slow; the stream will deliver. EIO, EPIPE: it is gone, and there is nothing to restore.
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
