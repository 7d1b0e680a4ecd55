/** The events of a subscription. */
import type { ResponseErrorInfo } from './viewer.js';

/** One event of a subscription that is kept. `bytes` is its size as it came. */
export interface LogEvent {
  /** From 1, counting every event that ever came. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly bytes: number;
  /** JSON text as sent. Foreign text. */
  readonly text: string;
  /** True if the result has errors. */
  readonly bad: boolean;
}

/** `received` and `dropped` count every event that ever came; everything else is about those that are kept. */
export interface LogState {
  /** Oldest first. */
  readonly events: readonly LogEvent[];
  /** Characters of all events that are kept. */
  readonly held: number;
  readonly received: number;
  readonly receivedBytes: number;
  readonly dropped: number;
  /** The events at the moment of pausing: nothing moves on the screen, but new ones are kept all the same. */
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

/** An event that has no number yet: the log gives it one. */
export type NewEvent = Omit<LogEvent, 'number'>;

export type LogAction =
  | {
      readonly type: 'response/events';
      readonly id: number;
      readonly events: readonly NewEvent[];
      readonly tookMs: number;
      /** Errors of the last event that has some. */
      readonly errors?: readonly ResponseErrorInfo[];
      readonly errorCount?: number;
    }
  | { readonly type: 'response/pause' }
  | { readonly type: 'response/turn' }
  | { readonly type: 'response/clear' };
