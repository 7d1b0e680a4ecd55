/**
 * Every way this program can end other than well. An expected failure is a value that travels to the edge; only bugs
 * are thrown. Exit codes stand here and nowhere else.
 */

/** The exit code of each kind of failure (the README's table is made from the same numbers). */
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

/** What `--diff-schema` ends with when something breaks: it has succeeded, and says so. */
export const brokenSchemaCode = 10;

/** What decides the exit code. */
export type FailureKind = keyof typeof exitCodes;

/** What failed, in words for a person. `text` and `hint` may hold foreign text: the printer makes both safe. */
export interface Failure {
  readonly kind: FailureKind;
  /** One line: what failed and where. Never a secret. */
  readonly text: string;
  /** One line: what to do next. */
  readonly hint?: string;
  /** Stable code of the underlying error (ECONNREFUSED, HPE_INVALID_HEADER_TOKEN, invalid_grant …), for decisions. */
  readonly code?: string;
  readonly cause?: unknown;
  /** What a server answered, where its own words may say more than ours. Foreign text. */
  readonly answer?: { readonly status: number; readonly text: string };
  /** The number of the signal that ended the program, where its exit code is not that of the kind: then it is 128 and this. */
  readonly signal?: number;
}

const brand = Symbol.for('apiclient.failure');

/** Makes a failure value. */
export function failure(kind: FailureKind, text: string, more: Omit<Failure, 'kind' | 'text'> = {}): Failure {
  // The brand is global because the start-up bundle and the lazy chunks each carry a copy of this file, and enumerable so
  // that a spread (`{ ...found, text }`) is still a failure.
  return { kind, text, ...more, [brand]: true } as Failure;
}

/** Shorthand for the commonest kind: nothing was sent, exit code 2. @param hint the form to type, or what to do next */
export const usageError = (text: string, hint: string): Failure => failure('usage', text, { hint });

/** Tells failures from results, also those made by another chunk's copy of this file. */
export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true;

/** The exit code of the process, if this failure is what ends it. */
export const exitCodeOf = ({ kind, signal }: Failure): number =>
  signal === undefined ? exitCodes[kind] : 128 + signal;

/** Carries a failure where the language only offers an exception: through a stream or a rejected promise. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(value: Failure) {
    super(value.text, { cause: value.cause });
    this.name = 'FailureError';
    this.failure = value;
  }
}

/** The failure an exception carries, if it carries one (also across bundle copies of this class). */
export function failureIn(error: unknown): Failure | undefined {
  const carried = (error as { failure?: unknown } | null | undefined)?.failure;
  return isFailure(carried) ? carried : undefined;
}
