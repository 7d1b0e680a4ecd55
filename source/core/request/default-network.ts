import type { NetworkOptions } from '../options.js';

/** Network options without any flags. */
export const defaultNetwork: NetworkOptions = {
  follow: false,
  maxRedirects: 30,
  locationTrusted: false,
  connectTimeoutMs: 30_000,
  retries: 0,
  insecure: false,
  resolve: [],
  strict: false,
  cookies: [],
  netrc: false,
};
