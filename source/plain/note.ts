import type { Failure } from '../core/failure.js';
import { type Hint, hintText } from '../core/hint.js';
import { messageLine } from '../core/response/message-line.js';
import type { Environment } from '../environment.js';

/** Prints one line to standard error. @param text may be untrusted */
export function note(environment: Environment, text: Hint): void {
  environment.stderr.write(`apiclient: ${messageLine(hintText(text))}\n`);
}

/**
 * Prints a failure on standard error: each problem on one safe line, then the next step on another. A broken pipe prints
 * nothing.
 */
export function printFailure(failure: Failure, environment: Environment): void {
  if (failure.kind === 'broken_pipe') return;
  note(environment, failure.text);
  for (const text of failure.others ?? []) note(environment, text);
  if (failure.hint) environment.stderr.write(`  ${messageLine(hintText(failure.hint))}\n`);
}
