/** Results of the requests of a run, from which lines, reports and the exit code are made. */

import { exitCodeOf, exitCodes, type Failure } from '../../failure.js';
import type { CheckResult } from '../checks.js';

/** A check of a file, and its line there. */
export interface FileCheck extends CheckResult {
  readonly line: number;
}

/** One request of a run. No secret is in it. */
export interface EntryResult {
  /** The file as it was typed. */
  readonly file: string;
  readonly line: number;
  /** Its name, or method and URL as they stand in the file. */
  readonly title: string;
  readonly name?: string;
  readonly method: string;
  /** As it was sent, without credentials; as it stands in the file where nothing was sent. */
  readonly url: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it was not sent. */
  readonly reason?: string;
  readonly status?: number;
  readonly statusText?: string;
  /** Milliseconds of the last try, its body included. */
  readonly ms: number;
  /** Bytes of the body. */
  readonly size: number;
  /** How often it was sent. */
  readonly tries: number;
  readonly checks: readonly FileCheck[];
  readonly failure?: Failure;
  /** The exit code of a failure that is no `Failure`: `--check-status`, GraphQL errors. */
  readonly code?: number;
}

/** How a run went, in numbers. */
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

/** 0; 11 where only checks failed; else that of the first request that failed otherwise. */
export function exitCodeOfRun(results: readonly EntryResult[]): number {
  for (const { failure, code } of results) {
    if (failure) return exitCodeOf(failure);
    if (code !== undefined) return code;
  }
  return results.some(each => each.outcome === 'failed') ? exitCodes.check : 0;
}

/** Failures of a request, one per line. */
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

/** `line 4: status == 200: expected 200, got 404`. */
export function checkText({ line, check, expected, actual, position }: FileCheck): string {
  const place = position ? ` (line ${position.line}, column ${position.column} of the body)` : '';
  return `line ${line}: ${check}: expected ${expected}, got ${actual}${place}`;
}
