/** API keys and signatures in the query of a URL. */
import { maskOf } from '../masking/mask.js';
import { maskQuery } from '../masking/pairs.js';
import type { Credentials, RequestSpec } from '../request/spec.js';
import { appendQuery } from '../request/url.js';
import { reveal, type Secret } from '../secret.js';

type Keys = Credentials['apiKeys'];

/** Appends the keys to the query. The result must only be shown through `shownUrl`. */
export const withKeys = (url: string, keys: Keys): string =>
  appendQuery(
    url,
    keys.map(key => [key.name, reveal(key.value)] as const),
  );

/**
 * Query parameters that are credentials by themselves: keys and passwords, signed URLs of S3, Google, Azure and CDNs, and
 * bearer tokens (RFC 6750 2.3). Only complete words match, so `author`, `keyword` and `tokens` do not.
 */
const signs =
  /^(?:sig|sign|signature|hmac|(?:.*[-_.])?(?:token|secret|passw(?:or)?d|pwd|passphrase|jwt)|(?:.*[-_.])?(?:api|app|auth|access|account|private|secret|subscription)[-_.]?key|(?:access|auth|id|refresh|session|api)token|clientsecret|x-(?:amz|goog|oss|cos|ms)-.*|key-pair-id|hdnts)$/i;

/** Returns true if a query parameter is a credential. */
export const isProof = (name: string): boolean => signs.test(name);

/**
 * Returns the URL for display, with bullets instead of keys and signatures, whether they are the user's or a server's.
 * @param hidden secrets anywhere in the URL; they are masked first, because a secret that contains `&` extends beyond the value
 * of a name
 */
export const shownUrl = (url: string, keys: Keys, hidden: readonly Secret[] = []): string =>
  maskQuery(maskOf(hidden)(url), name => isProof(name) || keys.some(key => key.name === name));

/** Returns a URL of the request with its API keys, masked unless secrets are shown. */
export function urlWithKeys(
  url: string,
  { credentials: { apiKeys }, hidden }: Pick<RequestSpec, 'credentials' | 'hidden'>,
  showSecrets: boolean,
): string {
  const sent = withKeys(url, apiKeys);
  return showSecrets ? sent : shownUrl(sent, apiKeys, hidden);
}
