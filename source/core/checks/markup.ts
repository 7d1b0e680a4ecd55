/** Shared by XPath and CSS selectors: limits for bodies and expressions that a server or a file controls. */
import { TimeLimitError, withinTimeLimit } from '../time-limit.js';
import type { SelectMarkup } from './exchange.js';

/** Wraps a selector, so that errors, endless evaluation and deep nesting become a reason. */
export const limited =
  (select: (path: string, body: string) => readonly (string | number | boolean)[]): SelectMarkup =>
  (path, body) => {
    try {
      return withinTimeLimit(() => select(path, body));
    } catch (error) {
      if (error instanceof TimeLimitError) return { problem: 'the expression takes more than a second on this body' };
      if (error instanceof RangeError) return { problem: 'the body is nested too deeply' };
      return { problem: error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error) };
    }
  };

/** Parses an expression. Errors report that the expression is invalid, not the body. */
export function parseExpression<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw new Error(`the expression is invalid: ${error instanceof Error ? error.message : String(error)}`);
  }
}
