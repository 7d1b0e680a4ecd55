/** The watchdog: a thread that ends the program when the main thread has stopped responding. */

import script from 'script:./thread.ts';
import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { OnDraft } from '../../../io/drafts.js';
import { counterBytes, sharedBytes, type WatchdogData, type WatchdogMessage } from './messages.js';

export interface Watchdog {
  /** Records the type of the action that is about to be handled. */
  acted(type: string): void;
  readonly onDraft: OnDraft;
  close(): void;
}

const beatMs = 1000;
/** Checks, not seconds of a clock: a process that was stopped, or a computer that slept, missed only one of them. */
const maxMissed = 15;

/**
 * Starts the thread. Returns `undefined` under a debugger, where a breakpoint is no defect.
 * @param restoring the bytes that restore the terminal now; empty while another program has it
 */
export function startWatchdog(restoring: () => string): Watchdog | undefined {
  if (debuggerUrl() !== undefined) return undefined;
  const shared = new SharedArrayBuffer(sharedBytes);
  const counter = new Int32Array(shared, 0, 1);
  const action = Buffer.from(shared, counterBytes);
  const workerData: WatchdogData = { shared, checkMs: beatMs, maxMissed };
  const thread = new Worker(script, {
    eval: true,
    workerData,
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxYoungGenerationSizeMb: 1 },
  });
  // Without the thread the screen works as before.
  thread.on('error', () => clearInterval(heart));
  thread.unref();
  const post = (message: WatchdogMessage): void => thread.postMessage(message);
  let lastBytes = '';
  const beat = (): void => {
    Atomics.add(counter, 0, 1);
    const bytes = restoring();
    if (bytes === lastBytes) return;
    lastBytes = bytes;
    post({ kind: 'restore', bytes });
  };
  beat();
  const heart = setInterval(beat, beatMs).unref();
  return {
    acted: type => void action.fill(0, action.write(type, 'latin1')),
    onDraft: draft => post({ kind: 'draft', draft }),
    close() {
      clearInterval(heart);
      void thread.terminate();
    },
  };
}
