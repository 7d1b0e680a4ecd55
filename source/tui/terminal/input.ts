/** Terminal input while we own the terminal: decodes bytes to events, and times out incomplete sequences. */
import type { InputStream } from '../../environment.js';
import type { InputEvent } from './events.js';
import { createCollector } from './keys/collector.js';
import { createDecoder } from './keys/decoder.js';

interface Input {
  /** Switches raw mode on and starts reading. */
  start(): void;
  /** Pauses or resumes reading. Raw mode stays on, and input waits in the terminal. */
  pause(paused: boolean): void;
  /** Delivers text that is still being collected. */
  flush(): void;
  /**
   * Stops reading and switches raw mode off. An incomplete sequence is discarded.
   * @param keepsEscape true to retain a lone ESC, because `start` follows immediately and no other program reads in between
   */
  stop(keepsEscape?: boolean): void;
  /** Decodes bytes read elsewhere, and returns the events instead of delivering them. */
  decode(chunk: Uint8Array): readonly InputEvent[];
}

interface InputOptions {
  /** Time that a lone ESC waits for the rest of a sequence, in milliseconds. */
  readonly escapeMs: number;
  /** Whether a reply from the terminal is pending, whose start a lone ESC may be. */
  isAsked(): boolean;
  /** Milliseconds of a monotonic clock. */
  monotonic(): number;
  /** Receives all events of one read, in order. For a long unbracketed paste, receives the events of many reads. */
  onEvents(events: readonly InputEvent[]): void;
}

/** Time that a lone ESC waits while a reply is pending, and that `ESC [` always waits, in milliseconds. */
const answerMs = 1000;
/** Silence within a sequence after which a lone Ctrl-C is treated as Ctrl-C, in milliseconds. */
const stalledMs = 2000;

/** Waits for the end of a sequence, reply or paste that has started, however long. It never becomes typed text. */
export function createInput(stdin: InputStream, { escapeMs, isAsked, monotonic, onEvents }: InputOptions): Input {
  const decoder = createDecoder();
  const collector = createCollector(monotonic, onEvents);
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;
  let isStalled = false;

  function stopWaiting(): void {
    clearTimeout(timer);
    clearImmediate(turn);
  }

  /** Delivers the incomplete input in the next turn of the loop, since pending input may complete it. */
  function giveUp(): void {
    turn = setImmediate(() => deliver(decoder.flush()));
  }

  /** Waits for the rest of the pending sequence. `waited` is the time already spent, in milliseconds. */
  function wait(waited = 0): void {
    stopWaiting();
    isStalled = false;
    switch (decoder.pending) {
      case undefined:
        return;
      case 'escape':
        timer = setTimeout(() => {
          if (isAsked() && waited + escapeMs < answerMs) wait(waited + escapeMs);
          else giveUp();
        }, escapeMs);
        return;
      case 'introducer':
        timer = setTimeout(giveUp, answerMs);
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
      // A closed pseudo-terminal fails with EIO, and there is nothing left to restore.
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
      wait();
    },
    pause,
    flush: collector.flush,
    stop(keepsEscape = false) {
      stopWaiting();
      collector.pause();
      if (!(keepsEscape && decoder.pending === 'escape')) decoder.flush();
      pause(true);
      setRaw(false);
    },
    decode: chunk => decoder.feed(chunk),
  };
}
