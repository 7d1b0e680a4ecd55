/** What is read from the terminal while it is ours: bytes to events, and the waits between pieces that belong together. */
import type { InputStream } from '../../environment.js';
import { createDecoder } from './decoder.js';
import type { InputEvent } from './events.js';

/** Who listens to what is typed. */
export interface Input {
  /** Raw mode on; begins to read. */
  start(): void;
  /** Reads no more; raw mode off. What was half read is forgotten. */
  stop(): void;
}

const pasteWait = 2000;

/**
 * @param wait how long a lone ESC waits for the rest of a sequence, in milliseconds
 * @param onEvents gets all events of one read, in order
 */
export function createInput(
  stdin: InputStream,
  wait: number,
  onEvents: (events: readonly InputEvent[]) => void,
): Input {
  const decoder = createDecoder();
  let timer: NodeJS.Timeout | undefined;

  function deliver(events: readonly InputEvent[]): void {
    clearTimeout(timer);
    if (decoder.pending !== undefined) {
      timer = setTimeout(() => deliver(decoder.flush()), decoder.pending === 'paste' ? pasteWait : wait);
    }
    if (events.length > 0) onEvents(events);
  }
  const onData = (chunk: Uint8Array): void => deliver(decoder.feed(chunk));

  function setRaw(raw: boolean): void {
    try {
      stdin.setRawMode?.(raw);
    } catch {
      // A closed pseudo-terminal answers EIO: nothing left to restore.
    }
  }

  return {
    start() {
      setRaw(true);
      stdin.on('data', onData);
      stdin.resume();
    },
    stop() {
      clearTimeout(timer);
      decoder.flush();
      stdin.off('data', onData);
      stdin.pause();
      setRaw(false);
    },
  };
}
