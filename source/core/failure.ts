/** Expected failures, as values that are passed up to the edge. Only bugs are thrown. Exit codes are defined only here. */
import { type Hint, hintText } from './hint.js';

/** Exit code of each kind. The table in the manual is generated from them. */
export const exitCodes = {
  network: 1,
  tls: 1,
  protocol: 1,
  truncated: 1,
  file: 1,
  limit: 1,
  bug: 1,
  usage: 2,
  redirects: 6,
  login: 7,
  timeout: 8,
  graphql: 9,
  check: 11,
  interrupted: 130,
  broken_pipe: 141,
  terminated: 143,
} as const;

/** `--diff-schema` found breaking changes, which is a result and not a failure. */
export const brokenSchemaCode = 10;

/** `--diff` found differences, which is a result and not a failure. */
export const differentCode = 12;

/** The full screen stopped responding, and its watchdog ended the program. */
export const blockedCode = 70;

type FailureKind = keyof typeof exitCodes;

/** A failure. `text` and `hint` may contain untrusted text, which the printer sanitizes. */
export interface Failure {
  readonly kind: FailureKind;
  /** What failed and where, on one line. Never contains a secret. */
  readonly text: string;
  /** Further problems of the same kind, each on one line. */
  readonly others?: readonly string[];
  /** The next step, on one line. */
  readonly hint?: Hint;
  /** Stable code of the underlying error (ECONNREFUSED, invalid_grant and so on), for decisions. */
  readonly code?: string;
  readonly cause?: unknown;
  /** Response of the server, if its text may explain more. Untrusted. */
  readonly answer?: { readonly status: number; readonly text: string };
  /** Signal that ended the program. The exit code is then 128 plus this number. */
  readonly signal?: number;
}

const brand = Symbol.for('apiclient.failure');

export function failure(kind: FailureKind, text: string, more: Omit<Failure, 'kind' | 'text'> = {}): Failure {
  // The brand is global, because the bundle and its chunks have copies of this file, and enumerable, so that a spread preserves
  // it.
  return { kind, text, ...more, [brand]: true } as Failure;
}

/** Returns the code of an error of the system or of Node.js (`ENOENT`, `ERR_…`), if it has one. */
export const errorCode = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException | null | undefined)?.code;

/** Creates the most common kind of failure: nothing was sent, exit code 2. @param hint expected syntax, or the next step */
export const usageError = (text: string, hint: Hint): Failure => failure('usage', text, { hint });

/** Also returns true for failures created by another chunk's copy of this file. */
export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true;

/** The failure and its next step on one line, in the words of a command line. */
export const failureLine = ({ text, hint }: Failure): string =>
  hint === undefined || hint === '' ? text : `${text} ${hintText(hint)}`;

export const exitCodeOf = ({ kind, signal }: Failure): number =>
  signal === undefined ? exitCodes[kind] : 128 + signal;

/** Returns the exit code for a status with `--check-status`. An invalid status counts as 5xx (RFC 9110, section 15). */
export function exitCodeOfStatus(status: number): number {
  if (status < 100 || status >= 600) return 5;
  return status >= 300 ? Math.floor(status / 100) : 0;
}

/** Returns true if a status means an error: 4xx, 5xx or invalid. */
export const isErrorStatus = (status: number): boolean => exitCodeOfStatus(status) >= 4;

/** Wraps a failure for contexts that only support exceptions: streams and rejected promises. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(value: Failure) {
    super(value.text, { cause: value.cause });
    this.name = 'FailureError';
    this.failure = value;
  }
}

/** Returns the failure in an exception, even if another bundle's copy of this class created it. */
export function failureIn(error: unknown): Failure | undefined {
  const carried = (error as { failure?: unknown } | null | undefined)?.failure;
  return isFailure(carried) ? carried : undefined;
}

/**
 * Returns the failure for an exception that is expected: the reason of an aborted signal, a failure, or one in an exception.
 * Rethrows any other exception, because it is a bug.
 */
export function expectedFailure(error: unknown, signal?: AbortSignal): Failure {
  if (signal?.aborted && isFailure(signal.reason)) return signal.reason;
  const expected = isFailure(error) ? error : failureIn(error);
  if (expected) return expected;
  throw error;
}
