import type { ResponseErrorInfo } from './viewer.js';

/** One logged event of a subscription. `bytes` is its size as received. */
export interface LogEvent {
  /** Sequence number from 1, counting every event received. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly bytes: number;
  /** JSON text of the event as received. Untrusted text. */
  readonly text: string;
  /** True if the result has errors. */
  readonly bad: boolean;
  /** A line in the log about the connection. Its number lies between the numbers of the events around it. */
  readonly note?: true;
  /** True for a line about a message that was sent. */
  readonly sent?: boolean;
}

/** `received` and `dropped` count all events. Everything else covers only the events still in the log. */
export interface LogState {
  /** Oldest first. */
  readonly events: readonly LogEvent[];
  /** Number of characters in all logged events. */
  readonly held: number;
  readonly received: number;
  readonly receivedBytes: number;
  readonly dropped: number;
  /** The events when the log was paused. The display is frozen, but new events are still logged. */
  readonly frozen: readonly LogEvent[] | undefined;
  readonly filter: string;
  /** Events that match the filter. */
  readonly listed: readonly LogEvent[];
  readonly newestFirst: boolean;
  /** True if the cursor stays on the newest event. */
  readonly follows: boolean;
  /** Number of the event under the cursor. */
  readonly cursor: number;
  /** First drawn row. */
  readonly top: number;
}

/** An event that the log has not numbered yet. */
export type NewEvent = Omit<LogEvent, 'number'>;

export type LogAction =
  | {
      readonly type: 'response/events';
      readonly id: number;
      readonly events: readonly NewEvent[];
      readonly tookMs: number;
      /** Errors of the most recent event that had any. */
      readonly errors?: readonly ResponseErrorInfo[];
      readonly errorCount?: number;
    }
  /** A message was sent over the WebSocket of a run. */
  | { readonly type: 'response/sent'; readonly id: number; readonly text: string; readonly at: number }
  | { readonly type: 'response/pause' }
  | { readonly type: 'response/turn' }
  | { readonly type: 'response/clear' };
