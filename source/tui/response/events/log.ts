/**
 * The events of a subscription: a bounded log with filter, follow mode and pause. Immutable; a batch of events costs one copy
 * of a list.
 */
import { onOneLine } from '../../../core/json/tokens.js';
import { partitionPoint } from '../../../core/partition-point.js';
import { countedText, countText } from '../../../core/response/sizes.js';
import { clamp, scrollList, topWithCursor } from '../../layout.js';
import type { LogEvent, LogState, NewEvent } from '../../model/events.js';

/** An empty log whose cursor follows new events. */
export const startLog: LogState = {
  events: [],
  held: 0,
  received: 0,
  receivedBytes: 0,
  dropped: 0,
  frozen: undefined,
  filter: '',
  listed: [],
  newestFirst: false,
  follows: true,
  cursor: 0,
  top: 0,
};

/** Maximum number of events in the log, and of their characters. The newest event always stays. */
export const maxEvents = 10_000;
export const maxCharacters = 32_000_000;

/** Adds new events. Drops and counts the oldest ones if necessary. */
export function addEvents(log: LogState, fresh: readonly NewEvent[], height: number): LogState {
  const added = fresh.map((event, index): LogEvent => ({ ...event, number: log.received + index + 1 }));
  const all = log.events.concat(added);
  let held = added.reduce((sum, { text }) => sum + text.length, log.held);
  let from = Math.max(0, all.length - maxEvents);
  for (let i = 0; i < from; i++) held -= (all[i] as LogEvent).text.length;
  while (held > maxCharacters && from < all.length - 1) {
    held -= (all[from] as LogEvent).text.length;
    from++;
  }
  const events = from === 0 ? all : all.slice(from);
  const next = {
    ...log,
    events,
    held,
    received: log.received + added.length,
    receivedBytes: added.reduce((sum, { bytes }) => sum + bytes, log.receivedBytes),
    dropped: log.dropped + from,
  };
  if (log.frozen !== undefined) return next;
  const oldest = events[0]?.number ?? 0;
  // Filter only new events: filtering all of them again would double the cost of each batch.
  const fits = matcher(log.filter);
  const kept = from === 0 ? log.listed : log.listed.slice(firstFrom(log.listed, oldest));
  return placed({ ...next, listed: kept.concat(log.filter === '' ? added : added.filter(fits)) }, height);
}

/**
 * Adds a line about the connection, such as its loss or recovery between two events, or about a sent message.
 * @param at milliseconds since 1970
 */
export function addNote(log: LogState, text: string, at: number, height: number, isSent = false): LogState {
  const number = Math.max(log.received, log.events.at(-1)?.number ?? 0) + 0.001;
  const note: LogEvent = { at, text, number, bytes: 0, bad: false, note: true, sent: isSent };
  const events = [...log.events, note];
  const next = { ...log, events, held: log.held + text.length };
  if (log.frozen !== undefined || !matcher(log.filter)(note)) return next;
  return placed({ ...next, listed: [...log.listed, note] }, height);
}

const isEvent = ({ note }: LogEvent): boolean => note !== true;

/** Index of the first event with at least this number. */
const firstFrom = (events: readonly LogEvent[], number: number): number =>
  partitionPoint(events.length, index => (events[index] as LogEvent).number < number);

/** Returns whether the filter matches. It is case-sensitive if it contains capitals. */
function matcher(filter: string): (event: LogEvent) => boolean {
  if (filter !== filter.toLowerCase()) return event => event.text.includes(filter);
  return event => event.text.toLowerCase().includes(filter);
}

const filtered = (events: readonly LogEvent[], filter: string): readonly LogEvent[] =>
  filter === '' ? events : events.filter(matcher(filter));

/** The row of an event by its number, or the nearest row if the event is not listed. */
function rowOfEvent(log: LogState, number: number): number {
  const last = Math.max(0, log.listed.length - 1);
  const index = clamp(firstFrom(log.listed, number), 0, last);
  return log.newestFirst ? last - index : index;
}

export const eventAt = (log: LogState, row: number): LogEvent | undefined =>
  log.listed[log.newestFirst ? log.listed.length - 1 - row : row];

/** The row of the cursor, from 0, or the nearest row if its event is not listed. */
export const cursorRowOf = (log: LogState): number => rowOfEvent(log, log.cursor);
/** Undefined only while the list is empty. */
export const eventUnderCursor = (log: LogState): LogEvent | undefined => eventAt(log, cursorRowOf(log));

/** Corrects the cursor and the scroll position after a change. */
export function placed(log: LogState, height: number): LogState {
  const cursor = log.follows ? (log.listed.at(-1)?.number ?? 0) : (eventUnderCursor(log)?.number ?? 0);
  const row = rowOfEvent({ ...log, cursor }, cursor);
  return { ...log, cursor, top: topWithCursor({ top: log.top, row, total: log.listed.length, height }) };
}

/** Moves by this many rows. On the newest event, the cursor starts following new ones again. */
export function moveInLog(log: LogState, by: number, height: number): LogState {
  const last = Math.max(0, log.listed.length - 1);
  const row = clamp(cursorRowOf(log) + by, 0, last);
  const cursor = eventAt(log, row)?.number ?? 0;
  const newest = row === (log.newestFirst ? 0 : last);
  return placed({ ...log, cursor, follows: newest }, height);
}

/** Scrolls. The cursor moves only as far as necessary. */
export function scrollLog(log: LogState, by: number, height: number): LogState {
  const list = { top: log.top, row: cursorRowOf(log), total: log.listed.length, height };
  const { top, row } = scrollList(list, by);
  const cursor = eventAt(log, row)?.number ?? 0;
  const last = Math.max(0, log.listed.length - 1);
  return { ...log, top, cursor, follows: row === (log.newestFirst ? 0 : last) };
}

/** Pauses the log, or shows new events and resumes following. */
export function pauseLog(log: LogState, height: number): LogState {
  if (log.frozen === undefined) return { ...log, frozen: log.events, follows: false };
  return placed({ ...log, frozen: undefined, listed: filtered(log.events, log.filter), follows: true }, height);
}

/**
 * Lists the events that contain the filter's text. Case-sensitive if the filter contains capitals. An empty filter lists all
 * events.
 */
export const filterLog = (log: LogState, filter: string, height: number): LogState =>
  placed({ ...log, filter, listed: filtered(log.frozen ?? log.events, filter) }, height);

/** Switches between newest first and oldest first. The cursor stays on its event. */
export const turnLog = (log: LogState, height: number): LogState =>
  placed({ ...log, newestFirst: !log.newestFirst, top: 0 }, height);

/** Removes the events but not their counts. */
export const clearLog = (log: LogState): LogState => ({
  ...startLog,
  received: log.received,
  receivedBytes: log.receivedBytes,
  filter: log.filter,
  newestFirst: log.newestFirst,
});

/** The listed events as JSON lines, oldest first. */
export const logText = ({ listed }: LogState): string => linesOf(listed);

export const linesOf = (events: readonly LogEvent[]): string =>
  events
    .filter(isEvent)
    .map(({ text }) => `${onOneLine(text)}\n`)
    .join('');

/** All events in the log that match the filter, including those received while paused. */
export const filteredEvents = ({ events, filter }: LogState): readonly LogEvent[] =>
  filtered(events, filter).filter(isEvent);

/** The number of events that a file will contain, and the number of missing ones. */
export function savedWords(log: LogState): string {
  const count = filteredEvents(log).length;
  const held = log.events.filter(isEvent).length;
  const [unfit, cleared] = [held - count, log.received - log.dropped - held];
  const left = [
    unfit > 0 ? `${countText(unfit)} not matching the filter` : '',
    log.dropped > 0 ? `oldest ${countText(log.dropped)} dropped` : '',
    cleared > 0 ? `${countText(cleared)} cleared` : '',
  ].filter(Boolean);
  const words = countedText(count, 'event');
  return left.length === 0 ? `All ${words}.` : `${words}; not included: ${left.join(', ')}.`;
}
