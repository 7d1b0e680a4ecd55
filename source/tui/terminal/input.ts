/** What is read from the terminal while it is ours: bytes to events, and the waits between pieces that belong together. */
import type { InputStream } from '../../environment.js';
import type { InputEvent } from './events.js';
import { createCollector } from './keys/collector.js';
import { createDecoder } from './keys/decoder.js';

/** Who listens to what is typed. */
export interface Input {
  /** Raw mode on; begins to read. */
  start(): void;
  /** Reads no more, or reads on; raw mode stays on. What is typed meanwhile waits in the terminal. */
  pause(paused: boolean): void;
  /** Reads no more; raw mode off. What was half read is forgotten. */
  stop(): void;
  /** Decodes what was read by other means, and answers the events instead of delivering them. */
  decode(chunk: Uint8Array): readonly InputEvent[];
}

/** What the waits depend on. */
export interface InputOptions {
  /** How long a lone ESC waits for the rest of a sequence, in milliseconds. */
  readonly escapeMs: number;
  /** Whether an answer of the terminal is still to come: a lone ESC may be its beginning. */
  isAsked(): boolean;
  /** Milliseconds of a clock that is never set. */
  monotonic(): number;
  /** Gets all events of one read, in order; of a long text without the marks of a paste those of many reads. */
  onEvents(events: readonly InputEvent[]): void;
}

/** How long a lone ESC waits while an answer is to come, and `ESC [` at any time, in milliseconds. */
const answerMs = 1000;
/** After this much silence in the middle of something, a Ctrl-C that comes alone is a Ctrl-C, in milliseconds. */
const stalledMs = 2000;

/** A sequence, a reply or a paste that has begun is waited for until it ends, however long: it never becomes typed text. */
export function createInput(stdin: InputStream, { escapeMs, isAsked, monotonic, onEvents }: InputOptions): Input {
  const decoder = createDecoder();
  const collector = createCollector(monotonic, onEvents);
  let timer: NodeJS.Timeout | undefined;
  let isStalled = false;

  /** Waits for the rest of what is pending. `waited` is how long that was done already, in milliseconds. */
  function wait(waited = 0): void {
    clearTimeout(timer);
    isStalled = false;
    switch (decoder.pending) {
      case undefined:
        return;
      case 'escape':
        timer = setTimeout(() => {
          if (isAsked() && waited + escapeMs < answerMs) wait(waited + escapeMs);
          else deliver(decoder.flush());
        }, escapeMs);
        return;
      case 'introducer':
        timer = setTimeout(() => deliver(decoder.flush()), answerMs);
        return;
      default:
        timer = setTimeout(() => {
          isStalled = true;
        }, stalledMs);
        timer.unref();
    }
  }

  function deliver(events: readonly InputEvent[]): void {
    wait();
    if (events.length > 0) collector.take(events);
  }

  function onData(chunk: Uint8Array): void {
    const given = isStalled && chunk.length === 1 && chunk[0] === 0x03 ? decoder.flush() : [];
    deliver([...given, ...decoder.feed(chunk)]);
  }

  function setRaw(raw: boolean): void {
    try {
      stdin.setRawMode?.(raw);
    } catch {
      // A closed pseudo-terminal answers EIO: nothing left to restore.
    }
  }

  function pause(paused: boolean): void {
    stdin.off('data', onData);
    if (paused) {
      stdin.pause();
      return;
    }
    stdin.on('data', onData);
    stdin.resume();
  }

  return {
    start() {
      setRaw(true);
      pause(false);
      collector.resume();
    },
    pause,
    stop() {
      clearTimeout(timer);
      collector.pause();
      decoder.flush();
      pause(true);
      setRaw(false);
    },
    decode: chunk => decoder.feed(chunk),
  };
}
