/**
 * Text that was read without the marks of a paste, collected over reads: a terminal is read 4 kB at a time, and a text of 1 MB that is
 * changed, analysed and drawn for each of them takes minutes. It is given out when nothing more has come for a while, when
 * another key ends it, and now and then meanwhile, so that a text on a slow line is seen to grow; how often hangs on what the
 * last piece has cost, so that most of the time is spent on reading.
 */
import type { InputEvent } from '../events.js';
import { joinTyped } from './typed.js';

/** Gives on events in the order they came; replies of the terminal, which are no part of what is typed, at once. */
export interface Collector {
  take(events: readonly InputEvent[]): void;
  /** What was collected waits. */
  pause(): void;
  /** What has waited is given out soon. */
  resume(): void;
}

/** Silence that ends a text, in milliseconds; so many times what the last piece has cost, where that is more. */
const quietMs = 30;
const quietTimes = 2;
/** How long it is collected while it goes on, in milliseconds; so many times what the last piece has cost, where that is more. */
const heldMs = 100;
const heldTimes = 6;
/** What is read so soon behind such a text belongs to it, however short it is, in milliseconds. */
const pieceMs = 100;
/** A longer text is given out at once, in code units. */
const longest = 16_000_000;

/** @param monotonic milliseconds of a clock that is never set */
export function createCollector(monotonic: () => number, deliver: (events: readonly InputEvent[]) => void): Collector {
  let parts: string[] = [];
  let length = 0;
  let since = 0;
  let cost = 0;
  let last = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;

  function stopWaiting(): void {
    clearTimeout(timer);
    clearImmediate(turn);
  }

  /** The text so far as an event; none is left. */
  function collected(): readonly InputEvent[] {
    stopWaiting();
    if (length === 0) return [];
    const text = parts.join('');
    parts = [];
    length = 0;
    return [{ kind: 'typed', text }];
  }

  function give(events: readonly InputEvent[]): void {
    if (events.length === 0) return;
    const began = monotonic();
    deliver(events);
    // Frames are drawn before the next turn of the loop.
    setImmediate(() => {
      cost = monotonic() - began;
    }).unref();
  }

  function hold(text: string): void {
    if (length === 0) since = monotonic();
    parts.push(text);
    length += text.length;
    last = monotonic();
    wait();
  }

  function wait(): void {
    stopWaiting();
    const left = since + Math.max(heldMs, heldTimes * cost) - monotonic();
    if (left <= 0 || length > longest) give(collected());
    else
      timer = setTimeout(
        () => {
          // What came while the loop was busy is read first.
          turn = setImmediate(() => give(collected()));
        },
        Math.min(left, Math.max(quietMs, quietTimes * cost)),
      );
  }

  return {
    take(events) {
      const replies = events.filter(event => event.kind === 'reply');
      if (replies.length > 0) deliver(replies);
      const others = replies.length === 0 ? events : events.filter(event => event.kind !== 'reply');
      const joined = joinTyped(others, length > 0 || monotonic() - last < pieceMs);
      if (joined.length === 0) return;
      const end = joined.at(-1);
      const [first] = joined;
      if (joined.length === 1 && first?.kind === 'typed') return hold(first.text);
      last = Number.NEGATIVE_INFINITY;
      if (first?.kind === 'typed' && length > 0) parts.push(first.text);
      const done = length > 0 && first?.kind === 'typed' ? joined.slice(1) : joined;
      give([...collected(), ...(end?.kind === 'typed' ? done.slice(0, -1) : done)]);
      if (end?.kind === 'typed') hold(end.text);
    },
    pause: stopWaiting,
    resume() {
      if (length === 0) return;
      since = monotonic();
      wait();
    },
  };
}
