/** `--retry`: one retry count for the connection, head and body of a request. */
import type { Failure } from '../../../core/failure.js';
import { isIdempotent, isTransientFailure, retryDelayMs } from '../../../core/request/again/retry.js';
import { isReplayable } from '../../../core/request/redirect.js';
import type { RequestSpec } from '../../../core/request/spec.js';
import type { Environment } from '../../../environment.js';
import { pause, type Stop, startStop } from '../stop.js';

export interface AttemptBudget {
  used: number;
  /** Time of the first attempt on the monotonic clock: `--timeout` covers all of them. */
  readonly started: number;
}

export const startAttempts = ({ monotonic }: Environment): AttemptBudget => ({ used: 0, started: monotonic() });

/** Whether `--retry` covers this method and retries are left. */
export const mayRetry = (
  { used }: AttemptBudget,
  { method, network }: Pick<RequestSpec, 'method' | 'network'>,
): boolean => used < network.retries && (isIdempotent(method) || network.retryAll === true);

/** Counts another retry, reports it and waits for it. @param retryAfterMs the server's Retry-After, in milliseconds */
export async function waitBeforeRetry(
  tries: AttemptBudget,
  why: string,
  retryAfterMs: number | undefined,
  { network }: Pick<RequestSpec, 'network'>,
  {
    environment,
    note,
    stop,
  }: { readonly environment: Environment; readonly note: (text: string) => void; readonly stop: Stop },
): Promise<void> {
  tries.used++;
  const delay = retryDelayMs(tries.used, retryAfterMs);
  note(`${why} Try ${tries.used + 1} of ${network.retries + 1} in ${Math.round(delay / 100) / 10} s.`);
  await pause(delay, stop, environment);
}

/**
 * Waits before retrying a request whose body was truncated. @returns the failure that ends the request, or undefined to resend
 * it
 */
export async function retryWithBody(
  broken: Failure,
  spec: RequestSpec,
  tries: AttemptBudget,
  environment: Environment,
  note: (text: string) => void,
): Promise<Failure | undefined> {
  if (
    !(broken.kind === 'truncated' || isTransientFailure(broken)) ||
    !mayRetry(tries, spec) ||
    !isReplayable(spec.body)
  )
    return broken;
  const { timeoutMs } = spec.network;
  const left = timeoutMs === undefined ? undefined : timeoutMs - (environment.monotonic() - tries.started);
  const stop = startStop([environment.signal], left === undefined ? undefined : Math.max(1, left));
  await waitBeforeRetry(tries, broken.text, undefined, spec, { environment, note, stop });
  stop.release();
  return stop.failure;
}
