import type { Failure } from '../core/failure.js';
import { messageLine } from '../core/response/message-line.js';
import type { Environment } from '../environment.js';

/** Prints one line to standard error. @param text may be untrusted */
export function note(environment: Environment, text: string): void {
  environment.stderr.write(`apiclient: ${messageLine(text)}\n`);
}

/** Prints a failure as two safe lines on standard error: the problem, and the next step. A broken pipe prints nothing. */
export function printFailure(failure: Failure, environment: Environment): void {
  if (failure.kind === 'broken_pipe') return;
  environment.stderr.write(`apiclient: ${messageLine(failure.text)}\n`);
  if (failure.hint) environment.stderr.write(`  ${messageLine(failure.hint)}\n`);
}
