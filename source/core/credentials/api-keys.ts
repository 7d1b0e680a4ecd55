/** Credentials in the query of a URL, API keys and signatures: as it is requested, and as it may be shown. */
import type { Credentials } from '../request/spec.js';
import { appendQuery, maskQuery } from '../request/url.js';
import { reveal } from '../secret.js';

type Keys = Credentials['apiKeys'];

/** The URL with the keys behind its query. It may be shown only through `shownUrl`. */
export const withKeys = (url: string, keys: Keys): string =>
  appendQuery(
    url,
    keys.map(key => [key.name, reveal(key.value)] as const),
  );

/**
 * Parameters that are a credential by themselves, as links have them whose holder may do what they say: the signed URLs of S3,
 * Google, Azure and CDNs, a token in the query (RFC 6750 2.3).
 */
const signs =
  /^(?:sig|sign|signature|hmac|(?:.*[-_])?token|x-(?:amz|goog|oss|cos|ms)-.*|key-pair-id|hdnts|client_secret)$/i;

/** Whether a parameter of a query proves, to whoever reads it, a right to something. */
export const isProof = (name: string): boolean => signs.test(name);

/** A URL as it may be shown: bullets for the values of the keys and of what signs it, be it ours or a server's. */
export const shownUrl = (url: string, keys: Keys): string =>
  maskQuery(url, name => isProof(name) || keys.some(key => key.name === name));
