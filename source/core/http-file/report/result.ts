/** Results of the requests of a run, used for output lines, reports and the exit code. */

import { exitCodeOf, exitCodes, type Failure } from '../../failure.js';
import type { CheckResult } from '../checks.js';

/** A check from a file and its line number. */
export interface FileCheck extends CheckResult {
  readonly line: number;
}

/** Result of one request. Contains no secrets. */
export interface EntryResult {
  /** File name as typed. */
  readonly file: string;
  readonly line: number;
  /** Name of the request, or its method and URL as written in the file. */
  readonly title: string;
  readonly name?: string;
  readonly method: string;
  /** URL that was sent, without credentials, or the URL in the file if nothing was sent. */
  readonly url: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Reason why the request was not sent. */
  readonly reason?: string;
  readonly status?: number;
  readonly statusText?: string;
  /** Duration of the last try in milliseconds, including the body. */
  readonly ms: number;
  /** Size of the body in bytes. */
  readonly size: number;
  /** Number of times the request was sent. */
  readonly tries: number;
  readonly checks: readonly FileCheck[];
  readonly failure?: Failure;
  /** Exit code of a failure that is not a `Failure`, such as `--check-status` or GraphQL errors. */
  readonly code?: number;
}

/** Totals of a run. */
interface Totals {
  readonly requests: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly checks: number;
  readonly passedChecks: number;
}

/** Counts results. */
export function totalsOf(results: readonly EntryResult[]): Totals {
  const of = (outcome: EntryResult['outcome']): number => results.filter(each => each.outcome === outcome).length;
  const checks = results.flatMap(each => each.checks);
  return {
    requests: results.length,
    passed: of('passed'),
    failed: of('failed'),
    skipped: of('skipped'),
    checks: checks.length,
    passedChecks: checks.filter(each => each.ok).length,
  };
}

/**
 * Returns 0 if everything passed, 11 if only checks failed, and otherwise the code of the first request that failed for another
 * reason.
 */
export function exitCodeOfRun(results: readonly EntryResult[]): number {
  for (const { failure, code } of results) {
    if (failure) return exitCodeOf(failure);
    if (code !== undefined) return code;
  }
  return results.some(each => each.outcome === 'failed') ? exitCodes.check : 0;
}

/** Returns the failures of a request, one per line. */
export function whyFailed({ failure, checks, code, status }: EntryResult): readonly string[] {
  const failed = checks.filter(each => !each.ok);
  return [
    ...(failure ? [failure.text] : []),
    ...(!failure && code !== undefined ? [codeText(code, status)] : []),
    ...failed.map(checkText),
  ];
}

const codeText = (code: number, status: number | undefined): string =>
  code === 9 ? 'The response has GraphQL errors.' : `The server answered ${status}.`;

/** Formats a failed check: `line 4: status == 200: expected 200, got 404`. */
export function checkText({ line, check, expected, actual, position }: FileCheck): string {
  const where = position ? ` (line ${position.line}, column ${position.column} of the body)` : '';
  return `line ${line}: ${check}: expected ${expected}, got ${actual}${where}`;
}
