/** Results of the requests of a run, used for output lines, reports and the exit code. */

import type { CheckResult } from '../../checks/evaluate.js';
import { exitCodeOf, exitCodes, type Failure } from '../../failure.js';

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
  /** One-based number of the row of data. */
  readonly row?: number;
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
  /** Milliseconds waited between tries. */
  readonly waitedMs?: number;
  readonly checks: readonly FileCheck[];
  /** Scripts that were not run: `script on line 4`. They count neither as passed nor as failed. */
  readonly notRun?: readonly string[];
  readonly failure?: Failure;
  /** Exit code of a failure that is not a `Failure`, such as `--check-status` or GraphQL errors. */
  readonly code?: number;
}

/** Counts the results of a run, one at a time. */
export class Totals {
  requests = 0;
  passed = 0;
  failed = 0;
  skipped = 0;
  checks = 0;
  passedChecks = 0;
  /** Number of scripts that were not run. */
  scriptsNotRun = 0;
  /** Exit code of the first request that failed for another reason than a check. */
  #code: number | undefined;

  add({ outcome, checks, failure, code, notRun = [] }: EntryResult): void {
    this.requests++;
    this[outcome]++;
    this.checks += checks.length;
    this.passedChecks += checks.filter(each => each.ok).length;
    this.scriptsNotRun += notRun.length;
    this.#code ??= failure ? exitCodeOf(failure) : code;
  }

  /**
   * Exit code of the run: 0 if everything passed, 11 if only checks failed, and otherwise the code of the first request that
   * failed for another reason.
   */
  get exitCode(): number {
    return this.#code ?? (this.failed > 0 ? exitCodes.check : 0);
  }
}

/** Counts results. */
export function totalsOf(results: readonly EntryResult[]): Totals {
  const totals = new Totals();
  for (const result of results) totals.add(result);
  return totals;
}

/** Returns the title of a request with its row. */
export const titleWithRow = ({ title, row }: EntryResult): string =>
  row === undefined ? title : `${title} (row ${row})`;

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

/** Returns `script on line 4 not run`, or undefined if there are no such scripts. */
export const notRunText = ({ notRun }: EntryResult): string | undefined => notRun && `${notRun.join(', ')} not run`;

/** Formats a failed check: `line 4: status == 200: expected 200, got 404`. */
export function checkText({ line, check, expected, actual, position }: FileCheck): string {
  const where = position ? ` (line ${position.line}, column ${position.column} of the body)` : '';
  return `line ${line}: ${check}: expected ${expected}, got ${actual}${where}`;
}
