/**
 * Collects unbracketed pastes over several reads: a terminal is read 4 kB at a time, and editing, analysing and drawing for each
 * of them takes minutes for 1 MB. Flushed after a silence, by any other key, and at intervals, so that progress is visible
 * on a slow line; the interval grows with the cost of the last flush, so that most of the time is spent on reading.
 */
import type { InputEvent } from '../events.js';

/** Passes events on in order; replies of the terminal, which are no input, immediately. */
interface Collector {
  take(events: readonly InputEvent[]): void;
  /** Holds back the collected text. */
  pause(): void;
  /** Delivers it soon. */
  resume(): void;
  /** Delivers it now: the program is about to end. */
  flush(): void;
}

/** Silence that ends a text, in milliseconds; or this many times the cost of the last flush, if that is more. */
const quietMs = 30;
const quietTimes = 2;
/** Interval between flushes, in milliseconds; or this many times the cost of the last flush, if that is more. */
const heldMs = 100;
const heldTimes = 6;
/** A read this soon after such a text belongs to it, however short, in milliseconds. */
const pieceMs = 100;
/** A longer text is flushed at once, in code units. */
const maxTextLength = 16_000_000;

/** @param monotonic milliseconds of a monotonic clock */
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

  /** Takes the text so far as an event. */
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
    if (left <= 0 || length > maxTextLength) give(collected());
    else
      timer = setTimeout(
        () => {
          // Input that arrived while the loop was busy is read first.
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
    flush: () => give(collected()),
    resume() {
      if (length === 0) return;
      since = monotonic();
      wait();
    },
  };
}

/*
 * Unbracketed pastes: GNU screen's own paste, tmux's `send-keys`, expect, terminals without bracketed paste. Key by key, 1,500
 * lines would be indented, closed, completed and drawn 26,000 times.
 */

/** This many text keys in one read were not typed by hand; fewer are cheap, and may mean Tab and Enter as keys. */
const fewest = 64;

const named: Readonly<Record<string, string>> = { enter: '\n', tab: '\t' };

/** The text that a key adds to an unbracketed paste; undefined: it is not part of one. */
const textOf = (event: InputEvent | undefined): string | undefined =>
  event?.kind === 'key' ? (event.text ?? named[event.chord]) : undefined;

/**
 * The events of one read, with long runs of text keys joined into one event each.
 * @param goesOn the previous read ended with such a run just now: the start of this one belongs to it, however short
 */
export function joinTyped(events: readonly InputEvent[], goesOn: boolean): readonly InputEvent[] {
  if (events.length < fewest && !goesOn) return events;
  const joined: InputEvent[] = [];
  for (let i = 0; i < events.length; ) {
    let end = i;
    let text = '';
    for (let part = textOf(events[end]); part !== undefined; part = textOf(events[end])) {
      text += part;
      end += 1;
    }
    if (end - i >= fewest || (goesOn && i === 0 && end > 0)) {
      joined.push({ kind: 'typed', text });
    } else {
      end = Math.max(end, i + 1);
      joined.push(...events.slice(i, end));
    }
    i = end;
  }
  return joined;
}
