/** One line on standard error. */
import { safeLine } from '../core/response/safe-text.js';
import type { Environment } from '../environment.js';

/** @param text may be foreign */
export function note(environment: Environment, text: string): void {
  environment.stderr.write(`apiclient: ${safeLine(text)}\n`);
}
