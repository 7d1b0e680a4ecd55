/** Adds per-request signatures to the header lines. */

import { isAuthorization } from '../../../core/credentials/header.js';
import { signerOf } from '../../../core/credentials/request-credentials.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import type { Hint } from '../../../core/hint.js';
import type { HopPlan } from '../../../core/request/redirect.js';
import type { HeaderLine, SignerFeedback, UnsignedRequest } from '../../../core/request/spec.js';
import { targetOf } from '../hop.js';

/** Attempts per request: without a challenge, with one, with a fresh nonce. Limits a server that never stops challenging. */
export const maxSignings = 3;

export interface SignedRequest {
  readonly headers: readonly HeaderLine[];
  /** Receives the head of the response. Returns true if signing again may help. */
  readHead(feedback: SignerFeedback, note: (text: Hint) => void): boolean;
}

/** Signs a hop if its credentials require it. An Authorization line set by the user is preserved. */
export async function sign(plan: HopPlan, url: URL, lines: readonly HeaderLine[]): Promise<SignedRequest | Failure> {
  const signer = plan.headers.some(line => isAuthorization(line.name)) ? undefined : signerOf(plan.credentials);
  if (!signer) return { headers: lines, readHead: () => false };
  const requested = new URL(url);
  requested.hash = '';
  const request: UnsignedRequest = {
    method: plan.method,
    url: requested,
    target: targetOf(plan),
    headers: lines,
    body: plan.body,
  };
  const headers = await signer.sign(request);
  if (isFailure(headers)) return headers;
  const names = new Set(headers.map(line => line.name.toLowerCase()));
  return {
    headers: [...lines.filter(line => !names.has(line.name.toLowerCase())), ...headers],
    readHead: (response, note) => signer.readResponse(request, response, note),
  };
}
