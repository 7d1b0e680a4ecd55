/** Types of `--repeat` and its flags, and which checks apply to all responses. */
import type { ReportOption } from '../options.js';

/** Number of repetitions, concurrency and schedule. */
export interface RepeatOptions {
  readonly times: number;
  /** Maximum number of concurrent requests. */
  readonly jobs: number;
  /** `--rate`: requests to start per second. If absent, the next one starts when one has ended. */
  readonly rate?: number;
  /** Checks of `-a` that apply to all responses: `p99 < 200`. */
  readonly asserts: readonly string[];
  /** `--check-all`: evaluate the checks on every response instead of a sample. */
  readonly checkAll: boolean;
  /** `--report json` or `--report json=FILE`. */
  readonly reports: readonly ReportOption[];
}

/** Default maximum of concurrent requests with a schedule, which `--jobs` overrides. */
export const jobsOfSchedule = 100;

/**
 * Returns true if a check applies to all responses of `--repeat`. `errors` does if it is compared with a number. A check of the
 * GraphQL errors in one response (`errors not exists`) does not.
 */
export const isOverAll = (check: string): boolean =>
  /^\s*(?:p\d{1,2}(?:\.\d+)?|min|mean|max|rate|errors(?=\s*(?:[=!<>]|(?:eq|ne|neq|lt|le|lte|gt|ge|gte)\b)))(?![\w-])/.test(
    check,
  );
