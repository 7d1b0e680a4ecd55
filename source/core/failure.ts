/** Expected failures, as values that travel to the edge; only bugs are thrown. The only place with exit codes. */

/** Exit code of each kind; the manual's table is generated from these. */
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

/** `--diff-schema` found breaking changes: a result, not a failure. */
export const brokenSchemaCode = 10;

/** `--diff` found differences: a result, not a failure. */
export const differentCode = 12;

type FailureKind = keyof typeof exitCodes;

/** `text` and `hint` may contain untrusted text: the printer sanitises both. */
export interface Failure {
  readonly kind: FailureKind;
  /** One line: what failed and where. Never a secret. */
  readonly text: string;
  /** One line: the next step. */
  readonly hint?: string;
  /** Stable code of the underlying error (ECONNREFUSED, invalid_grant …), for decisions. */
  readonly code?: string;
  readonly cause?: unknown;
  /** The server's response, if its text may say more than ours. Untrusted. */
  readonly answer?: { readonly status: number; readonly text: string };
  /** The signal that ended the program: the exit code is then 128 plus this. */
  readonly signal?: number;
}

const brand = Symbol.for('apiclient.failure');

export function failure(kind: FailureKind, text: string, more: Omit<Failure, 'kind' | 'text'> = {}): Failure {
  // The brand is global because bundle and chunks have copies of this file, and enumerable so that a spread keeps it.
  return { kind, text, ...more, [brand]: true } as Failure;
}

/** The most common kind: nothing was sent, exit code 2. @param hint the form to type, or the next step */
export const usageError = (text: string, hint: string): Failure => failure('usage', text, { hint });

/** Also true for failures of another chunk's copy of this file. */
export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true;

export const exitCodeOf = ({ kind, signal }: Failure): number =>
  signal === undefined ? exitCodes[kind] : 128 + signal;

/** Exit code of a status with `--check-status`. An invalid status counts as 5xx (RFC 9110, section 15). */
export function exitCodeOfStatus(status: number): number {
  if (status < 100 || status >= 600) return 5;
  return status >= 300 ? Math.floor(status / 100) : 0;
}

/** Whether a status means an error: 4xx, 5xx or invalid. */
export const isErrorStatus = (status: number): boolean => exitCodeOfStatus(status) >= 4;

/** Carries a failure where only exceptions work: through a stream or a rejected promise. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(value: Failure) {
    super(value.text, { cause: value.cause });
    this.name = 'FailureError';
    this.failure = value;
  }
}

/** The failure in an exception, also one of another bundle's copy of this class. */
export function failureIn(error: unknown): Failure | undefined {
  const carried = (error as { failure?: unknown } | null | undefined)?.failure;
  return isFailure(carried) ? carried : undefined;
}
