/**
 * Collects unbracketed pastes over several reads. A terminal is read 4 kB at a time, and editing, analysing and drawing for
 * each read would take minutes for 1 MB. The text is flushed after a silence, by any other key, and at intervals, so that
 * progress is visible on a slow line. The interval grows with the cost of the last flush, so that most of the time is spent on
 * reading.
 */
import type { InputEvent } from '../events.js';

/** Passes events on in order. Replies from the terminal, which are not input, are passed on immediately. */
interface Collector {
  take(events: readonly InputEvent[]): void;
  /** Holds back the collected text. */
  pause(): void;
  /** Delivers the text soon. */
  resume(): void;
  /** Delivers the text immediately, because the program is about to end. */
  flush(): void;
}

/** Silence that ends a text, in milliseconds. A multiple of the last flush's cost is used if that is longer. */
const quietMs = 30;
const quietTimes = 2;
/** Interval between flushes, in milliseconds. A multiple of the last flush's cost is used if that is longer. */
const heldMs = 100;
const heldTimes = 6;
/** Time after such a text within which another read belongs to it, however short, in milliseconds. */
const pieceMs = 100;
/** Length in code units from which a text is flushed immediately. */
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

  /** Returns the text collected so far as an event. */
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
          // Read input that arrived while the loop was busy first.
          turn = setImmediate(() => give(collected()));
        },
        Math.min(left, Math.max(quietMs, quietTimes * cost)),
      );
  }

  /** A text at the start joins the collected text, and one at the end is collected. */
  function takeInput(events: readonly InputEvent[]): void {
    const joined = joinTyped(events, length > 0 || monotonic() - last < pieceMs);
    if (joined.length === 0) return;
    const begin = typedText(joined[0]);
    const end = typedText(joined.at(-1));
    if (joined.length === 1 && begin !== undefined) {
      hold(begin);
      return;
    }
    last = Number.NEGATIVE_INFINITY;
    const continues = length > 0 && begin !== undefined;
    if (continues) parts.push(begin);
    give([...collected(), ...joined.slice(continues ? 1 : 0, end === undefined ? undefined : -1)]);
    if (end !== undefined) hold(end);
  }

  return {
    take(events) {
      const replies = events.filter(event => event.kind === 'reply');
      if (replies.length > 0) deliver(replies);
      takeInput(replies.length === 0 ? events : events.filter(event => event.kind !== 'reply'));
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

const typedText = (event: InputEvent | undefined): string | undefined =>
  event?.kind === 'typed' ? event.text : undefined;

/*
 * Unbracketed pastes: GNU screen's own paste, tmux's `send-keys`, expect, and terminals without bracketed paste. Key by key,
 * 1,500 lines would be indented, closed, completed and drawn 26,000 times.
 */

/**
 * Number of text keys in one read from which they are assumed to be pasted. Fewer keys are cheap, and may include Tab and Enter
 * as keys.
 */
const fewest = 64;

const named: Readonly<Record<string, string>> = { enter: '\n', tab: '\t' };

/** The text that a key adds to an unbracketed paste, or undefined if it is not part of one. */
const textOf = (event: InputEvent | undefined): string | undefined =>
  event?.kind === 'key' ? (event.text ?? named[event.chord]) : undefined;

/**
 * The events of one read, with long runs of text keys joined into one event each.
 * @param goesOn true if the previous read just ended with such a run, in which case the start of this one belongs to it,
 * however short
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
