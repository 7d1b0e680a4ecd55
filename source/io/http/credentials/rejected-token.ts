/** A 401 for an access token: renewed once, then explained. */

import { stepUpOf } from '../../../core/credentials/challenges.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import { hint, step } from '../../../core/hint.js';
import { type HopPlan, isReplayable } from '../../../core/request/redirect.js';
import { fieldValues } from '../../../core/response/field-values.js';
import type { ResponseHead } from '../exchange.js';
import type { ExchangeContext, HopResponse } from '../exchange-context.js';

/** Returns the request with a renewed token after a 401, or undefined if the 401 is the response. */
export async function withRenewedToken(
  { head, response }: HopResponse,
  plan: HopPlan,
  exchange: ExchangeContext,
): Promise<HopPlan | Failure | undefined> {
  const { renew } = exchange.token;
  if (!renew || !exchange.mayRenew) return undefined;
  if (!plan.trusted || head.status !== 401 || !isReplayable(plan.body, response.bodyTaken)) return undefined;
  exchange.mayRenew = false;
  const renewed = await renew(
    isTokenInvalid(head),
    plan.credentials.accessToken,
    stepUpOf(fieldValues(head.headers, 'www-authenticate')),
  );
  if (isFailure(renewed) || !renewed) return renewed;
  exchange.credentials = { ...exchange.credentials, ...renewed };
  return { ...plan, credentials: { ...plan.credentials, ...renewed } };
}

/** Explains why the server rejected the access token. */
export async function noteRejectedToken(
  head: ResponseHead,
  plan: HopPlan,
  { token, environment, note }: ExchangeContext,
): Promise<void> {
  if (head.status !== 401 && head.status !== 403) return;
  if (token.renew && head.status === 401 && !isTokenInvalid(head)) note(stillStored);
  const { accessToken } = plan.credentials;
  if (!token.login || !accessToken) return;
  const { noteToken } = await import('./token-note.js');
  noteToken(head, accessToken, token.login(), environment.now(), note);
}

/** Many servers omit RFC 6750's error for an invalid token, so only the user can decide. */
const stillStored = hint`The server rejected the token without calling it invalid, so it stays stored. If it was revoked, run ${step('run', 'apiclient auth logout --force with the same --oauth2 flags')}.`;

/** RFC 6750 3.1, in any challenge of a 401. DPoP uses the same error code (RFC 9449 7.1). */
const isTokenInvalid = (head: ResponseHead): boolean =>
  fieldValues(head.headers, 'www-authenticate').some(value => {
    const at = value.search(/\b(?:bearer|dpop)\b/i);
    return at >= 0 && /\berror\s*=\s*"?invalid_token\b/i.test(value.slice(at));
  });
