/**
 * Normalizes the response of a token endpoint to the JSON of RFC 6749 5.1, or returns a failure with a clear message. Real
 * servers deviate from the standard (no token_type, 200 with an error, expires_in as a string, form-encoded bodies), and the
 * library is strict.
 */

import { type Failure, failure, isFailure } from '../failure.js';
import { isObject, nonEmptyText, objectIn } from '../json/loose.js';
import type { OAuth2Options } from '../options.js';
import { truncate } from '../truncate.js';
import { type RejectedRequest, serverErrorFailure } from './error-words.js';
import { clientHint, nextStep } from './next-steps.js';

/** A response of the authorization server: the relevant parts of its head, and its decoded text. */
export interface RawResponse {
  readonly status: number;
  readonly contentType: string;
  readonly location?: string;
  /** `Retry-After` as received. */
  readonly retryAfter?: string;
  readonly text: string;
  /** Masks the request's secrets in text from the server before it becomes part of a message. */
  readonly hide?: (text: string) => string;
  /** Clock of this computer minus the server's (`Date`), in milliseconds. */
  readonly skewMs?: number;
  /** `grant_types_supported` and `scopes_supported` of the server's metadata, if they are known. */
  readonly grants?: readonly string[];
  readonly scopes?: readonly string[];
}

/** Returns text from the server for a message, with secrets masked and shortened. */
export const describeServerError = (
  { hide = text => text }: Pick<RawResponse, 'hide'>,
  text: string,
  length: number,
): string => truncate(hide(text), length);

/** A conforming token response. Members that apiclient does not use are omitted. */
interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'bearer' | 'dpop' | 'n_a';
  /** Seconds; absent if unknown. */
  readonly expires_in?: number;
  readonly refresh_token?: string;
  readonly scope?: string;
  /** ID token (OpenID Connect Core 3.1.3.3). */
  readonly id_token?: string;
}

/** Unvalidated members of a response. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Parses a response as an object: as JSON regardless of its content type, otherwise as form-encoded. Otherwise returns a
 * failure that describes the response.
 */
export function readObject(raw: RawResponse, what: string): JsonObject | Failure {
  if (raw.status >= 300 && raw.status < 400) {
    return failure(
      'login',
      `${what} was redirected (${raw.status}) to ${describeServerError(raw, raw.location ?? 'nowhere', 200)}. Credentials are not sent there.`,
      { code: 'redirect', hint: 'Use the final URL.' },
    );
  }
  const json = objectIn(raw.text.replace(/^\ufeff/, ''));
  if (json) return json;
  const text = raw.text.trim();
  if (/form-urlencoded/i.test(raw.contentType) || /^(access_token|error|device_code)=/.test(text)) {
    const form = Object.fromEntries(new URLSearchParams(text));
    if ('access_token' in form || 'error' in form || 'device_code' in form) return form;
  }
  const status = raw.status === 200 ? '' : ` (status ${raw.status})`;
  if (text === '') return failure('login', `${what} returned an empty response${status}.`, { hint: checkUrl });
  if (/html/i.test(raw.contentType) || /^<(!doctype|html)/i.test(text)) {
    return failure('login', `${what} returned a web page (HTML)${status} instead of JSON.`, {
      hint: 'Check the URL. A proxy or login page may be in between.',
    });
  }
  const label = raw.contentType ? describeServerError(raw, raw.contentType, 80) : 'no content type';
  return failure('login', `${what} did not return a JSON object${status} (${label}).`, {
    hint: checkUrl,
  });
}

const checkUrl = 'Check that the URL is the right endpoint of that server.';

/** Members with an explanation: RFC 6749, FastAPI and Django, Okta, problem details (RFC 9457), NestJS. */
const explanations = ['error_description', 'message', 'detail', 'errorSummary', 'error_message', 'title', 'reason'];

/** Returns the explanation in an error of any format: a member, or the first of a list of errors. */
function explanationIn(response: JsonObject): string | undefined {
  const { errors } = response;
  const [first]: readonly unknown[] = Array.isArray(errors) ? errors : [];
  const own = explanations.map(name => nonEmptyText(response[name])).find(text => text !== undefined);
  return own ?? nonEmptyText(first) ?? (isObject(first) ? explanationIn({ ...first, errors: undefined }) : undefined);
}

/** Returns the `error` of a response, even if it is nested or has a different name. */
function errorOf(response: JsonObject): { code: string; description?: string; uri?: string } | undefined {
  const { error } = response;
  const inner = isObject(error) ? error : undefined;
  // Okta: `{"errorCode": "invalid_client", "errorSummary": "…"}`
  const code = inner
    ? (nonEmptyText(inner.code) ?? nonEmptyText(inner.type) ?? nonEmptyText(inner.status) ?? 'unknown')
    : (nonEmptyText(error) ?? nonEmptyText(response.errorCode));
  if (code === undefined) return undefined;
  const description = (inner && explanationIn(inner)) ?? explanationIn(response);
  return { code, description: description === code ? undefined : description, uri: nonEmptyText(response.error_uri) };
}

/**
 * Returns the seconds of `expires_in`, which is a number or a string. Returns 0 if it is negative, and undefined if it is
 * invalid.
 */
export function secondsOf(value: unknown): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const number = isNumber ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) return undefined;
  // Limit it to a century, so that adding it to the current time gives an exact integer.
  return Math.min(Math.max(0, number), 3_155_760_000);
}

/** Temporary statuses: too many requests, and a gateway that cannot reach its server. */
const unavailable: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Returns a response as an object, or a failure if it reports an error or is not successful. Used for every endpoint of the
 * server.
 */
export function readRawResponse(
  raw: RawResponse,
  what: string,
  options: OAuth2Options,
  redirectUri?: string,
): JsonObject | Failure {
  const members = readObject(raw, what);
  // An error page of a gateway whose server is busy or unreachable.
  if (isFailure(members)) return withoutError(raw, what, options, members);
  const error = errorOf(members);
  if (error) {
    const rejected = serverErrorFailure(what, error, requestOf(raw, options, redirectUri));
    return raw.retryAfter === undefined || !unavailable.has(raw.status)
      ? rejected
      : { ...rejected, hint: retryHint(raw) };
  }
  if (raw.status < 200 || raw.status > 299) {
    const description = explanationIn(members);
    const quote = description === undefined ? '' : ` “${describeServerError(raw, description, 300)}”`;
    const hint = nextStep({ ...requestOf(raw, options, redirectUri), code: '', description }) ?? checkUrl;
    const failed = failure('login', `${what} returned status ${raw.status}.${quote}`, { hint });
    return withoutError(raw, what, options, failed);
  }
  return members;
}

const requestOf = (raw: RawResponse, options: OAuth2Options, redirectUri: string | undefined): RejectedRequest => ({
  options,
  redirectUri,
  status: raw.status,
  grants: raw.grants,
  scopes: raw.scopes,
  hide: raw.hide,
  skewMs: raw.skewMs,
});

/** Returns the failure for a response without an OAuth error: `found`, with the next step for its status. */
function withoutError(raw: RawResponse, what: string, options: OAuth2Options, found: Failure): Failure {
  if (raw.status === 429) {
    return failure('login', `${what} failed: the server received too many requests (429).`, {
      code: 'unavailable',
      hint: retryHint(raw),
    });
  }
  if (raw.status === 503) {
    return failure('login', `${what} failed: the server is busy or temporarily down (503).`, {
      code: 'unavailable',
      hint: retryHint(raw),
    });
  }
  if (unavailable.has(raw.status)) return { ...found, code: 'unavailable', hint: retryHint(raw) };
  const isRefused = (raw.status === 401 || raw.status === 403) && (found.hint === undefined || found.hint === checkUrl);
  if (raw.status === 415) return { ...found, hint: nextStep({ code: '', options, status: 415 }) };
  return isRefused ? { ...found, hint: clientHint(options) } : found;
}

/** Formats the delay, which is in seconds or a date (RFC 9110 10.2.3). */
function retryHint({ retryAfter }: RawResponse): string {
  if (retryAfter === undefined || !/^[\w ,:+-]{1,40}$/.test(retryAfter)) return 'Try again later.';
  return /^\d+$/.test(retryAfter) ? `Try again in ${retryAfter} s.` : `Try again after ${retryAfter}.`;
}

/** Visible ASCII. */
const printable = /^[!-~]+$/;

/** Parses a token response, or returns why it is invalid. */
export function readTokenResponse(
  raw: RawResponse,
  what: string,
  options: OAuth2Options,
  redirectUri?: string,
): TokenResponse | Failure {
  const response = readRawResponse(raw, what, options, redirectUri);
  if (isFailure(response)) return response;
  const { access_token: token, token_type: type, refresh_token: refresh, scope, id_token: idToken } = response;
  if (typeof token !== 'string' || token === '') {
    return failure('login', `${what} returned no access token.`, { hint: checkUrl });
  }
  if (!printable.test(token)) {
    return failure('login', `${what} returned an access token that cannot be sent in a header.`);
  }
  // Apigee's default is `BearerToken`.
  const kind = String(type ?? 'bearer')
    .toLowerCase()
    .replace(/^bearertoken$/, 'bearer');
  if (!isTokenType(kind, options)) return unusableType(raw, what, String(type), kind === 'dpop');
  const granted = Array.isArray(scope) ? scope.filter(s => typeof s === 'string').join(' ') : scope;
  return {
    access_token: token,
    token_type: kind,
    expires_in: secondsOf(response.expires_in),
    refresh_token: nonEmptyText(refresh),
    scope: nonEmptyText(granted),
    // Only `auth token --id` prints it. A text with other characters cannot be a JWT.
    id_token: typeof idToken === 'string' && printable.test(idToken) ? idToken : undefined,
  };
}

/** Whether a token of this type can be used. `n_a` is a token that is not an access token (RFC 8693 2.2.1). */
const isTokenType = (kind: string, { dpop, flow }: OAuth2Options): kind is TokenResponse['token_type'] =>
  kind === 'bearer' || (kind === 'dpop' && dpop === true) || (kind === 'n_a' && flow === 'token_exchange');

function unusableType(raw: RawResponse, what: string, type: string, isDPoP: boolean): Failure {
  const reason = isDPoP ? 'which was not requested' : 'but only Bearer and DPoP are supported';
  return failure('login', `${what} returned a token of the type “${describeServerError(raw, type, 40)}”, ${reason}.`, {
    code: 'token_type',
    hint: isDPoP ? 'Add --oauth2-dpop.' : 'Ask the server for Bearer tokens for this client.',
  });
}

/**
 * Returns a note if the server granted a different scope from the one requested (RFC 6749 3.3), regardless of order. GitHub
 * separates granted scopes with commas.
 */
export function scopeNote(requested: string | undefined, granted: string | undefined): string | undefined {
  if (requested === undefined || granted === undefined) return undefined;
  const separator = requested.includes(',') ? ' ' : /[ ,]/;
  const set = (text: string) => new Set(text.split(separator).filter(Boolean));
  const [wanted, issued] = [set(requested), set(granted)];
  const missing = [...wanted].filter(name => !issued.has(name));
  const extra = [...issued].filter(name => !wanted.has(name));
  if (missing.length === 0 && extra.length === 0) return undefined;
  const parts = [
    missing.length > 0 ? `not granted: ${missing.join(' ')}` : '',
    extra.length > 0 ? `also granted: ${extra.join(' ')}` : '',
  ].filter(Boolean);
  return `The server granted a different scope than requested: ${truncate(parts.join('; '), 300)}.`;
}
