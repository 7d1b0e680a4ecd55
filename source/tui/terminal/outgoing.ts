/** What goes to the terminal while it is ours: frames at the pace at which it takes them, and the last bytes before it is not ours. */
import type { Environment } from '../../environment.js';
import { openChannel } from './channel.js';
import type { InputEvent } from './events.js';
import { createPace, statusRequest } from './pace.js';
import { type Cursor, createPainter, frameEnd } from './painter.js';

/** The way out. */
export interface Outgoing {
  /** Shows a frame. Where the terminal has not taken the last ones yet, frames are dropped; the newest is always shown. */
  show(frame: string, cursor?: Cursor): void;
  /** Shows the newest frame if it waits, and may now. */
  showWaiting(): void;
  /** The screen holds something else now: the next frame is drawn whole. */
  forget(): void;
  /** Writes bytes that are no frame. @param asks they must be answered, however few they are */
  send(bytes: string, asks?: boolean): void;
  /** Takes note of a key, a click or an answer. */
  heard(event: InputEvent): void;
  /** Whether an answer of the terminal is still to come. */
  readonly isAsked: boolean;
  /** The terminal took nothing any more when it was left. */
  readonly isDeaf: boolean;
  /** Writes what switches all modes off, and at once: what the terminal still has to say comes to us. No frame waits any more. */
  clear(bytes: string): void;
  /**
   * The same, and where the terminal still has something to say, waits for that: the next one would take it for typed. Of the mouse
   * nobody knows, so that it is asked whether all of its reports have come.
   * @param decode gets each byte that came, and answers its events
   */
  leave(bytes: string, decode: (byte: Uint8Array) => readonly InputEvent[]): void;
  /** Writes below what was left, where the terminal takes it. */
  tell(text: string): void;
  /** Ends. What was not taken is lost. */
  close(): void;
}

/** Terminals that know less than a VT220: Emacs' own, and real VT100s. */
const simple = /^(?:eterm|vt(?:52|1\d\d)$|ansi$)/;
/** How long it is tried to give back a terminal that takes nothing, in milliseconds. */
const leaveMs = 700;
/** So long after a click or a turn of the wheel another report may be on its way, in milliseconds. */
const mouseMs = 1000;

/** @param size columns and rows as they are now @param onGone the terminal is gone */
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
  let waiting: { readonly frame: string; readonly cursor: Cursor | undefined } | undefined;
  let patience: NodeJS.Timeout | undefined;

  /** @param end what the question must stand before, so that a frame is one piece */
  function write(bytes: string, mustAsk: boolean, end = ''): void {
    const now = environment.monotonic();
    const length = bytes.length + end.length;
    const asks = mustAsk || pace.shouldAsk(length, now);
    if (length === 0 && !asks) return;
    channel.write(bytes + (asks ? statusRequest : '') + end);
    pace.sent(length, now, asks);
  }

  function show(frame: string, cursor?: Cursor): void {
    clearTimeout(patience);
    waiting = undefined;
    if (channel.isBehind || !pace.mayShow(environment.monotonic())) {
      waiting = { frame, cursor };
      patience = setTimeout(showWaiting, pace.patience);
      write('', false);
      return;
    }
    const bytes = painter.paint(frame.split('\n'), ...size(), cursor);
    if (bytes !== '') write(bytes.slice(0, -frameEnd.length), false, frameEnd);
  }

  function showWaiting(): void {
    if (waiting !== undefined) show(waiting.frame, waiting.cursor);
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
    tell(text) {
      if (!isDeaf) channel.writeNow(text, leaveMs);
    },
    close: () => channel.close(),
  };
}
