/** `--repeat` and its flags. Types, and which checks are over all responses. */
import type { ReportOption } from '../options.js';

/** How often, how many at once, on which schedule. */
export interface RepeatOptions {
  readonly times: number;
  /** How many are on their way at once. */
  readonly jobs: number;
  /** `--rate`: how many begin in a second; absent: the next begins when one has ended. */
  readonly rate?: number;
  /** Checks of `-a` over all responses: `p99 < 200`. */
  readonly asserts: readonly string[];
  /** `--report json`, `--report json=FILE`. */
  readonly reports: readonly ReportOption[];
}

/** With a schedule so many may be on their way at once, unless `--jobs` says otherwise. */
export const jobsOfSchedule = 100;

/**
 * Whether a check is over all responses of `--repeat`. `errors` is so where it is compared with a number; what is asked of the
 * GraphQL errors of one response (`errors not exists`) is not.
 */
export const isOverAll = (check: string): boolean =>
  /^\s*(?:p\d{1,2}(?:\.\d+)?|min|mean|max|rate|errors(?=\s*(?:[=!<>]|(?:eq|ne|neq|lt|le|lte|gt|ge|gte)\b)))(?![\w-])/.test(
    check,
  );
