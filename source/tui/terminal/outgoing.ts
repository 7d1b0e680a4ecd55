/** Output while we own the terminal: frames at the pace of the terminal, and the final bytes. */
import type { Environment } from '../../environment.js';
import { openChannel } from './channel.js';
import type { InputEvent } from './events.js';
import { createPace, statusRequest } from './pace.js';
import { type Cursor, createPainter, frameEnd } from './painter.js';

interface Outgoing {
  /**
   * Shows a frame. While the terminal is behind, frames are dropped, but the newest is always shown.
   * @param ground SGR parameters applied beneath those of every cell
   */
  show(frame: string, cursor?: Cursor, ground?: string): void;
  /** Shows the newest frame if one is waiting and allowed. */
  showWaiting(): void;
  /** The screen was overwritten, so the next frame is drawn in full. */
  forget(): void;
  /**
   * Writes bytes that are not part of a frame.
   * @param asks true if a query must follow, however few bytes there are
   */
  send(bytes: string, asks?: boolean): void;
  /** Records a key, a click or a reply. */
  heard(event: InputEvent): void;
  /** Whether a reply from the terminal is pending. */
  readonly isAsked: boolean;
  /** True if the terminal no longer accepted output when we left it. */
  readonly isDeaf: boolean;
  /** Switches all modes off immediately, while pending replies still reach us. Drops waiting frames. */
  clear(bytes: string): void;
  /**
   * The same, and waits for pending replies, which the next program would read as typed keys. After mouse use, a query makes
   * sure that all reports have arrived.
   * @param decode receives each byte, and returns its events
   */
  leave(bytes: string, decode: (byte: Uint8Array) => readonly InputEvent[]): void;
  /** Writes a message below the former screen, if the terminal accepts it. */
  print(text: string): void;
  /** Closes the output. Pending bytes are lost. */
  close(): void;
}

/** Terminals below a VT220: Emacs' own, and real VT100s. */
const simple = /^(?:eterm|vt(?:52|1\d\d)$|ansi$)/;
/** Time limit for giving back a terminal that accepts no output, in milliseconds. */
const leaveMs = 700;
/** Time after a click or wheel turn within which another report may arrive, in milliseconds. */
const mouseMs = 1000;

/**
 * @param size current columns and rows
 * @param onGone called when the terminal has disconnected
 */
export function openOutgoing(
  environment: Environment,
  size: () => readonly [columns: number, rows: number],
  onGone: () => void,
): Outgoing {
  const channel = openChannel(environment, { onDrain: showWaiting, onGone });
  const painter = createPainter(!simple.test(environment.variables.TERM ?? ''));
  const pace = createPace();
  let isDeaf = false;
  let lastMouse = Number.NEGATIVE_INFINITY;
  let waiting: readonly [frame: string, cursor: Cursor | undefined, ground: string | undefined] | undefined;
  let patience: NodeJS.Timeout | undefined;

  /** @param end appended after the query, so that a frame is one piece */
  function write(bytes: string, mustAsk: boolean, end = ''): void {
    const now = environment.monotonic();
    const length = bytes.length + end.length;
    const asks = mustAsk || pace.shouldAsk(length, now);
    if (length === 0 && !asks) return;
    channel.write(bytes + (asks ? statusRequest : '') + end);
    pace.sent(length, now, asks);
  }

  function show(frame: string, cursor?: Cursor, ground?: string): void {
    clearTimeout(patience);
    waiting = undefined;
    if (channel.isBehind || !pace.mayShow(environment.monotonic())) {
      waiting = [frame, cursor, ground];
      patience = setTimeout(showWaiting, pace.patience);
      write('', false);
      return;
    }
    const bytes = painter.paint(frame.split('\n'), ...size(), cursor, ground);
    if (bytes !== '') write(bytes.slice(0, -frameEnd.length), false, frameEnd);
  }

  function showWaiting(): void {
    if (waiting !== undefined) show(...waiting);
  }

  function writeLast(bytes: string): void {
    clearTimeout(patience);
    waiting = undefined;
    isDeaf = !channel.writeNow(bytes, leaveMs);
  }

  function heard(event: InputEvent): void {
    const now = environment.monotonic();
    if (event.kind === 'mouse') lastMouse = now;
    if (event.kind !== 'reply') pace.typed(now);
    else if (event.reply === 'ready') pace.answered(now);
  }

  return {
    show,
    showWaiting,
    forget: () => painter.forget(),
    send: (bytes, asks = false) => write(bytes, asks),
    heard,
    get isAsked() {
      return pace.isAsked;
    },
    get isDeaf() {
      return isDeaf;
    },
    clear(bytes) {
      writeLast(bytes);
      pace.abandon();
    },
    leave(bytes, decode) {
      const now = environment.monotonic();
      const asks = pace.answers && now - lastMouse < mouseMs;
      writeLast(bytes + (asks ? statusRequest : ''));
      if (asks) pace.sent(0, now, true);
      const owedMs = pace.owedMs(now);
      if (!isDeaf && owedMs > 0) {
        channel.readNow(byte => {
          decode(byte).forEach(heard);
          return pace.owedMs(now) === 0;
        }, owedMs);
      }
      pace.forget();
    },
    print(text) {
      if (!isDeaf) channel.writeNow(text, leaveMs);
    },
    close: () => channel.close(),
  };
}
