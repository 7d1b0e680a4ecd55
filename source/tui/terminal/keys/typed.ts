/**
 * Unbracketed pastes: GNU screen's own paste, tmux's `send-keys`, expect, terminals without bracketed paste. Key by key, 1,500
 * lines would be indented, closed, completed and drawn 26,000 times. Pure.
 */
import type { InputEvent } from '../events.js';

/** This many text keys in one read were not typed by hand; fewer are cheap, and may mean Tab and Enter as keys. */
const fewest = 64;

const named: Readonly<Record<string, string>> = { enter: '\n', tab: '\t' };

/** The text that a key adds to an unbracketed paste; undefined: it is no part of one. */
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
