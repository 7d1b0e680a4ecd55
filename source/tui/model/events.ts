import type { ResponseErrorInfo } from './viewer.js';

/** One logged event of a subscription. `bytes` is its size as received. */
export interface LogEvent {
  /** From 1, counting every event received. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly bytes: number;
  /** JSON text as received. Untrusted text. */
  readonly text: string;
  /** True if the result has errors. */
  readonly bad: boolean;
  /** A line about the connection in place of an event; its number lies between those of events. */
  readonly note?: true;
}

/** `received` and `dropped` count all events; everything else covers only those still in the log. */
export interface LogState {
  /** Oldest first. */
  readonly events: readonly LogEvent[];
  /** Characters of all logged events. */
  readonly held: number;
  readonly received: number;
  readonly receivedBytes: number;
  readonly dropped: number;
  /** The events at the moment of pausing: the display is frozen, new events are still logged. */
  readonly frozen: readonly LogEvent[] | undefined;
  readonly filter: string;
  /** The events that pass the filter. */
  readonly listed: readonly LogEvent[];
  readonly newestFirst: boolean;
  /** The cursor stays on the newest event. */
  readonly follows: boolean;
  /** Number of the event under the cursor. */
  readonly cursor: number;
  /** First drawn row. */
  readonly top: number;
}

/** An event not yet numbered by the log. */
export type NewEvent = Omit<LogEvent, 'number'>;

export type LogAction =
  | {
      readonly type: 'response/events';
      readonly id: number;
      readonly events: readonly NewEvent[];
      readonly tookMs: number;
      /** Errors of the last event that had any. */
      readonly errors?: readonly ResponseErrorInfo[];
      readonly errorCount?: number;
    }
  | { readonly type: 'response/pause' }
  | { readonly type: 'response/turn' }
  | { readonly type: 'response/clear' };
