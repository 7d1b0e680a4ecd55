/** The request of a download: the first one, and those that restart or resume it. */

import { type Failure, isFailure } from '../../core/failure.js';
import type { RequestSpec } from '../../core/request/spec.js';
import type { HttpResponse } from '../../io/http/exchange.js';
import type { PlainContext } from '../context.js';
import { discardBody } from '../show-response.js';
import type { Target } from './save-target.js';

/** A request and the destination of its response: the file of `-o` or `--download`, or standard output. */
export interface OutgoingRequest {
  readonly request: RequestSpec;
  readonly target: Target | undefined;
}

/** @param resume whether to continue a part file */
export async function outgoingRequest(
  stage: PlainContext,
  spec: RequestSpec,
  resume: boolean,
): Promise<OutgoingRequest | Failure> {
  const { command, environment } = stage;
  const { output } = command;
  if (!output.download && (output.file === undefined || output.file === '-')) {
    return { request: spec, target: undefined };
  }
  const { chooseTarget, requestFor } = await import('./save-target.js');
  const target = await chooseTarget(output, resume, spec, environment);
  if (isFailure(target) || !target) return target ?? { request: spec, target };
  // The body may be truncated, so request a form that can be resumed.
  return { request: requestFor(target, resume || spec.network.retries > 0, spec), target };
}

/** Request for everything, if the server's file is longer or shorter than the one that `-C` found; otherwise undefined. */
export async function restartedRequest(
  { command: { output }, environment }: PlainContext,
  spec: RequestSpec,
  response: HttpResponse,
  target: Target | undefined,
): Promise<OutgoingRequest | undefined> {
  if (!target?.complete) return undefined;
  const { completedBy, fromTheStart, noteFetchedWhole, requestFor } = await import('./save-target.js');
  if (completedBy(target, response, spec)) return undefined;
  if (!output.silent) noteFetchedWhole(target, output.file, environment);
  const whole = fromTheStart(target, response);
  if (!whole) return undefined;
  await discardBody(response);
  return { request: requestFor(whole, true, spec), target: whole };
}

/**
 * Where to resume a truncated body, or undefined if output cannot be taken back.
 * @param shown bytes already written to standard output
 */
export async function resumedRequest(
  stage: PlainContext,
  spec: RequestSpec,
  before: OutgoingRequest,
  shown: number,
): Promise<OutgoingRequest | undefined> {
  const { target } = before;
  if (!target) return shown === 0 ? before : undefined;
  if (target.kind === 'file' && target.mode === 'through') return undefined;
  const next = await outgoingRequest(stage, spec, true);
  if (isFailure(next)) return undefined;
  // A server-named file that cannot be resumed: the part file is not renamed.
  return target.kind === 'file' || next.target?.kept ? next : undefined;
}
