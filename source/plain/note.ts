import { messageLine } from '../core/response/message-line.js';
import type { Environment } from '../environment.js';

/** Prints one line to standard error. @param text may be untrusted */
export function note(environment: Environment, text: string): void {
  environment.stderr.write(`apiclient: ${messageLine(text)}\n`);
}
