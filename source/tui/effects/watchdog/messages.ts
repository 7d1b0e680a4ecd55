/** Data that the main thread passes to the watchdog's thread. */
import type { PendingDraft } from '../../../io/drafts.js';

/** Bytes of the shared memory: a 32-bit counter of heartbeats, then the name of the last action in Latin-1, padded with NUL. */
export const counterBytes = 4;
export const sharedBytes = counterBytes + 60;

export interface WatchdogData {
  readonly shared: SharedArrayBuffer;
  /** Interval between two checks, in milliseconds. */
  readonly checkMs: number;
  /** The program is ended after this many checks without a heartbeat. */
  readonly maxMissed: number;
}

export type WatchdogMessage =
  /** Bytes that restore the terminal; empty while another program has it. */
  | { readonly kind: 'restore'; readonly bytes: string }
  /** `undefined` once the draft is on disk. */
  | { readonly kind: 'draft'; readonly draft: PendingDraft | undefined };
