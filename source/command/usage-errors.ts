/** Collects the parser's usage errors. Only the first is shown to the user. */
import { type Failure, isFailure, usageError } from '../core/failure.js';

/** The errors of one command line, so that parsing can continue after the first. */
export interface UsageErrors {
  readonly first: Failure | undefined;
  /** One line on the problem, and one with the line to type. */
  add(text: string, hint: string): void;
  /** Returns a result, or records its failure and returns `instead`, so that parsing can continue. */
  unwrap<T>(result: T | Failure, instead: T): T;
}

/** An empty collection, for failures of kind `usage`. */
export function collectUsageErrors(): UsageErrors {
  let first: Failure | undefined;
  return {
    get first() {
      return first;
    },
    add(text, hint) {
      first ??= usageError(text, hint);
    },
    unwrap<T>(result: T | Failure, instead: T): T {
      if (!isFailure(result)) return result;
      first ??= result;
      return instead;
    },
  };
}
