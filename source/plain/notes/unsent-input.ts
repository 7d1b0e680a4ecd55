/** Detects standard input that a request without a body would ignore. */
import { type Failure, usageError } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { note } from '../note.js';

const defaultHint = "Pass -d @- to send standard input, or -d '' to send an empty body.";

/**
 * Rejects PUT and PATCH, which would replace a resource with nothing, while standard input has data; POST gets a note.
 * @param hint how to send or ignore standard input
 */
export async function refuseUnsentInput(
  method: string,
  silent: boolean,
  environment: Environment,
  hint = defaultHint,
): Promise<Failure | undefined> {
  const isReplacing = method === 'PUT' || method === 'PATCH';
  if (!isReplacing && (method !== 'POST' || silent)) return undefined;
  if (!(await environment.isInputWaiting?.(isReplacing))) return undefined;
  const text = `Standard input has data, but this ${method} request has no body.`;
  if (isReplacing) return usageError(text, hint);
  note(environment, `${text} ${hint}`);
  return undefined;
}
