/**
 * Explains OAuth error codes (RFC 6749 4.1.2.1 and 5.2, RFC 8628 3.5, RFC 9396 5, OpenID Connect Core 3.1.2.6). The next step is
 * in `next-steps.ts`. The server's own message is quoted afterwards, and the printer sanitizes it.
 */

import { type Failure, failure } from '../failure.js';
import { truncate } from '../truncate.js';
import { formatDuration } from './duration.js';
import { nextStep, type Rejection } from './next-steps.js';

const words: Readonly<Record<string, string>> = {
  invalid_request: 'the server considers the request malformed',
  invalid_client: 'the server rejected the client ID or secret',
  invalid_grant: 'the server rejected this grant',
  unauthorized_client: 'this client is not allowed to use this flow',
  unsupported_grant_type: 'the server does not support this flow',
  unsupported_response_type: 'the server does not support the authorization code flow',
  invalid_scope: 'the server does not know or allow this scope',
  invalid_target: 'the server does not know or allow this resource',
  invalid_authorization_details: 'the server does not know or allow these authorization details',
  access_denied: 'access was denied',
  server_error: 'internal server error',
  temporarily_unavailable: 'the server is overloaded or temporarily down',
  expired_token: 'the code was not entered in time',
  login_required: 'the server requires a login first',
  consent_required: 'the server requires consent first',
  interaction_required: 'the server requires interaction with the user first',
  // GitHub returns these with status 200
  bad_verification_code: 'the code is wrong or expired',
  incorrect_client_credentials: 'the server rejected the client ID or secret',
  // Slack: https://docs.slack.dev/reference/methods/oauth.v2.access
  invalid_client_id: 'this client ID is not registered with the server',
  redirect_uri_mismatch: 'the redirect URI is not registered for this client',
};

/** Returns true if an error code is defined by a specification or used by a major server. */
export const isKnownError = (code: string): boolean => Object.hasOwn(words, code);

/** An error response (RFC 6749 4.1.2.1, 5.2). All of it is untrusted text. */
interface ServerError {
  /** `error` as sent by the server. */
  readonly code: string;
  readonly description?: string;
  /** `error_uri`. */
  readonly uri?: string;
}

/** Facts about a request that help to explain why it was rejected. */
export type RejectedRequest = Omit<Rejection, 'code' | 'description' | 'token'> & {
  /** Masks parts of the request that the server repeats; a known code repeats nothing. */
  readonly hide?: ((text: string) => string) | undefined;
  /** Clock of this computer minus the server's, in milliseconds. */
  readonly skewMs?: number | undefined;
};

/** Errors that a wrong clock causes: signed assertions and proofs contain times. */
const ofClock = /^(?:invalid_client|invalid_grant|invalid_dpop_proof|invalid_request_object|invalid_token)$/;

/**
 * Returns the failure for an `error` response.
 * @param what beginning of the message: "The token request to https://…"
 */
export function serverErrorFailure(
  what: string,
  { code: given, description, uri }: ServerError,
  request: RejectedRequest,
): Failure {
  const { hide = text => text } = request;
  const meaning = isKnownError(given) ? words[given] : undefined;
  const shown = meaning === undefined ? hide(given) : given;
  const quote = description ? ` “${truncate(hide(description), 300)}”` : '';
  const more = uri ? ` See ${truncate(hide(uri), 200)}` : '';
  const skew = ofClock.test(given) ? clockWords(request.skewMs) : undefined;
  const step = nextStep({ ...request, code: given, description });
  const hint = skew ?? step;
  if (/\s/.test(shown)) return failure('login', `${what} failed: “${truncate(shown, 300)}”${quote}`, { hint });
  const text = meaning
    ? `${what} failed: ${meaning} (${truncate(shown, 80)}).${quote}${more}`
    : `${what} failed with the error ${truncate(shown, 80)}.${quote}${more}`;
  return failure('login', text, { code: given, hint });
}

/** Difference between clocks that servers usually accept, in milliseconds. */
const maxSkewMs = 60_000;

/** Explains that the clock of this computer is wrong, if it is. @param skewMs this computer's clock minus the server's */
export function clockWords(skewMs: number | undefined): string | undefined {
  if (skewMs === undefined || Math.abs(skewMs) <= maxSkewMs) return undefined;
  const speed = skewMs > 0 ? 'fast' : 'slow';
  return `The clock of this computer is ${formatDuration(Math.abs(skewMs))} ${speed}, compared with the server. Correct it and try again.`;
}
