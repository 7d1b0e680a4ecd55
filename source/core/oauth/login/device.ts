/** Decisions of the device flow (RFC 8628): how to interpret the server's first response and each poll. */
import { type Failure, failure } from '../../failure.js';
import { readUrl } from '../../request/read-url.js';
import { describeServerError, type JsonObject, type RawResponse, secondsOf } from '../token-response.js';

/** The device authorization response (RFC 8628 3.2). The URIs are http or https, and the rest is untrusted text. */
export interface DeviceGrant {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete?: string;
  /** Seconds until the code expires. */
  readonly expiresIn: number;
  /** Seconds between polls. */
  readonly interval: number;
}

const isWebUrl = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:$/.test(readUrl(value)?.protocol ?? '');

/** Parses the device authorization response (3.2). Google's older `verification_url` is supported. */
export function readDeviceGrant(
  response: JsonObject,
  what: string,
  raw: Pick<RawResponse, 'hide'> = {},
): DeviceGrant | Failure {
  const { device_code: deviceCode, user_code: userCode, verification_uri_complete: complete } = response;
  const uri = response.verification_uri ?? response.verification_url;
  if (typeof deviceCode !== 'string' || deviceCode === '' || typeof userCode !== 'string' || userCode === '') {
    return failure('login', `${what} returned no code.`, {
      hint: 'Check that --oauth2-device-url is the device authorization endpoint.',
    });
  }
  if (!isWebUrl(uri)) {
    return failure('login', `${what} returned no login page (${describeServerError(raw, String(uri), 100)}).`, {
      hint: 'Report this to the operator of the server.',
    });
  }
  const interval = secondsOf(response.interval);
  return {
    deviceCode,
    userCode,
    verificationUri: uri,
    verificationUriComplete: isWebUrl(complete) ? complete : undefined,
    expiresIn: secondsOf(response.expires_in) ?? 900,
    // RFC 8628 3.2 defaults to 5. If the server specifies 0, poll once per second.
    interval: interval === undefined ? 5 : Math.min(Math.max(interval, 1), 3600),
  };
}

/** The next step after a poll without a token. */
type PollStep =
  /** Poll again after `interval` seconds, which becomes the new interval. */
  { readonly kind: 'wait'; readonly interval: number } | { readonly kind: 'end'; readonly failure: Failure };

/**
 * Returns the step after a failed poll (3.5). A pending authorization waits, and slow_down adds five seconds to the interval. A
 * lost connection, a timeout or a gateway that cannot reach the server doubles it. Anything else ends the login.
 */
export function nextPollStep(failure: Failure, interval: number): PollStep {
  if (failure.code === 'authorization_pending') return { kind: 'wait', interval };
  if (failure.code === 'slow_down') return { kind: 'wait', interval: interval + 5 };
  if (failure.kind === 'timeout' || failure.code === 'unreachable' || failure.code === 'unavailable') {
    return { kind: 'wait', interval: Math.min(interval * 2, 60) };
  }
  return { kind: 'end', failure };
}
