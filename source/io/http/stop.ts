/** Ends an exchange from our side: by a signal or the user's time limit. */
import { type Failure, failure, isFailure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';

export interface Stop {
  /** Why the exchange ended, or undefined before that. */
  readonly failure: Failure | undefined;
  /** Calls back when the exchange ends, immediately if it has ended. Returns a function that unsubscribes. */
  onStop(listener: (why: Failure) => void): () => void;
  release(): void;
}

/**
 * Listens to the signals and starts the `--timeout` timer (milliseconds; absent for no limit).
 * @param spentMs time already spent on a login
 * @param pending the environment's: the exchange also stops if the event loop ends before it
 */
export function startStop(
  signals: readonly AbortSignal[],
  timeoutMs: number | undefined,
  spentMs = 0,
  pending?: Set<() => void>,
): Stop {
  const listeners = new Set<(why: Failure) => void>();
  let why: Failure | undefined;
  const stop = (reason: unknown): void => {
    if (why) return;
    why = isFailure(reason) ? reason : failure('interrupted', 'The request was cancelled.');
    for (const listener of [...listeners]) listener(why);
    release();
  };
  const releases: (() => void)[] = [];
  const release = (): void => {
    for (const each of releases.splice(0)) each();
  };
  for (const signal of signals) {
    if (signal.aborted) stop(signal.reason);
    releases.push(onAbort(signal, () => stop(signal.reason)));
  }
  if (timeoutMs !== undefined) {
    const timer = setTimeout(() => stop(tooLate(timeoutMs)), Math.max(0, timeoutMs - spentMs));
    releases.push(() => clearTimeout(timer));
  }
  if (pending) {
    const stall = (): void => stop(stalled());
    pending.add(stall);
    releases.push(() => pending.delete(stall));
  }
  if (why) release();
  return {
    get failure() {
      return why;
    },
    onStop(listener) {
      if (why) listener(why);
      else listeners.add(listener);
      return () => listeners.delete(listener);
    },
    release,
  };
}

/**
 * Aborts with the first of several signals, until `release`. `AbortSignal.any` leaks into its source signals (Node 20), and
 * some of ours last as long as the program.
 */
export function anySignal(signals: readonly AbortSignal[]): {
  readonly signal: AbortSignal;
  readonly release: () => void;
} {
  const any = new AbortController();
  const abort = ({ reason }: AbortSignal): void => {
    release();
    any.abort(reason);
  };
  const releases = signals.map(each => onAbort(each, () => abort(each)));
  const release = (): void => {
    for (const each of releases.splice(0)) each();
  };
  const aborted = signals.find(each => each.aborted);
  if (aborted !== undefined) abort(aborted);
  return { signal: any.signal, release };
}

interface Listening {
  readonly callbacks: Set<() => void>;
  listener(): void;
}

const listeningTo = new WeakMap<AbortSignal, Listening>();

/**
 * Calls back when a signal aborts. Returns a function that unsubscribes. All callbacks share one listener, because Node prints
 * a warning about the eleventh, also onto the full screen.
 */
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, listener } = listeningTo.get(signal) ?? listenTo(signal);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    signal.removeEventListener('abort', listener);
    listeningTo.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Listening {
  const callbacks = new Set<() => void>();
  const listener = (): void => {
    for (const each of callbacks) each();
  };
  const listening = { callbacks, listener };
  listeningTo.set(signal, listening);
  signal.addEventListener('abort', listener, { once: true });
  return listening;
}

const tooLate = (ms: number): Failure =>
  failure('timeout', `The request took longer than ${ms / 1000} s.`, {
    code: 'total',
    hint: 'Pass --timeout SECONDS to change the limit.',
  });

const stalled = (): Failure =>
  failure('network', 'The connection stalled without a response or an error.', {
    code: 'stalled',
    hint: 'Try again; --debug-log FILE records the exchange for a bug report.',
  });

/** Waits, unless a signal aborts. @param ms milliseconds */
export async function pauseUnlessAborted(
  ms: number,
  signals: readonly AbortSignal[],
  { sleep }: Environment,
): Promise<void> {
  const { signal, release } = anySignal(signals);
  await sleep(ms, signal);
  release();
}

const cleanupMs = 5000;

/** Starts the time limit of all cleanups after an interruption. The signal aborts with a failure that reports it. */
export function cleanupLimit(limitMs = cleanupMs): AbortSignal {
  const limit = new AbortController();
  const tooLate = failure('timeout', `The cleanups took longer than ${limitMs / 1000} s.`);
  setTimeout(() => limit.abort(tooLate), limitMs).unref();
  return limit.signal;
}

/** Waits, unless the exchange ends. @param ms milliseconds */
export async function pause(ms: number, stop: Stop, { sleep }: Environment): Promise<void> {
  const ended = new AbortController();
  const forget = stop.onStop(() => ended.abort());
  await sleep(ms, ended.signal);
  forget();
}
