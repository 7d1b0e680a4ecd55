/** The lines of credentials that are made anew for each request, put among those that go out. */

import { isAuthorization } from '../../../core/credentials/header.js';
import { signerOf } from '../../../core/credentials/request-credentials.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import type { HopPlan } from '../../../core/request/redirect.js';
import type { HeaderLine, SignerFeedback, UnsignedRequest } from '../../../core/request/spec.js';
import { targetOf } from '../hop.js';

/** A request is signed this often: without a challenge, with one, with a fresh nonce. No server makes us go on for ever. */
export const maxSignings = 3;

/** A request with all its lines, and who is to hear of its answer. */
export interface SignedRequest {
  readonly headers: readonly HeaderLine[];
  /** To be called with the head of the answer; true: signed anew, the same request may fare better. */
  heard(answer: SignerFeedback, note: (text: string) => void): boolean;
}

/** Signs a hop if its credentials are of a kind that is; an Authorization line of the user's own leaves it as it is. */
export async function sign(plan: HopPlan, url: URL, lines: readonly HeaderLine[]): Promise<SignedRequest | Failure> {
  const signer = plan.headers.some(line => isAuthorization(line.name)) ? undefined : signerOf(plan.credentials);
  if (!signer) return { headers: lines, heard: () => false };
  const asked = new URL(url);
  asked.hash = '';
  const request: UnsignedRequest = {
    method: plan.method,
    url: asked,
    target: targetOf(plan),
    headers: lines,
    ...(plan.body ? { body: plan.body } : {}),
  };
  const own = await signer.sign(request);
  if (isFailure(own)) return own;
  const names = new Set(own.map(line => line.name.toLowerCase()));
  return {
    headers: [...lines.filter(line => !names.has(line.name.toLowerCase())), ...own],
    heard: (response, note) => signer.heard(request, response, note),
  };
}
